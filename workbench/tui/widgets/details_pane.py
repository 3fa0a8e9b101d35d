"""What is known about the row under the cursor."""

from collections.abc import Iterable

from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from workbench.tui.tones import Piece, drawn


class DetailsPane(ScrollView, can_focus=True, inherit_bindings=False):
    """Scrolls when there is more to say than room.

    It wraps its words itself: a widget whose height follows its text would have the whole screen laid out
    anew with every key.
    """

    DEFAULT_CSS = """
    DetailsPane { overflow-x: hidden; scrollbar-gutter: stable; }
    """

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._said = Content("")
        self._strips: list[Strip] | None = None
        """The words as they are drawn; None where that is to be found out anew."""

    def show(self, pieces: Iterable[Piece]) -> None:
        """Show other details, from their beginning."""
        self._said = drawn(pieces)
        self._lay_out()
        self.scroll_to(y=0, animate=False, immediate=True)

    def on_resize(self) -> None:
        """Wrap anew."""
        self._lay_out()

    def notify_style_update(self) -> None:
        """Draw in other colours."""
        super().notify_style_update()
        self._strips = None

    def _lay_out(self) -> None:
        self._strips = None
        width, height = self.scrollable_content_region.size
        # Another size has the screen laid out, so it is one only where not all of it can be seen.
        self.virtual_size = Size(width, max(height, len(self._wrapped())))
        self.refresh()

    def _wrapped(self) -> list[Strip]:
        if self._strips is None:
            width = self.scrollable_content_region.width
            self._strips = Visual.to_strips(self, self._said, width, None, self.visual_style) if width else []
        return self._strips

    def render_line(self, y: int) -> Strip:
        """One row of the details."""
        width = self.scrollable_content_region.width
        strips, index = self._wrapped(), y + self.scroll_offset.y
        if index >= len(strips):
            return Strip.blank(width, self.rich_style)
        return strips[index].adjust_cell_length(width, self.rich_style)
