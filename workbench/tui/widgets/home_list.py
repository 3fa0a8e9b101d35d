"""The list of every artifact."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.core.entries import Entry
from workbench.tui.home_layout import Widths, entry_pieces, widths_of
from workbench.tui.tones import Tone
from workbench.tui.widgets.list_strip import CURSOR, inked

INSET = 2
"""Cells before the first column."""


class HomeList(ScrollView, can_focus=True, inherit_bindings=False):
    """Draws a line for each artifact."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {CURSOR}

    class Pointed(Message):
        """The person clicked on a line."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Laid(Message):
        """The columns have other widths than before."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.widths: Widths = ()
        self._entries: Sequence[Entry] = ()
        self._cells: list[tuple[str, ...]] = []
        self._here = 0

    def show(self, entries: Sequence[Entry], here: int, now: datetime) -> None:
        """Draw these, with the cursor on one of them."""
        self._entries, self._here = entries, here
        self._cells = [entry.cells(now) for entry in entries]
        self._lay_out()
        self.refresh()

    def _lay_out(self) -> None:
        region = self.scrollable_content_region
        self.virtual_size = Size(region.width, len(self._entries))
        widths = widths_of(self._cells, max(1, region.width - INSET))
        if widths != self.widths:
            self.widths = widths
            self.post_message(self.Laid())
        top, height = self.scroll_offset.y, max(1, region.height)
        y = max(min(top, self._here), self._here - height + 1)
        # Forced, for a pane whose contents have only just outgrown it has no scrollbar yet.
        self.scroll_to(y=y, animate=False, force=True, immediate=True)

    @property
    def page(self) -> int:
        """Lines that a page key moves by."""
        return max(1, self.scrollable_content_region.height - 1)

    def on_resize(self) -> None:
        """Lay the columns out for the new width."""
        self._lay_out()

    def on_click(self, event: events.Click) -> None:
        """Tell which line was clicked."""
        index = event.y + self.scroll_offset.y
        if index < len(self._entries):
            self.post_message(self.Pointed(index))

    def render_line(self, y: int) -> Strip:
        """One artifact."""
        width = self.scrollable_content_region.width
        index = y + self.scroll_offset.y
        if index >= len(self._entries):
            return Strip.blank(width, self.rich_style)
        is_here = index == self._here
        base = self.get_component_rich_style(CURSOR) if is_here else self.rich_style
        sign: tuple[str, Tone] = ("›" if is_here else " ", Tone.KEY)
        pieces = [
            sign,
            (" ", Tone.PLAIN),
            *entry_pieces(self._entries[index], self._cells[index], self.widths),
        ]
        segments = [Segment(text, inked(self, base, tone)) for text, tone in pieces]
        return Strip(segments).adjust_cell_length(width, base)
