"""What a replay comes to: whether the new side is better, worse, or not to be told from the old one.

A concern that you marked hit speaks for the side that raised it, one that you marked miss for the side that
did not. The figure is by how much more often the new side is right so, over all concerns that either side
raised and that are marked hit or miss: 0 for two sides that do as well, 1 where the new one is right and
the old one wrong everywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil

from workbench.core.marks import Mark
from workbench.core.replay.claims import Compared, Raised
from workbench.core.trust.bootstrap_interval import bootstrap
from workbench.core.trust.statistics import Interval

DIRECTIONAL_BELOW = 10
"""Texts under which a comparison points in a direction and no more."""
FEWEST = 5
"""Texts under which nothing is separated: drawn anew, so few are too much like each other.

Two copies of one reader, simulated in `benchmarks/replay.py`, come out apart in about 20 of 100 comparisons
over two texts, 8 over three, 7 over five, 5 over ten and 3 over twenty.
"""
_SEED = 7


class Outcome(StrEnum):
    """What is said of the new side."""

    BETTER = "better"
    WORSE = "worse"
    NOT_SEPARABLE = "not separable"
    NO_VERDICT = "no verdict yet"


@dataclass(frozen=True, slots=True)
class Estimate:
    """The figure under one reading of what is not marked."""

    figure: float | None
    """Between -1 and 1; None where nothing that is marked was raised."""
    interval: Interval | None
    marks: int
    """Concerns on revisions that it rests on."""
    texts: int
    """Those that have any of these."""

    @property
    def outcome(self) -> Outcome:
        """What it says alone."""
        if self.interval is None or self.texts < FEWEST:
            return Outcome.NOT_SEPARABLE
        if self.interval.low > 0:
            return Outcome.BETTER
        return Outcome.WORSE if self.interval.high < 0 else Outcome.NOT_SEPARABLE

    @property
    def further(self) -> int | None:
        """About how many further marks would separate a difference of this size; None where there is none.

        An interval narrows with the root of what it rests on.
        """
        if not self.figure or self.interval is None:
            return None
        half = self.figure - self.interval.low if self.figure > 0 else self.interval.high - self.figure
        return max(1, ceil(self.marks * ((half / self.figure) ** 2 - 1)) + 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a replay comes to."""

    outcome: Outcome
    marked: Estimate
    """By the marks that there are."""
    as_hits: Estimate
    """If all that is not marked were hits."""
    as_misses: Estimate
    best: Estimate
    """If what is not marked all spoke for the new side."""
    worst: Estimate
    unmarked: int
    """Concerns on revisions that are not marked and that one side raised more often than the other."""

    @property
    def directional(self) -> bool:
        """Whether there are too few texts to lean on."""
        return self.marked.texts < DIRECTIONAL_BELOW


def verdict_of(compared: Sequence[Compared]) -> Verdict:
    """The verdict on what was compared."""
    marked = _estimate(compared, None, None)
    if all(each.mark is not None for one in compared for each in one.raised):
        return Verdict(marked.outcome, marked, marked, marked, marked, marked, 0)
    best = _estimate(compared, Mark.HIT, Mark.MISS)
    worst = _estimate(compared, Mark.MISS, Mark.HIT)
    turned = {best.outcome, worst.outcome, marked.outcome}
    return Verdict(
        marked.outcome if len(turned) == 1 else Outcome.NO_VERDICT,
        marked,
        _estimate(compared, Mark.HIT, Mark.HIT),
        _estimate(compared, Mark.MISS, Mark.MISS),
        best,
        worst,
        sum(each.mark is None and each.gain != 0 for one in compared for each in one.raised),
    )


def _estimate(compared: Sequence[Compared], ahead: Mark | None, behind: Mark | None) -> Estimate:
    """The figure where what is unmarked and was raised more by the new side is `ahead`, the rest `behind`."""
    artifacts: dict[int, list[tuple[float, int]]] = {}
    for one in compared:
        values = [_right(each, ahead if each.gain > 0 else behind) for each in one.raised]
        decided = [value for value in values if value is not None]
        if decided:
            artifacts.setdefault(one.history.artifact.id, []).append((sum(decided), len(decided)))
    drawn = list(artifacts.values())
    figure = _figure([revision for revisions in drawn for revision in revisions])
    found = bootstrap(drawn, _figure, _SEED) if drawn else None
    marks = sum(n for revisions in drawn for _, n in revisions)
    return Estimate(figure, found.interval if found else None, marks, len(drawn))


def _right(each: Raised, unmarked: Mark | None) -> float | None:
    """By how much the new side is right about a concern more often; None where nothing says who is."""
    mark = unmarked if each.mark is None else each.mark
    if mark is Mark.HIT:
        return each.gain
    return -each.gain if mark is Mark.MISS else None


def _figure(revisions: Sequence[tuple[float, int]]) -> float | None:
    marks = sum(n for _, n in revisions)
    return sum(gain for gain, _ in revisions) / marks if marks else None
