"""A page of text over the main screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from workbench.tui.footer import keys_line
from workbench.tui.tones import TONES, Piece, drawn, joined
from workbench.tui.widgets.bar import Bar


class PageScreen(Screen[None]):
    """Scrolls; escape goes back."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.pop_screen", "back", show=False),
        Binding("j", "scroll(1)", "down", show=False),
        Binding("k", "scroll(-1)", "up", show=False),
    ]

    def compose(self) -> ComposeResult:
        """The page and how to leave it."""
        with VerticalScroll(id="page"):
            yield Static(id="page-text", markup=False)
        yield Bar(self._footer, id="footer")

    def lines(self, room: int) -> list[list[Piece]]:
        """What the page says at a width in cells."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Take the keys that scroll."""
        self.query_one("#page").focus()

    def on_resize(self) -> None:
        """Lay the page out for its width."""
        room = self.query_one("#page").scrollable_content_region.width
        self.query_one("#page-text", Static).update(drawn(joined(self.lines(room))))

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one("#page").scroll_relative(y=by, animate=False)

    def _footer(self, room: int) -> list[Piece]:
        return keys_line((("↑ ↓ pgup pgdn", "scroll"), ("home end", "ends"), ("esc", "back")), room)
