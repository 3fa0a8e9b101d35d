"""Which words of the text are drawn how, for the row that the cursor is on."""

from collections.abc import Iterator

from workbench.core.board import Board
from workbench.core.marks import Mark
from workbench.core.readings import Span
from workbench.core.rows import Group
from workbench.tui.list_lines import FindingLine, Line, RowLine
from workbench.tui.source_layout import Highlight, Ink

_QUIET = (Group.SATISFIED, Group.UNDECIDED, Group.NOT_RAISED, Group.FIXED, Group.GONE)
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


def highlights_of(board: Board) -> Iterator[Highlight]:
    """The words of every finding that is not settled."""
    for row in board.rows:
        if row.group not in _QUIET:
            ink = Ink.MISSED if row.standing.mark is Mark.MISS else Ink.RAISED
            spans = {finding.span for finding in row.findings if finding.span}
            yield from (Highlight(span.start, span.end, ink) for span in spans)
