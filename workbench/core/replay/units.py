"""What a replay compares: two sides, and of each marked revision what is read and what is missing."""

from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from typing import Literal

from workbench.core.artifacts import Artifact, Revision
from workbench.core.costs.estimates import Estimate
from workbench.core.history import History
from workbench.core.plans import Assignment
from workbench.core.ports import Models
from workbench.core.readings import Reading
from workbench.core.replay.claims import Compared, compared
from workbench.core.replay.sources import Played


class Split(StrEnum):
    """Which half of the texts is replayed."""

    TRAIN = "train"
    """The half that may be looked at while a wording is being edited."""
    TEST = "test"
    """The half that tells, looked at seldom, whether the editing helped."""
    ALL = "all"


def half_of(history: History) -> Split:
    """The half that a text is in for ever: by its first revision's hash, which moving it does not change."""
    first = history.revisions[0].sha256 if history.revisions else ""
    return Split.TEST if sha256(f"half:{first}".encode()).digest()[0] % 2 else Split.TRAIN


@dataclass(frozen=True, slots=True)
class Side:
    """Who reads, with what."""

    instrument: Played
    model: str
    effort: str | None = None
    """None leaves it to the service."""

    def models(self, of: Models) -> Models:
        """The models of a run, this side's own in every role."""
        return replace(
            of,
            readers=(self.model,),
            judges=(self.model,),
            reader_effort=self.effort,
            judge_effort=self.effort,
        )


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be compared."""

    new: Side
    old: Side
    trials: int = 1
    split: Split = Split.ALL


Name = Literal["new", "old"]


@dataclass(frozen=True, slots=True)
class Task:
    """The readings of one side that are missing on one revision."""

    side: Name
    assignments: tuple[Assignment, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """One revision to be compared on, with what is there already."""

    history: History
    revision: Revision
    new: tuple[Reading, ...]
    old: tuple[Reading, ...]
    tasks: tuple[Task, ...]
    """What is missing; empty where both sides are whole."""
    unproven: str = ""
    """Why stored readings of the old side are not used, so that it is read again; empty where they are."""

    @property
    def compared(self) -> Compared:
        """What both sides raised."""
        return compared(self.history, self.revision, self.new, self.old)

    @property
    def name(self) -> str:
        """The text and the revision, as a person calls them."""
        return f"{self.history.artifact.path} revision {self.revision.number}"


@dataclass(frozen=True, slots=True)
class ReplayProposal:
    """A replay that could be made now, and what it would take."""

    wish: Wish
    units: tuple[Unit, ...]
    refused: tuple[str, ...]
    """Revisions that cannot be compared on, each a sentence that says what is missing."""
    estimate: Estimate
    destination: str
    """Where texts would be sent; empty where there is nobody to ask."""
    secrets: tuple[str, ...]
    """What looks like a live credential in a text to be sent and is not marked miss, a sentence each."""
    unasked: tuple[Artifact, ...]
    """Those to be sent of which the person has not agreed before to send them there."""

    @property
    def missing(self) -> tuple[Unit, ...]:
        """The revisions that want readings."""
        return tuple(unit for unit in self.units if unit.tasks)

    @property
    def whole(self) -> tuple[Unit, ...]:
        """The revisions that both sides have read."""
        return tuple(unit for unit in self.units if not unit.tasks)


def is_like(model: str, asked: str) -> bool:
    """Whether a model is the one that was asked for, under the name that a service gave it."""
    return model.startswith(asked) or asked.startswith(model)
