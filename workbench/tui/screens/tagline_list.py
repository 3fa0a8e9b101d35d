"""The candidates in a list: ordered, found, hidden and edited."""

from dataclasses import replace

from textual import on

from workbench.core.errors import UsageError
from workbench.core.taglines.board import opened
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.rows import Row, Sort
from workbench.tui.actions import action_of
from workbench.tui.screens.tagline_reads import TaglineReadsScreen
from workbench.tui.tagline_details import row_details
from workbench.tui.tagline_layout import CandidateLines, Known, says
from workbench.tui.tones import Tone
from workbench.tui.widgets.input_bar import Field, InputBar
from workbench.tui.widgets.plain_list import PlainList

_ORDERS = (Sort.RIGHT, Sort.FILE, Sort.LENGTH, Sort.TEXT)
_ORDER_WORDS = {
    Sort.RIGHT: "right answers, most first",
    Sort.FILE: "their place in the file",
    Sort.LENGTH: "length, shortest first",
    Sort.TEXT: "text",
}


class TaglineListScreen(TaglineReadsScreen):
    """Rows keep their order while reads arrive; they are ordered anew when asked, and when all is read."""

    sort = Sort.RIGHT
    shows_hidden = False
    words = ""
    """What a candidate must say to be listed."""
    cursor = 0
    """Key of the candidate that the cursor is on; 0 where none is listed."""
    _order: tuple[int, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self._hid: list[int] = []
        """What was hidden here, the last one last."""
        self._known: Known = {}

    def order_rows(self) -> None:
        """Choose what is listed, in what order; the cursor stays on its candidate, or near where it was."""
        rows = self.board.ordered(self.sort, self.shows_hidden)
        order = tuple(row.candidate.id for row in rows if says(row, self.words))
        if self.cursor not in order:
            at = self._order.index(self.cursor) if self.cursor in self._order else 0
            self.cursor = order[min(at, len(order) - 1)] if order else 0
        self._order = order

    @property
    def row(self) -> Row | None:
        """The row under the cursor; None where none is listed."""
        return self.board.rows.get(self.cursor)

    def _candidate(self) -> Candidate:
        """The candidate under the cursor.

        Raises:
            UsageError: none is listed.
        """
        if self.row is None:
            raise UsageError("No candidate is listed here.")
        return self.row.candidate

    def paint_list(self, stays: bool) -> None:
        """Draw the candidates, and the one under the cursor in full."""
        rows = [self.board.rows[id] for id in self._order]
        lines = CandidateLines(self.board, rows, self.listing.room, self._known)
        self.headings = lines.headings if rows else []
        self.listing.show(lines, self._order.index(self.cursor) if rows else 0, stays)
        row = self.row
        if row is not None:
            self.show_details(
                (row.candidate.id, self.board.question), row_details(self.board, row, self.room)
            )
        else:
            self.show_details(None, [(self._empty_words(), Tone.MUTED)])

    def _empty_words(self) -> str:
        if self.words:
            return f"No candidate says “{self.words}”; {self.keys.shown('back')} lists all."
        return f"Every candidate is hidden; {self.keys.shown('tagline_hidden')} lists them."

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: none does while a line is typed."""
        if action != "act":
            return True
        return bool(self.where & action_of(str(parameters[0])).where) and not self.query_one(InputBar).asking

    async def do_up(self) -> None:
        """Up a row, or a row of the details in use."""
        self._step(-1)

    async def do_down(self) -> None:
        """Down a row."""
        self._step(1)

    async def do_page_up(self) -> None:
        """Up by as much as is seen."""
        self._step(-(self.details if self.details.has_focus else self.listing).page)

    async def do_page_down(self) -> None:
        """Down by as much as is seen."""
        self._step((self.details if self.details.has_focus else self.listing).page)

    async def do_first(self) -> None:
        """To the first row."""
        self._step(-1_000_000)

    async def do_last(self) -> None:
        """To the last row."""
        self._step(1_000_000)

    def _step(self, by: int) -> None:
        if self.details.has_focus:
            self.details.scroll_to(y=self.details.scroll_offset.y + by, animate=False, immediate=True)
        elif self.opened is not None:
            self.to_read(self.here + by)
        elif self._order:
            at = self._order.index(self.cursor) + by
            self.cursor = self._order[max(0, min(at, len(self._order) - 1))]
            self.paint()

    @on(PlainList.Pointed)
    def _point_at(self, message: PlainList.Pointed) -> None:
        self.listing.focus()
        if self.opened is not None:
            self.to_read(message.index)
        else:
            self.cursor = self._order[message.index]
            self.paint()

    async def do_pane(self) -> None:
        """To the details, which then scroll, or back to the list."""
        (self.listing if self.details.has_focus else self.details).focus()

    async def do_open(self) -> None:
        """Show what readers said of the candidate, one by one; there, go to the details."""
        if self.opened is not None:
            await self.do_pane()
        else:
            self.open_reads(self._candidate().id)

    async def do_back(self) -> None:
        """Out of the details, to the candidates, or to all of them."""
        if self.details.has_focus:
            self.listing.focus()
        elif self.opened is not None:
            self.opened = None
            self.paint()
        elif self.words:
            await self._show("")
        else:
            self.say(f"Nothing is open here; {self.keys.shown('quit')} leaves.")

    async def do_tagline_order(self) -> None:
        """Order by the next thing, or anew by the same where reads came since."""
        if self.sort is Sort.RIGHT and self.reading and self._stale_order():
            self.say("Ordered by right answers as they are now.")
        else:
            self.sort = _ORDERS[(_ORDERS.index(self.sort) + 1) % len(_ORDERS)]
            self.say(f"Ordered by {_ORDER_WORDS[self.sort]}.")
        self.order_rows()
        self.paint()

    def _stale_order(self) -> bool:
        rows = self.board.ordered(self.sort, self.shows_hidden)
        return tuple(row.candidate.id for row in rows if says(row, self.words)) != self._order

    async def do_search(self) -> None:
        """Ask which candidates are listed."""
        hint = "words of a candidate, its notes, its checks or where it stands; empty lists all"
        self.ask("Show", self._show, self.words, hint)

    async def _show(self, words: str) -> None:
        self.words = words.strip()
        self.order_rows()
        self.paint()
        count = f"{len(self._order)} of {len(self.board.candidates)}"
        self.say(f"{count} listed; {self.keys.shown('back')} lists all." if self.words else "All are listed.")

    async def do_tagline_hide(self) -> None:
        """Hide the candidate, or show a hidden one again."""
        candidate = self._candidate()
        await self._hide(candidate, not candidate.hidden)
        if not candidate.hidden:
            self._hid.append(candidate.id)
            undo, shows = self.keys.shown("undo"), self.keys.shown("tagline_hidden")
            said = f"Hidden, and read no more; {undo} takes that back, {shows} lists hidden ones"
            self.say(f"{said}.", shorter=(f"Hidden; {undo} takes that back.",))
        else:
            self.say("Shown and read again.")

    async def _hide(self, candidate: Candidate, hidden: bool) -> None:
        self.fold(await self.desk.hide(self.board, candidate, hidden))
        self.order_rows()
        self.paint()

    async def do_tagline_hidden(self) -> None:
        """List hidden candidates too, or no more."""
        hidden = len(self.board.candidates) - len(self.board.shown)
        self.shows_hidden = not self.shows_hidden
        self.order_rows()
        self.paint()
        if not hidden:
            self.say("None is hidden.")
        else:
            self.say("Hidden ones are listed too." if self.shows_hidden else f"{hidden} hidden, not listed.")

    async def do_undo(self) -> None:
        """Take back the last mark, or what was hidden last."""
        if self.opened is not None:
            await self.undo_mark()
            return
        if not self._hid:
            self.say("Nothing was hidden here that could be taken back.")
            return
        candidate = self.board.candidate(self._hid.pop())
        if candidate is not None:
            self.cursor = candidate.id
            await self._hide(candidate, False)
            self.say("Shown and read again.")

    async def do_tagline_edit(self) -> None:
        """Write the candidate otherwise."""
        candidate = self._candidate()

        async def edited(text: str) -> None:
            await self._edit(candidate, text)

        hint = f"a new candidate, made of this one; {self.board.artifact.name} is not written"
        self.ask("Edit", edited, candidate.text, hint)
        self.go_on_typing()

    async def _edit(self, candidate: Candidate, text: str) -> None:
        before = {each.id for each in self.board.candidates}
        self.fold(await self.desk.edit(self.board, candidate, text))
        made = [each for each in self.board.candidates if each.id not in before]
        found = await self.desk.checked(tuple(made))
        self.board = opened(replace(self.board, checks={**self.board.checks, **found}))
        self.words = ""
        there = [each for each in self.board.candidates if each.text == " ".join(text.split())]
        self.cursor = (made or there or [candidate])[0].id
        self.order_rows()
        self.paint()
        if made:
            reads = f"{self.keys.shown('read')} has it read"
            said = f"A new candidate; {reads}"
            self.say(f"{said}. {self.board.artifact.name} is not written.", shorter=(f"{said}.",))
        else:
            self.say("That line is among the candidates already: here it is.")

    def go_on_typing(self) -> None:
        """Put the cursor behind what is in the field, which is otherwise selected, to be replaced."""
        field = self.query_one(Field)
        self.call_after_refresh(lambda: setattr(field, "cursor_position", len(field.value)))

    def take_focus(self) -> None:
        """Give the keys back to the list."""
        self.listing.focus()
        self.paint_bars()
