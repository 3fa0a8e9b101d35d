"""What changed from one revision to another, with the concerns on it."""

import asyncio
from collections.abc import Iterable
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from workbench.core.artifacts import Revision
from workbench.core.board import Board
from workbench.core.loop.diffed_concerns import DiffedConcern, diffed_concerns
from workbench.core.loop.revision_diff import AROUND, RevisionDiff, revision_diff
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, action_of, bindings
from workbench.tui.diff_layout import concern_counts, diff_layout
from workbench.tui.footer import footer_line
from workbench.tui.keymaps import Keys
from workbench.tui.screens.action_screen import ActionScreen, leave_below
from workbench.tui.screens.help import HelpScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.diff_view import DiffView


def revisions_of(board: Board) -> tuple[Revision, ...]:
    """Every revision that can be compared, oldest first, what the file holds now among them."""
    known = {revision.id: revision for revision in (*board.history.revisions, board.revision)}
    if board.disk is not None:
        known[board.disk.id] = board.disk
    return tuple(sorted(known.values(), key=lambda revision: revision.number))


def before(board: Board, newer: int) -> int | None:
    """The revision to compare one with, by their keys: the last one before it that was read, else any.

    None where there is none before it.
    """
    revisions = revisions_of(board)
    number = next(revision.number for revision in revisions if revision.id == newer)
    earlier = [revision.id for revision in revisions if revision.number < number]
    read = {round.revision for round in board.history.rounds}
    return next((id for id in reversed(earlier) if id in read), earlier[-1] if earlier else None)


