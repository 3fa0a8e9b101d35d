"""The checks, one family a module: each compares what the text says with what the repository shows."""
