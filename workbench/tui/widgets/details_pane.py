"""What is known about the row under the cursor."""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from workbench.tui.tones import TONES, Piece, drawn


class DetailsPane(VerticalScroll, can_focus=True, inherit_bindings=False):
    """Scrolls when there is more to say than room."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES

    def compose(self) -> ComposeResult:
        """One text."""
        yield Static(id="details-text", markup=False)

    def show(self, pieces: Iterable[Piece]) -> None:
        """Show other details, from their beginning."""
        self.query_one("#details-text", Static).update(drawn(pieces))
        self.scroll_to(y=0, animate=False, immediate=True)
