"""The list of concerns and answers."""

from collections.abc import Mapping
from typing import ClassVar

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from workbench.core.board import Board
from workbench.core.rows import Listing
from workbench.core.sources import Source
from workbench.tui.list_cells import cells_of, widest
from workbench.tui.list_columns import Columns
from workbench.tui.list_lines import Line, Lines, Place, Whole, WholeLine
from workbench.tui.selection import Selection
from workbench.tui.widgets.ground import Grounded
from workbench.tui.widgets.list_strip import CURSOR, MARGIN, list_strip, stays_above

_MOST_DRAWN = 300
"""How many lines are held as they looked: a few screens of them."""


class RowList(Grounded, can_focus=True, inherit_bindings=False):
    """Draws lines; where the cursor is stays where it was on the screen when others come or go."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {CURSOR}

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
        self._listing = Listing()
        self._widest = Columns(2, 1, 0)
        """The columns that hold all of the listing."""
        self._columns = self._widest
        self._selection = Selection()
        self._drawn: dict[int, tuple[tuple[Line, bool, bool, int], Strip]] = {}
        """By index: the line, whether the cursor was on it and it was selected, and how wide it was when it
        was drawn last, and how it looked."""

    def show(self, board: Board, lines: Lines, cursor: Place, labels: Mapping[Source, str]) -> None:
        """Draw these lines with the cursor on a place that is among them."""
        before = self._here - self.scroll_offset.y
        stayed = lines.index(self.cursor) == lines.index(cursor)
        was, self.lines, self._board = self.lines, lines, board
        if board.listing is not self._listing or labels is not self._labels:
            self._listing, self._labels = board.listing, labels
            self._widest = widest(board.listing.rows, labels)
            self._draw_anew()
        self._measure()
        self._redraw(was)
        self.point(cursor)
        if stayed:
            self._scroll(self._here - before)

    def _redraw(self, was: Lines) -> None:
        """Draw the lines in sight that are others than before; the topmost may count the whole list."""
        top = self.scroll_offset.y
        for index in range(top, min(len(self.lines.all), top + self.size.height)):
            if index == top or self.lines.all[index : index + 1] != was.all[index : index + 1]:
                self.refresh_line(index)
        if len(self.lines.all) != len(was.all):
            self.refresh()

    def point(self, cursor: Place) -> None:
        """Put the cursor on a place and bring it into sight."""
        before = self._here
        self.cursor, self._too = cursor, None
        self._here = self.lines.index(cursor) or 0
        self._scroll(self._top_showing(self._here))
        self.refresh_line(before)
        self.refresh_line(self._here)

    def select(self, selection: Selection) -> None:
        """Show which lines are selected."""
        self._selection = selection
        self.refresh()

    def bring(self, index: int) -> None:
        """Bring another line into sight, as far as the cursor's stays there."""
        self._too = index
        height = max(1, self.scrollable_content_region.height)
        first, last = sorted((index, self._here))
        # The topmost row is the whole list's.
        top = max(min(self.scroll_offset.y, max(0, first - 1)), last - height + 1)
        self._scroll(min(max(top, self._here - height + 1), self._here))

    def _measure(self) -> None:
        if self._board is not None:
            columns = self._widest.within(self.size.width)
            if columns != self._columns:
                self._columns = columns
                self._draw_anew()
            self.virtual_size = Size(self.scrollable_content_region.width, len(self.lines.all))

    def _scroll(self, y: int) -> None:
        # Forced, for a pane whose contents have only just outgrown it has no scrollbar yet.
        self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def _top_showing(self, here: int) -> int:
        """The first line on the screen when a line must be seen: as it is, or just as far as needed."""
        height = max(1, self.scrollable_content_region.height)
        margin = min(MARGIN, (height - 1) // 2)
        top = self.scroll_offset.y
        return max(min(top, here - margin), here - height + 1 + margin)

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._draw_anew()
        self._measure()
        self._scroll(self._top_showing(self._here))
        if self._too is not None:
            self.bring(self._too)

    def on_click(self, event: events.Click) -> None:
        """Tell which line was clicked."""
        index = self._index_at(event.y)
        if index < len(self.lines.all):
            self.post_message(self.Pointed(self.lines.all[index].place))

    def _index_at(self, y: int) -> int:
        """The line that is drawn in a row: in the topmost always that which counts the whole list."""
        top = self.scroll_offset.y
        stays = y == 0 and self._here != top and stays_above(self.scrollable_content_region.height)
        return 0 if stays else y + top

    def render_line(self, y: int) -> Strip:
        """One line of the list."""
        width = self.scrollable_content_region.width
        index = self._index_at(y)
        if self._board is None or index >= len(self.lines.all):
            return Strip.blank(width, self.rich_style)
        line = self.lines.all[index]
        is_cursor, is_selected = self._here == index, self._selection.holds(line)
        form, before = (line, is_cursor, is_selected, width), self._drawn.get(index)
        if before and before[0] == form and not isinstance(line, WholeLine):
            return before[1]
        cells = cells_of(line, self._board, self._labels)
        strip = list_strip(self, cells, self._columns, width, is_cursor, is_selected)
        if len(self._drawn) > _MOST_DRAWN:
            self._drawn.clear()
        self._drawn[index] = form, strip
        return strip

    def notify_style_update(self) -> None:
        """Draw in other colours."""
        super().notify_style_update()
        self._draw_anew()

    def _draw_anew(self) -> None:
        """Draw every line in sight whether or not it looks as before."""
        self._drawn = {}
        self.refresh()
