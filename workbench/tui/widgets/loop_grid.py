"""The table of the loop: rounds scroll sideways, and what each row is about stays."""

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from workbench.core.text.display_text import fitted, width
from workbench.tui.list_columns import Column, Columns, laid_out
from workbench.tui.loop_layout import GAP, LoopTable, TableRow, in_sight, label_room
from workbench.tui.tones import Piece, Tone
from workbench.tui.widgets.ground import Grounded
from workbench.tui.widgets.list_strip import CURSOR, inked

_HEADERS = 2
"""Rows above the table that stay."""
_INSET = 2
"""Cells before a row's label, the cursor's sign in them."""
_NO_COLUMNS = Columns(0, 0, 0)


class LoopGrid(Grounded, can_focus=True, inherit_bindings=False):
    """Draws the rows in sight; the cursor is on a row and in the column of a round."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {CURSOR}

    class Pointed(Message):
        """The person clicked on a row, and in a column where there is one."""

        def __init__(self, row: int, column: int | None) -> None:
            super().__init__()
            self.row, self.column = row, column

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._table: LoopTable | None = None
        self._row = self._column = 0
        self._sight = range(0)
        self._widths: Sequence[int] = ()
        self._label = 0

    def show(self, table: LoopTable, row: int, column: int) -> None:
        """Draw a table with the cursor in one cell, which is brought into sight."""
        self._table, self._row, self._column = table, row, column
        self._lay_out()
        self.refresh()

    @property
    def page(self) -> int:
        """Rows that a page key moves by."""
        return max(1, self.scrollable_content_region.height - _HEADERS - 1)

    def on_resize(self) -> None:
        """Keep the cursor in sight."""
        self._lay_out()

    def _lay_out(self) -> None:
        if self._table is None:
            return
        region = self.scrollable_content_region
        rows = self._table.rows
        self.virtual_size = Size(region.width, len(rows) + _HEADERS)
        self._widths = self._table.widths
        room = region.width - _INSET
        self._label = label_room(self._widths, room)
        first = self._sight.start if self._sight else len(self._widths)
        self._sight = in_sight(self._widths, room - self._label, self._column, first)
        height = max(1, region.height - _HEADERS)
        # The heading above the first row of several is seen with it.
        top = self._row - 1 if self._row and rows[self._row - 1].place is None else self._row
        y = max(min(self.scroll_offset.y, top), self._row - height + 1)
        # Forced, for a pane whose contents have only just outgrown it has no scrollbar yet.
        self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def on_click(self, event: events.Click) -> None:
        """Tell which cell was clicked."""
        index = event.y - _HEADERS + self.scroll_offset.y
        if self._table is not None and event.y >= _HEADERS and index < len(self._table.rows):
            self.post_message(self.Pointed(index, self._column_at(event.x)))

    def _column_at(self, x: int) -> int | None:
        """The column that is drawn at a cell; None before the first and past the last."""
        edge = _INSET + self._label
        if x < edge:
            return None
        for column in self._sight:
            edge += GAP + self._widths[column]
            if x < edge:
                return column
        return None

    def render_line(self, y: int) -> Strip:
        """One of the headers, or a row of the table."""
        region_width = self.scrollable_content_region.width
        table = self._table
        if table is None:
            return Strip.blank(region_width, self.rich_style)
        if y < _HEADERS:
            return self._header(table, y).adjust_cell_length(region_width, self.rich_style)
        index = y - _HEADERS + self.scroll_offset.y
        if index >= len(table.rows):
            return Strip.blank(region_width, self.rich_style)
        is_here = index == self._row
        base = self.get_component_rich_style(CURSOR) if is_here else self.rich_style
        segments = self._segments(table, table.rows[index], is_here, base)
        return Strip(segments).adjust_cell_length(region_width, base)

    def _header(self, table: LoopTable, line: int) -> Strip:
        seen, count = self._sight, len(self._widths)
        more = f"rounds {seen.start + 1} to {seen.stop} of {count}" if len(seen) < count else ""
        left = f"{' ' * _INSET}{fitted(more if line == 0 else '', self._label)}"
        segments = [Segment(left, inked(self, self.rich_style, Tone.MUTED))]
        for column in seen:
            is_here = column == self._column
            words = table.headers[column][line]
            sign = "›" if is_here and line == 0 else ""
            tone = Tone.KEY if is_here else Tone.HEADING if line == 0 else Tone.MUTED
            shown = f"{sign}{words}".rjust(self._widths[column] + GAP)
            segments.append(Segment(shown, inked(self, self.rich_style, tone)))
        return Strip(segments)

    def _segments(self, table: LoopTable, row: TableRow, is_here: bool, base: Style) -> list[Segment]:
        sign = "›" if is_here else " "
        segments = [Segment(f"{sign} ", inked(self, base, Tone.KEY))]
        cells = table.cells(row)
        room = self._label if cells else self._label + sum(self._widths[at] + GAP for at in self._sight)
        label = laid_out([(text, tone, Column.NONE) for text, tone in row.label], _NO_COLUMNS, room)
        segments += [self._segment(piece, base, is_here) for piece in label]
        for column in self._sight if cells else ():
            text, tone = cells[column]
            before = " " * (self._widths[column] + GAP - width(text))
            segments.append(Segment(before, base))
            style = inked(self, base, tone)
            if is_here and column == self._column:
                style += Style(bold=True, underline=True)
            segments.append(Segment(text, style))
        return segments

    def _segment(self, piece: Piece, base: Style, is_here: bool) -> Segment:
        text, tone = piece
        # What was marked a miss must be read on the cursor's ground too.
        ink = Tone.PLAIN if is_here and tone is Tone.MISS else tone
        return Segment(text, inked(self, base, ink))
