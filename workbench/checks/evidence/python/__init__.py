"""What the Python code of a repository offers, read and never imported."""
