"""What a reading gives: findings, answers and a verdict, each on words of the revision."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal

from workbench.core.costs.usage import UNASKED, Usage
from workbench.core.errors import Failure
from workbench.core.sources import ME, FixableBy, OnFail, Source


class FindingKind(StrEnum):
    """How a finding came about."""

    FINDING = "finding"
    LOST_INTEREST = "lost interest"
    ONE_FIX = "one fix"
    FAILS = "fails"
    FAULT = "fault"
    OVERLOOKED = "overlooked"


class Verdict(StrEnum):
    """What a judge concludes, best first."""

    PUBLISHABLE = "Publishable"
    FIX = "Fix"
    REWRITE = "Rewrite"


AnswerValue = Literal["meets", "fails", "cannot tell", "does not apply"]
DECIDED: tuple[AnswerValue, ...] = ("meets", "fails")
"""The answers that say yes or no; the others are abstentions."""
AnchoredHow = Literal["exact", "folded", "close", "edited"]
"""Edited: not the words themselves, but what an edit made of them."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the revision's text."""

    start: int
    end: int
    """Code point offset after the last one."""
    how: AnchoredHow = "exact"
    """How surely the words were found."""

    def overlaps(self, other: "Span") -> bool:
        """Whether two stretches of one text have words in common."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True)
class Evidence:
    """A line outside the text that decides a finding."""

    path: str
    line: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One claimed problem, from one reading, with the exact words it is about."""

    source: Source
    kind: FindingKind
    quote: str
    problem: str
    consequence: str = ""
    """What the reader would do wrong, believe falsely or give up."""
    change: str = ""
    """A direction, never a rewritten passage."""
    fixable_by: FixableBy | None = None
    asks: str = "other"
    """The id of what the source reads for; for a judge the question's id, for a check its id."""
    span: Span | None = None
    """Where the quote stands; None where it could not be found."""
    evidence: tuple[Evidence, ...] = ()
    expected: str | None = None
    """What would be right, where a check can prove it."""
    on_fail: OnFail | None = None
    """For a fault or a failed question: how far it lowers the ruling."""
    id: int = 0
    """The store's key; 0 until stored."""
    reading: int = 0
    """Key of the reading it came from; 0 for an overlooked problem."""
    revision: int = 0
    """Key of the revision it is about."""

    @property
    def mine(self) -> bool:
        """Whether the person raised it: an overlooked problem, or a question they answered with *fails*."""
        return self.source == ME


@dataclass(frozen=True, slots=True)
class Answer:
    """A judge's answer to one question, after its own challenge."""

    source: Source
    question: str
    value: AnswerValue
    quote: str
    reason: str
    consequence: str = ""
    span: Span | None = None
    dominant: bool = False
    on_fail: OnFail = "note"
    first_value: AnswerValue | None = None
    """What was answered before the challenge; None where it stood unchanged."""
    challenge: str = ""
    """How the answer was attacked; empty where it was not."""
    id: int = 0
    reading: int = 0
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """One of a judge's worst places; never a finding."""

    quote: str
    why: str
    span: Span | None = None


OWN_PROVIDER = "me"
"""The provider of a rubric that the person answered."""


class ReadingState(StrEnum):
    """How a reading ended."""

    FINISHED = "finished"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Reading:
    """One source applied to one revision, once."""

    source: Source
    trial: int
    state: ReadingState
    revision: int = 0
    round: int = 0
    """Key of its round; 0 for a check and for the person's own, which belong to the revision."""
    provider: str = ""
    model: str = ""
    """As the service named it; empty for checks."""
    effort: str = ""
    prompt_sha256: str = ""
    about: str = ""
    """A reader's sentence: what this is."""
    for_whom: str = ""
    verdict: Verdict | None = None
    why: str = ""
    """The judge's reason for its verdict."""
    worst: tuple[Place, ...] = ()
    findings: tuple[Finding, ...] = ()
    answers: tuple[Answer, ...] = ()
    failure: Failure | None = None
    usage: Usage = UNASKED
    stop_reason: str = ""
    request_id: str = ""
    raw: str = field(default="", compare=False)
    """The answer as it came, which the store keeps so that it can be read again; empty in a history."""
    made_of: str = field(default="", compare=False)
    """What its prompt was made of beside what its source and its revision keep, as JSON that
    `rebuilding.made_of` wrote; empty in a history, and in what was read before it was kept.
    """
    started_at: datetime | None = None
    ended_at: datetime | None = None
    notes: tuple[str, ...] = ()
    """What was odd but did not fail it, a sentence each."""
    parts: int = 1
    """In how many parts the text was read: more than 1 where it is longer than the model's window."""
    asked: str = ""
    """The model that was asked, by the name that it was asked by; empty where that was not kept."""
    passages: int = 0
    """How many changed passages a judge was shown, without the rest of the text; 0 where all was read."""
    id: int = 0

    @property
    def mine(self) -> bool:
        """Whether the person made it."""
        return self.provider == OWN_PROVIDER

    @property
    def focused(self) -> bool:
        """Whether it read the changed passages only: no ruling rests on it."""
        return self.passages > 0

    @property
    def played_by(self) -> str:
        """The model, or the person's program, that read, in words; empty for a check."""
        return f"the program {self.model}" if self.model and self.provider == "command" else self.model

    def is_by(self, model: str) -> bool:
        """Whether a model made it, by the name that it is asked by.

        A service may name the dated version of what was asked: where only that was kept, it counts.
        """
        if self.asked:
            return self.asked == model
        return self.model == model or re.fullmatch(re.escape(model) + r"[-@]\d{8}", self.model) is not None

    def is_replaced_by(self, later: "Reading") -> bool:
        """Whether the person answered the same rubric about the same revision anew."""
        same = self.revision == later.revision and self.source.name == later.source.name
        return self.mine and later.mine and same

    @property
    def quotes(self) -> tuple[int, int]:
        """How many findings and answers carry a quote, and how many of these were not found."""
        spans = [f.span for f in self.findings if f.quote] + [a.span for a in self.answers if a.quote]
        return len(spans), sum(span is None for span in spans)
