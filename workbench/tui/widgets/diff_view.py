"""What changed between two revisions, to be scrolled through."""

from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from workbench.tui.diff_layout import DiffInk, DiffLayout
from workbench.tui.widgets.ground import Grounded

_ABOVE = 3
"""Rows kept above a change that is gone to."""
_MARKED = "diff--marked"


class DiffView(Grounded, can_focus=True, inherit_bindings=False):
    """Draws the rows in sight; one change is the one that the person is at."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {_MARKED, *(ink.value for ink in DiffInk)}

    class Resized(Message):
        """There is another width to lay the diff out for."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._layout_ = DiffLayout()
        self._changes: list[int] = []
        self.at: int | None = None
        """The index of the change that the person went to; None before they went to any."""

    def show(self, layout: DiffLayout, top: bool) -> None:
        """Draw a diff, from its beginning or as far down as before."""
        self._layout_, self._changes = layout, layout.changes
        if top:
            self.at = None
        self.virtual_size = Size(self.room, len(layout.rows))
        self.refresh()
        self._scroll(0 if top else self.scroll_offset.y)

    @property
    def room(self) -> int:
        """Cells for the rows."""
        return self.scrollable_content_region.width

    @property
    def page(self) -> int:
        """Rows that a page key scrolls by."""
        return max(1, self.scrollable_content_region.height - 1)

    def on_resize(self) -> None:
        """Have the diff laid out anew."""
        self.post_message(self.Resized())

    def scroll_rows(self, by: int) -> None:
        """Scroll by so many rows."""
        self._scroll(self.scroll_offset.y + by)

    def go_to_change(self, forward: bool) -> bool:
        """Go to the next change or the one before it, and say whether there is one."""
        top, height = self.scroll_offset.y, self.scrollable_content_region.height
        known = self._changes[self.at] if self.at is not None and self.at < len(self._changes) else None
        if known is not None and top <= known < top + height:
            to = (self.at or 0) + (1 if forward else -1)
        elif forward:
            to = next((n for n, row in enumerate(self._changes) if row >= top), len(self._changes))
        else:
            to = sum(row < top for row in self._changes) - 1
        if not 0 <= to < len(self._changes):
            return False
        self.at = to
        row = self._changes[to]
        if not top <= row - _ABOVE or not row + _ABOVE < top + height:
            self._scroll(row - _ABOVE)
        self.refresh()
        return True

    def _scroll(self, y: int) -> None:
        # Forced, for a pane whose contents have only just outgrown it has no scrollbar yet.
        self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def render_line(self, y: int) -> Strip:
        """One row."""
        index = y + self.scroll_offset.y
        if index >= len(self._layout_.rows):
            return Strip.blank(self.room, self.rich_style)
        row = self._layout_.rows[index]
        is_here = row.change is not None and row.change == self.at
        sign = Segment("›" if is_here else " ", self.get_component_rich_style(_MARKED))
        segments = [Segment(text, self.get_component_rich_style(ink.value)) for text, ink in row.pieces]
        return Strip([sign, *segments]).adjust_cell_length(self.room, self.rich_style)
