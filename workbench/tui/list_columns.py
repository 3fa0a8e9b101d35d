"""The columns of the list, and how a line's words are laid out in them."""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from workbench.core.text.display_text import fitted, neutralised, width
from workbench.tui.tones import Piece, Tone


class Column(StrEnum):
    """What a stretch of a line fills."""

    NONE = ""
    """As many cells as it has."""
    LINE = "line"
    SOURCES = "sources"
    RAISED = "raised"


Cell = tuple[str, Tone, Column]


class Columns(NamedTuple):
    """How wide the columns of this list are, in cells."""

    line: int
    sources: int
    raised: int
    """0 where nothing was read more than once: a gap stands there, so that no source begins the sentence."""

    def within(self, room: int) -> "Columns":
        """The columns in so much room, of which sources take a fifth at most."""
        return Columns(self.line, min(self.sources, max(5, room // 5)), self.raised)


def laid_out(cells: Iterable[Cell], columns: Columns, room: int) -> list[Piece]:
    """A line in exactly so many cells."""
    fitting: list[Piece] = []
    left = room
    for text, tone, column in cells:
        shown = neutralised(_filling(text, column, columns)).replace("\n", " ").replace("\t", " ")
        cut = fitted(shown, min(left, width(shown)))
        if cut:
            fitting.append((cut, tone))
            left -= width(cut)
    return [*fitting, (" " * left, Tone.PLAIN)] if left > 0 else fitting


def _filling(text: str, column: Column, columns: Columns) -> str:
    match column:
        case Column.LINE:
            return f"{text:>{columns.line}} "
        case Column.SOURCES:
            return f" {fitted(text, columns.sources)} "
        case Column.RAISED:
            return f"{text:<{columns.raised}} " if columns.raised else " "
        case _:
            return text
