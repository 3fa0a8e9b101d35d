"""One line of text that is laid out for the width it has."""

from collections.abc import Callable

from textual.content import Content
from textual.widget import Widget

from workbench.tui.tones import Piece, drawn


class Bar(Widget):
    """A line whose words are chosen for its width each time it is drawn, in the tones of its screen."""

    DEFAULT_CSS = """
    Bar { height: 1; padding: 0 1; text-wrap: nowrap; }
    """

    def __init__(self, line: Callable[[int], list[Piece]], id: str) -> None:
        super().__init__(id=id)
        self._line = line
        self._said: list[Piece] | None = None
        """What was drawn last."""

    def render(self) -> Content:
        """The line for the width there is."""
        self._said = self._line(self.content_size.width)
        return drawn(self._said)

    def paint(self) -> None:
        """Draw the line anew if it says something else by now; a hidden one is drawn when it is shown."""
        if not self.display:
            return
        if self._said is None or self._line(self.content_size.width) != self._said:
            self.refresh()
