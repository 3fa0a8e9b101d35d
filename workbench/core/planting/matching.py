"""Whether a finding is about a planted fault: at the same place, and of the same problem.

The place is told by where the finding's quote stands, the problem by the words that it uses. What that
leaves open is asked of the person and counted as neither until then.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from workbench.core.planting.candidates import Recognised, Stretch
from workbench.core.planting.planting import Fault, Planted
from workbench.core.readings import Finding
from workbench.core.sources import SourceKind
from workbench.core.text.document import Document

_NEAR = 2
"""Lines from a place at which a finding may still be about it: a heading and a blank line."""


_MISSING = ("step", "prerequisite", "term")
"""Families of which nothing is left to be quoted."""


class Outcome(StrEnum):
    """What a reading made of a fault."""

    FOUND = "found"
    OPEN = "to be looked at"
    NOT_FOUND = "not found"


@dataclass(frozen=True)
class Matcher:
    """Matches findings with the key of one copy."""

    planted: Planted
    unchanged: Collection[tuple[str, str]] = ()
    """Check and problem of each fault that the checks prove of the original as well."""

    @property
    def document(self) -> Document:
        """The copy."""
        return Document(self.planted.text)

    def outcomes(self, finding: Finding) -> tuple[tuple[Fault, Outcome], ...]:
        """What a finding says of each fault.

        One that is about a fault at whose place it stands is asked of no other by its words alone: a reader
        makes a finding of each failure.
        """
        made = [(fault, self.outcome(fault, finding)) for fault in self.planted.faults]
        if not any(said is Outcome.FOUND and self._where(fault, finding)[1] for fault, said in made):
            return tuple(made)
        return tuple(
            (fault, Outcome.NOT_FOUND if said is Outcome.OPEN and self._is_far(fault, finding) else said)
            for fault, said in made
        )

    def outcome(self, fault: Fault, finding: Finding) -> Outcome:
        """What a finding says of a fault, whatever it says of others."""
        if finding.source.kind is SourceKind.CHECK:
            return self._of_check(fault, finding)
        words, recognised = _Words(finding), fault.recognised
        same = words.has_all(recognised)
        there, here, near = self._where(fault, finding)
        if same and (there or (near and not recognised.there)):
            return Outcome.FOUND
        if here and words.names_the_other_side(recognised):
            return Outcome.FOUND
        if there or (here and words.own_has_any(recognised)) or words.echo(recognised):
            return Outcome.OPEN
        missing = fault.family in _MISSING
        if near and (same or (missing and words.may_have_all(recognised))):
            return Outcome.OPEN
        # What is missing may be missed anywhere, and what was named is hardly named by chance.
        telling = missing or (recognised.named and not recognised.there)
        return Outcome.OPEN if same and telling else Outcome.NOT_FOUND

    def _is_far(self, fault: Fault, finding: Finding) -> bool:
        """Whether a finding neither stands at a fault nor repeats the words of its copy."""
        return not self._where(fault, finding)[1] and not _Words(finding).echo(fault.recognised)

    def _of_check(self, fault: Fault, finding: Finding) -> Outcome:
        """What a check proves of changed words and not of the original is the fault: that needs no words."""
        if finding.span is None or (finding.source.name, finding.problem) in self.unchanged:
            return Outcome.NOT_FOUND
        stands = Stretch(finding.span.start, finding.span.end)
        if any(spot.overlaps(stands) for spot in fault.spots):
            return Outcome.FOUND
        return Outcome.OPEN if any(place.overlaps(stands) for place in fault.places) else Outcome.NOT_FOUND

    def _where(self, fault: Fault, finding: Finding) -> tuple[bool, bool, bool]:
        """Whether a finding stands at a fault's changed words, at one of its places, and near one."""
        if finding.span is None:
            return False, False, False
        stands = Stretch(finding.span.start, finding.span.end)
        there = any(spot.overlaps(stands) for spot in fault.spots)
        here = there or any(place.overlaps(stands) for place in fault.places)
        lines = self._lines(stands)
        near = here or any(
            place.start - _NEAR <= lines.stop - 1 and lines.start <= place.stop - 1 + _NEAR
            for place in map(self._lines, fault.places)
        )
        return there, here, near

    def _lines(self, stretch: Stretch) -> range:
        first = self.document.line_of(stretch.start)
        return range(first, self.document.line_of(max(stretch.start, stretch.end - 1)) + 1)


class _Words:
    """The words of a finding: its own, and those with its quote."""

    def __init__(self, finding: Finding) -> None:
        self._own = "\n".join((finding.problem, finding.consequence, finding.change)).casefold()
        self._quote = finding.quote.casefold()
        self._every = f"{self._own}\n{self._quote}"

    def has_all(self, recognised: Recognised) -> bool:
        """Whether it says what makes it this fault."""
        own = all(_has(self._own, terms) for terms in recognised.said)
        return own and all(_has(self._every, terms) for terms in recognised.named)

    def may_have_all(self, recognised: Recognised) -> bool:
        """Whether it would if what its quote names were said by it."""
        return self.own_has_any(recognised) and all(
            _has(self._every, terms) for terms in (*recognised.said, *recognised.named)
        )

    def own_has_any(self, recognised: Recognised) -> bool:
        """Whether it says part of it in its own words."""
        # What contradicts is named by its subject, of which either side may be said much else.
        named = () if recognised.sides else recognised.named
        return any(_has(self._own, terms) for terms in (*recognised.said, *named))

    def names_the_other_side(self, recognised: Recognised) -> bool:
        """Whether the words of both sides are there, and one of them not only quoted."""
        sides = recognised.sides
        both = bool(sides) and all(_has(self._every, terms) for terms in sides)
        return both and any(_has(self._own, terms) and not _has(self._quote, terms) for terms in sides)

    def echo(self, recognised: Recognised) -> bool:
        """Whether it repeats what is worth asking about wherever it stands."""
        return bool(recognised.echoed) and all(_has(self._own, terms) for terms in recognised.echoed)


def _has(text: str, terms: Sequence[str]) -> bool:
    return any(_pattern(term).search(text) for term in terms)


@lru_cache(maxsize=10_000)
def _pattern(term: str) -> re.Pattern[str]:
    """A term as a whole word, or as the beginning of one; in scripts without spaces anywhere."""
    begins, word = term.endswith("*"), term.rstrip("*").casefold()
    before = r"(?<![a-z0-9])(?<!\d\.)" if word[:1].isascii() and word[:1].isalnum() else ""
    after = r"(?![a-z0-9])(?!\.\d)" if not begins and word[-1:].isascii() and word[-1:].isalnum() else ""
    return re.compile(before + re.escape(word) + after)
