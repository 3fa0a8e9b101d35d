"""A terminal workbench for a review loop: read one text until nothing is left to fix."""
