"""The repository as facts: its files, manifests and code, read once and lazily, and never run."""
