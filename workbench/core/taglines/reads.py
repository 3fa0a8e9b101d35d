"""What readers said of candidates, and what the grader said of that."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure
from workbench.core.marks import Mark
from workbench.core.sources import Source, wording_of


class Stage(StrEnum):
    """What a read was made for."""

    RACE = "race"
    """To find who can still be the best; all candidates begin here."""
    FINAL = "final"
    """To decide among those that are left: no read of this stage had a part in who they are."""


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """A read that is wanted or was made: who reads what, for which time."""

    candidate: int
    """Its key."""
    reader: Source
    stage: Stage
    trial: int
    """1 and on within its stage."""


@dataclass(frozen=True, slots=True)
class Read:
    """One reader's answer to one candidate, once."""

    slot: Slot
    what: str = ""
    """What the reader takes it for, in a sentence; empty where the read failed."""
    for_whom: str = ""
    thought: str = ""
    title: str = ""
    """What it stood under; empty where it was read alone."""
    provider: str = ""
    model: str = ""
    """As it was asked for."""
    effort: str = ""
    prompt_sha256: str = ""
    failure: Failure | None = None
    usage: Usage = field(default_factory=Usage)
    raw: str = field(default="", compare=False)
    """The answer as it came."""
    at: datetime | None = None
    id: int = 0
    """The store's key; 0 until stored."""

    @property
    def answer(self) -> str:
        """All of the answer that a grader sees: neither the candidate nor what went on in the reader."""
        return f"{self.what}\nFor whom: {self.for_whom}" if self.for_whom else self.what


class Value(StrEnum):
    """What a grader says of a reader's answer; of a question that the person asked, right is yes."""

    RIGHT = "right"
    WRONG = "wrong"
    CANNOT_TELL = "cannot tell"


_OTHER = {Value.RIGHT: Value.WRONG, Value.WRONG: Value.RIGHT, Value.CANNOT_TELL: Value.CANNOT_TELL}


@dataclass(frozen=True, slots=True)
class Asked:
    """What readers' answers are graded by: the intent alone, or a question besides."""

    reference: str
    """The author's intent."""
    question: str = ""
    """Of the person, to be answered with yes or no; empty for whether the reader got the intent."""

    @property
    def key(self) -> str:
        """The sha256 by which grades of the same are found."""
        return wording_of(f"{self.reference}\0{self.question}")


@dataclass(frozen=True, slots=True)
class Grade:
    """What the grader said of one answer, however many readers gave exactly this answer."""

    source: Source
    """The grader at its exact wording."""
    asked: Asked
    answer: str
    """The reader's, as the grader saw it."""
    value: Value = Value.CANNOT_TELL
    quote: str = ""
    """The words of the answer that decide it."""
    reason: str = ""
    found: bool = True
    """Whether the quote stands in the answer; without it the value is *cannot tell*."""
    mark: Mark | None = None
    """The person's."""
    provider: str = ""
    model: str = ""
    """As it was asked for."""
    effort: str = ""
    prompt_sha256: str = ""
    failure: Failure | None = None
    usage: Usage = field(default_factory=Usage)
    raw: str = field(default="", compare=False)
    at: datetime | None = None
    id: int = 0

    @property
    def holds(self) -> Value:
        """What counts: the grader's word, turned by the person's miss, undecided by their can't tell."""
        if self.mark is Mark.MISS:
            return _OTHER[self.value]
        return Value.CANNOT_TELL if self.mark is Mark.CANT_TELL else self.value
