"""What is about to be sent, where, and what it may cost."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from workbench.core.artifacts import Revision
from workbench.core.instruments import Persona
from workbench.core.proposals import Proposal
from workbench.core.text.display_text import neutralised, one_line
from workbench.core.text.document import Document
from workbench.core.unread import Unread
from workbench.tui.tones import TONES, Piece, Tone, drawn, hanging, joined
from workbench.tui.widgets.input_bar import Field

Agreed = Literal["send", "again"] | None
"""To the proposed round, or to one with a further trial of everything instead; None: to neither."""
SEND_WORDS = "send secrets"
"""What is typed to send a text that holds what looks like a credential."""


_WIDTH, _EDGES = 84, 6
"""Cells of the dialog where there is room, and of its border and padding at both sides."""
_AROUND = 6
"""Rows of the border, the padding and the keys."""
_LABELS = 11

Lines = list[list[Piece]]


class ProposalScreen(ModalScreen[Agreed]):
    """Asks whether to send; gives what the person agrees to."""

    COMPONENT_CLASSES: ClassVar[set[str]] = TONES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "send"),
        Binding("a", "again", "again"),
        Binding("escape,q", "leave", "leave"),
    ]

    def __init__(
        self,
        proposal: Proposal,
        revision: Revision,
        budget: float | None,
        failed: Sequence[Unread] = (),
        offered: Sequence[str] = (),
    ) -> None:
        """Set what is proposed; `failed` says why the readings that it resumes are missing.

        `offered` names rubrics that are written for such a text.
        """
        super().__init__()
        self._offered = offered
        self._failed = failed
        self._seen = False
        self.proposal = proposal
        self._revision = revision
        self._budget = budget

    def compose(self) -> ComposeResult:
        """What is sent, and where there are secrets a field to confirm that."""
        with Vertical(id="proposal"):
            with VerticalScroll(id="proposal-body"):
                yield Static(drawn(joined(self._lines())), markup=False)
            if self._asks:
                yield Field(placeholder=SEND_WORDS, id="confirm", compact=True)
            yield Static(drawn(self._keys()), id="proposal-keys", markup=False)

    def on_mount(self) -> None:
        """Keep the keys in sight however much is said above them, and take none before they were seen."""
        around = _AROUND + (2 if self._asks else 0)
        body = self.query_one("#proposal-body")
        body.styles.max_height = max(3, int(self.app.size.height * 0.9) - around)
        (self.query_one("#confirm") if self._asks else body).focus()
        self.call_after_refresh(self._paint_seen)

    @property
    def _asks(self) -> bool:
        """Whether something must be typed before it is sent."""
        return bool(self.proposal.secrets and self.proposal.assignments)

    def _paint_seen(self) -> None:
        self._seen = True

    def _lines(self) -> Lines:
        proposal = self.proposal
        if proposal.all_read:
            return self._all_read()
        verb = "Freeze" if proposal.freeze else "Read"
        missing = ", reading what is missing" if proposal.resumes else ""
        again = " again" if proposal.again else ""
        new = ", what is new" if proposal.stands and not proposal.freeze else ""
        lines: Lines = [[(f"{verb} revision {self._revision.number}{again}{new}{missing}", Tone.STRONG)], []]
        if again:
            lines += self._said("again", "the same text: further trials, which can only add findings")
        if proposal.freeze:
            lines += self._freezing()
        if proposal.stands:
            lines += self._said("reused", proposal.stands)
        if not proposal.assignments:
            return lines + self._said("sent to", "nobody: nothing has to be read") + self._unusable()
        lines += self._said("sent to", proposal.destination)
        lines += self._said("it costs" if proposal.freeze else "it takes", proposal.estimate.sentence())
        lines += self._caps() + self._readers()
        for sentence in self._offered:
            lines += self._said("there is", sentence, Tone.MUTED)
        if (parts := proposal.parts) > 1:
            lines += self._said("in parts", f"{parts}, since the text is too long to be read at once")
        for one in self._failed:
            lines += self._said("failed", f"{one.who}: {one.why}", Tone.WARNING)
        return lines + self._unusable() + self._secrets()

    def _unusable(self) -> Lines:
        """The files whose readers do not read."""
        said = (self._said("not used", each, Tone.WARNING) for each in self.proposal.unusable)
        return [line for lines in said for line in lines]

    def _all_read(self) -> Lines:
        """That a round would bring nothing new, and what would."""
        title = f"Revision {self._revision.number}: everything was read already"
        lines: Lines = [[(title, Tone.STRONG)], []]
        lines += self._said("reused", f"{self.proposal.stands}; nothing is sent")
        what = "a further trial of each reading, which shows what is chance: it may add findings"
        return lines + self._said("again", what) + self._unusable()

    def _freezing(self) -> Lines:
        """What a freeze does, before it is agreed to."""
        once_more = (
            "" if self.proposal.resumes else "the text is judged once more, with fresh questions about it"
        )
        binds = "whatever ruling comes out, Fix and Rewrite too, until one character changes"
        return [*(self._said("it reads", once_more) if once_more else []), *self._said("it binds", binds)]

    def _caps(self) -> Lines:
        """What the budgets do for this round; nothing where there is none."""
        left = self.proposal.loop.sentence()
        if self._budget is not None:
            return self._said("budget", self._held(self._budget, left))
        return self._said("budget", f"{left}; it stops there and keeps what was read") if left else []

    def _held(self, budget: float, left: str) -> str:
        """What the budget of a round does, and what is left of its loop's."""
        if self.proposal.estimate.dollars is None:
            return (
                f"price unknown, so the ${budget:.2f} budget cannot stop it; `prices` in config.toml sets it"
            )
        stops = f"${budget:.2f} a round; it stops there and keeps what was read"
        return f"{stops}; {left}" if left else stops

    def _readers(self) -> Lines:
        """Who reads, by title, those played by one model together."""
        readers: dict[str, dict[str, int]] = {}
        judges: dict[str, dict[str, int]] = {}
        for assignment in self.proposal.assignments:
            instrument = assignment.instrument
            of = readers if isinstance(instrument, Persona) else judges
            titles = of.setdefault(assignment.request.model, {})
            titles[instrument.title] = titles.get(instrument.title, 0) + 1
        return [
            line
            for label, by_model in (("read by", readers), ("judged by", judges))
            for model, titles in by_model.items()
            for line in self._said(label, f"{', '.join(map(_times, titles, titles.values()))}  ({model})")
        ]

    def _said(self, label: str, text: str, tone: Tone = Tone.PLAIN) -> Lines:
        """Something under a label, as wide as the dialog."""
        room = min(_WIDTH, int(self.app.size.width * 0.95)) - _EDGES - 1
        return hanging((label, Tone.MUTED), (one_line(neutralised(text)), tone), _LABELS, room)

    def _secrets(self) -> Lines:
        secrets = self.proposal.secrets
        if not secrets:
            return []
        document = Document(self._revision.text)
        lines: Lines = [[], [("These words look like live credentials:", Tone.ERROR)]]
        for secret in secrets:
            place = f"L{document.line_of(secret.span.start)}" if secret.span else "no line"
            lines.append([(f"  {place}  ", Tone.MUTED), (one_line(secret.problem), Tone.PLAIN)])
        lines.append(
            [("Leave and mark those that are none a miss, or type ", Tone.PLAIN), (SEND_WORDS, Tone.KEY)]
        )
        return lines

    def _keys(self) -> list[Piece]:
        proposal = self.proposal
        does = "freezes" if proposal.freeze else "sends" if proposal.assignments else "makes the round"
        keys = [] if proposal.all_read else [("enter", does)]
        keys += [("a", "reads all of it again")] if proposal.stands else []
        pieces: list[Piece] = []
        for key, does in (*keys, ("esc", "leaves")):
            pieces += [(f"{'   ' if pieces else ''}{key}", Tone.KEY), (f" {does}", Tone.MUTED)]
        return pieces

    def action_send(self) -> None:
        """Agree, where nothing has to be typed first."""
        if self._seen and not (self._asks or self.proposal.all_read):
            self.dismiss("send")

    def action_again(self) -> None:
        """Ask for a further trial of every reading instead."""
        if self._seen and self.proposal.stands:
            self.dismiss("again")

    @on(Input.Submitted)
    def _confirm(self, event: Input.Submitted) -> None:
        # Of two quick enters the second comes when this is left already.
        if self.is_current and event.value.strip() == SEND_WORDS:
            self.dismiss("send")

    def action_leave(self) -> None:
        """Send nothing."""
        self.dismiss(None)


def _times(title: str, times: int) -> str:
    return title if times == 1 else f"{title} {times} times"
