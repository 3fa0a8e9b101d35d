"""The question whether a text that was opened is one that moved."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual.binding import BindingType

from workbench.core.moved import Candidate
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.keymaps import Keys
from workbench.tui.screens.asking import AskScreen
from workbench.tui.tones import Piece, Tone


class OfferScreen(AskScreen):
    """Gives True where the history is taken over."""

    agrees = "take_over"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(a for a in ACTIONS if Where.OFFERED in a.where)]

    def __init__(self, candidates: Sequence[Candidate], keys: Keys, now: datetime) -> None:
        """Set what the text may have been, the likeliest first."""
        super().__init__()
        self._candidates = candidates
        self._keys = keys
        self._now = now

    def lines(self) -> list[list[Piece]]:
        """What it may have been, and the keys that answer it."""
        first, *others = self._candidates
        key = self._keys.shown
        lines: list[list[Piece]] = [
            [(first.sentence(self._now), Tone.PLAIN)],
            [
                (key("take_over"), Tone.KEY),
                (" takes over its history  ", Tone.MUTED),
                (key("start_anew"), Tone.KEY),
                (" starts anew", Tone.MUTED),
            ],
        ]
        if others:
            named = ", ".join(one.known.artifact.path for one in others)
            said = f"Also alike: {named}. `workbench open PATH --history-of OTHER` takes one of these."
            lines.insert(1, [(said, Tone.MUTED)])
        return lines
