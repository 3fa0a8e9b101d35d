"""Which words of the text are drawn how, for the row that the cursor is on."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from workbench.core.board import Board
from workbench.core.marks import Mark
from workbench.core.readings import Span
from workbench.core.rows import Group, Row
from workbench.tui.list_lines import FindingLine, Line, RowLine
from workbench.tui.source_layout import Highlight, Ink, SourceLayout

_QUIET = (Group.SATISFIED, Group.UNDECIDED, Group.NOT_RAISED, Group.FIXED, Group.GONE, Group.ABOUT)
"""Rows of these groups are highlighted only under the cursor."""


def span_of(line: Line) -> Span | None:
    """The words that a line is about; None where it has none in this text."""
    match line:
        case FindingLine(_, finding, _):
            return finding.span
        case RowLine(row):
            return row.span
        case _:
            return None


def place_of(line: RowLine | FindingLine, board: Board) -> str:
    """The line of the text that a line of the list is about, such as L12; empty where its words are gone.

    A row's is that of the words that most of its findings share, a finding's its own.
    """
    number = line.row.line if isinstance(line, RowLine) else board.line_of(line.finding)
    return f"L{number}" if number else ""


def highlights_of(board: Board) -> Iterator[Highlight]:
    """The words of every finding that is not settled."""
    for row in board.rows:
        yield from _highlights(row)


def _highlights(row: Row) -> Iterator[Highlight]:
    if row.group not in _QUIET:
        # What an edit made of quoted words is not what was quoted.
        spans = {f.span for f in row.findings if f.span and f.span.how != "edited"}
        yield from (Highlight(span.start, span.end, _ink(row)) for span in spans)


def _ink(row: Row) -> Ink:
    return Ink.MISSED if row.standing.mark is Mark.MISS else Ink.RAISED


class RaisedWords:
    """The words of every finding that is not settled, by line, as long as only decisions are made."""

    def __init__(self, board: Board, layout: SourceLayout) -> None:
        self.listing = board.listing
        self._by_line: defaultdict[int, list[tuple[int, Highlight]]] = defaultdict(list)
        self._lines: dict[int, Collection[int]] = {}
        """By the place of a row in the listing: the 1-based lines that its words are on."""
        for place, row in enumerate(board.listing.rows):
            by_line = layout.by_line(_highlights(row))
            if by_line:
                self._lines[place] = tuple(by_line)
            for line, highlights in by_line.items():
                self._by_line[line] += ((place, highlight) for highlight in highlights)

    def on(self, line: int, board: Board) -> list[Highlight]:
        """The words on a 1-based line, as they stand on a board of the same listing."""
        rows = ((board.listed[place], highlight) for place, highlight in self._by_line.get(line, ()))
        shown = ((row, h) for row, h in rows if row.standing.overlooked and row.group not in _QUIET)
        return [Highlight(h.start, h.end, _ink(row)) for row, h in shown]

    def changed(self, before: Board, after: Board) -> set[int]:
        """The 1-based lines with words of rows about which something else stands on another board."""
        rows = enumerate(zip(before.listed, after.listed, strict=True))
        return {line for place, (old, new) in rows if old is not new for line in self._lines.get(place, ())}
