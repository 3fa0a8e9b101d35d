"""The database as blind marking and calibrating need it."""

from datetime import datetime
from typing import NamedTuple, Protocol

from workbench.core.artifacts import Artifact
from workbench.core.marks import Decision, Mark, Target
from workbench.core.readings import AnswerValue
from workbench.core.sources import Source
from workbench.core.trust.claims import Played


class Stored(NamedTuple):
    """One answer of a judge, as far as it can be asked about, without words."""

    answer: int
    """Its key."""
    artifact: int
    revision: int
    reading: int
    played: Played
    question: Source
    """At its exact wording."""
    value: AnswerValue
    at: datetime | None
    """When the reading ended."""
    given: AnswerValue | None = None
    """What the person answered to this question on this revision before they saw any judge's answer."""
    drawn: bool = False
    """Whether it was asked blind once: also true of an answer that was taken back since."""
    seen: bool = False
    """Whether the person marked this answer, or what it found, before they answered blind, or without."""
    decision: int = 0
    """Key of what the person answered; 0 where they answered nothing, or took it back."""

    @property
    def asked(self) -> tuple[Source, int]:
        """What was asked of what: every judge's answer to it is hidden until the person's is given."""
        return self.question, self.revision


class OwnSaid(NamedTuple):
    """What the person answered to a question while answering a whole rubric themselves."""

    question: Source
    revision: int
    value: AnswerValue
    at: datetime | None
    """When they had answered all of it."""


class OldMark(NamedTuple):
    """A mark that may be asked for a second time."""

    artifact: Artifact
    target: Target
    mark: Mark
    at: datetime
    finding: int | None
    """Key of the finding whose words are shown; None for an answer."""
    again: Mark | None = None
    """The second mark; None where it was not asked for yet."""
    drawn: bool = False
    """Whether it was asked for: also true of a second mark that was taken back since."""


class Calibrations(Protocol):
    """What is stored of answers given blind. Every method has committed when it returns."""

    async def stored(self, rubric: str = "", revision: int = 0) -> tuple[Stored, ...]:
        """The answers of every judge, the oldest first: of one rubric, of one revision, or all."""
        ...

    async def old_marks(self) -> tuple[OldMark, ...]:
        """The marks that stand on findings and answers of others, the oldest first."""
        ...

    async def artifact(self, key: int) -> Artifact:
        """The artifact of a key."""
        ...

    async def take_back(self, decision: Decision) -> Decision:
        """One thing that was answered blind, taken back; it is not asked again."""
        ...
