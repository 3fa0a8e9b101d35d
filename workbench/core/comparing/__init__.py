"""Two texts beside each other: what readers choose in both orders, and whether they choose as the person."""
