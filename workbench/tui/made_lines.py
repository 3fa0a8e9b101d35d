"""The list's lines for a board, made anew only where they may differ."""

from typing import NamedTuple

from workbench.core.board import Board
from workbench.core.marks import Target
from workbench.core.rows import Group
from workbench.tui.filters import RowFilter
from workbench.tui.list_lines import Lines, Place, lines_of


class Form(NamedTuple):
    """What is shown of a board's rows."""

    unfolded: frozenset[Group]
    opened: Target | None
    """The concern that is open."""
    shown: RowFilter


class _Made(NamedTuple):
    """Lines with what they were made of."""

    board: Board
    form: Form
    lines: Lines

    def has_rows_of(self, board: Board) -> bool:
        """Whether a board differs from this one's in what was decided about its rows only."""
        same = board.listing is self.board.listing and len(board.rows) == len(self.board.rows)
        return same and board.elsewhere == self.board.elsewhere


class MadeLines:
    """Makes lines, from those made last where only decisions have changed."""

    def __init__(self) -> None:
        self._made: _Made | None = None

    def of(self, board: Board, form: Form, cursor: Place) -> Lines:
        """The lines of a board; what a filter leaves out depends on where the cursor is."""
        before = self._made
        if before and before.form == form and before.has_rows_of(board) and not form.shown.words:
            lines = before.lines.decided(before.board.rows, board.rows, board.marks)
        else:
            lines = lines_of(
                board.rows,
                shown=form.shown,
                unfolded=form.unfolded,
                opened=form.opened,
                cursor=cursor,
                marks=board.marks,
            )
        self._made = _Made(board, form, lines)
        return lines
