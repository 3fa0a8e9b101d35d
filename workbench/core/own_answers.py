"""The person's answers to a rubric, kept one by one until all are given and become a reading."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import get_args

from workbench.core.readings import AnswerValue, Span
from workbench.core.sources import Source


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """What the person answers to one question about one revision."""

    source: Source
    """The question at its exact wording."""
    revision: int
    value: AnswerValue
    quote: str = ""
    """The words of the text that it rests on; *meets* and *fails* have them, the other answers none."""
    span: Span | None = None
    """Where these words stand in the revision."""
    words: str = ""
    """What goes wrong there, or a note; may stay empty."""
    at: datetime | None = None
    """When it was given; None until stored."""

    def says_as(self, other: "OwnAnswer") -> bool:
        """Whether it says what another answer says, whenever that was given."""
        return replace(self, at=None) == replace(other, at=None)


def in_words(values: Iterable[AnswerValue]) -> str:
    """How many answers of each kind there are."""
    given = list(values)
    return ", ".join(f"{given.count(value)} {value}" for value in get_args(AnswerValue) if value in given)
