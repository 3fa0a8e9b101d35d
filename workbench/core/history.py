"""Everything stored about one artifact, as one immutable value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Literal

from workbench.core.artifacts import Artifact, Revision
from workbench.core.marks import Decision
from workbench.core.readings import Finding, Reading
from workbench.core.sources import Source
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
    planned: tuple[tuple[Source, int], ...]
    """Every source and trial it set out to read with."""
    state: RoundState = RoundState.RUNNING
    started_at: datetime | None = None
    ended_at: datetime | None = None
    freeze: bool = False
    """Whether it was made to freeze its revision: once complete, its ruling binds."""
    id: int = 0


@dataclass(frozen=True, slots=True)
class Placement:
    """In which concern a finding is, and why."""

    finding: int
    concern: int
    why: str
    """`first of its concern`, or what it shares with the others, in words."""
    by: Literal["rules", "model", "person"] = "rules"


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
        """This history with findings placed."""
        return replace(self, placements={**self.placements, **{p.finding: p for p in placements}})

    def with_reading(self, reading: Reading) -> "History":
        """This history with a reading added."""
        return replace(self, readings=(*self.readings, reading))
