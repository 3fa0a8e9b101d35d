"""What to mark first: how likely a concern is a hit, by how many of the readings raised it.

It orders; it never hides.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History
from workbench.core.marks import Mark
from workbench.core.readings import Reading, ReadingState
from workbench.core.rows import Row
from workbench.core.sources import SourceKind
from workbench.core.trust.statistics import DIRECTIONAL_BELOW, Rate

ELSEWHERE = (0.18, 0.35, 0.56, 0.65, 0.74)
"""Share of hits among concerns that one, two, three, four, and five or more of eight readings raised.

Six texts of other authors, each read eight times, marked by two strict markers.
"""


@dataclass(frozen=True, slots=True)
class Stratum:
    """Concerns that about the same share of a revision's readings raised."""

    eighths: int
    """That share, 1 to 5 eighths; 5 stands for everything above."""
    rate: Rate
    """The person's own marks on them, can't tell left out."""

    @property
    def chance(self) -> float:
        """How likely one more is a hit: the figures from elsewhere, which 15 own marks weigh as much as."""
        prior = ELSEWHERE[self.eighths - 1]
        return (self.rate.hits + DIRECTIONAL_BELOW * prior) / (self.rate.of + DIRECTIONAL_BELOW)

    def sentence(self) -> str:
        """What the person's own marks say of such concerns."""
        if not self.rate.of:
            elsewhere = f"{10 * ELSEWHERE[self.eighths - 1]:.0f}"
            public = f"on six public texts {elsewhere} of 10 such were hits"
            return f"you have marked none that as many raised; {public}"
        hits = f"{self.rate.hits} of the {self.rate.of} you marked hit or miss were hits"
        return f"like these, raised by as many: {hits}"


@dataclass(frozen=True, slots=True)
class Odds:
    """The strata from the least to the most often raised."""

    strata: tuple[Stratum, ...]

    def of(self, raised: int, readings: int) -> Stratum:
        """The stratum of a concern that `raised` of `readings` readings raised.

        Raises:
            ValueError: not even one reading raised it, or more than there were.

        """
        return self.strata[_eighths(raised, readings) - 1]

    def joined(self, others: "Odds") -> "Odds":
        """These odds with marks on other concerns."""
        pairs = zip(self.strata, others.strata, strict=True)
        return Odds(
            tuple(
                Stratum(a.eighths, Rate(a.rate.hits + b.rate.hits, a.rate.of + b.rate.of)) for a, b in pairs
            )
        )


Share = tuple[int, int]
"""How many readings raised a concern, of how many."""


def like_these(histories: Sequence[History]) -> Odds:
    """How often the person's marks called concerns a hit, by the share of readings that raised them."""
    marked: list[tuple[Share, Mark | None]] = []
    for history in histories:
        marks = EffectiveMarks(history)
        marked += ((share, marks.of_concern(concern).mark) for concern, share in _shares(history).items())
    return _odds(marked)


def like_these_rows(rows: Iterable[Row]) -> Odds:
    """The same of the concerns of one list, from what its rows say already: fast for thousands of them."""
    return _odds(
        [
            ((row.raised, row.readings), row.standing.mark)
            for row in rows
            # Most have no mark; a finding in no concern yet was raised by one of so far no readings.
            if row.standing.mark is not None and row.raised and row.readings
        ]
    )


def _odds(marked: Iterable[tuple[Share, Mark | None]]) -> Odds:
    """The strata of concerns with these marks; the shares are few, however many concerns there are."""
    decided: Counter[int] = Counter()
    hits: Counter[int] = Counter()
    for ((raised, readings), mark), count in Counter(marked).items():
        if mark in (Mark.HIT, Mark.MISS):
            decided[_eighths(raised, readings)] += count
            hits[_eighths(raised, readings)] += count * (mark is Mark.HIT)
    return Odds(tuple(Stratum(s, Rate(hits[s], decided[s])) for s in range(1, len(ELSEWHERE) + 1)))


def _eighths(raised: int, readings: int) -> int:
    """A share in eighths, halves rounded up, at least 1 and at most 5."""
    if not 0 < raised <= readings:
        raise ValueError(f"{raised} of {readings} readings cannot have raised a concern")
    return min(len(ELSEWHERE), max(1, (16 * raised + readings) // (2 * readings)))


def _shares(history: History) -> dict[int, Share]:
    """By concern: how many readings raised it on the last revision on which any did, of how many."""
    by_revision: dict[int, list[Reading]] = defaultdict(list)
    for reading in history.readings:
        read = reading.source.kind in (SourceKind.READER, SourceKind.RUBRIC)
        if read and not reading.mine and reading.state is ReadingState.FINISHED:
            by_revision[reading.revision].append(reading)
    shares: dict[int, Share] = {}
    for _, readings in sorted(by_revision.items()):
        raised: Counter[int] = Counter()
        focused: Counter[int] = Counter()
        for reading in readings:
            raised.update(_concerns(history, reading))
            if reading.focused:
                focused.update(_concerns(history, reading))
        # What was shown changed passages only has not read for the concerns that it did not raise.
        whole = sum(not reading.focused for reading in readings)
        shares.update({concern: (count, whole + focused[concern]) for concern, count in raised.items()})
    return shares


def _concerns(history: History, reading: Reading) -> set[int]:
    """The concerns that a reading raised, each once."""
    return {
        history.placements[finding.id].concern
        for finding in reading.findings
        if finding.id in history.placements
    }
