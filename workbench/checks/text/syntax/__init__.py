"""Whether a block of code parses in the language that it names; one module for each language."""
