"""The composition root: the only package that names ports and adapters together."""
