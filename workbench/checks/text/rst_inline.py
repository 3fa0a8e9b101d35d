"""The inline markup of reStructuredText: literals, links with an address, references."""

import re
from collections.abc import Iterator

from workbench.checks.regex import regex
from workbench.checks.text.code import CodeSpan
from workbench.checks.text.pieces import Piece

_LITERAL = regex(r"(?<![`\w])``(?=\S)((?:(?!``)[\s\S]){1,1000}?[^\s`]?`?)``(?!`)")
_ROLE = regex(
    r"(?<!\w):(?:code|file|option|envvar|command|program|kbd|literal|samp|makevar):`([^`]{1,1000})`"
)
_OPTION = regex(
    r"-{1,2}[A-Za-z][\w-]*(?:[ =]<?[\w.|-]+>?)?(?:, -{1,2}[A-Za-z][\w-]*(?:[ =]<?[\w.|-]+>?)?){0,5}(?=  |$)"
)
_LINK = regex(r"(?<![`\w])`(?:(?!`)[\s\S]){0,500}?<([^<>`]{1,500})>`__?")
_REFERENCE = regex(
    r"(?<![`\w:])`([^`<>]{1,300})`_(?!\w)|(?<![\w`])([A-Za-z0-9][\w.+-]{0,100}?)_(?![\w`])|\|([^|\n]{1,100})\|_?"
)


def spans_of(piece: Piece) -> Iterator[CodeSpan]:
    """The words marked as code, in the order of the text."""
    found = [(m.start(), m.end(), m.start(1), m.end(1)) for m in _LITERAL.finditer(piece.content)]
    found += [(m.start(), m.end(), m.start(1), m.end(1)) for m in _ROLE.finditer(piece.content)]
    option = _OPTION.match(piece.content)
    if option is not None:
        # The options of an option list are code by their place alone.
        found.append((0, option.end(), 0, option.end()))
    for opens, closes, first, last in sorted(found):
        yield CodeSpan(piece.content[first:last], *piece.span(first, last), opens, closes)


def begins_option(line: str) -> bool:
    """Whether a line is an item of an option list."""
    return _OPTION.match(line) is not None


def links_of(text: str) -> Iterator[tuple[str, int, int]]:
    """Each link that names its address: the address, start and end."""
    for found in _LINK.finditer(text):
        if not found[1].endswith("_") or "/" in found[1]:
            yield re.sub(r"\s+", "", found[1]).replace("\\", ""), found.start(), found.end()


def uses(text: str) -> Iterator[str]:
    """The labels that a text refers to, case folded."""
    for found in _REFERENCE.finditer(text):
        name = found[1] or found[2] or found[3]
        yield " ".join(name.split()).casefold()


def plain(text: str) -> str:
    """A title without its markup."""
    linked = re.sub(r"`([^`<>]*?)\s*<[^<>`]*>`__?", r"\1", text)
    return re.sub(r"(?:(?<!\w):[\w:]+:)?`+([^`]*)`+_{0,2}|\*\*?([^*]+)\*\*?", r"\1\2", linked)
