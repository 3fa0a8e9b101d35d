"""Text for the screen as plain values: words with a tone, made safe where they become something drawn."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from workbench.core.text.display_text import fitted, neutralised, one_line, width, wrapped

if TYPE_CHECKING:
    from textual.content import Content


class Tone(StrEnum):
    """What a stretch of text means; its value is the component class that colours it."""

    PLAIN = "tone--plain"
    STRONG = "tone--strong"
    MUTED = "tone--muted"
    KEY = "tone--key"
    HEADING = "tone--heading"
    QUOTE = "tone--quote"
    GOOD = "tone--good"
    HIT = "tone--hit"
    MISS = "tone--miss"
    CANT_TELL = "tone--cant-tell"
    WARNING = "tone--warning"
    ERROR = "tone--error"


TONES = {tone.value for tone in Tone}
"""The component classes of every widget that draws text."""

Piece = tuple[str, Tone]


def drawn(pieces: Iterable[Piece]) -> "Content":
    """Pieces as Textual content: nothing in them is markup or reaches the terminal as a command."""
    from textual.content import Content

    return Content.assemble(*((neutralised(text), f".{tone.value}") for text, tone in pieces if text))


def joined(lines: Iterable[Sequence[Piece]]) -> list[Piece]:
    """Lines as one run of pieces."""
    pieces: list[Piece] = []
    for number, line in enumerate(lines):
        if number:
            pieces.append(("\n", Tone.PLAIN))
        pieces += line
    return pieces


def rows_of(pieces: Iterable[Piece], room: int) -> list[list[Piece]]:
    """Pieces over rows of so many cells, made safe; a piece's newlines begin rows."""
    rows: list[list[Piece]] = []
    line: list[Piece] = []
    for text, tone in (*pieces, ("\n", Tone.PLAIN)):
        first, *others = neutralised(text).replace("\t", " ").split("\n")
        line.append((first, tone))
        for other in others:
            rows += _wrapped_rows(line, room)
            line = [(other, tone)]
    return rows


def _wrapped_rows(line: Sequence[Piece], room: int) -> list[list[Piece]]:
    """The rows of one line."""
    text = "".join(words for words, _ in line)
    rows: list[list[Piece]] = []
    for start, end in wrapped(text, room):
        row: list[Piece] = []
        at = 0
        for words, tone in line:
            if part := words[max(0, start - at) : max(0, end - at)]:
                row.append((part, tone))
            at += len(words)
        rows.append(row)
    return rows


def hanging(label: Piece, text: Piece, indent: int, room: int) -> list[list[Piece]]:
    """A label and a text beside it, whose further rows are indented so that they stand below the first."""
    words, tone = text
    rows = [words[start:end].rstrip() for start, end in wrapped(words, room - indent)]
    lines: list[list[Piece]] = [[(" " * indent, Tone.PLAIN), (row, tone)] for row in rows]
    lines[0][0] = (fitted(label[0], indent), label[1])
    return lines


def filled(text: str, tone: Tone, at_end: Sequence[Piece], room: int, rows: int) -> list[Piece]:
    """As much of a text as fits into so many rows, the last of them shared with what stands at its end.

    That has a row of its own where one is left and it would cut the text.
    """
    text = one_line(neutralised(text))
    starts = [start for start, _ in wrapped(text, room)][:rows]
    ends = [*starts[1:], len(text)]
    # A space that hangs over the edge would begin a row of its own.
    lines = [[(text[start:end].rstrip(), tone)] for start, end in zip(starts[:-1], ends, strict=False)]
    rest, end = Part(text[starts[-1] :], tone), [Part(*piece) for piece in at_end]
    if end and len(starts) < rows and width(rest.text) + sum(width(part.text) + 2 for part in end) > room:
        return joined([*lines, [(rest.text.rstrip(), tone)], line_of_parts([], end, room)])
    return joined([*lines, line_of_parts([rest], end, room)])


_LEAST = 8
"""Cells of a further part that are worth showing."""


class Part(NamedTuple):
    """A piece of a line that may be left out when there is no room."""

    text: str
    tone: Tone = Tone.PLAIN
    rank: int = 0
    """Parts of the greatest rank are left out first; those of rank 0 never are."""


def line_of_parts(left: Sequence[Part], right: Sequence[Part], room: int, gap: str = "  ") -> list[Piece]:
    """One line: parts at both ends, as many as fit into so many cells.

    What is still too long when only parts of rank 0 are left is cut on the left, after a word where it has
    several; what would be but a few cells of a part is left out.
    """
    left = [Part(one_line(neutralised(p.text)), p.tone, p.rank) for p in left if p.text]
    right = [Part(one_line(neutralised(p.text)), p.tone, p.rank) for p in right if p.text]
    for rank in sorted({part.rank for part in (*left, *right)} - {0}, reverse=True):
        if _room(left, gap) + _room(right, gap) + len(gap) <= room:
            break
        left = [part for part in left if part.rank != rank]
        right = [part for part in right if part.rank != rank]
    pieces = _joined(left, room - _room(right, gap) - (len(gap) if right else 0), gap)
    used = sum(width(text) for text, _ in pieces)
    if right:
        pieces.append((" " * max(0, room - used - _room(right, gap)), Tone.PLAIN))
        pieces += _joined(right, room, gap)
    return pieces


def _room(parts: Sequence[Part], gap: str) -> int:
    return sum(width(part.text) for part in parts) + len(gap) * max(0, len(parts) - 1)


def _joined(parts: Sequence[Part], room: int, gap: str) -> list[Piece]:
    pieces: list[Piece] = []
    for number, part in enumerate(parts):
        before = gap if number else ""
        left = room - sum(width(text) for text, _ in pieces) - len(before)
        fits = width(part.text) <= left
        if left <= 0 or (number and not fits and left < _LEAST):
            break
        if before:
            pieces.append((before, Tone.PLAIN))
        pieces.append((part.text if fits else _cut(part.text, left), part.tone))
    return pieces


def _cut(text: str, room: int) -> str:
    """The beginning of a text that has no room, up to the end of a word unless that leaves little of it."""
    shown = fitted(text, room).rstrip().removesuffix("…")
    whole = shown if text[len(shown) : len(shown) + 1] in (" ", "") else shown.rpartition(" ")[0]
    return f"{(whole if width(whole) * 2 >= room else shown).rstrip(' ,;:')}…"
