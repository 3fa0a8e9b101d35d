"""What is put to the person, one after the other, with something hidden until they have answered."""

from collections.abc import Awaitable, Callable
from typing import Generic

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from workbench.core.artifacts import Revision
from workbench.core.calibration.sheets import AnItem, Sheet
from workbench.tui.action_kinds import Where
from workbench.tui.actions import action_of
from workbench.tui.footer import footer_line
from workbench.tui.keymaps import Keys
from workbench.tui.screens.help import HelpScreen
from workbench.tui.screens.review_layout import WIDE
from workbench.tui.screens.telling import TellingScreen
from workbench.tui.source_layout import Highlight, Ink
from workbench.tui.tones import Piece, joined
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.source_view import SourceView

_LINES = 4
"""Rows of the lines above and below what is asked and the text."""
_SOURCE = 8
"""Rows that the text keeps below what is asked."""
_SOURCE_BELOW_EXAMPLES = 3
_LEAST = 6
"""Rows that what is asked has on however small a screen."""


class HiddenScreen(TellingScreen, Generic[AnItem]):
    """Every answer is stored before anything is revealed; leaving loses none."""

    asking: Where
    """What the person is doing while the item is open."""

    def __init__(self, sheet: Sheet[AnItem], keys: Keys) -> None:
        super().__init__()
        self.sheet = sheet
        self.keys = keys
        self.place = 0
        """Which of the items is under way."""
        self.whole = False
        """Whether the examples are shown in full."""
        self.finished = False
        """Whether the person left with nothing open."""
        self._given: list[int] = []
        """The places of what was answered here."""
        self._shown: Revision | None = None

    @property
    def item(self) -> AnItem:
        """What is under way."""
        return self.sheet.items[self.place]

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.sheet.items)

    @property
    def where(self) -> Where:
        """What the person is doing."""
        return self.asking if self.item.open else Where.REVEALED

    def item_lines(self, room: int, rows: int | None) -> list[list[Piece]]:
        """The item under way, cut to so many rows; None for whatever it takes."""
        raise NotImplementedError

    def title_line(self, room: int) -> list[Piece]:
        """What this is, and how far it is."""
        raise NotImplementedError

    def overview_line(self, room: int) -> list[Piece]:
        """Every item in one line."""
        raise NotImplementedError

    def ending(self) -> str:
        """What is said once nothing is open any more."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """Two lines on the whole, the item above or beside its text, what was done, keys."""
        self._choose_form(self.app.size.width)
        yield Bar(self.title_line, id="judged")
        yield Bar(self.overview_line, id="questions")
        with Container(id="panes"):
            yield DetailsPane(id="details")
            yield SourceView(id="source")
        yield Bar(self.said_line, id="status")
        yield Bar(self._footer_line, id="footer")

    def on_mount(self) -> None:
        """Begin at the first open item."""
        self.source.focus()
        self.go_to(self.sheet.next_open(-1) or 0)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the form, and lay the item out for the room it then has."""
        self._choose_form(event.size.width)
        self.call_after_refresh(self.paint)

    def _choose_form(self, columns: int) -> None:
        self.set_class(columns >= WIDE, "-wide")

    @property
    def source(self) -> SourceView:
        """The text."""
        return self.query_one(SourceView)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        return action != "act" or bool(self.where & action_of(str(parameters[0])).where)

    def go_to(self, place: int) -> None:
        """Put an item under way."""
        self.place = max(0, min(self.count - 1, place))
        self.whole = False
        self.paint()

    def paint(self) -> None:
        """Draw the item, its words in the text, and the lines."""
        if self.item.revision is not self._shown:
            self._shown = self.item.revision
            self.source.show(self._shown.text)
        details = self.query_one(DetailsPane)
        wide = self.has_class("-wide")
        self.set_class(self.whole, "-whole")
        text = 0 if wide else 1 + (_SOURCE_BELOW_EXAMPLES if self.whole else _SOURCE)
        rows = max(_LEAST, self.size.height - _LINES - text)
        room = details.scrollable_content_region.width or self.size.width - 2
        lines = self.item_lines(max(1, room), None if self.whole else rows)
        details.styles.height = "1fr" if wide else min(len(lines), rows)
        details.show(joined(lines))
        span = self.item.span
        self.source.emphasise([Highlight(span.start, span.end, Ink.CURRENT)] if span else [])
        if span:
            self.source.go_to(span)
        for bar in self.query(Bar):
            bar.refresh()

    def _footer_line(self, room: int) -> list[Piece]:
        return footer_line(self.keys, self.where, room)

    def take(self, item: AnItem, said: str) -> None:
        """Show the item under way as answered, and say how it was kept."""
        self.sheet = self.sheet.with_item(self.place, item)
        self._given.append(self.place)
        self.whole = False
        self.paint()
        on, undo = self.keys.shown("open"), self.keys.shown("undo")
        last = "" if self.sheet.left else "; that was the last"
        kept = f"{said}{last}"
        self.say(f"{kept}; {on} goes on, {undo} takes it back.", shorter=(f"{kept}; {on} goes on.", kept))

    async def take_back(self, back: Callable[[AnItem], Awaitable[AnItem]]) -> AnItem | None:
        """Take the last answer that was given here back, and go to it; None where none was."""
        if not self._given:
            return None
        place = self._given.pop()
        item = await back(self.sheet.items[place])
        self.sheet = self.sheet.with_item(place, item)
        self.go_to(place)
        return item

    async def do_open(self) -> None:
        """Go on to what is still open; where nothing is, leave."""
        if self.where is not Where.REVEALED:
            self.say(f"Answer it first; {self.keys.shown('down')} leaves it open.")
            return
        following = self.sheet.next_open(self.place)
        if following is None:
            await self._leave()
        else:
            self.go_to(following)

    async def do_next_unmarked(self) -> None:
        """To the next that is open."""
        following = self.sheet.next_open(self.place)
        if following is None:
            self.say(self.ending())
        else:
            self.go_to(following)

    async def do_up(self) -> None:
        """To the item before."""
        self.go_to(self.place - 1)

    async def do_down(self) -> None:
        """To the item after."""
        self.go_to(self.place + 1)

    async def do_page_down(self) -> None:
        """A page further in the text, or in examples that are shown in full."""
        (self.query_one(DetailsPane) if self.whole else self.source).action_page_down()

    async def do_page_up(self) -> None:
        """A page back."""
        (self.query_one(DetailsPane) if self.whole else self.source).action_page_up()

    async def do_back(self) -> None:
        """Leave what is open for another time."""
        await self._leave()

    async def do_quit(self) -> None:
        """Leave what is open for another time."""
        await self._leave()

    async def _leave(self) -> None:
        self.finished = self.sheet.next_open(-1) is None
        self.app.exit()

    async def do_help(self) -> None:
        """Every key and sign."""
        self.app.push_screen(HelpScreen(self.keys, {}, self.where))
