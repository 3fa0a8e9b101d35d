"""How sure a rate is: intervals for a share of marks."""

from dataclasses import dataclass
from math import sqrt

_DEVIATE_95 = 1.9599639845400536


@dataclass(frozen=True, slots=True)
class Interval:
    """A range that a share lies in, both ends between 0 and 1."""

    low: float
    high: float

    def __str__(self) -> str:
        """Both ends with two digits, in words that survive being read aloud."""
        return f"{self.low:.2f} to {self.high:.2f}"


def wilson(hits: int, n: int, confidence: float = 0.95) -> Interval | None:
    """The score interval of `hits` of `n`, without continuity correction; None at 0 of 0.

    Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
    Recommended for small n by Brown, Cai and DasGupta, "Interval estimation for a binomial
    proportion", Statistical Science 16 (2001).

    Raises:
        ValueError: `hits` is not between 0 and `n`, or `confidence` not between 0 and 1.

    """
    if not 0 <= hits <= n:
        raise ValueError(f"{hits} of {n} is no share")
    return score_interval(hits / n, n, confidence) if n else None


def score_interval(share: float, n: float, confidence: float = 0.95) -> Interval:
    """Wilson's interval of a share of `n`, which may be an effective size and so no whole number.

    Raises:
        ValueError: `share` or `confidence` is not between 0 and 1, or `n` is not above 0.

    """
    if not 0 <= share <= 1 or n <= 0:
        raise ValueError(f"{share} of {n} is no share")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence of {confidence} is not between 0 and 1")
    z = deviate(confidence)
    scale = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / scale
    half = z / scale * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    # At the ends the bound is exact, and subtraction would leave a rounding error beyond it.
    low = 0.0 if share == 0 else centre - half
    high = 1.0 if share == 1 else centre + half
    return Interval(low, high)


def deviate(confidence: float) -> float:
    """The standard normal deviate between whose two signs a share of `confidence` lies."""
    if confidence == 0.95:
        return _DEVIATE_95
    # Large, and nothing but a test asks for another confidence.
    from statistics import NormalDist

    return NormalDist().inv_cdf(0.5 + confidence / 2)


DIRECTIONAL_BELOW = 15
"""Marks under which a rate points in a direction and no more."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of hits among decided marks, with how sure it is."""

    hits: int
    of: int
    """Marks that decide, hit or miss; 0 makes every figure None."""

    @property
    def value(self) -> float | None:
        """Hits by decided marks; None at 0 of 0."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval; None at 0 of 0."""
        return wilson(self.hits, self.of)

    @property
    def directional(self) -> bool:
        """Whether there are too few marks to lean on."""
        return self.of < DIRECTIONAL_BELOW

    def __str__(self) -> str:
        """The value with two digits, `n/a` at 0 of 0."""
        return "n/a" if self.value is None else f"{self.value:.2f}"
