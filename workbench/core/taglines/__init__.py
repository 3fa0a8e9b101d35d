"""Taglines: which candidates readers understand, counted with its noise, and which cannot be told apart."""
