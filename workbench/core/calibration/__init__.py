"""Answers that the person gives blind, and what they say of a judge."""
