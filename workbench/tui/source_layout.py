"""A text as the rows of a pane, with what is highlighted in each: pure, in offsets into the text."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from workbench.core.text.display_text import fitted, neutralised, wrapped
from workbench.core.text.graphemes import cells, grapheme_end, widened

if TYPE_CHECKING:
    from workbench.core.text.document import Document


class Ink(IntEnum):
    """How words are drawn; where several fall on the same words, the greatest."""

    PLAIN = 0
    HEADING = 1
    FRONT_MATTER = 2
    REMARK = 3
    """Said by the workbench, not in the text."""
    MISSED = 4
    """Words of a row that the person marked miss."""
    RAISED = 5
    """Words of any other row."""
    CURRENT = 6
    """Words of the row that the cursor is on."""
    PICKED = 7
    """Words being picked."""


class Highlight(NamedTuple):
    """Words that are drawn in some ink."""

    start: int
    end: int
    ink: Ink


class SourceRow(NamedTuple):
    """One row of the pane."""

    line: int
    """1-based line of the text."""
    start: int
    end: int
    """Offsets into the text; equal for a remark."""
    first: bool
    """Whether the line begins here, so that its number is shown."""
    remark: str = ""
    """Shown instead of words of the text."""


def room_for_words(width: int, lines: int) -> int:
    """Cells for the words of a text of so many lines, beside their numbers, in a pane so wide."""
    return max(1, width - len(str(lines)) - 3)


def rows_of_line(number: int, start: int, line: str, room: int, remarks: Iterable[str]) -> list[SourceRow]:
    """The rows of a 1-based line that starts at an offset and is neutralised, then a row for each remark."""
    rows = [SourceRow(number, start + first, start + last, first == 0) for first, last in wrapped(line, room)]
    end = rows[-1].end
    return [*rows, *(SourceRow(number, end, end, False, fitted(said, room)) for said in remarks)]


def figure_remark(alt: str) -> str:
    """What is said below a figure with this alternative text."""
    return f"figure, not seen by any reader: {neutralised(alt) or 'no alternative text'}"


def pieces_of(shown: str, row: SourceRow, highlights: Sequence[Highlight]) -> list[tuple[str, Ink]]:
    """A row's words in stretches of one ink; `shown` is the text as it may be drawn."""
    if row.remark:
        return [(row.remark, Ink.REMARK)]
    cuts = {row.start, row.end}
    for highlight in highlights:
        cuts.update(at for at in (highlight.start, highlight.end) if row.start < at < row.end)
    edges = sorted(cuts)
    pieces: list[tuple[str, Ink]] = []
    for start, end in pairwise(edges):
        inks = [h.ink for h in highlights if h.start <= start and end <= h.end]
        words = shown[start:end].replace("\t", " ")
        pieces.append((words, max(inks, default=Ink.PLAIN)))
    return pieces


@dataclass(frozen=True)
class SourceLayout:
    """A text wrapped to a width."""

    document: "Document"
    room: int
    """Cells for the words, without the gutter."""

    @cached_property
    def shown(self) -> str:
        """The text as it may be drawn, character for character."""
        return neutralised(self.document.text)

    @cached_property
    def rows(self) -> tuple[SourceRow, ...]:
        """Every row, in order."""
        figures: dict[int, list[str]] = defaultdict(list)
        for figure in self.document.figures:
            figures[figure.line].append(figure_remark(figure.alt))
        rows: list[SourceRow] = []
        for number, start in enumerate(self.document.line_starts, start=1):
            line = self.shown[start : start + len(self.document.lines[number - 1])]
            rows += rows_of_line(number, start, line, self.room, figures.get(number, ()))
        return tuple(rows)

    @cached_property
    def gutter(self) -> int:
        """Cells that the widest line number fills."""
        return len(str(len(self.document.line_starts)))

    @cached_property
    def _starts(self) -> list[int]:
        return [row.start for row in self.rows]

    @cached_property
    def _line_rows(self) -> list[int]:
        return [index for index, row in enumerate(self.rows) if row.first]

    def row_of(self, offset: int) -> int:
        """The row that an offset is drawn in."""
        index = max(0, bisect_right(self._starts, offset) - 1)
        while index and self.rows[index].remark:
            index -= 1
        return index

    def row_of_line(self, line: int) -> int:
        """The row that a 1-based line begins at; the last line's for lines past the end."""
        return self._line_rows[max(0, min(line, len(self._line_rows)) - 1)]

    def offset_at(self, index: int) -> int:
        """The offset at which a row begins; the last row's for rows past the end."""
        return self.rows[max(0, min(index, len(self.rows) - 1))].start

    @cached_property
    def lasting(self) -> tuple[Highlight, ...]:
        """What is drawn otherwise whatever the cursor is on: headings and front matter."""
        document = self.document
        inks = [
            Highlight(h.start, h.start + len(document.lines[h.line - 1]), Ink.HEADING)
            for h in document.headings
        ]
        if document.front_matter:
            inks.append(Highlight(document.front_matter.start, document.front_matter.end, Ink.FRONT_MATTER))
        return tuple(inks)

    def offset_in(self, index: int, cell: int) -> int:
        """The offset of what is drawn so many cells into a row; the row's end past it."""
        row = self.rows[index]
        at, used = row.start, 0
        while at < row.end:
            after = grapheme_end(self.shown, at)
            used += cells(self.shown[at:after])
            if used > cell:
                break
            at = after
        return at

    def by_line(self, highlights: Iterable[Highlight]) -> Mapping[int, Sequence[Highlight]]:
        """Highlights by the 1-based lines that they touch, cut between characters as a person sees them."""
        lines: dict[int, list[Highlight]] = defaultdict(list)
        text = self.document.text
        for highlight in highlights:
            start, end = widened(text, highlight.start, highlight.end)
            whole = Highlight(start, end, highlight.ink)
            for line in range(self.document.line_of(start), self.document.line_of(max(start, end - 1)) + 1):
                lines[line].append(whole)
        return lines

    def pieces(self, row: SourceRow, highlights: Sequence[Highlight]) -> list[tuple[str, Ink]]:
        """A row's words in stretches of one ink."""
        return pieces_of(self.shown, row, highlights)
