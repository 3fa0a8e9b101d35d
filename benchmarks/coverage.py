"""How often the intervals hold what they should: mean coverage over the true value, at n = 10, 30 and 100.

An interval's coverage at one p jumps up and down with p, so one value says little; the mean over all of them
is what is printed, with the least. Wilson's and the textbook formula are summed exactly over the binomial;
kappa and the bootstrap are drawn, from a fixed seed.
"""

import random
from math import comb, sqrt

from workbench.core.trust.bootstrap_interval import bootstrap
from workbench.core.trust.confusion import kappa
from workbench.core.trust.statistics import Interval, wilson

SIZES = (10, 30, 100)
SHARES = 1000
"""Values of p, evenly between 0 and 1."""
DRAWN = 400
"""Data sets that are drawn for each n."""


def textbook(hits, n):
    """The share, give or take 1.96 standard errors."""
    share = hits / n
    half = 1.959963984540054 * sqrt(share * (1 - share) / n)
    return Interval(share - half, share + half)


def coverages(interval, n):
    """The exact coverage of an interval of n marks at each p."""
    ends = [interval(hits, n) for hits in range(n + 1)]
    for step in range(SHARES):
        p = (step + 0.5) / SHARES
        yield sum(
            comb(n, hits) * p**hits * (1 - p) ** (n - hits)
            for hits, end in enumerate(ends)
            if end.low <= p <= end.high
        )


def kappas(n):
    """Whether each drawn table's interval holds the kappa that it was drawn with."""
    chance = random.Random(2)
    for _ in range(DRAWN):
        truth, right = chance.uniform(0.2, 0.8), chance.uniform(0.55, 0.95)
        cells = [truth * right, truth * (1 - right), (1 - truth) * (1 - right), (1 - truth) * right]
        drawn = chance.choices(range(4), cells, k=n)
        found = kappa([[drawn.count(0), drawn.count(1)], [drawn.count(2), drawn.count(3)]])
        yes = cells[0] + cells[2]
        by_chance = truth * yes + (1 - truth) * (1 - yes)
        true = (right - by_chance) / (1 - by_chance)
        if found is not None:
            interval = found.interval()
            yield float(interval.low <= true <= interval.high)


def differences(n):
    """Whether the interval of the difference over n artifacts of three revisions each holds the true one."""
    chance = random.Random(4)
    for draw in range(DRAWN // 4):
        artifacts = []
        for _ in range(n):
            edge = chance.gauss(0.1, 0.2)
            artifacts.append([edge + chance.gauss(0, 0.1) for _ in range(3)])
        found = bootstrap(artifacts, lambda values: sum(values) / len(values), draw, 300)
        yield float(found.interval.low <= 0.1 <= found.interval.high)


def main():
    """Print the table."""
    kinds = {
        "Wilson, as in the report": lambda n: coverages(wilson, n),
        "textbook (Wald), for comparison": lambda n: coverages(textbook, n),
        "kappa": kappas,
        "bootstrap of n artifacts": differences,
    }
    print(f"{'mean coverage, 0.95 asked for':<34}" + "".join(f"{f'n = {n}':>9}" for n in SIZES) + "    least")
    for name, kind in kinds.items():
        found = [list(kind(n)) for n in SIZES]
        means = "".join(f"{sum(each) / len(each):9.3f}" for each in found)
        exact = "" if set(found[0]) <= {0.0, 1.0} else f"{min(map(min, found)):9.3f}"
        print(f"{name:<34}{means}{exact}")


if __name__ == "__main__":
    main()
