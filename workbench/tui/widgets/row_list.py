"""The list of concerns and answers."""

from collections.abc import Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from workbench.core.board import Board
from workbench.core.sources import Source
from workbench.tui.list_cells import Columns, cells_of, columns_of
from workbench.tui.list_lines import HeadingLine, Lines, Place, Whole, WholeLine
from workbench.tui.tones import TONES, Tone

_CURSOR = "row-list--cursor"
_MARGIN = 2
"""Lines kept visible above and below the cursor where there are any."""


class RowList(ScrollView, can_focus=True, inherit_bindings=False):
    """Draws lines; where the cursor is stays where it was on the screen when others come or go."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES | {_CURSOR}

    class Pointed(Message):
        """The person clicked on a line."""

        def __init__(self, place: Place) -> None:
            super().__init__()
            self.place = place

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.lines = Lines((WholeLine(),))
        self.cursor: Place = Whole.TEXT
        self._here = 0
        self._too: int | None = None
        """A line that is kept in sight besides the cursor's."""
        self._board: Board | None = None
        self._labels: Mapping[Source, str] = {}
        self._columns = Columns(2, 1, 0)

    def show(self, board: Board, lines: Lines, cursor: Place, labels: Mapping[Source, str]) -> None:
        """Draw these lines with the cursor on a place that is among them."""
        before = self._here - self.scroll_offset.y
        stayed = lines.index(self.cursor) == lines.index(cursor)
        self.lines, self._board, self._labels = lines, board, labels
        self._measure()
        self.point(cursor)
        if stayed:
            self._scroll(self._here - before)

    def point(self, cursor: Place) -> None:
        """Put the cursor on a place and bring it into sight."""
        self.cursor, self._too = cursor, None
        self._here = self.lines.index(cursor) or 0
        self._scroll(self._top_showing(self._here))
        self.refresh()

    def bring(self, index: int) -> None:
        """Bring another line into sight, as far as the cursor's stays there."""
        self._too = index
        height = max(1, self.scrollable_content_region.height)
        first, last = sorted((index, self._here))
        top = max(min(self.scroll_offset.y, first), last - height + 1)
        self._scroll(min(max(top, self._here - height + 1), self._here))

    def _measure(self) -> None:
        if self._board is not None:
            self._columns = columns_of(self._board.rows, self._labels, self.size.width)
            self.virtual_size = Size(self.scrollable_content_region.width, len(self.lines.all))

    def _scroll(self, y: int) -> None:
        # Forced, for a pane whose contents have only just outgrown it has no scrollbar yet.
        self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def _top_showing(self, here: int) -> int:
        """The first line on the screen when a line must be seen: as it is, or just as far as needed."""
        height = max(1, self.scrollable_content_region.height)
        margin = min(_MARGIN, (height - 1) // 2)
        top = self.scroll_offset.y
        return max(min(top, here - margin), here - height + 1 + margin)

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._measure()
        self._scroll(self._top_showing(self._here))
        if self._too is not None:
            self.bring(self._too)

    def on_click(self, event: events.Click) -> None:
        """Tell which line was clicked."""
        index = event.y + self.scroll_offset.y
        if index < len(self.lines.all):
            self.post_message(self.Pointed(self.lines.all[index].place))

    def render_line(self, y: int) -> Strip:
        """One line of the list."""
        width = self.scrollable_content_region.width
        index = y + self.scroll_offset.y
        if self._board is None or index >= len(self.lines.all):
            return Strip.blank(width, self.rich_style)
        line = self.lines.all[index]
        is_cursor = self._here == index
        base = self.get_component_rich_style(_CURSOR) if is_cursor else self.rich_style
        inset = " " if isinstance(line, HeadingLine | WholeLine) else "  "
        pieces = cells_of(line, self._board, self._labels, self._columns, width - len(inset) - 1)
        marker = "›" if is_cursor else " "
        segments = [Segment(marker + inset[1:], self._inked(base, Tone.KEY))]
        # What was just marked a miss must be read on the cursor's ground too.
        inks = [Tone.PLAIN if is_cursor and tone is Tone.MISS else tone for _, tone in pieces]
        segments += [
            Segment(text, self._inked(base, ink)) for (text, _), ink in zip(pieces, inks, strict=True)
        ]
        return Strip(segments).adjust_cell_length(width, base)

    def _inked(self, base: Style, tone: Tone) -> Style:
        """The tone on its ground; a reversed ground stays of one colour."""
        return base if base.reverse else base + self.get_component_rich_style(tone.value, partial=True)
