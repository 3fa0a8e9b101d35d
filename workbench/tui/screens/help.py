"""Every key, made from the table of actions."""

from workbench.tui.actions import Keys
from workbench.tui.help_layout import help_lines
from workbench.tui.screens.page import PageScreen
from workbench.tui.tones import Piece


class HelpScreen(PageScreen):
    """The keys as this person has them."""

    def __init__(self, keys: Keys) -> None:
        super().__init__()
        self._keys = keys

    def lines(self, room: int) -> list[list[Piece]]:
        """Every key and mark."""
        return help_lines(self._keys, room)
