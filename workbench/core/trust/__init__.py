"""How often each instrument is right, counted and said."""
