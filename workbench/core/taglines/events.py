"""What happens while candidates are read: a closed union."""

from dataclasses import dataclass

from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.racing import Race, Standing
from workbench.core.taglines.reads import Grade, Read, Slot


@dataclass(frozen=True, slots=True)
class RunStarted:
    """Reading begins."""

    race: Race


@dataclass(frozen=True, slots=True)
class ReadStarted:
    """A reader is shown a candidate."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Waiting:
    """A read or a grading waits to be tried again."""

    slot: Slot
    why: str


@dataclass(frozen=True, slots=True)
class ReadEnded:
    """A read is stored, or has failed."""

    read: Read


@dataclass(frozen=True, slots=True)
class GradeEnded:
    """An answer is graded and that is stored, or grading it has failed."""

    grade: Grade


@dataclass(frozen=True, slots=True)
class Moved:
    """A round of reads is over: who is left, and what is read next."""

    standing: Standing


@dataclass(frozen=True, slots=True)
class RunEnded:
    """Nothing is read any more."""

    why: str = ""
    """Why something that was wanted is missing, in a sentence; empty where nothing is."""


@dataclass(frozen=True, slots=True)
class GradeMarked:
    """The person marked what the grader said, or took a mark back."""

    grade: Grade


@dataclass(frozen=True, slots=True)
class CandidatesChanged:
    """A candidate was edited into a new one, hidden or shown again, or the file holds others now."""

    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class Asking:
    """Another question is shown; empty for whether readers got the intent."""

    question: str


@dataclass(frozen=True, slots=True)
class IntentSaid:
    """The author's sentence is another: what was graded by the earlier one no longer counts."""

    intent: str


Change = GradeMarked | CandidatesChanged | Asking | IntentSaid
"""What the person did."""
RunEvent = RunStarted | ReadStarted | Waiting | ReadEnded | GradeEnded | Moved | RunEnded
"""What happens while candidates are read."""
TaglineEvent = RunEvent | Change
