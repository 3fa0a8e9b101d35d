"""Numbers that are written as English words."""

_WORDS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty"""

NUMBER_WORDS: dict[str, int] = {word: number for number, word in enumerate(_WORDS.split())}
"""Zero to twenty, lower case."""
