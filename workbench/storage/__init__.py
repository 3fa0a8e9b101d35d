"""The SQLite store, opened and used on one thread."""
