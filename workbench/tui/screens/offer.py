"""The question whether a text that was opened is one that moved."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from workbench.core.moved import Candidate
from workbench.tui.actions import ACTIONS, Where, bindings
from workbench.tui.keymaps import Keys
from workbench.tui.tones import TONES, Piece, Tone, drawn, joined


class OfferScreen(ModalScreen[bool]):
    """Asks at the bottom of the screen; gives True where the history is taken over."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(a for a in ACTIONS if Where.OFFERED in a.where)]

    def __init__(self, candidates: Sequence[Candidate], keys: Keys, now: datetime) -> None:
        """Set what the text may have been, the likeliest first."""
        super().__init__()
        self._candidates = candidates
        self._keys = keys
        self._now = now
        self._seen = False

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with VerticalScroll(id="offer"):
            yield Static(drawn(joined(self._lines())), markup=False)

    def on_mount(self) -> None:
        """Take no key before the question was seen."""
        self.call_after_refresh(self._paint_seen)

    def _paint_seen(self) -> None:
        self._seen = True

    def _lines(self) -> list[list[Piece]]:
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

    def action_act(self, id: str) -> None:
        """Answer."""
        if self._seen:
            self.dismiss(id == "take_over")
