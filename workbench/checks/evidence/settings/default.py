"""One default that the code states."""

from typing import NamedTuple

from workbench.core.readings import Evidence


class Default(NamedTuple):
    """What a name is where nobody gives it a value."""

    value: str
    """As the code writes it."""
    evidence: Evidence
    owner: str
    """The function, class or object that it belongs to; the file's path where there is none."""


def line_of(path: str, text: str, offset: int) -> Evidence:
    """The line of an offset of a file."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    words = text[start : end if end >= 0 else None].strip()[:200]
    return Evidence(path, text.count("\n", 0, offset) + 1, words)
