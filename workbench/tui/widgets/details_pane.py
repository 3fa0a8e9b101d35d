"""What is known about the row under the cursor."""

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from workbench.tui.tones import Piece, rows_of
from workbench.tui.widgets.ground import Grounded
from workbench.tui.widgets.list_strip import inked


class DetailsPane(Grounded, can_focus=True, inherit_bindings=False):
    """Scrolls when there is more to say than room.

    It wraps its words itself: a widget whose height follows its text would have the whole screen laid out
    anew with every key.
    """

    DEFAULT_CSS = """
    DetailsPane { overflow-x: hidden; scrollbar-gutter: stable; }
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._said: tuple[Piece, ...] = ()
        self._rows: Sequence[Sequence[Piece]] = ()

    def show(self, pieces: Iterable[Piece]) -> None:
        """Show other details, from their beginning."""
        self._said = tuple(pieces)
        self._lay_out()
        self.scroll_to(y=0, animate=False, immediate=True)

    @property
    def page(self) -> int:
        """Rows that a page key moves by."""
        return max(1, self.scrollable_content_region.height - 1)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lay_out()

    def _lay_out(self) -> None:
        width, height = self.scrollable_content_region.size
        rows = rows_of(self._said, width) if width else []
        if rows != self._rows:
            self._rows = rows
            self.refresh()
        # Another size has the screen laid out, so it is one only where not all of it can be seen.
        self.virtual_size = Size(width, max(height, len(rows)))

    def render_line(self, y: int) -> Strip:
        """One row of the details."""
        width, index = self.scrollable_content_region.width, y + self.scroll_offset.y
        if index >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        base = self.rich_style
        segments = [Segment(text, inked(self, base, tone)) for text, tone in self._rows[index]]
        return Strip(segments).adjust_cell_length(width, base)
