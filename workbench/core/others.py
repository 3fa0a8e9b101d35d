"""What other people marked, as an import brought it: shown beside, and in no rate."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from workbench.core.marks import Mark, Target


@dataclass(frozen=True, slots=True)
class OthersMark:
    """The mark of another person that stands."""

    marker: str
    """The random name of who made it."""
    target: Target
    """What it is about here."""
    mark: Mark
    reason: str | None
    at: datetime


def latest(marks: Iterable[OthersMark]) -> tuple[OthersMark, ...]:
    """The last mark of each person, in the order they were made."""
    by_person = {mark.marker: mark for mark in sorted(marks, key=lambda mark: mark.at)}
    return tuple(sorted(by_person.values(), key=lambda mark: mark.at))
