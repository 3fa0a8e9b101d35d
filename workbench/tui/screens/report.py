"""How often each judge, reader and check is right; enter leads to what a figure is made of."""

import shlex
from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from workbench.core.errors import WorkbenchError
from workbench.core.text.display_text import neutralised_line
from workbench.core.trust.claim_words import MarkedWords, Wanted
from workbench.core.trust.instruments import By, Report
from workbench.tui.footer import keys_line
from workbench.tui.report_layout import Line, OfMark, Overview, View, report_page, wanted
from workbench.tui.screens.page import PageScreen
from workbench.tui.tones import Piece, Tone, hanging
from workbench.tui.widgets.bar import Bar

LookUp = Callable[[Wanted], Awaitable[Sequence[MarkedWords]]]
LeadTo = Callable[[MarkedWords], str]
"""Goes to the row of marked words on the board; where it cannot, gives a sentence on how to get there."""
_ROWS_BY = (None, By.SOURCE, By.QUESTION, By.MODEL, By.ARTIFACT)
"""What the key for it makes the rows be by, one after the other."""
_ABOVE = 2
"""Lines above the first row of a table: its title and what its columns are."""


class ReportScreen(PageScreen):
    """The table of rates with all that qualifies them, and below it the rows that lead further."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,left", "back", "back", show=False),
        Binding("down,j", "step(1)", "down", show=False, priority=True),
        Binding("up,k", "step(-1)", "up", show=False, priority=True),
        Binding("pagedown", "page(1)", "a page down", show=False, priority=True),
        Binding("pageup", "page(-1)", "a page up", show=False, priority=True),
        Binding("home", "end(True)", "to the first line", show=False, priority=True),
        Binding("end", "end(False)", "to the last line", show=False, priority=True),
        Binding("enter,right", "follow", "open", show=False),
        Binding("b", "next_by", "rows by", show=False),
    ]

    def __init__(self, report: Report, look_up: LookUp, lead_to: LeadTo) -> None:
        """Take the report, what finds the words of claims, and what goes to their row on the board."""
        super().__init__()
        self._report, self._look_up, self._lead_to = report, look_up, lead_to
        self._trail: list[tuple[View, int]] = [(Overview(), 0)]
        """The views from the first to the one that is shown, each with the place of its cursor."""
        self._page: list[Line] = []
        self._words: Sequence[MarkedWords] | None = None
        self._failure = ""
        self._said = ""
        """Why what is under the cursor cannot be gone to; empty where that was not asked for."""

    @property
    def view(self) -> View:
        """What is shown."""
        return self._trail[-1][0]

    @property
    def _here(self) -> int:
        return self._trail[-1][1]

    @property
    def _leading(self) -> list[int]:
        """The numbers of the lines that lead further."""
        return [number for number, line in enumerate(self._page) if line.to]

    @property
    def _at(self) -> int:
        """The number of the line under the cursor; -1 where none leads further."""
        leading = self._leading
        return leading[min(self._here, len(leading) - 1)] if leading else -1

    def lines(self, room: int) -> list[list[Piece]]:
        """The view at this width, with a sign at the line under the cursor."""
        self._page = report_page(self._report, self.view, self._words, room)
        if self._failure:
            self._page.append(Line([(self._failure, Tone.ERROR)]))
        at = self._at
        if self._said and at >= 0:
            told = hanging(("", Tone.PLAIN), (self._said, Tone.WARNING), 0, max(1, room - 2))
            self._page[at + 1 : at + 1] = map(Line, told)
        return [
            [("› " if number == at else "  ", Tone.KEY), *_toned(line, number == at)]
            for number, line in enumerate(self._page)
        ]

    def action_step(self, by: int) -> None:
        """To the next line that leads further; where none does, by a line of the page."""
        last = len(self._leading) - 1
        if last < 0 or not 0 <= self._here + by <= last:
            self.action_scroll(by)
            return
        self._to(self._here + by)
        self._show_cursor()

    def action_page(self, by: int) -> None:
        """By as much as is seen, the cursor with it."""
        page = self.query_one("#page")
        height = max(1, page.scrollable_content_region.height)
        top = max(0, min(page.max_scroll_y, page.scroll_offset.y + by * height))
        stays = top == page.scroll_offset.y
        page.scroll_to(y=top, animate=False, force=True)
        seen = [n for n, line in enumerate(self._leading) if top <= line < top + height]
        if seen and (stays or self._here not in seen):
            self._to(seen[-1] if (by > 0) is stays else seen[0])

    def action_end(self, first: bool) -> None:
        """To the first line or the last one, the cursor with it."""
        self._to(0 if first else max(0, len(self._leading) - 1))
        page = self.query_one("#page")
        page.scroll_to(y=0 if first else page.max_scroll_y, animate=False, force=True)

    def _to(self, here: int) -> None:
        """Put the cursor on one of the lines that lead further."""
        self._trail[-1], self._said = (self.view, here), ""
        self._paint()

    def action_follow(self) -> None:
        """To what the line under the cursor leads to."""
        if self._at < 0:
            return
        to = self._page[self._at].to
        assert to is not None, "only lines that lead further are stepped to"
        if isinstance(to, MarkedWords):
            self._said = self._lead_to(to)
            if self._said:
                self._paint()
                self._show_cursor()
            return
        self._trail.append((to, 0))
        self._words, self._failure, self._said = None, "", ""
        if isinstance(to, OfMark):
            self._find_words(to)
        self._paint()
        self.query_one("#page").scroll_home(animate=False)

    def action_back(self) -> None:
        """To the view before, or off the screen."""
        if len(self._trail) == 1:
            self.app.pop_screen()
            return
        self._trail.pop()
        self._failure = self._said = ""
        self._paint()
        self._show_cursor()

    def action_next_by(self) -> None:
        """Rows by the next thing."""
        if isinstance(self.view, Overview):
            place = _ROWS_BY.index(self.view.by) + 1
            self._trail[-1] = (Overview(_ROWS_BY[place % len(_ROWS_BY)]), 0)
            self._paint()
            self.query_one("#page").scroll_home(animate=False)

    @work(exclusive=True, group="words")
    async def _find_words(self, view: OfMark) -> None:
        try:
            found = await self._look_up(wanted(self._report, view))
        except WorkbenchError as error:
            self._failure = str(error)
            found = ()
        if self.view == view:
            self._words = found
            self._paint()

    def _paint(self) -> None:
        self.on_resize()
        self.query_one("#footer", Bar).paint()

    def _show_cursor(self) -> None:
        """Scroll as little as shows the line under the cursor, and what stands above the rows it is of."""
        at, page = self._at, self.query_one("#page")
        if at < 0:
            return
        top, height = page.scroll_offset.y, page.scrollable_content_region.height
        first = 0 if self._here == 0 else at
        while first and at - first < _ABOVE and not self._page[first - 1].to:
            first -= 1
        if first < top:
            page.scroll_to(y=first, animate=False, force=True)
        elif at >= top + height:
            page.scroll_to(y=at - height + 1, animate=False, force=True)

    def _footer(self, room: int) -> list[Piece]:
        further = [("enter", "open")] if any(line.to for line in self._page) else []
        if isinstance(self.view, OfMark) and further:
            further = [("enter", "go to its row")]
        if isinstance(self.view, Overview):
            by = "source and question" if self.view.by is None else self.view.by.value
            further = [("enter", "open"), ("b", f"rows by: {by}")]
        return keys_line((("↑ ↓ pgup pgdn", "move"), *further, ("esc", "back")), room)


def opens_elsewhere(words: MarkedWords) -> str:
    """Of which text marked words are, and how that is opened."""
    path = shlex.quote(neutralised_line(words.path))
    return f"It is of {neutralised_line(words.path)}: `workbench open {path}` opens that."


def _toned(line: Line, is_here: bool) -> list[Piece]:
    """A line's pieces, stronger under the cursor."""
    if not is_here:
        return line.pieces
    return [(text, Tone.STRONG if tone is Tone.PLAIN else tone) for text, tone in line.pieces]
