"""Readers of manifests, one ecosystem a module: what each says of its package, with the lines that say it."""
