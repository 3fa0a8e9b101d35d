"""A question at the bottom of the screen that is answered with one key."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.keymaps import Keys
from workbench.tui.tones import TONES, Piece, Tone, drawn, joined


class AskScreen(ModalScreen[bool]):
    """Gives True where the key was pressed that agrees; takes no key before the question was seen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES
    agrees = "agree"
    """The action that gives True."""
    _seen = False

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with VerticalScroll(id="asked"):
            yield Static(drawn(joined(self.lines())), markup=False)

    def lines(self) -> list[list[Piece]]:
        """What is asked, and the keys that answer it."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Take no key before the question was seen."""
        self.call_after_refresh(self._paint_seen)

    def _paint_seen(self) -> None:
        self._seen = True

    def action_act(self, id: str) -> None:
        """Answer."""
        if self._seen:
            self.dismiss(id == self.agrees)


class ConfirmScreen(AskScreen):
    """Asks whether to do something."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(a for a in ACTIONS if Where.ASKED in a.where)]

    def __init__(self, question: str, keys: Keys, agree: str, decline: str) -> None:
        """Set what is asked, and what each of the two keys does, in a verb and what it is about."""
        super().__init__()
        self._question = question
        self._keys = keys
        self._agree, self._decline = agree, decline

    def lines(self) -> list[list[Piece]]:
        """What is asked, and the keys that answer it."""
        answers: list[Piece] = [
            (self._keys.shown("agree"), Tone.KEY),
            (f" {self._agree}  ", Tone.MUTED),
            (self._keys.shown("decline"), Tone.KEY),
            (f" {self._decline}", Tone.MUTED),
        ]
        return [[(self._question, Tone.PLAIN)], answers]
