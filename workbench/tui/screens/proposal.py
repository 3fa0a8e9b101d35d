"""What is about to be sent, where, and what it may cost."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from workbench.core.artifacts import Revision
from workbench.core.desk import Proposal
from workbench.core.display_text import one_line
from workbench.core.document import Document
from workbench.core.sources import Persona, Rubric
from workbench.tui.tones import TONES, Piece, Tone, drawn, joined
from workbench.tui.widgets.input_bar import Field

SEND_WORDS = "send secrets"
"""What is typed to send a text that holds what looks like a credential."""


class ProposalScreen(ModalScreen[bool]):
    """Asks whether to send; gives True when the person agrees."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "send"),
        Binding("escape,q", "leave", "leave"),
    ]

    def __init__(self, proposal: Proposal, revision: Revision, budget: float | None) -> None:
        super().__init__()
        self._proposal = proposal
        self._revision = revision
        self._budget = budget

    def compose(self) -> ComposeResult:
        """What is sent, and where there are secrets a field to confirm that."""
        with Vertical(id="proposal"):
            yield Static(drawn(joined(self._lines())), markup=False)
            if self._proposal.secrets:
                yield Field(placeholder=SEND_WORDS, id="confirm", compact=True)
            yield Static(drawn(self._keys()), id="proposal-keys", markup=False)

    def _lines(self) -> list[list[Piece]]:
        proposal = self._proposal
        verb = "Read what is missing" if proposal.resumes else "Read"
        lines: list[list[Piece]] = [
            [(f"{verb}: revision {self._revision.number}", Tone.STRONG)],
            [],
            [("sent to   ", Tone.MUTED), (proposal.destination, Tone.PLAIN)],
            [("it takes  ", Tone.MUTED), (proposal.estimate.sentence(), Tone.PLAIN)],
        ]
        if self._budget is not None:
            cap = f"${self._budget:.2f} a round; it stops there and keeps what was read"
            lines.append([("budget    ", Tone.MUTED), (cap, Tone.PLAIN)])
        for number, (who, model, times) in enumerate(self._seats()):
            repeated = f", {times} times" if times > 1 else ""
            lines.append(
                [
                    ("read by   " if not number else "          ", Tone.MUTED),
                    (who, Tone.PLAIN),
                    (f"  {model}{repeated}", Tone.MUTED),
                ]
            )
        return lines + self._secrets()

    def _seats(self) -> list[tuple[str, str, int]]:
        counted: dict[tuple[str, str], int] = {}
        for assignment in self._proposal.assignments:
            instrument = assignment.instrument
            named = (_called(instrument), assignment.request.model)
            counted[named] = counted.get(named, 0) + 1
        return [(who, model, times) for (who, model), times in counted.items()]

    def _secrets(self) -> list[list[Piece]]:
        secrets = self._proposal.secrets
        if not secrets:
            return []
        document = Document(self._revision.text)
        lines: list[list[Piece]] = [[], [("These words look like live credentials:", Tone.ERROR)]]
        for secret in secrets:
            place = f"L{document.line_of(secret.span.start)}" if secret.span else "no line"
            lines.append([(f"  {place}  ", Tone.MUTED), (one_line(secret.problem), Tone.PLAIN)])
        lines.append(
            [("Leave and mark those that are none a miss, or type ", Tone.PLAIN), (SEND_WORDS, Tone.KEY)]
        )
        return lines

    def _keys(self) -> list[Piece]:
        return [("enter", Tone.KEY), (" send   ", Tone.MUTED), ("esc", Tone.KEY), (" leave", Tone.MUTED)]

    def action_send(self) -> None:
        """Agree, where nothing has to be typed first."""
        if not self._proposal.secrets:
            self.dismiss(True)

    @on(Input.Submitted)
    def _confirm(self, event: Input.Submitted) -> None:
        if event.value.strip() == SEND_WORDS:
            self.dismiss(True)

    def action_leave(self) -> None:
        """Send nothing."""
        self.dismiss(False)


def _called(instrument: Persona | Rubric) -> str:
    """A reader or judge by name, with its title where that says more."""
    name, title = instrument.name, instrument.title
    whole = name if title.casefold() == name.casefold() else f"{name}, {title}"
    return f"the judge by {whole}" if isinstance(instrument, Rubric) else whole
