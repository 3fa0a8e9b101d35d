"""Which findings are the same concern."""
