"""How two judges of the same items agree: kappa, and the true rates of one against the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from workbench.core.trust.statistics import Interval, Rate, deviate


@dataclass(frozen=True, slots=True)
class Kappa:
    """Agreement beyond chance: 1 is all, 0 as much as chance gives, below 0 less."""

    value: float
    standard_error: float

    def interval(self, confidence: float = 0.95) -> Interval:
        """Where the true kappa lies, by the normal approximation: for dozens of items, not for a few.

        Cut at -1 and 1, between which a kappa is.
        """
        half = deviate(confidence) * self.standard_error
        return Interval(max(-1.0, self.value - half), min(1.0, self.value + half))


def kappa(table: Sequence[Sequence[int]]) -> Kappa | None:
    """Cohen's kappa of a square table of counts, the one's answers as rows and the other's as columns.

    None where both gave one same answer to everything, or there is nothing: then chance alone agrees fully.

    Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20
    (1960). The standard error, for a kappa that is not 0, is that of Fleiss, Cohen and Everitt, "Large sample
    standard errors of kappa and weighted kappa", Psychological Bulletin 72 (1969). Worked examples: Fleiss,
    "Statistical methods for rates and proportions", 2nd edition (1981), page 213 (75 1 4 / 5 4 1 / 0 0 10 has
    a kappa of 0.23 / 0.34); SAS/STAT User's Guide, procedure FREQ, "Agreement Study" (10 4 1 0 / 5 10 12 2 /
    2 4 12 5 / 0 2 6 13 has 0.3449, with a standard error of 0.0724).

    Raises:
        ValueError: the table is not square, or a count is below 0.

    """
    if any(len(row) != len(table) for row in table) or any(count < 0 for row in table for count in row):
        raise ValueError(f"{table} is no square table of counts")
    total = sum(map(sum, table))
    if not total:
        return None
    share = [[count / total for count in row] for row in table]
    rows = [sum(row) for row in share]
    columns = [sum(column) for column in zip(*share, strict=True)]
    each = range(len(table))
    by_chance = sum(rows[i] * columns[i] for i in each)
    # In counts, where 1 is exact.
    if sum(sum(table[i]) * sum(row[i] for row in table) for i in each) == total * total:
        return None
    value = (sum(share[i][i] for i in each) - by_chance) / (1 - by_chance)
    apart = 1 - value
    agreeing = sum(share[i][i] * (1 - (rows[i] + columns[i]) * apart) ** 2 for i in each)
    differing = sum(share[i][j] * (columns[i] + rows[j]) ** 2 for i in each for j in each if i != j)
    variance = agreeing + apart**2 * differing - (value - by_chance * apart) ** 2
    return Kappa(value, sqrt(max(0.0, variance) / total) / (1 - by_chance))


@dataclass(frozen=True, slots=True)
class Confusion:
    """One judge's yes and no beside the truth."""

    true_positive: int = 0
    false_negative: int = 0
    """The truth is yes, and the judge said no."""
    false_positive: int = 0
    true_negative: int = 0

    @property
    def tpr(self) -> Rate:
        """The share of what is truly yes that the judge called so: sensitivity, recall."""
        return Rate(self.true_positive, self.true_positive + self.false_negative)

    @property
    def tnr(self) -> Rate:
        """The share of what is truly no that the judge called so: specificity."""
        return Rate(self.true_negative, self.true_negative + self.false_positive)

    @property
    def kappa(self) -> Kappa | None:
        """Agreement with the truth beyond chance; None where both said one same thing of everything."""
        return kappa(((self.true_positive, self.false_negative), (self.false_positive, self.true_negative)))
