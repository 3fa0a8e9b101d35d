"""Where everything stands on the screen of one artifact, whether it is open or only shown."""

from textual import events
from textual.geometry import Size

from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.tones import Piece, Tone, filled

WIDE = 120
"""Columns from which list and text stand side by side."""
TALL = 28
"""Rows from which there is room for details besides list and text."""
BRIEF_IN_TWO = 24
"""Rows from which the row under the cursor has two lines where details have no room; three where it must."""


class ReviewLayout(ActionScreen):
    """Two lines on the artifact, the list beside the text, details, what was done, keys."""

    def update_node_styles(self, animate: bool = True) -> None:
        """Style everything anew, but not before it was laid out: it has just been styled one by one."""
        if self.size:
            super().update_node_styles(animate)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the form."""
        self.choose_form(event.size)

    def choose_form(self, size: Size) -> None:
        """List and text side by side, or one above the other where one of the sides is short.

        Called before the screen is laid out the first time too, so that it is laid out once.
        """
        narrow, short = size.width < WIDE, size.height < TALL
        forms = {
            "-compact": narrow or short,
            "-tall": not short,
            "-two-lines": size.height >= BRIEF_IN_TWO,
        }
        self.update_classes(forms, update=self.is_mounted)

    def fit_brief(self, words: str, tone: Tone, decided: list[Piece]) -> None:
        """Give what is said in short a third line where it needs one."""
        room = max(1, self.app.size.width - 2)
        rows = 1 + sum(text.count("\n") for text, _ in filled(words, tone, decided, room, 3))
        bar = self.query_one("#brief")
        if (rows > 2) != bar.has_class("-third"):
            bar.set_class(rows > 2, "-third")
