"""Opening tags of raw HTML and their attributes, with their places."""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from workbench.checks.regex import regex

_NAME = regex(r"<([A-Za-z][A-Za-z0-9:-]*)(?=[\s/>])")
_ATTRIBUTE = regex(r"""[\s/]+([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?""")


class Attribute(NamedTuple):
    """One attribute of a tag."""

    name: str
    """Lower case."""
    value: str | None
    """Entities decoded, surrounding blanks gone; None where it has no value."""
    start: int
    """Offset of the name."""
    end: int
    written: tuple[int, int]
    """Start and end of the value as it is written, without quotes; empty where it has none."""


class Tag(NamedTuple):
    """One opening tag."""

    name: str
    """Lower case."""
    start: int
    end: int
    """Offset after the last attribute."""
    attributes: tuple[Attribute, ...]


def opening_tags(html: str, start: int = 0, end: int | None = None) -> Iterator[Tag]:
    """The opening tags between two offsets, comments not excepted."""
    end = len(html) if end is None else end
    position = start
    while name := _NAME.search(html, position, end):
        position = name.end()
        attributes: list[Attribute] = []
        while found := _ATTRIBUTE.match(html, position, end):
            position = found.end()
            attributes.append(_attribute(found))
        yield Tag(name[1].lower(), name.start(), position, tuple(attributes))


def text_of(html: str) -> str:
    """What a piece of HTML says without its tags, entities decoded."""
    return unescape(re.sub(r"<[^<>]*>", "", html))


def _attribute(found: re.Match[str]) -> Attribute:
    name, end = found[1].lower(), found.end()
    if found[2] is None:
        return Attribute(name, None, found.start(1), end, (end, end))
    quoted = found[2][0] in "\"'"
    first, last = found.start(2) + quoted, end - quoted
    return Attribute(name, unescape(found.string[first:last]).strip(), found.start(1), end, (first, last))
