"""Loops told round by round, without a store: what is pure of them is tested on these."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.loop.loop import Loop, loop_of
from workbench.core.loop.stopping import NO_CAPS, Assessment, Caps, assess
from workbench.core.marks import Decision, Mark, Target, What
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.seats import Seat
from workbench.core.sources import ME, FixableBy, Source, SourceKind, wording_of

READERS = [
    Source(SourceKind.READER, name, "w") for name in ("baker", "guest", "waiter", "cook", "host", "boy")
]
JUDGE = Source(SourceKind.RUBRIC, "readme", "w")
CHECK = Source(SourceKind.CHECK, "dead-links", "w")


class LoopStory:
    """A text of a line for each concern, read, edited and marked; concern n is about line n, from 1."""

    def __init__(self, lines: int = 20) -> None:
        self._times = [0] * lines
        self._key = 1000
        self._at = datetime(2026, 1, 1, tzinfo=UTC)
        self.history = History(Artifact("path:/oven.md", "/oven.md", Kind.README, id=1))
        self._revise()

    def _next(self) -> int:
        self._key += 1
        return self._key

    def _now(self) -> datetime:
        self._at += timedelta(seconds=1)
        return self._at

    def _line(self, line: int) -> str:
        return wording_of(f"{line} {self._times[line]}")[:40]

    def _revise(self) -> None:
        text = "".join(f"{self._line(line)}\n" for line in range(len(self._times)))
        number = len(self.history.revisions) + 1
        self.revision = Revision(f"sha {number}", text, (), number, number)
        self.history = self.history.with_revision(self.revision)

    def edit(self, *lines: int) -> "LoopStory":
        """Rewrite these lines."""
        for line in lines:
            self._times[line - 1] += 1
        self._revise()
        return self

    def read(
        self,
        *raised: Iterable[int],
        state: RoundState = RoundState.COMPLETE,
        judged: Iterable[int] | None = None,
        verdict: Verdict = Verdict.PUBLISHABLE,
        fixable: Mapping[int, FixableBy] | None = None,
        lost: Collection[int] = (),
        kind: FindingKind = FindingKind.FINDING,
        takes_over: bool = False,
    ) -> "LoopStory":
        """A round: what each reader raised, and the judge where there is one.

        With `takes_over` it stands on all readings of the round before it, too, and whoever reads is another.
        `fixable` says of concerns what would answer them, `lost` whose words were not found.
        """
        number = len(self.history.rounds) + 1
        before = [r for r in self.history.readings if takes_over and r.round == number - 1]
        over = tuple(Seat(reading.source, reading.trial) for reading in before)
        round = Round(self.revision.id, number, over, state, self._now(), reused=over, id=number)
        self.history = self.history.with_round(round)
        free = [source for source in READERS if source not in {reading.source for reading in before}]
        seats = [(source, concerns) for source, concerns in zip(free, raised, strict=False)]
        if judged is not None:
            seats.append((JUDGE, judged))
        for source, concerns in seats:
            key = self._next()
            findings = tuple(
                self._finding(source, concern, key, kind, (fixable or {}).get(concern), concern in lost)
                for concern in concerns
            )
            self._store(source, key, findings, number, verdict if source == JUDGE else None)
        return self

    def _store(
        self,
        source: Source,
        key: int,
        findings: tuple[Finding, ...],
        round: int = 0,
        verdict: Verdict | None = None,
    ) -> None:
        answers = (
            (Answer(source, "R1", "cannot tell", "", "", dominant=True, on_fail="fix"),)
            if verdict is Verdict.FIX
            else ()
        )
        self.history = self.history.with_reading(
            Reading(
                source,
                round,
                ReadingState.FINISHED,
                self.revision.id,
                round,
                verdict=verdict,
                answers=answers,
                findings=findings,
                started_at=self._now(),
                ended_at=self._now(),
                id=key,
            )
        )

    def check(self, *concerns: int) -> "LoopStory":
        """The check ran on the text and proved these."""
        key = self._next()
        findings = tuple(self._finding(CHECK, c, key, FindingKind.FAULT, None, False) for c in concerns)
        self._store(CHECK, key, findings)
        return self

    def overlook(self, concern: int) -> "LoopStory":
        """The person adds a problem."""
        finding = self._finding(ME, concern, 0, FindingKind.OVERLOOKED, None, False)
        self.history = replace(self.history, overlooked=(*self.history.overlooked, finding))
        return self.decide(concern, "overlooked")

    def _finding(
        self,
        source: Source,
        concern: int,
        reading: int,
        kind: FindingKind,
        fixable: FixableBy | None,
        lost: bool,
    ) -> Finding:
        key, start = self._next(), 41 * (concern - 1)
        self.history = self.history.with_placements((Placement(key, concern, ""),))
        return Finding(
            source,
            kind,
            self.revision.text[start : start + 40],
            "A problem.",
            fixable_by=fixable,
            asks=source.name,
            span=None if lost else Span(start, start + 40),
            id=key,
            reading=reading,
            revision=self.revision.id,
        )

    def decide(self, concern: int, what: What, value: str | None = None) -> "LoopStory":
        """The person decides something about a concern."""
        decision = Decision(Target("concern", concern), what, value, at=self._now(), id=self._next())
        self.history = replace(self.history, decisions=(*self.history.decisions, decision))
        return self

    def mark(self, mark: Mark, *concerns: int) -> "LoopStory":
        """The person marks concerns."""
        for concern in concerns:
            self.decide(concern, "mark", mark.value)
        return self

    def defer(self, *concerns: int) -> "LoopStory":
        """The person puts concerns off."""
        for concern in concerns:
            self.decide(concern, "defer", "yes")
        return self

    def fix(self, *concerns: int) -> "LoopStory":
        """The person says that the text as it is now answers these."""
        for concern in concerns:
            self.decide(concern, "fixed", str(self.revision.id))
        return self

    @property
    def loop(self) -> Loop:
        """The loop as it is stored."""
        return loop_of(self.history)

    def assessed(self, caps: Caps = NO_CAPS) -> Assessment:
        """What is proposed for the text as it is now."""
        return assess(self.loop, self.revision, caps)
