"""The settings that the code of a repository takes, and their defaults."""
