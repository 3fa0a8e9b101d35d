"""Asking before anything is sent: what, where, and what it may cost."""

from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from workbench.core.text.display_text import neutralised, one_line
from workbench.tui.tones import TONES, Piece, Tone, drawn, hanging, joined
from workbench.tui.widgets.input_bar import Field

Agreed = Literal["send", "again"] | None
"""To what is proposed, or to a further trial of all of it instead; None: to neither."""
SEND_WORDS = "send secrets"
"""What is typed to send a text that holds what looks like a credential."""


_WIDTH, _EDGES = 84, 6
"""Cells of the dialog where there is room, and of its border and padding at both sides."""
_AROUND = 6
"""Rows of the border, the padding and the keys."""
_LABELS = 11

Lines = list[list[Piece]]


class SendingScreen(ModalScreen[Agreed]):
    """Asks whether to send; gives what the person agrees to."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "send"),
        Binding("escape,q", "leave", "leave"),
    ]
    seen = False
    """Whether what is asked was painted: a key that came before was for something else."""

    @property
    def asks(self) -> bool:
        """Whether something must be typed before it is sent."""
        raise NotImplementedError

    @property
    def can_send(self) -> bool:
        """Whether there is anything to send."""
        return True

    def lines(self) -> Lines:
        """What would be sent, where, and what it may cost."""
        raise NotImplementedError

    def answers(self) -> list[tuple[str, str]]:
        """The keys that agree, each with what it does."""
        return [("enter", "sends")]

    def compose(self) -> ComposeResult:
        """What is sent, and where there are secrets a field to confirm that."""
        with Vertical(id="proposal"):
            with VerticalScroll(id="proposal-body"):
                yield Static(drawn(joined(self.lines())), markup=False)
            if self.asks:
                yield Field(placeholder=SEND_WORDS, id="confirm", compact=True)
            yield Static(drawn(self._keys()), id="proposal-keys", markup=False)

    def on_mount(self) -> None:
        """Keep the keys in sight however much is said above them, and take none before they were seen."""
        around = _AROUND + (2 if self.asks else 0)
        body = self.query_one("#proposal-body")
        body.styles.max_height = max(3, int(self.app.size.height * 0.9) - around)
        (self.query_one("#confirm") if self.asks else body).focus()
        self.call_after_refresh(self._paint_seen)

    def _paint_seen(self) -> None:
        self.seen = True

    def said(self, label: str, text: str, tone: Tone = Tone.PLAIN) -> Lines:
        """Something under a label, as wide as the dialog."""
        room = min(_WIDTH, int(self.app.size.width * 0.95)) - _EDGES - 1
        return hanging((label, Tone.MUTED), (one_line(neutralised(text)), tone), _LABELS, room)

    def _keys(self) -> list[Piece]:
        pieces: list[Piece] = []
        for key, does in (*self.answers(), ("esc", "leaves")):
            pieces += [(f"{'   ' if pieces else ''}{key}", Tone.KEY), (f" {does}", Tone.MUTED)]
        return pieces

    def action_send(self) -> None:
        """Agree, where nothing has to be typed first."""
        if self.seen and self.can_send and not self.asks:
            self.dismiss("send")

    @on(Input.Submitted)
    def _confirm(self, event: Input.Submitted) -> None:
        # Of two quick enters the second comes when this is left already.
        if self.is_current and event.value.strip() == SEND_WORDS:
            self.dismiss("send")

    def action_leave(self) -> None:
        """Send nothing."""
        self.dismiss(None)
