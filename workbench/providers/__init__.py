"""Ways to ask a model: one vendor a module."""
