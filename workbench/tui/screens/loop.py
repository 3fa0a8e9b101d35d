"""The loop: every round and what it brought, whether to stop and why, and what nobody has quoted."""

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import ClassVar, NamedTuple

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType

from workbench.core.board import Board
from workbench.core.costs.prices import PriceTable
from workbench.core.loop.budget import loop_budget
from workbench.core.loop.stopping import Assessment, Caps, assess
from workbench.core.loop.unquoted import Section, unquoted_sections
from workbench.core.loop.unseen import Unseen, unseen
from workbench.core.marks import Target
from workbench.core.outstanding import counts_of
from workbench.core.text.display_text import counted
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, action_of, bindings
from workbench.tui.footer import footer_line
from workbench.tui.keymaps import Keys
from workbench.tui.loop_details import details, stop_words
from workbench.tui.loop_layout import LoopTable, TableRow, legend, loop_help_lines
from workbench.tui.screens.action_screen import ActionScreen, leave_below
from workbench.tui.screens.page import PageScreen
from workbench.tui.screens.review_layout import TALL
from workbench.tui.tones import Part, Piece, Tone, filled, joined, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.loop_grid import LoopGrid

NOTHING_YET = "No round yet, so there is no loop to show: {back} goes back, {read} then reads the text."


class Found(NamedTuple):
    """What takes long to find out of a loop as a whole."""

    assessment: Assessment
    unseen: Unseen | None
    unquoted: tuple[Section, ...]
    """Of the text that the last round read."""


def _found(board: Board, caps: Caps) -> Found:
    """Whether to stop, what nobody has raised, and what nobody has quoted; there is a round."""
    loop = board.loop
    return Found(
        assess(loop, board.disk or board.revision, caps),
        unseen(loop.course),
        unquoted_sections(board.history, loop.rounds[-1].revision),
    )