class DiffScreen(ActionScreen):
    """Shows two revisions in one column; either can be exchanged for another."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if Where.DIFF in a.where and a.id != "palette")
    ]

    def __init__(self, board: Board, older: int, newer: int, keys: Keys) -> None:
        """Set the board and the keys of the two revisions that are compared first."""
        super().__init__()
        self.keys = keys
        self._board = board
        self._revisions = revisions_of(board)
        ids = [revision.id for revision in self._revisions]
        self.older, self.newer = ids.index(older), ids.index(newer)
        """The indexes of the two that are compared."""
        self._diff: RevisionDiff | None = None
        self._concerns: tuple[DiffedConcern, ...] = ()
        self._whole = False
        """Whether unchanged lines are shown too."""
        self._said = ""

    def compose(self) -> ComposeResult:
        """What is compared, the lines, what was done and the keys."""
        yield Bar(self._title_line, id="diff-title")
        yield DiffView(id="diff-view")
        yield Bar(self._status_line, id="status")
        yield Bar(self._footer_line, id="footer")

    def on_mount(self) -> None:
        """Compare the two."""
        self.query_one(DiffView).focus()
        self.compare()

    @work(group="diff", exclusive=True)
    async def compare(self, top: bool = True) -> None:
        """Compare the two revisions, and show that from its beginning or where it was scrolled to."""
        old, new = self._pair
        around = None if self._whole else AROUND
        self._diff = await asyncio.to_thread(revision_diff, old.text, new.text, around)
        history, rows = self._board.history, [row for row in self._board.rows if row.is_concern]
        self._concerns = await asyncio.to_thread(diffed_concerns, history, rows, old, new)
        self._lay_out(top)

    @property
    def _pair(self) -> tuple[Revision, Revision]:
        return self._revisions[self.older], self._revisions[self.newer]

    def _lay_out(self, top: bool = False) -> None:
        view = self.query_one(DiffView)
        if self._diff is not None and view.room:
            view.show(diff_layout(self._diff, self._concerns, view.room, self._board.named), top)
        self._paint()

    @on(DiffView.Resized)
    def _lay_out_anew(self) -> None:
        self._lay_out()

    def _paint(self) -> None:
        for bar in self.query(Bar):
            bar.paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something here."""
        return action != "act" or Where.DIFF in action_of(str(parameters[0])).where

    async def action_act(self, id: str) -> None:
        """Do what a key of the table says."""
        self._said = ""
        await getattr(self, f"do_{id}")()
        if self.is_attached:
            self._paint()

    def say(self, text: str, tone: Tone = Tone.MUTED, shorter: Iterable[str] = ()) -> None:
        """Tell the person something in the status line."""
        self._said = text

    async def do_up(self) -> None:
        """Up a row."""
        self.query_one(DiffView).scroll_rows(-1)

    async def do_down(self) -> None:
        """Down a row."""
        self.query_one(DiffView).scroll_rows(1)

    async def do_page_up(self) -> None:
        """Up a page."""
        view = self.query_one(DiffView)
        view.scroll_rows(-view.page)

    async def do_page_down(self) -> None:
        """Down a page."""
        view = self.query_one(DiffView)
        view.scroll_rows(view.page)

    async def do_first(self) -> None:
        """To the first row."""
        view = self.query_one(DiffView)
        view.scroll_rows(-view.virtual_size.height)

    async def do_last(self) -> None:
        """To the last row."""
        view = self.query_one(DiffView)
        view.scroll_rows(view.virtual_size.height)

    async def do_next_change(self) -> None:
        """To the next change."""
        self._to_change(forward=True)

    async def do_previous_change(self) -> None:
        """To the change before."""
        self._to_change(forward=False)

    def _to_change(self, forward: bool) -> None:
        if not self.query_one(DiffView).go_to_change(forward):
            self.say("There is no further change." if forward else "There is no change before.")

    async def do_earlier(self) -> None:
        """Take the revision before for the newer one."""
        self._choose(self.older, self.newer - 1)

    async def do_later(self) -> None:
        """Take the revision after for the newer one."""
        self._choose(self.older, self.newer + 1)

    async def do_older_earlier(self) -> None:
        """Take the revision before for the older one."""
        self._choose(self.older - 1, self.newer)

    async def do_older_later(self) -> None:
        """Take the revision after for the older one."""
        self._choose(self.older + 1, self.newer)

    def _choose(self, older: int, newer: int) -> None:
        """Compare two others; where one would pass the other, both move."""
        if older == newer:
            older, newer = (older - 1, newer) if newer < self.newer else (older, newer + 1)
        if older < 0 or newer >= len(self._revisions):
            first, last = self._revisions[0].number, self._revisions[-1].number
            self.say(f"There are revisions {first} to {last}.")
            return
        self.older, self.newer = older, newer
        self.compare()

    async def do_open(self) -> None:
        """Show every line, or fold those that did not change."""
        self._whole = not self._whole
        self.compare()

    async def do_help(self) -> None:
        """Every key and sign."""
        self.app.push_screen(HelpScreen(self.keys, {}, Where.DIFF))

    async def do_back(self) -> None:
        """Back to where this was opened."""
        self.dismiss()

    async def do_quit(self) -> None:
        """Back to where this was opened."""
        self.dismiss()

    async def leave_program(self) -> None:
        """Leave the program as the screen below does."""
        await leave_below(self)

    def _title_line(self, room: int) -> list[Piece]:
        old, new = self._pair
        disk = self._board.disk
        on_disk = ", on disk" if disk is not None and disk.id == new.id else ""
        shown = ", listed" if new.id == self._board.revision.id else ""
        what = Part(f"older: revision {old.number}, newer: {new.number}{on_disk}{shown}", Tone.PLAIN)
        left = [Part(self._board.artifact.name, Tone.STRONG), what]
        return line_of_parts(left, [Part(self._counts(), Tone.STRONG)], room)

    def _counts(self) -> str:
        diff = self._diff
        if diff is None:
            return ""
        at, changes = self.query_one(DiffView).at, len(diff.changes)
        place = f"change {at + 1} of {changes}" if at is not None else f"{changes} changes"
        return (
            f"{diff.counts} lines, {place if changes != 1 else 'one change'}"
            if changes
            else "no line changed"
        )

    def _status_line(self, room: int) -> list[Piece]:
        if self._said:
            words = [self._said]
        elif self._diff is None:
            words = ["Comparing."]
        elif not self._diff.changes:
            words = ["The lines are the same: only line ends, or the newline at the very end, differ."]
        else:
            words = ["- older + newer, ^ a concern", concern_counts(self._concerns)]
        return line_of_parts([Part(said, Tone.MUTED) for said in words], [], room)

    def _footer_line(self, room: int) -> list[Piece]:
        return footer_line(self.keys, Where.DIFF, room)
