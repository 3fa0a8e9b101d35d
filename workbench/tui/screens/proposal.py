"""What is about to be sent, where, and what it may cost."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from workbench.core.artifacts import Revision
from workbench.core.costs.spending import budget_words
from workbench.core.instruments import Persona
from workbench.core.proposals import Proposal
from workbench.core.text.display_text import one_line
from workbench.core.text.document import Document
from workbench.core.unread import Unread
from workbench.tui.screens.sending import SEND_WORDS, Lines, SendingScreen
from workbench.tui.tones import Tone


class ProposalScreen(SendingScreen):
    """Asks whether to send a text to be read and judged, or all of it again."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "again", "again")]

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
        self.proposal = proposal
        self._revision = revision
        self._budget = budget

    @property
    def asks(self) -> bool:
        """Whether something must be typed before it is sent."""
        return bool(self.proposal.secrets and self.proposal.assignments)

    @property
    def can_send(self) -> bool:
        """Whether there is anything to send."""
        return not self.proposal.all_read

    def lines(self) -> Lines:
        """What is read by whom, where it is sent, what it takes."""
        proposal = self.proposal
        if proposal.all_read:
            return self._all_read()
        verb = "Freeze" if proposal.freeze else "Read"
        missing = ", reading what is missing" if proposal.resumes else ""
        again = " again" if proposal.again else ""
        new = ", what is new" if proposal.stands and not proposal.freeze else ""
        lines: Lines = [[(f"{verb} revision {self._revision.number}{again}{new}{missing}", Tone.STRONG)], []]
        if again:
            lines += self.said("again", "the same text: further trials, which can only add findings")
        if proposal.freeze:
            lines += self._freezing()
        if proposal.stands:
            lines += self.said("reused", proposal.stands)
        if not proposal.assignments:
            return lines + self.said("sent to", "nobody: nothing has to be read") + self._unusable()
        lines += self.said("sent to", proposal.destination)
        lines += self.said("it costs" if proposal.freeze else "it takes", proposal.estimate.sentence())
        lines += self._caps() + self._readers()
        for sentence in self._offered:
            lines += self.said("there is", sentence, Tone.MUTED)
        if (parts := proposal.parts) > 1:
            lines += self.said("in parts", f"{parts}, since the text is too long to be read at once")
        for one in self._failed:
            lines += self.said("failed", f"{one.who}: {one.why}", Tone.WARNING)
        return lines + self._unusable() + self._secrets()

    def _unusable(self) -> Lines:
        """The files whose readers do not read."""
        said = (self.said("not used", each, Tone.WARNING) for each in self.proposal.unusable)
        return [line for lines in said for line in lines]

    def _all_read(self) -> Lines:
        """That a round would bring nothing new, and what would."""
        title = f"Revision {self._revision.number}: everything was read already"
        lines: Lines = [[(title, Tone.STRONG)], []]
        lines += self.said("reused", f"{self.proposal.stands}; nothing is sent")
        what = "a further trial of each reading, which shows what is chance: it may add findings"
        return lines + self.said("again", what) + self._unusable()

    def _freezing(self) -> Lines:
        """What a freeze does, before it is agreed to."""
        once_more = (
            "" if self.proposal.resumes else "the text is judged once more, with fresh questions about it"
        )
        binds = "whatever ruling comes out, Fix and Rewrite too, until one character changes"
        return [*(self.said("it reads", once_more) if once_more else []), *self.said("it binds", binds)]

    def _caps(self) -> Lines:
        """What the budgets do for this round; nothing where there is none."""
        left = self.proposal.loop.sentence()
        if self._budget is not None:
            return self.said("budget", self._held(self._budget, left))
        return self.said("budget", f"{left}; it stops there and keeps what was read") if left else []

    def _held(self, budget: float, left: str) -> str:
        """What the budget of a round does, and what is left of its loop's."""
        is_priced = self.proposal.estimate.dollars is not None
        held = budget_words(budget, is_priced, " a round")
        more = left if is_priced else "`prices` in config.toml sets it"
        return f"{held}; {more}" if more else held

    def _readers(self) -> Lines:
        """Who reads, by title, or by name where several share it; those played by one model together."""
        readers: dict[str, dict[str, int]] = {}
        judges: dict[str, dict[str, int]] = {}
        names: dict[tuple[bool, str], set[str]] = {}
        for assignment in self.proposal.assignments:
            instrument = assignment.instrument
            titled = names.setdefault((isinstance(instrument, Persona), instrument.title), set())
            titled.add(instrument.name)
        for assignment in self.proposal.assignments:
            instrument = assignment.instrument
            of = readers if isinstance(instrument, Persona) else judges
            titles = of.setdefault(assignment.request.model, {})
            alone = len(names[isinstance(instrument, Persona), instrument.title]) == 1
            called = instrument.title if alone else instrument.name
            titles[called] = titles.get(called, 0) + 1
        return [
            line
            for label, by_model in (("read by", readers), ("judged by", judges))
            for model, titles in by_model.items()
            for line in self.said(label, f"{', '.join(map(_times, titles, titles.values()))}  ({model})")
        ]

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

    def answers(self) -> list[tuple[str, str]]:
        """The keys that agree, each with what it does."""
        proposal = self.proposal
        does = "freezes" if proposal.freeze else "sends" if proposal.assignments else "makes the round"
        keys = [] if proposal.all_read else [("enter", does)]
        return [*keys, ("a", "reads all of it again")] if proposal.stands else keys

    def action_again(self) -> None:
        """Ask for a further trial of every reading instead."""
        if self.seen and self.proposal.stands:
            self.dismiss("again")


def _times(title: str, times: int) -> str:
    return title if times == 1 else f"{title} {times} times"
