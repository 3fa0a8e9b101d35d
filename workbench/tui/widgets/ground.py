"""The style that a widget's words are drawn on, found once."""

from rich.style import Style
from textual.scroll_view import ScrollView


class Grounded(ScrollView, inherit_bindings=False):
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
