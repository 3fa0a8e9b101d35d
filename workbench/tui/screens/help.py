"""What the marks, the list's signs and the keys mean."""

from collections.abc import Mapping

from workbench.core.sources import Source
from workbench.tui.action_kinds import Where
from workbench.tui.help_layout import help_lines
from workbench.tui.keymaps import Keys
from workbench.tui.screens.page import PageScreen
from workbench.tui.tones import Piece


class HelpScreen(PageScreen):
    """The keys as this person has them, and the sources as this list names them."""

    def __init__(self, keys: Keys, labels: Mapping[Source, str], place: Where = Where.LIST) -> None:
        """Set the keys and the sources; `place` is where the person is, whose keys come first."""
        super().__init__()
        self._place = place
        self._keys = keys
        self._labels = labels

    def lines(self, room: int) -> list[list[Piece]]:
        """Every mark, sign and key."""
        return help_lines(self._keys, self._labels, room, self._place)
