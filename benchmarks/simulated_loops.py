"""Loops that never were: readers drawn from what the corpus says of them, read by the program's own rules.

A text is a line for each concern. Readers raise concerns on these lines; an edit rewrites the lines of the
concerns that it fixes, and what it creates stands on rewritten lines. Everything else is the program's: a
history of rounds, readings, findings and marks, and `stopping.assess` over it.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from fitted_readers import Fitted

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.loop.loop import loop_of
from workbench.core.loop.stopping import Assessment, Caps, Reason, assess
from workbench.core.loop.unseen import Unseen, unseen
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span, Verdict
from workbench.core.sources import Source, SourceKind

READERS = [Source(SourceKind.READER, f"reader-{n}", "") for n in range(4)]
JUDGE = Source(SourceKind.RUBRIC, "readme", "")
SEATS = [*READERS, JUDGE]
MOST_ROUNDS = 12


@dataclass(frozen=True)
class Person:
    """What the person does between rounds."""

    marks: bool = False
    fixes: float = 0.0
    """Share of the concerns marked hit that an edit answers."""
    creates: float = 0.0
    """Concerns that it brings for each that it answers."""


@dataclass
class Problem:
    """A concern that the text holds."""

    line: int
    fixable: bool
    chances: list[float]
    """Of being raised by each seat, a reading."""
    created: bool = False


@dataclass(frozen=True)
class Ended:
    """How one loop ended."""

    rounds: int
    assessment: Assessment
    next_new: int
    """New fixable concerns that one more round did bring."""
    estimate: Unseen | None
    unseen: int
    """Concerns in the text that no reader had raised."""


@dataclass
class Simulated:
    """One loop under way."""

    fitted: Fitted
    person: Person
    random: Random
    problems: dict[int, Problem] = field(default_factory=dict)
    """What the text holds, by concern."""
    known: set[int] = field(default_factory=set)
    """Concerns raised so far."""

    def __post_init__(self) -> None:
        self._skills = [self.random.gauss(0, self.fitted.skill) for _ in SEATS]
        self._lines: list[int] = []
        """How often each line was rewritten."""
        self._keys = 0
        self.history = History(Artifact("path:/text.md", "/text.md", Kind.README, id=1))
        for _ in range(self.random.choice(self.fitted.concerns)):
            self._add(len(self._lines))
        self._revise()

    def _key(self) -> int:
        self._keys += 1
        return self._keys

    def _add(self, line: int, created: bool = False) -> None:
        if line == len(self._lines):
            self._lines.append(0)
        visibility = self.random.gauss(self.fitted.visibility, self.fitted.spread)
        chances = [
            1 / (1 + math.exp(-visibility - skill - self.random.gauss(0, self.fitted.taste)))
            for skill in self._skills
        ]
        fixable = created or self.random.random() < self.fitted.fixable
        self.problems[self._key()] = Problem(line, fixable, chances, created)

    def _revise(self) -> None:
        """Save the text as it is now."""
        words = [hashlib.sha256(f"{n} {times}".encode()).hexdigest() for n, times in enumerate(self._lines)]
        number = len(self.history.revisions) + 1
        text = "\n".join(words) + "\n"
        self.revision = Revision(hashlib.sha256(text.encode()).hexdigest(), text, (), number, self._key())
        self.history = self.history.with_revision(self.revision)

    def read(self) -> set[int]:
        """Make a round; the concerns that it raised first."""
        number = len(self.history.rounds) + 1
        round = Round(self.revision.id, number, (), RoundState.COMPLETE, id=self._key())
        heard = [self._heard(seat) for seat in range(len(SEATS))]
        history = self.history.with_round(round)
        for seat, concerns in enumerate(heard):
            reading = Reading(
                SEATS[seat], number, ReadingState.FINISHED, self.revision.id, round.id, id=self._key()
            )
            findings = tuple(self._finding(seat, reading, concern) for concern in concerns)
            verdict = Verdict.PUBLISHABLE if SEATS[seat] == JUDGE else None
            placed = [
                Placement(finding.id, concern, "")
                for finding, concern in zip(findings, concerns, strict=True)
            ]
            history = history.with_placements(placed).with_reading(
                replace(reading, findings=findings, verdict=verdict)
            )
        self.history = history
        new = {concern for concerns in heard for concern in concerns} - self.known
        self.known |= new
        return new

    def _heard(self, seat: int) -> list[int]:
        return [c for c, problem in self.problems.items() if self.random.random() < problem.chances[seat]]

    def _finding(self, seat: int, reading: Reading, concern: int) -> Finding:
        start = 65 * self.problems[concern].line
        kind = FindingKind.FAILS if SEATS[seat] == JUDGE else FindingKind.FINDING
        source = Source(SourceKind.QUESTION, "readme/R1", "") if SEATS[seat] == JUDGE else SEATS[seat]
        quote = self.revision.text[start : start + 64]
        return Finding(
            source,
            kind,
            quote,
            "A problem.",
            asks="R1",
            span=Span(start, start + 64),
            id=self._key(),
            reading=reading.id,
            revision=self.revision.id,
        )

    def mark(self, new: set[int]) -> None:
        """Say of what a round brought whether it is a problem."""
        decided = [self._mark(concern) for concern in sorted(new)]
        self.history = replace(self.history, decisions=(*self.history.decisions, *decided))

    def _mark(self, concern: int) -> Decision:
        mark = Mark.HIT if self.problems[concern].fixable else Mark.MISS
        return Decision(Target("concern", concern), "mark", mark.value, id=self._key())

    def edit(self) -> None:
        """Answer some of what was marked hit, and create something by it."""
        hits = [c for c, problem in self.problems.items() if c in self.known and problem.fixable]
        fixed = [concern for concern in hits if self.random.random() < self.person.fixes]
        for concern in fixed:
            line = self.problems.pop(concern).line
            self._lines[line] += 1
            if self.random.random() < self.person.creates:
                self._add(line, created=True)
        if fixed:
            self._revise()

    def ended(self) -> Ended:
        """Run the loop to its end, then read once more to see what was missed."""
        while True:
            new = self.read()
            if self.person.marks:
                self.mark(new)
            loop = loop_of(self.history)
            said = assess(loop, self.revision, Caps(rounds=MOST_ROUNDS, made=len(self.history.rounds)))
            if said.reason is not Reason.GO_ON:
                break
            self.edit()
        by_readers = {
            loop.history.placements[finding.id].concern
            for reading in self.history.readings
            if reading.source != JUDGE
            for finding in reading.findings
        }
        rounds, estimate = len(self.history.rounds), unseen(loop.course)
        missed = sum(concern not in by_readers for concern in self.problems)
        new = self.read()
        return Ended(rounds, said, sum(self.problems[c].fixable for c in new), estimate, missed)


def simulated(fitted: Fitted, person: Person, runs: int, seed: int) -> Sequence[Ended]:
    """So many loops, the same every time."""
    return [Simulated(fitted, person, Random(seed * 100_003 + run)).ended() for run in range(runs)]
