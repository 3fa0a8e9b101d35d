"""The environment variables that the code of a repository reads."""
