"""A list of lines with a cursor, laid out by whoever shows it."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from workbench.core.text.display_text import neutralised_line
from workbench.tui.tones import Piece, Tone
from workbench.tui.widgets.ground import Grounded
from workbench.tui.widgets.list_strip import CURSOR, inked

INSET = 2
"""Cells before a line, for the sign of the cursor."""


class PlainList(Grounded, can_focus=True, inherit_bindings=False):
    """Draws the lines in sight and keeps the cursor among them."""

    DEFAULT_CSS = """
    PlainList { overflow-x: hidden; scrollbar-gutter: stable; scrollbar-size-vertical: 1; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {CURSOR}

    class Pointed(Message):
        """The person clicked on a line."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class Resized(Message):
        """There is another width to lay the lines out for."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Sequence[Piece]] = ()
        self._here = 0
        self._drawn: dict[int, tuple[Sequence[Piece], bool]] = {}
        """By index: a line in sight as it was drawn last, and whether the cursor was on it."""

    @property
    def room(self) -> int:
        """Cells of a line."""
        return max(1, self.scrollable_content_region.width - INSET)

    @property
    def page(self) -> int:
        """Lines that a page key moves by."""
        return max(1, self.scrollable_content_region.height - 1)

    def show(self, lines: Sequence[Sequence[Piece]], here: int, stays: bool = False) -> None:
        """Draw these, with the cursor on one of them; only those in sight are looked at.

        With `stays` the cursor's line keeps its place on the screen, however many came before it.
        """
        moved = here - self._here if stays else 0
        self._lines, self._here = lines, here
        region = self.scrollable_content_region
        self.virtual_size = Size(region.width, len(lines))
        top, height = self.scroll_offset.y + moved, max(1, region.height)
        was = self.scroll_offset.y
        # Forced, for a pane whose contents have only just outgrown it has no scrollbar yet.
        self.scroll_to(y=max(min(top, here), here - height + 1), animate=False, force=True, immediate=True)
        if was == self.scroll_offset.y:
            self._redraw(was, height)
        else:
            self._draw_anew()

    def _redraw(self, top: int, height: int) -> None:
        """Draw the lines in sight that look otherwise than before: to draw all of them takes long."""
        for index in range(top, top + height):
            there = index < len(self._lines)
            if self._drawn.get(index) != ((self._lines[index], index == self._here) if there else None):
                self.refresh_line(index)

    def _draw_anew(self) -> None:
        self._drawn = {}
        self.refresh()

    def notify_style_update(self) -> None:
        """Draw in other colours."""
        super().notify_style_update()
        self._draw_anew()

    def on_resize(self) -> None:
        """Have the lines laid out anew."""
        self._draw_anew()
        self.post_message(self.Resized())

    def on_click(self, event: events.Click) -> None:
        """Tell which line was clicked."""
        index = event.y + self.scroll_offset.y
        if index < len(self._lines):
            self.post_message(self.Pointed(index))

    def render_line(self, y: int) -> Strip:
        """One line."""
        width, index = self.scrollable_content_region.width, y + self.scroll_offset.y
        if index >= len(self._lines):
            self._drawn.pop(index, None)
            return Strip.blank(width, self.rich_style)
        is_here, line = index == self._here, self._lines[index]
        self._drawn[index] = line, is_here
        base = self.get_component_rich_style(CURSOR) if is_here else self.rich_style
        pieces = [(f"{'›' if is_here else ' '} ", Tone.KEY), *line]
        segments = [Segment(neutralised_line(text), inked(self, base, tone)) for text, tone in pieces]
        return Strip(segments).adjust_cell_length(width, base)
