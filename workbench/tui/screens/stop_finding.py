"""Working out, beside the keys, whether the loop should stop."""

import asyncio

from textual import work

from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.tui.screens.review_layout import ReviewLayout
from workbench.tui.stop_words import StopWords, stop_words

_AFTER = 0.02
"""Seconds by which a key's frame is out."""


class StopFinding(ReviewLayout):
    """Knows of the board shown whether its loop should stop, soon after it was painted."""

    desk: Desk
    stops: StopWords | None = None
    """None while that is not known, and where there is nothing to say of it."""
    _stops_of: Board | None = None

    def find_stop(self, board: Board) -> None:
        """Work it out for a board once it is painted, unless it is that of the same rows and texts."""
        before, self._stops_of = self._stops_of, board
        if before is None or any(
            getattr(before, name) is not getattr(board, name)
            for name in ("rows", "course", "disk", "running", "unchecked", "revision")
        ):
            # `call_after_refresh` would have the frame go out before the status line is in it.
            self.set_timer(_AFTER, self._find_stop)

    @work(group="stop", exclusive=True)
    async def _find_stop(self) -> None:
        # Not an argument: a worker is described by the `repr` of its arguments, and a board's takes seconds.
        board = self._stops_of
        before = self.stops
        self.stops = await asyncio.to_thread(self._stops, board) if board else None
        if (before and before.ways) != (self.stops and self.stops.ways):
            self.show_stop()

    def _stops(self, board: Board) -> StopWords | None:
        return stop_words(board, self.desk.loop_budget(board.history).caps)

    def show_stop(self) -> None:
        """Show what became known, where that is something else in a line or two."""
        raise NotImplementedError
