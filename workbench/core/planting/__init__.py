"""Known faults planted in a copy of a text, and what its readers found of them."""
