"""Stored readings asked again: prompts rebuilt, wordings compared, chance measured."""
