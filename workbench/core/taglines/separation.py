"""How sure a count of readers is, and which candidates it cannot tell from the best.

The panel of readers is taken as given: what is estimated is how often *these* readers get a candidate. Each
reader is a stratum with the same weight, however many trials it made, and further trials make the figure
surer for these readers, never for others. How far it would carry is seen from the counts of each reader.
"""

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from math import erf, exp, pi, sqrt
from typing import NamedTuple, TypeVar

from workbench.core.trust.statistics import Interval, score_interval

T = TypeVar("T", bound=Hashable)


class Share(NamedTuple):
    """One reader's right answers to one candidate."""

    right: int
    of: int

    def __str__(self) -> str:
        """As `k/n`."""
        return f"{self.right}/{self.of}"


Strata = Sequence[Share]
"""One share for each reader."""


def rate(strata: Strata) -> float | None:
    """The mean of the readers' own rates; None before any of them has read."""
    rates = [share.right / share.of for share in strata if share.of]
    return sum(rates) / len(rates) if rates else None


def interval(strata: Strata, confidence: float = 0.95) -> Interval | None:
    """The interval of the mean of the readers' rates; None before any of them has read.

    Wilson's, of as many reads as would be as sure of that mean if they were one sample: Korn and Graubard,
    "Confidence intervals for proportions with small expected number of positive counts estimated from survey
    data", Survey Methodology 24 (1998). With one reader, or where all are alike, these are the reads there
    are; readers who differ say more of their mean than as many reads of one.
    """
    read = [share for share in strata if share.of]
    middle = rate(read)
    if middle is None:
        return None
    added = _estimate(read)
    return score_interval(middle, added.middle * (1 - added.middle) / added.variance, confidence)


class _Estimate(NamedTuple):
    middle: float
    variance: float


def contenders(counted: Mapping[T, Strata], error: float, of: int = 0) -> frozenset[T]:
    """The candidates that cannot be told from the best: with probability 1 - `error` the best is one.

    A candidate is left out where another is better by more than `critical` standard errors of their
    difference. One that a reader has not read yet is in. `of` says how many they were chosen from by these
    reads; 0 where they were not chosen by them.

    Gupta, "On some multiple decision (selection and ranking) rules", Technometrics 7 (1965); Hsu,
    "Constrained simultaneous confidence intervals for multiple comparisons with the best", Annals of
    Statistics 12 (1984). One right and one wrong answer are added to each reader's: Agresti and Caffo,
    "Simple and effective confidence intervals for proportions and differences of proportions result from
    adding two successes and two failures", The American Statistician 54 (2000).

    Raises:
        ValueError: `error` is not between 0 and 1.
    """
    read = {name: _estimate(strata) for name, strata in counted.items() if all(share.of for share in strata)}
    unread = counted.keys() - read.keys()
    if len(read) < 2:
        return frozenset(counted)
    factor = critical(max(of, len(read)), error) ** 2
    best_first = sorted(read.values(), reverse=True)
    kept = {
        name
        for name, (middle, variance) in read.items()
        if not _is_beaten(middle, variance, best_first, factor)
    }
    return frozenset(kept | unread)


def _is_beaten(middle: float, variance: float, best_first: Sequence[_Estimate], factor: float) -> bool:
    for other, other_variance in best_first:
        ahead = other - middle
        if ahead <= 0:
            return False
        if ahead * ahead > factor * (variance + other_variance):
            return True
    return False


def _estimate(strata: Strata) -> _Estimate:
    middle = variance = 0.0
    for right, of in strata:
        share = (right + 1) / (of + 2)
        middle += share
        variance += share * (1 - share) / of
    return _Estimate(middle / len(strata), variance / len(strata) ** 2)


def can_tell(readers: int, trials: int, candidates: int, error: float) -> bool:
    """Whether anything could be told apart: a candidate that nobody gets from one that everybody gets."""
    two = {1: [Share(trials, trials)] * readers, 2: [Share(0, trials)] * readers}
    return len(contenders(two, error, candidates)) == 1


@lru_cache(maxsize=1000)
def critical(candidates: int, error: float) -> float:
    """By how many standard errors of a difference the best of that many equal candidates may seem beaten.

    The largest of the others is further above it only with probability `error`: the constant of Gupta's
    rule, for equal standard errors, by numerical integration.

    Raises:
        ValueError: `error` is not between 0 and 1.
    """
    if not 0 < error < 1:
        raise ValueError(f"an error of {error} is not between 0 and 1")
    if candidates < 2:
        return 0.0
    low, high = 0.0, 9.0
    while high - low > 1e-5:
        tried = (low + high) / 2
        if _unbeaten(candidates, tried) < 1 - error:
            low = tried
        else:
            high = tried
    return high


_STEP = 0.05
_POINTS = tuple(place * _STEP for place in range(-160, 161))


def _unbeaten(candidates: int, factor: float) -> float:
    """How likely no other of equal candidates is further above one than `factor` standard errors."""
    return sum(
        exp(-x * x / 2) / sqrt(2 * pi) * _below(x + factor * sqrt(2)) ** (candidates - 1) * _STEP
        for x in _POINTS
    )


def _below(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


def resolution(reads: int, candidates: int, error: float) -> float:
    """About the smallest difference of rates that so many reads of each candidate can show."""
    return min(1.0, critical(candidates, error) * sqrt(2 * 0.25 / reads)) if reads and candidates > 1 else 1.0
