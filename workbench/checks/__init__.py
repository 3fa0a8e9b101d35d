"""Deterministic instruments: one family of checks a module, and the repository as facts."""
