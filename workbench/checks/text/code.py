"""Code in a text, and the prose around it, each with its place in the source."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Literal, NamedTuple

from workbench.checks.regex import regex
from workbench.checks.text.pieces import Piece

Role = Literal["paragraph", "heading", "cell", "html"]

NEARBY = 1_000
"""Characters on either side of a code span that say what it is."""

_HTML_CODE = regex(r"<(code|kbd|tt|samp)>([^<>]{1,500})</\1>", re.I)
_TICKS = regex(r"`+")


class CodeSpan(NamedTuple):
    """Words of a sentence that are marked as code."""

    text: str
    start: int
    """Offset of its first character, after the backticks."""
    end: int
    opens: int
    """Offset in its prose of what marks it, the first backtick or tag."""
    closes: int
    """Offset in its prose after what marks its end."""


class CodeLine(NamedTuple):
    """One line of a code block."""

    text: str
    """Without the prefix of the list or quote that holds the block."""
    start: int
    """Offset of its first character."""


class CodeBlock(NamedTuple):
    """A fenced or indented block of code."""

    info: str
    """What stands behind the opening fence; empty for an indented block."""
    lines: tuple[CodeLine, ...]
    start: int
    """Offset of its fence, or of its first line."""
    end: int
    """Offset after its last line."""

    @property
    def language(self) -> str:
        """The first word of what stands behind the fence, lower case and without attributes; may be empty."""
        found = re.match(r"\{?\.?([\w+#.-]+)", self.info.strip())
        return found[1].lower() if found else ""

    @property
    def text(self) -> str:
        """Its lines, joined."""
        return "\n".join(line.text for line in self.lines)

    def at(self, offset: int) -> int:
        """The source's offset of a character of its text."""
        length = 0
        for line in self.lines:
            if offset <= length + len(line.text):
                return line.start + offset - length
            length += len(line.text) + 1
        return self.end


class Cell(NamedTuple):
    """Where a table's cell stands."""

    table: int
    """Which table of the text, from 0."""
    row: int
    """0 for the header."""
    column: int


class Item(NamedTuple):
    """Where a list's item stands."""

    list: int
    """Which list of the text, from 0; a nested one is another."""
    number: int
    """From 0."""


class Prose(NamedTuple):
    """One paragraph, heading, cell or stretch of HTML, as it is written."""

    piece: Piece
    role: Role
    spans: tuple[CodeSpan, ...] = ()
    cell: Cell | None = None
    item: Item | None = None
    """The innermost list item that it stands in; None outside lists."""
    quoted: bool = False
    """Whether it stands in a block quote."""
    level: int = 0
    """Of a heading; else 0."""

    @property
    def text(self) -> str:
        """Its words with their inline markup."""
        return self.piece.content

    @property
    def start(self) -> int:
        """Offset of its first character."""
        return self.piece.at(0)

    def at(self, offset: int) -> int:
        """The source's offset of a character of its text."""
        return self.piece.at(offset)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Start and end in the source of a non-empty stretch of its text."""
        return self.piece.span(start, end)

    def before(self, span: CodeSpan) -> str:
        """What stands before a span of it, up to `NEARBY` characters."""
        return self.text[max(span.opens - NEARBY, 0) : span.opens]

    def after(self, span: CodeSpan) -> str:
        """What stands behind a span of it, up to `NEARBY` characters."""
        return self.text[span.closes : span.closes + NEARBY]

    def masked(self) -> str:
        """Its text with a blank for each character of code and of HTML tags, so that offsets stay."""
        parts, end = list[str](), 0
        for span in self.spans:
            # HTML around backticks, or the other way round, makes spans that overlap.
            opens, closes = max(span.opens, end), max(span.closes, end)
            parts += self.text[end:opens], " " * (closes - opens)
            end = closes
        parts.append(self.text[end:])
        return re.sub(r"<[^<>]{1,500}>", lambda found: " " * len(found[0]), "".join(parts))


def html_spans(piece: Piece, start: int, end: int) -> Iterator[CodeSpan]:
    """The words that HTML tags mark as code between two offsets of a piece."""
    for found in _HTML_CODE.finditer(piece.content, start, end):
        first, last = found.span(2)
        yield CodeSpan(found[2], *piece.span(first, last), found.start(), found.end())


def tick_span(piece: Piece, start: int, end: int) -> CodeSpan | None:
    """The words between the backticks of a stretch of a piece; None where there are none.

    One blank goes on either side where both have one (CommonMark 0.31, 6.1).
    """
    opened = _TICKS.match(piece.content, start, end)
    if opened is None or end - start <= 2 * len(opened[0]):
        return None
    first, last = opened.end(), end - len(opened[0])
    text = piece.content[first:last]
    if text.strip() and text[0] in " \n" and text[-1] in " \n":
        first, last, text = first + 1, last - 1, text[1:-1]
    return CodeSpan(text, *piece.span(first, last), start, end) if text else None


def block_of(blocks: tuple[CodeBlock, ...], offset: int) -> CodeBlock | None:
    """The block that an offset is in; None where it is in none. Blocks come in the order of the text."""
    number = bisect_right(blocks, offset, key=lambda block: block.start) - 1
    return blocks[number] if number >= 0 and offset < blocks[number].end else None
