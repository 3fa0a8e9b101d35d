"""Exports, imports and the findings of outside reviewers."""
