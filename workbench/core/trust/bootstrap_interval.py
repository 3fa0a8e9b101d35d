"""Where a figure of paired measurements lies, by drawing the measurements anew."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from workbench.core.trust.statistics import Interval

T = TypeVar("T")

DRAWS = 2000


@dataclass(frozen=True, slots=True)
class Resampled:
    """What the draws came to."""

    interval: Interval
    draws: int
    undefined: int
    """Draws on which the figure is not defined, such as a rate of 0 of 0; the interval is of the others."""


def bootstrap(
    artifacts: Sequence[Sequence[T]],
    figure: Callable[[Sequence[T]], float | None],
    seed: int,
    draws: int = DRAWS,
    confidence: float = 0.95,
) -> Resampled | None:
    """The percentile interval of a figure over artifacts, each given as its revisions.

    A draw takes as many artifacts as there are, with replacement, and of each as many of its revisions, with
    replacement: revisions of one artifact are alike, so that drawing them alone would make an interval too
    narrow. What is measured of both sides on one revision is one value, which keeps the pairs together. The
    same seed draws the same. None without a draw on which the figure is defined.

    Efron and Tibshirani, "An introduction to the bootstrap" (1993), chapter 13 for percentile intervals;
    Davison and Hinkley, "Bootstrap methods and their application" (1997), section 3.8 for hierarchical data.

    Raises:
        ValueError: there is no artifact, one without a revision, or no draw; `confidence` is not between 0
            and 1.

    """
    if not artifacts or not all(artifacts) or draws < 1:
        raise ValueError("to draw from there must be artifacts, each with a revision, and at least one draw")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence} is not between 0 and 1")
    chance = Random(seed)
    found = []
    for _ in range(draws):
        drawn = chance.choices(artifacts, k=len(artifacts))
        value = figure([one for revisions in drawn for one in chance.choices(revisions, k=len(revisions))])
        if value is not None:
            found.append(value)
    if not found:
        return None
    found.sort()
    tail = (1 - confidence) / 2
    return Resampled(Interval(quantile(found, tail), quantile(found, 1 - tail)), draws, draws - len(found))


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value below which a share of ordered values lies, between two of them by straight line.

    Hyndman and Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996), type 7.
    """
    at = share * (len(ordered) - 1)
    below = int(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
