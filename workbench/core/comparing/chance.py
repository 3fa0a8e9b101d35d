"""What chance alone would do: exact figures for small counts."""

from fractions import Fraction
from math import comb

SURE = 0.05
"""A result that a coin gives more often than this is not told from a coin's."""


def sign_test(one: int, other: int) -> float:
    """How often a coin splits as unevenly as these counts or more, two-sided; 1 where there are none.

    The exact binomial test at one half; ties are left out, as Dixon and Mood, "The statistical sign test",
    JASA 41 (1946), have it.
    """
    n, least = one + other, min(one, other)
    return min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / (1 << n))


def least_separable() -> int:
    """The fewest choices of which a coin would not have all fall on one side too often."""
    return next(n for n in range(1, 100) if sign_test(0, n) < SURE)


def evidence_below_half(same: int, of: int) -> Fraction:
    """How much better some share below one half explains this many of so many than one half does.

    The likelihood at every share below a half, averaged, by that at a half. Whatever the true share from a
    half up, this reaches 1 / p with a chance of at most p, *however often it is looked at* (Ville's
    inequality; Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of
    Mathematical Statistics 41 (1970)). 1 at 0 of 0.
    """
    above = sum(comb(of + 1, k) for k in range(same + 1, of + 2))
    return Fraction(above, (of + 1) * comb(of, same))
