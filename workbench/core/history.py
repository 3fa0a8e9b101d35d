"""Everything stored about one artifact, as one immutable value."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal

from workbench.core.artifacts import Artifact, Revision
from workbench.core.ignores import reason_to_ignore
from workbench.core.marks import Decision, Target
from workbench.core.others import OthersMark
from workbench.core.readings import Finding, Reading
from workbench.core.remembered import Left
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind
from workbench.core.text.display_text import counted
from workbench.core.text_questions import TextQuestion


class RoundState(StrEnum):
    """How a round stands."""

    RUNNING = "running"
    COMPLETE = "complete"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True, slots=True)
class Round:
    """The readings made of one revision together."""

    revision: int
    number: int
    """1 for the artifact's first round."""
    planned: tuple[Seat, ...]
    """Every seat that it set out to fill."""
    state: RoundState = RoundState.RUNNING
    started_at: datetime | None = None
    ended_at: datetime | None = None
    freeze: bool = False
    """Whether it was made to freeze its revision: once complete, its ruling binds."""
    reused: tuple[Seat, ...] = ()
    """Those of them that a reading fills which an earlier round made of the same text, unchanged."""
    id: int = 0

    @property
    def made(self) -> tuple[Seat, ...]:
        """The seats that it set out to fill with readings of its own."""
        reused = set(self.reused)
        return tuple(seat for seat in self.planned if seat not in reused)

    @property
    def panelled(self) -> frozenset[Source]:
        """The sources that several models play in it, so that no other model can step in for one."""
        played = {(seat.source, seat.model) for seat in self.planned}
        return frozenset(source for source, times in Counter(s for s, _ in played).items() if times > 1)

    @property
    def readings(self) -> int:
        """How many readings it set out to make; the call that makes questions about the text is none."""
        return sum(seat.reads for seat in self.made)

    @property
    def in_words(self) -> str:
        """What it set out to make, and what it took over."""
        asks = " and the questions" if self.readings < len(self.made) else ""
        stand = f", {len(self.reused)} reused" if self.reused else ""
        return f"{counted(self.readings, 'reading')}{asks}{stand}"


@dataclass(frozen=True, slots=True)
class Placement:
    """In which concern a finding is, and why."""

    finding: int
    concern: int
    why: str
    """`first of its concern`, or what it shares with the others, in words."""
    by: Literal["rules", "model", "person"] = "rules"


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What stood at a place, and what was looked up of it, when the person could not tell."""

    place: str
    """sha256 of the block of the text."""
    evidence: str | None = None
    """sha256 of the repository's lines that were shown; None where none were asked for."""


@dataclass(frozen=True, slots=True)
class Turned:
    """A decision that was taken back or restored, and where that leaves the findings it had moved."""

    decision: Decision
    placements: tuple[Placement, ...] = ()
    """One in concern 0 says that its finding is in none any more."""


@dataclass(frozen=True, slots=True)
class History:
    """An artifact's revisions, rounds, readings, concerns and decisions, oldest first."""

    artifact: Artifact
    revisions: tuple[Revision, ...] = ()
    rounds: tuple[Round, ...] = ()
    readings: tuple[Reading, ...] = ()
    """Of readers, judges and checks; of a check only the latest a revision."""
    overlooked: tuple[Finding, ...] = ()
    placements: Mapping[int, Placement] = field(default_factory=dict)
    """By finding key."""
    decisions: tuple[Decision, ...] = ()
    questions: tuple[TextQuestion, ...] = ()
    """About this text only, asked still or not."""
    accepted: frozenset[str] = frozenset()
    """The comments by which the text has checks ignored, exactly as they stand, that the person accepted."""
    looked_up: Mapping[int, LookedUp] = field(default_factory=dict)
    """By the key of the can't tell that it was kept for."""
    returned: Mapping[int, str] = field(default_factory=dict)
    """By the key of a can't tell that is asked anew: why, in words."""
    others: tuple[OthersMark, ...] = ()
    """What other people marked, which no rate has in it."""
    left: Left | None = None
    """Where the person was when they last left it; None where they never did."""
    unready: Mapping[Source, tuple[str, ...]] = field(default_factory=dict)
    """By a question's wording: the models from which the person differs on it, on whatever text."""

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding of every reading, then the overlooked ones."""
        return tuple(f for reading in self.readings for f in reading.findings) + self.overlooked

    @property
    def last_round(self) -> Round | None:
        """The newest round; None before the first."""
        return self.rounds[-1] if self.rounds else None

    def revision(self, id: int) -> Revision | None:
        """The revision of that key."""
        return next((r for r in self.revisions if r.id == id), None)

    def ignored(self, fault: Finding) -> str:
        """Why an accepted comment of the text that a fault is about has it ignored; empty where none does."""
        revision = self.revision(fault.revision) if self.accepted else None
        return reason_to_ignore(fault, revision.text, self.accepted) if revision else ""

    def home(self, target: Target) -> Target:
        """The target whose row stands for this one: a placed finding's is its concern, any other's itself."""
        placement = self.placements.get(target.id) if target.kind == "finding" else None
        return Target("concern", placement.concern) if placement else target

    def with_round(self, round: Round) -> "History":
        """This history with a round added, or replaced where one of its key is there."""
        others = tuple(r for r in self.rounds if r.id != round.id)
        return replace(self, rounds=(*others, round))

    def with_revision(self, revision: Revision) -> "History":
        """This history with a revision added, unless it is there already."""
        if self.revision(revision.id):
            return self
        return replace(self, revisions=(*self.revisions, revision))

    def with_placements(self, placements: Iterable[Placement]) -> "History":
        """This history with findings placed; one that is placed in concern 0 is in none any more."""
        changed = tuple(placements)
        if not changed:
            return self
        placed = dict(self.placements)
        for placement in changed:
            if placement.concern:
                placed[placement.finding] = placement
            else:
                placed.pop(placement.finding, None)
        return replace(self, placements=placed)

    def with_own_reading(self, reading: Reading, placements: Iterable[Placement]) -> "History":
        """This history with the person's own reading of a rubric, in place of its revision's earlier one."""
        before = [r for r in self.readings if r.is_replaced_by(reading)]
        gone = {finding.id for earlier in before for finding in earlier.findings}
        kept = {id: placement for id, placement in self.placements.items() if id not in gone}
        readings = (*(r for r in self.readings if not r.is_replaced_by(reading)), reading)
        return replace(self, readings=readings, placements=kept).with_placements(placements)

    def with_checks(self, revision: Revision, readings: Iterable[Reading]) -> "History":
        """This history with what the checks say of a revision, in place of what they said of it before."""
        others = tuple(
            r for r in self.readings if r.source.kind is not SourceKind.CHECK or r.revision != revision.id
        )
        return replace(self.with_revision(revision), readings=(*others, *readings))

    def with_questions(self, questions: Iterable[TextQuestion]) -> "History":
        """This history with questions about its text added."""
        return replace(self, questions=(*self.questions, *questions))

    def with_reading(self, reading: Reading) -> "History":
        """This history with a reading added."""
        return replace(self, readings=(*self.readings, reading))