class LoopScreen(ActionScreen):
    """Goes over the rounds and concerns of one artifact; what takes long is filled in round by round."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if Where.LOOP in a.where and a.id != "palette")
    ]

    def __init__(
        self,
        board: Callable[[], Board],
        prices: PriceTable,
        budget: float | None,
        keys: Keys,
        show: Callable[[Target | Section], None],
        diff: Callable[[int], None],
        poll: float = 1.0,
    ) -> None:
        """Set what gives the board as it is now, and dollars that the loop may cost, None for any.

        `show` goes to a concern or a section on the board, once this is left; `diff` shows what changed up to
        a revision, by its key. `poll` is in seconds between looks whether another round was read.
        """
        super().__init__()
        self.keys = keys
        self._board, self._prices, self._budget = board, prices, budget
        self._show, self._diff = show, diff
        self._poll = poll
        self.table = LoopTable(board(), board().loop, prices)
        self.row = 0
        """The index of the row that the cursor is on."""
        self.column = max(0, len(self.table.headers) - 1)
        """The index of the round that the cursor is in the column of."""
        self._found: Found | None = None
        self._said = ""

    def compose(self) -> ComposeResult:
        """What is proposed, the table, the row under the cursor in full, the signs and the keys."""
        yield Bar(self._title_line, id="loop-title")
        yield Bar(self._stop_lines, id="loop-stop")
        yield LoopGrid(id="loop-grid")
        yield DetailsPane(id="details")
        yield Bar(self._signs_line, id="status")
        yield Bar(self._footer_line, id="footer")

    def on_resize(self, event: events.Resize) -> None:
        """Give the details more room where there is some."""
        self.set_class(event.size.height >= TALL, "-tall")

    def on_mount(self) -> None:
        """Show what is known at once, and find out the rest."""
        self.query_one(LoopGrid).focus()
        self.paint()
        self.find_out()
        self.set_interval(self._poll, self._look)

    @property
    def here(self) -> TableRow:
        """The row that the cursor is on."""
        return self.table.rows[self.row]

    @work(group="loop", exclusive=True)
    async def find_out(self) -> None:
        """Work out what takes long: whether to stop, and how everything stood, the newest round first."""
        table = self.table
        if not table.loop.rounds:
            return
        caps = loop_budget(table.board.history, self._budget, self._prices).caps
        self._found = await asyncio.to_thread(_found, table.board, caps)
        self._take(replace(table, unquoted=self._found.unquoted))
        for index in reversed(range(len(self.table.loop.rounds))):
            if index not in self.table.known:
                self.table.known[index] = await asyncio.to_thread(self.table.found_out, index)
                self.paint()

    def _take(self, table: LoopTable) -> None:
        """Show another table, with the cursor on the same row where it has that."""
        place = self.here.place
        self.table = table
        rows = table.rows
        self.row = next(
            (at for at, row in enumerate(rows) if row.place == place), min(self.row, len(rows) - 1)
        )
        self.column = min(self.column, max(0, len(table.headers) - 1))
        self.paint()

    def _look(self) -> None:
        """See whether another round was read, or anything decided elsewhere, while this is open."""
        board = self._board()
        if board.history is not self.table.board.history and not board.running:
            was = len(self.table.headers)
            self._take(LoopTable(board, board.loop, self._prices, self.table.unquoted))
            if len(self.table.headers) > was:
                self.column = len(self.table.headers) - 1
                self.paint()
            self.find_out()

    def paint(self) -> None:
        """Draw everything."""
        self.query_one(LoopGrid).show(self.table, self.row, self.column)
        self.query_one(DetailsPane).show(joined(self._details()))
        for bar in self.query(Bar):
            bar.paint()

    def _details(self) -> list[list[Piece]]:
        if not self.table.loop.rounds:
            back, read = self.keys.shown("back"), self.keys.shown("read")
            return [[(NOTHING_YET.format(back=back, read=read), Tone.PLAIN)]]
        if self._found is None:
            return [[("Working it out.", Tone.MUTED)]]
        return details(self.table, self.here, self.column, self._found.assessment, self._found.unseen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something here."""
        return action != "act" or Where.LOOP in action_of(str(parameters[0])).where

    async def action_act(self, id: str) -> None:
        """Do what a key of the table says."""
        self.say("")
        await getattr(self, f"do_{id}")()

    def say(self, text: str, tone: Tone = Tone.MUTED, shorter: Iterable[str] = ()) -> None:
        """Tell the person something where the signs stand otherwise."""
        self._said = text
        self.query_one("#status", Bar).paint()

    async def do_up(self) -> None:
        """To the row above."""
        self._step(-1)

    async def do_down(self) -> None:
        """To the row below."""
        self._step(1)

    async def do_earlier(self) -> None:
        """To the round before."""
        self._to_round(self.column - 1)

    async def do_later(self) -> None:
        """To the round after."""
        self._to_round(self.column + 1)

    async def do_page_up(self) -> None:
        """Up by as much as is seen."""
        self._step(-self.query_one(LoopGrid).page)

    async def do_page_down(self) -> None:
        """Down by as much as is seen."""
        self._step(self.query_one(LoopGrid).page)

    async def do_first(self) -> None:
        """To the first row."""
        self._step(-len(self.table.rows))

    async def do_last(self) -> None:
        """To the last row."""
        self._step(len(self.table.rows))

    def _step(self, by: int) -> None:
        """Move by so many rows, headings passed over; or scroll the details, where they are in use."""
        pane = self.query_one(DetailsPane)
        if pane.has_focus:
            pane.scroll_relative(y=by, animate=False)
            return
        rows = self.table.rows
        at = max(0, min(len(rows) - 1, self.row + by))
        if rows[at].place is None:
            at += 1 if by > 0 else -1
        self.row = at
        self.paint()

    def _to_round(self, column: int) -> None:
        self.column = max(0, min(len(self.table.headers) - 1, column))
        self.paint()

    async def do_open(self) -> None:
        """Go to the row in the text."""
        place = self.here.place
        if isinstance(place, Target | Section):
            self.dismiss()
            self._show(place)
        elif self.table.loop.rounds:
            self.say(f"This is about a round; {self.keys.shown('diff')} shows what changed up to its text.")

    async def do_diff(self) -> None:
        """Show what changed up to the text that the round of the column read."""
        rounds = self.table.loop.rounds
        if not rounds:
            self.say("No round yet, so there is nothing to compare.")
        else:
            self._diff(rounds[self.column].revision.id)

    async def do_help(self) -> None:
        """The keys and the signs."""
        self.app.push_screen(LoopHelpScreen(self.keys))

    async def do_back(self) -> None:
        """Back to the list."""
        self.dismiss()

    async def do_quit(self) -> None:
        """Back to the list, which stops a round before the program ends."""
        self.dismiss()

    async def leave_program(self) -> None:
        """Leave the program as the list does."""
        await leave_below(self)

    @on(LoopGrid.Pointed)
    def _point(self, message: LoopGrid.Pointed) -> None:
        if self.table.rows[message.row].place is not None:
            self.row = message.row
        if message.column is not None:
            self.column = message.column
        self.paint()

    def _title_line(self, room: int) -> list[Piece]:
        board, rounds = self.table.board, len(self.table.headers)
        left = [Part(board.artifact.name, Tone.STRONG), Part("the loop", Tone.MUTED)]
        counts = counts_of(board.rows)
        right = Part(
            f"{counted(rounds, 'round')}, {counted(counts.concerns, 'concern')}, {counts.open} open now"
        )
        return line_of_parts(left, [right], room)

    def _stop_lines(self, room: int) -> list[Piece]:
        if not self.table.loop.rounds:
            return [("Nothing has been read yet.", Tone.MUTED)]
        if self._found is None:
            return [("Working out whether to stop.", Tone.MUTED)]
        ((words, tone),) = stop_words(self._found.assessment)
        return filled(words, tone, [], room, 2)

    def _signs_line(self, room: int) -> list[Piece]:
        if self._said:
            return line_of_parts([Part(self._said, Tone.MUTED)], [], room)
        return legend(room) if self.table.loop.rounds else []

    def _footer_line(self, room: int) -> list[Piece]:
        return footer_line(self.keys, Where.LOOP, room)


class LoopHelpScreen(PageScreen):
    """The keys of the loop, and what its signs say."""

    def __init__(self, keys: Keys) -> None:
        super().__init__()
        self._keys = keys

    def lines(self, room: int) -> list[list[Piece]]:
        """The page at this width."""
        return loop_help_lines(self._keys, room)
