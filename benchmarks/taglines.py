"""Whether the best of 37 lines is among those that can't be told from it, and how many reads that takes.

Lines with known comprehension are read by simulated readers, and the program's own race (`racing.standing`)
says what is read next and who is left. A reader has a difficulty of its own, and one of its own with each
line: the chance that it gets a line is logistic in the line's ease, the reader's and that of both together
(standard deviations 1.0 and 0.7), with the ease such that the mean over the readers is as stated. A top group
of three is so many points ahead; the others are all alike, which is the hardest case, or spread over 30
points below. Seeded: the same tables every time. `--short` makes fewer runs.
"""

import math
import random
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from workbench.core.sources import Source, SourceKind
from workbench.core.taglines.racing import Race, standing
from workbench.core.taglines.separation import resolution
from workbench.core.trust.statistics import wilson

LINES = 37
TOP = 3
LEVEL = 0.7
"""How often the top group is got."""
SURE = 0.95
FEW = 5
READER_SPREAD, PAIR_SPREAD = 1.0, 0.7
TRIALS = (2, 12, 40, 60, 80, 120, 150, 180, 200, 220)
"""Of each of three readers."""
A_READ = 0.0022
"""Dollars of a read and its grading by a model of $1 and $5 a million: 500 tokens in and 120 out, twice."""


@dataclass(frozen=True)
class Case:
    """Lines as they are."""

    name: str
    gap: float
    """By how much the others are behind the top group."""
    spread: float = 0.0
    """Over how much more they are spread."""
    level: float = LEVEL

    def rates(self, readers: int, chance: random.Random) -> list[list[float]]:
        """How often each reader gets each line."""
        own = [chance.gauss(0, READER_SPREAD) for _ in range(readers)]
        rates = []
        for line in range(LINES):
            behind = 0.0 if line < TOP else self.gap + self.spread * chance.random()
            ease = [each + chance.gauss(0, PAIR_SPREAD) for each in own]
            rates.append(_with_mean(ease, max(0.02, self.level - behind)))
        return rates


def _with_mean(ease: Sequence[float], mean: float) -> list[float]:
    low, high = -15.0, 15.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        rates = [1 / (1 + math.exp(-(middle + each))) for each in ease]
        if statistics.fmean(rates) < mean:
            low = middle
        else:
            high = middle
    return rates


@dataclass(frozen=True)
class Outcome:
    """What some races came to."""

    runs: int
    held: int
    """Races in which the best was among those that are left."""
    left: float
    """The median of how many are left."""
    reads: float
    """The mean of how many reads they took."""

    @property
    def reached(self) -> bool:
        """Whether the best is held as often as is asked for, among as few as is asked for."""
        return self.held / self.runs >= SURE and self.left <= FEW


def raced(case: Case, readers: int, trials: int, full: bool, runs: int) -> Outcome:
    """What races of a case come to."""
    sources = tuple(Source(SourceKind.READER, f"reader{n}", "") for n in range(readers))
    place = {source: n for n, source in enumerate(sources)}
    race, held, left, reads = Race(sources, trials, full), 0, [], []
    for run in range(runs):
        chance = random.Random(f"{case.name} {readers} {trials} {full} {run}")
        rates, told = case.rates(readers, chance), {}
        while (where := standing(race, range(LINES), told)).wanted:
            for slot in where.wanted:
                told[slot] = chance.random() < rates[slot.candidate][place[slot.reader]]
        held += 0 in where.left
        left.append(len(where.left))
        reads.append(len(told))
    return Outcome(runs, held, statistics.median(left), statistics.fmean(reads))


def curve(case: Case, readers: int, trials: Sequence[int], runs: int) -> tuple[list[Outcome], list[Outcome]]:
    """Print the rows of one case for ever more reads; what full reading and the race came to."""
    print(f"\n{case.name}; {readers} readers, {LINES} lines, {TOP} on top at {case.level:.2f}")
    held = f"{'best held':>16}{'(95 %)':>15}{'median left':>13}{'reads':>8}"
    print(f"{'':25}{'every line as often':>{4 + 52}}{'the race':>{4 + 52}}")
    print(f"{'reads a line':>13}{'told apart':>12}{'':4}{held}{'':4}{held}{'saved':>7}")
    found: tuple[list[Outcome], list[Outcome]] = ([], [])
    for each in trials:
        full, race = (raced(case, readers, each, is_full, runs) for is_full in (True, False))
        found[0].append(full)
        found[1].append(race)
        apart = resolution(each * readers, LINES, 1 - SURE)
        saved = 1 - race.reads / full.reads
        print(
            f"{each * readers:>13}{100 * apart:>8.0f} pts{'':4}{_said(full)}{full.reads:>8.0f}{'':4}"
            f"{_said(race)}{race.reads:>8.0f}{saved:>7.0%}",
            flush=True,
        )
    return found


def _said(of: Outcome) -> str:
    interval = wilson(of.held, of.runs)
    return f"{of.held / of.runs:>16.3f}{interval!s:>15}{of.left:>13.0f}"


def verdict(full: Sequence[Outcome], race: Sequence[Outcome]) -> None:
    """Say which budget of those tried is the first that does what is asked for, each way."""
    asked = f"best held in {SURE:.0%} and a median of at most {FEW} left"
    first = [next((each for each in of if each.reached), None) for of in (full, race)]
    for name, of in zip(("every line as often", "the race"), first, strict=True):
        reads = (
            f"from {of.reads:.0f} reads on (about ${of.reads * A_READ:.0f})" if of else "at no budget tried"
        )
        print(f"  {name}: {asked} {reads}.")
    if first[0] and first[1]:
        print(f"  At that error the race takes {1 - first[1].reads / first[0].reads:.0%} fewer reads.")


def counting_by_hand(runs: int) -> None:
    """What counting 234 reads by hand gives: the line with most right, and how often that is the best."""
    chance, case, held, level = random.Random("by hand"), Case("by hand", 0.10), 0, 0
    for _ in range(runs):
        rates = case.rates(3, chance)
        counted = [sum(chance.random() < p for p in line for _ in range(2)) for line in rates]
        most = max(counted)
        held += max(range(LINES), key=counted.__getitem__) < TOP
        level += sum(each == most for each in counted)
    print(
        f"\n{LINES} lines, 3 readers, 2 trials (222 reads), counted by hand: {level / runs:.1f} lines are "
        f"level at the top, and the first of them is of the top group in {held / runs:.0%} of runs."
    )


def main() -> int:
    """Print the tables."""
    began, short = perf_counter(), "--short" in sys.argv
    runs, trials = (30, (4, 40, 160)) if short else (150, TRIALS)
    counting_by_hand(20 * runs)
    spread = " of the next, the others spread over 30 points below"
    verdict(*curve(Case("10 points ahead of all others, which are alike", 0.10), 3, trials, runs))
    verdict(*curve(Case(f"10 points ahead{spread}", 0.10, 0.30), 3, trials, runs))
    for readers in (5, 12):
        fewer = tuple(each * 3 // readers for each in (120, 180))
        verdict(*curve(Case(f"10 points ahead{spread}", 0.10, 0.30), readers, fewer, runs))
    verdict(*curve(Case(f"5 points ahead{spread}", 0.05, 0.30), 3, (120, 240), runs))
    verdict(*curve(Case(f"20 points ahead{spread}", 0.20, 0.30), 3, (12, 24, 40, 80), runs))
    curve(Case("all alike, so that any of them is the best", 0.0), 3, (12, 60, 200), runs)
    curve(Case("all alike and nearly always got", 0.0, 0.0, 0.95), 3, (12, 60), runs)
    print(f"\n{perf_counter() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
