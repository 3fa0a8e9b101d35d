"""One candidate on the board: who got it, how sure that is, and what the others took it for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from workbench.core.sources import Source
from workbench.core.taglines.candidates import LONGEST, Candidate
from workbench.core.taglines.reads import Grade, Read, Value
from workbench.core.taglines.separation import Share, interval, rate
from workbench.core.taglines.taken_for import TakenFor
from workbench.core.trust.statistics import Interval


class State(StrEnum):
    """What the reads so far say of a candidate beside the others."""

    UNREAD = "not read yet"
    UNGRADED = "not graded yet"
    UNCOMPARED = "not compared"
    """Hidden, or counted by a further question: the race is about the intent alone."""
    LEFT = "may be the best"
    DROPPED = "left out"
    BEHIND = "behind the best"
    BEST = "can't separate these"
    ALONE = "ahead of all others"


@dataclass(frozen=True)
class Row:
    """What is known of one candidate under one question."""

    candidate: Candidate
    readers: tuple[Source, ...]
    graded: tuple[tuple[Read, Grade], ...]
    """The reads that speak for it, each with its grade."""
    state: State = State.UNREAD
    fresh: bool = False
    """Whether these are the reads that were made after the race, to decide."""
    reads: int = 0
    """All reads that were made of it."""
    ungraded: int = 0
    """Those of them without a grade under this question."""
    groups: tuple[TakenFor, ...] = ()
    """What readers who did not get it took it for."""
    checks: tuple[str, ...] = ()
    """What the checks say, a few words each."""

    @cached_property
    def by_reader(self) -> tuple[Share, ...]:
        """Each reader's right answers of all of theirs that are graded."""
        right, of = Counter[Source](), Counter[Source]()
        for read, grade in self.graded:
            of[read.slot.reader] += 1
            right[read.slot.reader] += grade.holds is Value.RIGHT
        return tuple(Share(right[reader], of[reader]) for reader in self.readers)

    @property
    def right(self) -> int:
        """Reads whose reader got it."""
        return sum(share.right for share in self.by_reader)

    @property
    def of(self) -> int:
        """Reads that are graded."""
        return sum(share.of for share in self.by_reader)

    @property
    def undecided(self) -> int:
        """Reads among these of which it cannot be told whether the reader got it."""
        return sum(grade.holds is Value.CANNOT_TELL for _, grade in self.graded)

    @property
    def rate(self) -> float | None:
        """The mean of the readers' rates, to sort by; None before any has read."""
        return rate(self.by_reader)

    @cached_property
    def interval(self) -> Interval | None:
        """Where that mean is for these readers, at 95 %; None before any has read."""
        return interval(self.by_reader)

    @property
    def long(self) -> bool:
        """Whether it is longer than a line of a page."""
        return self.candidate.cells > LONGEST

    @property
    def count(self) -> str:
        """Right of n; `-` before anything is graded."""
        return f"{self.right} of {self.of}" if self.of else "-"


class Sort(StrEnum):
    """The order of rows."""

    RIGHT = "right"
    FILE = "file"
    LENGTH = "length"
    TEXT = "text"


def sorted_rows(rows: Sequence[Row], sort: Sort) -> tuple[Row, ...]:
    """Rows in an order; those that are alike in it stand as they stood."""
    if sort is Sort.RIGHT:
        return tuple(sorted(rows, key=lambda row: (-(row.rate if row.rate is not None else -1), -row.of)))
    if sort is Sort.LENGTH:
        return tuple(sorted(rows, key=lambda row: row.candidate.cells))
    if sort is Sort.TEXT:
        return tuple(sorted(rows, key=lambda row: row.candidate.text.casefold()))
    return tuple(rows)


Grades = Mapping[tuple[str, str], Grade]
"""Grades by what was asked (`Asked.key`) and by the answer."""
