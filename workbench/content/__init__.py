"""Persona, rubric and settings files, read into core values."""
