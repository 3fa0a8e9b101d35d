"""Sentences of a paragraph, each with its place in it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from workbench.checks.regex import regex

_END = regex(r"[.!?:][)\"'*_]*\s+(?=[A-Z\[(*`_\"0-9])|\n\s*\n|<br ?/?>|;\s")
_SHORT = regex(r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|v|ver|no|min|max)|\b[A-Z])\.\s+$", re.I)


class Sentence(NamedTuple):
    """One sentence, or what stands for one in a list or a table."""

    text: str
    start: int
    """Offset in its paragraph."""


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a paragraph in their order; a colon and a semicolon end one as well."""
    start = 0
    for found in _END.finditer(text):
        if _SHORT.search(text[max(0, found.start() - 8) : found.end()]):
            continue
        yield Sentence(text[start : found.end()], start)
        start = found.end()
    if start < len(text):
        yield Sentence(text[start:], start)
