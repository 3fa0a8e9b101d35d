"""A history built a reading and a decision at a time, a minute apart."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from workbench.core.artifacts import Artifact, Kind
from workbench.core.history import History, Placement
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.sources import ME, Source, SourceKind

SPAN = Span(0, 5)


class Past:
    """What happened to one artifact so far."""

    def __init__(self, identity: str) -> None:
        self.history = History(Artifact(identity, f"/{identity}", Kind.README))
        self._minutes = 0
        self._keys = 0

    def read(
        self,
        *concerns: int | None,
        by: str = "engineer",
        wording: str = "a",
        model: str = "m",
        provider: str = "p",
        kind: FindingKind = FindingKind.FINDING,
        source_kind: SourceKind = SourceKind.READER,
        state: ReadingState = ReadingState.FINISHED,
        revision: int = 1,
    ) -> tuple[Target, ...]:
        """A reading that raised these concerns (None: not placed yet); its findings as targets."""
        source = Source(source_kind, by, wording)
        findings = tuple(self._finding(source, kind, concern) for concern in concerns)
        self._add(source, findings, (), state, model, provider, revision)
        return tuple(Target("finding", finding.id) for finding in findings)

    def check(self, *concerns: int, by: str = "links") -> tuple[Target, ...]:
        """A check that found these faults."""
        return self.read(
            *concerns,
            by=by,
            model="",
            provider="",
            kind=FindingKind.FAULT,
            source_kind=SourceKind.CHECK,
        )

    def judge(
        self,
        fails: Mapping[str, int] | None = None,
        meets: Iterable[str] = (),
        rubric: str = "a",
        questions: str = "q",
        model: str = "m",
        revision: int = 1,
        span: Span | None = SPAN,
    ) -> dict[str, Target]:
        """A judge's reading: the concern of each failed question; by question, what a mark is about."""
        findings, answers, targets = [], [], {}
        for question, concern in (fails or {}).items():
            source = Source(SourceKind.QUESTION, f"readme/{question}", questions)
            finding = self._finding(source, FindingKind.FAILS, concern)
            findings.append(finding)
            targets[question] = Target("finding", finding.id)
        for question in meets:
            source = Source(SourceKind.QUESTION, f"readme/{question}", questions)
            answer = Answer(
                source, question, "meets", "words", "it does", span=span, id=self._key(), revision=revision
            )
            answers.append(answer)
            targets[question] = Target("answer", answer.id)
        source = Source(SourceKind.RUBRIC, "readme", rubric)
        self._add(source, tuple(findings), tuple(answers), ReadingState.FINISHED, model, "p", revision)
        return targets

    def overlook(self, concern: int) -> None:
        """The person adds a problem, as a concern of its own."""
        finding = self._finding(ME, FindingKind.OVERLOOKED, concern)
        self.history = replace(self.history, overlooked=(*self.history.overlooked, finding))
        self._decide(Decision(Target("concern", concern), "overlooked"))

    def mark(
        self, target: Target | int, mark: Mark | None, reason: str | None = None, inside: bool = False
    ) -> None:
        """The person marks a target, or the concern of that number; None takes the mark back."""
        about = Target("concern", target) if isinstance(target, int) else target
        self._decide(Decision(about, "mark", mark.value if mark else None, reason, inside=inside))

    def undo(self) -> None:
        """The last decision is taken back."""
        *earlier, last = self.history.decisions
        self.history = replace(self.history, decisions=(*earlier, replace(last, undone=True)))

    def _finding(self, source: Source, kind: FindingKind, concern: int | None) -> Finding:
        finding = Finding(source, kind, "words", "a problem", span=SPAN, id=self._key(), revision=1)
        if concern is not None:
            placement = Placement(finding.id, concern, "first of its concern")
            placements = {**self.history.placements, finding.id: placement}
            self.history = replace(self.history, placements=placements)
        return finding

    def _add(
        self,
        source: Source,
        findings: tuple[Finding, ...],
        answers: tuple[Answer, ...],
        state: ReadingState,
        model: str,
        provider: str,
        revision: int,
    ) -> None:
        reading = Reading(
            source,
            1,
            state,
            revision,
            1,
            provider,
            model,
            findings=findings,
            answers=answers,
            ended_at=self._now(),
            id=self._key(),
        )
        self.history = self.history.with_reading(reading)

    def _decide(self, decision: Decision) -> None:
        stored = replace(decision, at=self._now(), id=self._key())
        self.history = replace(self.history, decisions=(*self.history.decisions, stored))

    def _key(self) -> int:
        self._keys += 1
        return self._keys

    def _now(self) -> datetime:
        self._minutes += 1
        return datetime(2025, 3, 1, tzinfo=UTC) + timedelta(minutes=self._minutes)


@pytest.fixture
def past_of() -> Callable[[str], Past]:
    """Starts the history of an artifact of that identity."""
    return Past


@pytest.fixture
def past() -> Past:
    """The history of one artifact, empty so far."""
    return Past("notes.md")
