"""What a parser says of a block, and the marks of code that is not meant to be whole."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from workbench.checks.regex import regex


class Parses(NamedTuple):
    """It does."""


class Broken(NamedTuple):
    """It does not, and nothing excuses it."""

    line: int
    """0-based line of the block where the fault is best mended."""
    why: str
    """The end of a sentence: what is wrong there."""


class Unsure(NamedTuple):
    """It does not, but it may be no whole code of that language, or be meant so."""

    why: str


Verdict = Parses | Broken | Unsure

LEFT_OUT = "a part of it is left out"
EXCERPT = "it is an excerpt, which parses only in its place"
OTHER = "a part of it may be no code of this language, such as output or a shell's commands"
OLDER = "it may be in another version of the language"
FILLED_IN = "a part of it is to be filled in"

_ELLIPSIS = regex(r"\.{3}|…|^\s*(?:#|//|--)?\s*\.{2,}\s*$|\[(?:snip|cut)\]", re.M | re.I)
_TEMPLATE = regex(r"\{\{|\{%|<%|<[A-Za-z_][\w .:/-]{0,60}>|@@\w+@@|\[\[|%\([a-z]+\)s|\$\([A-Za-z]")
_SHELL = regex(
    r"^\s*(?:[$❯]\s+\S|(?:sudo|pip3?|pipx|uvx?|npm|npx|yarn|pnpm|git|cd|export|curl|wget|docker|conda|poetry"
    r"|make|cargo|python3?|node|brew|apt(?:-get)?|go|deno|bun|source|mkdir|echo)\s+(?![=(.:])[\w./~\"'$-])",
    re.M,
)
_DIFF = regex(r"^(?:[+-](?![+-]|\s*\d)\s?\S|@@ )", re.M)


def left_out(text: str) -> bool:
    """Whether a text has an ellipsis."""
    return _ELLIPSIS.search(text) is not None


def is_template(text: str) -> bool:
    """Whether a text has a part that something else is to fill in."""
    return _TEMPLATE.search(text) is not None


def has_commands(text: str) -> bool:
    """Whether a line of a text looks like a shell's."""
    return _SHELL.search(text) is not None


def is_diff(text: str) -> bool:
    """Whether a text has lines that are marked as added or taken away."""
    return _DIFF.search(text) is not None


def line_at(text: str, offset: int) -> int:
    """The 0-based line of an offset."""
    return text.count("\n", 0, offset)


def last_line(lines: Sequence[str], until: int) -> int:
    """The last line that says something, up to one; 0 where none does."""
    return next((n for n in range(min(until, len(lines) - 1), -1, -1) if lines[n].strip()), 0)
