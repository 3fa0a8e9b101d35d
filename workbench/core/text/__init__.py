"""The text under review: its places, its words and what an edit made of them."""
