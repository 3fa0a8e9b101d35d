"""Panes that stand for the list and the text until these are there: drawn alike, and nothing else."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip

from workbench.tui.list_columns import Cell, Columns
from workbench.tui.source_layout import room_for_words
from workbench.tui.text_window import GlimpsedText, Window
from workbench.tui.tones import Piece, rows_of
from workbench.tui.widgets.ground import Ground
from workbench.tui.widgets.list_strip import CURSOR, MARGIN, inked, list_strip, stays_above
from workbench.tui.widgets.source_strip import SOURCE_CLASSES, source_strip


class Glimpse(Ground):
    """A pane with room for a scrollbar."""

    _bar: tuple[tuple[int, int, int], Sequence[Segment]] | None = None
    """For so many rows of the pane, lines above it and lines: the scrollbar."""

    def barred(self, strip: Strip, y: int, top: int, count: int) -> Strip:
        """A row of the pane with the scrollbar beside it, `top` lines of `count` being above the pane."""
        height = self.content_size.height
        if count <= height:
            return strip.adjust_cell_length(strip.cell_length + 1, self.rich_style)
        if self._bar is None or self._bar[0] != (height, top, count):
            self._bar = (height, top, count), self._scrollbar(height, top, count)
        return Strip([*strip, self._bar[1][y]])

    def _scrollbar(self, height: int, top: int, count: int) -> list[Segment]:
        ground = self.styles.scrollbar_background
        if ground.a < 1:
            ground = self.background_colors[0] + ground
        drawn = ScrollBarRender.render_bar(
            height,
            count,
            height,
            top,
            back_color=ground.rich_color,
            bar_color=(ground + self.styles.scrollbar_color).rich_color,
        )
        styles = [(cell.text, cell.style or Style()) for cell in drawn.segments]
        # Without what answers to the mouse.
        return [
            Segment(text, Style(color=style.color, bgcolor=style.bgcolor, reverse=style.reverse))
            for text, style in styles
        ]


class LineGlimpse(Ground):
    """A line, or several, of words chosen for the width there is."""

    DEFAULT_CSS = """
    LineGlimpse { height: 1; padding: 0 1; }
    """

    def __init__(self, line: Callable[[int], list[Piece]], id: str) -> None:
        super().__init__(id=id)
        self._line = line
        self._rows: tuple[Size, Sequence[Sequence[Piece]]] | None = None

    def forget(self) -> None:
        """Lay out anew what is said, which is something else by now."""
        self._rows = None

    def render_line(self, y: int) -> Strip:
        """One row of it."""
        width, base = self.content_size.width, self.rich_style
        if self._rows is None or self._rows[0] != self.content_size:
            self._rows = self.content_size, rows_of(self._line(width), width)
        row = self._rows[1][y] if y < len(self._rows[1]) else ()
        return Strip([Segment(text, inked(self, base, tone)) for text, tone in row]).adjust_cell_length(
            width, base
        )


class ListGlimpse(Glimpse):
    """The lines of the list around the cursor's."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {CURSOR}

    def __init__(
        self,
        head: Sequence[Cell],
        lines: Sequence[Sequence[Cell]],
        first: int,
        here: int,
        count: int,
        columns: Columns,
    ) -> None:
        """Set the lines, which are those from `first` on of `count`; the cursor is on line `here`.

        `head` is the first of all, which stays above the others.
        """
        super().__init__(id="list")
        self._head, self._lines = head, lines
        self._first, self._here, self._count = first, here, count
        self._columns = columns

    def render_line(self, y: int) -> Strip:
        """One line of the list."""
        width, height = self.content_size.width - 1, self.content_size.height
        margin = min(MARGIN, (height - 1) // 2)
        top = max(0, min(self._here - height + 1 + margin, self._count - height))
        index = top + y
        if not self._first <= index < self._first + len(self._lines):
            return self.barred(Strip.blank(width, self.rich_style), y, top, self._count)
        if y == 0 and top and stays_above(height):
            index, cells = 0, self._head
        else:
            cells = self._lines[index - self._first]
        strip = list_strip(
            self, cells, self._columns.within(self.content_size.width), width, index == self._here
        )
        return self.barred(strip, y, top, self._count)


class DetailsGlimpse(Glimpse):
    """The beginning of the details."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        super().__init__(id="details")
        self._pieces = pieces
        self._rows: tuple[int, Sequence[Sequence[Piece]]] | None = None

    def render_line(self, y: int) -> Strip:
        """One row of the details."""
        width = self.content_size.width - 1
        if self._rows is None or self._rows[0] != width:
            self._rows = width, rows_of(self._pieces, width)
        rows, base = self._rows[1], self.rich_style
        row = rows[y] if y < len(rows) else ()
        strip = Strip([Segment(text, inked(self, base, tone)) for text, tone in row])
        return self.barred(strip.adjust_cell_length(width, base), y, 0, len(rows))


class TextGlimpse(Glimpse):
    """The beginning of the text, or the words of the cursor's line."""

    COMPONENT_CLASSES: ClassVar[set[str]] = SOURCE_CLASSES

    def __init__(self, text: GlimpsedText) -> None:
        super().__init__(id="source")
        self._text = text
        self._window: tuple[tuple[int, int], Window] | None = None

    def render_line(self, y: int) -> Strip:
        """One row of the text."""
        width, height = self.content_size.width - 1, self.content_size.height
        room = room_for_words(width, len(self._text.starts))
        if self._window is None or self._window[0] != (room, height):
            self._window = (room, height), self._text.window(room, height)
        seen = self._window[1]
        if y >= len(seen.rows):
            strip = Strip.blank(width, self.rich_style)
        else:
            strip = source_strip(
                self, seen.rows[y], self._text.pieces(seen.rows[y]), self._text.gutter, width
            )
        return self.barred(strip, y, seen.top, seen.whole)
