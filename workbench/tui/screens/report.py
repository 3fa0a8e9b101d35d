"""How often each judge, reader and check is right; enter leads to what a figure is made of."""

from collections.abc import Awaitable, Callable, Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from workbench.core.claim_words import MarkedWords, Wanted
from workbench.core.errors import WorkbenchError
from workbench.core.trust import By, Report
from workbench.tui.footer import keys_line
from workbench.tui.report_layout import Line, OfMark, Overview, View, report_page, wanted
from workbench.tui.screens.page import PageScreen
from workbench.tui.tones import Piece, Tone
from workbench.tui.widgets.bar import Bar

LookUp = Callable[[Wanted], Awaitable[Sequence[MarkedWords]]]
_ROWS_BY = (None, By.SOURCE, By.QUESTION, By.MODEL, By.ARTIFACT)
"""What the key for it makes the rows be by, one after the other."""


class ReportScreen(PageScreen):
    """The table of rates with all that qualifies them, and below it the rows that lead further."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,left", "back", "back", show=False),
        Binding("down,j", "step(1)", "down", show=False, priority=True),
        Binding("up,k", "step(-1)", "up", show=False, priority=True),
        Binding("enter,right", "follow", "open", show=False),
        Binding("b", "next_by", "rows by", show=False),
    ]

    def __init__(self, report: Report, look_up: LookUp) -> None:
        """Take the report, and what finds the words of claims."""
        super().__init__()
        self._report, self._look_up = report, look_up
        self._trail: list[tuple[View, int]] = [(Overview(), 0)]
        """The views from the first to the one that is shown, each with the place of its cursor."""
        self._page: list[Line] = []
        self._words: Sequence[MarkedWords] | None = None
        self._failure = ""

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

    def lines(self, room: int) -> list[list[Piece]]:
        """The view at this width, with a sign at the line under the cursor."""
        self._page = report_page(self._report, self.view, self._words, room)
        if self._failure:
            self._page.append(Line([(self._failure, Tone.ERROR)]))
        leading = self._leading
        at = leading[min(self._here, len(leading) - 1)] if leading else -1
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
        self._trail[-1] = (self.view, self._here + by)
        self._paint()
        self._show_cursor()

    def action_follow(self) -> None:
        """To what the line under the cursor leads to."""
        leading = self._leading
        if not leading:
            return
        to = self._page[leading[min(self._here, len(leading) - 1)]].to
        assert to is not None, "only lines that lead further are stepped to"
        self._trail.append((to, 0))
        self._words, self._failure = None, ""
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
        self._failure = ""
        self._paint()
        self._show_cursor()

    def action_next_by(self) -> None:
        """Rows by the next thing."""
        if isinstance(self.view, Overview):
            place = _ROWS_BY.index(self.view.by) + 1
            self._trail[-1] = (Overview(_ROWS_BY[place % len(_ROWS_BY)]), 0)
            self._paint()

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
        """Scroll as little as shows the line under the cursor, and what stands above the first one."""
        leading, page = self._leading, self.query_one("#page")
        if not leading:
            return
        place = min(self._here, len(leading) - 1)
        top, height = page.scroll_offset.y, page.scrollable_content_region.height
        at = 0 if place == 0 else leading[place]
        if not top <= at < top + height:
            page.scroll_to(y=at if at < top else at - height + 1, animate=False, force=True)

    def _footer(self, room: int) -> list[Piece]:
        further = [("enter", "open"), ("b", "rows by …")] if isinstance(self.view, Overview) else []
        if not further and any(line.to for line in self._page):
            further = [("enter", "open")]
        return keys_line((("↑ ↓ pgup pgdn", "move"), *further, ("esc", "back")), room)


def _toned(line: Line, is_here: bool) -> list[Piece]:
    """A line's pieces, stronger under the cursor."""
    if not is_here:
        return line.pieces
    return [(text, Tone.STRONG if tone is Tone.PLAIN else tone) for text, tone in line.pieces]
