"""The style that a widget's words are drawn on, found once."""

from rich.style import Style
from textual.scroll_view import ScrollView
from textual.widget import Widget


class Ground(Widget):
    """Draws many lines at a time: Textual works the style out of all ancestors whenever it is asked."""

    _ground: Style | None = None

    @property
    def rich_style(self) -> Style:
        """The style without any part's own."""
        if self._ground is None:
            self._ground = super().rich_style
        return self._ground

    def notify_style_update(self) -> None:
        """Find the style anew."""
        self._ground = None
        super().notify_style_update()


class Grounded(ScrollView, Ground, inherit_bindings=False):
    """Scrolls over many lines."""

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Draw what has come into sight, and the scrollbar where it looks otherwise: it is dear to draw."""
        if self.show_vertical_scrollbar and self._thumb(new_value) != self._thumb(
            self.vertical_scrollbar.position
        ):
            self.vertical_scrollbar.position = new_value
        if round(old_value) != round(new_value):
            self.refresh(self.size.region)

    def _thumb(self, y: float) -> int:
        """Where the scrollbar's thumb begins, in eighths of a row, as it is drawn."""
        return int(8 * self.size.height * y / max(1, self.virtual_size.height))

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """Tell a scrollbar that appears where it stands: what was scrolled before it was there it missed."""
        if shown:
            self.vertical_scrollbar.position = self.scroll_y
