"""What two sequences have in common, in order, without taking quadratic time or memory.

Common ends go first and a longest common subsequence decides the rest. What is too large
for it is cut up by what stands once on both sides (a patience diff).
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

_MOST_PAIRS = 100_000_000
"""Most pairs of items that one longest common subsequence may compare."""


class Run(NamedTuple):
    """Neighbouring items that are equal, and neighbours, in both sequences."""

    old: int
    new: int
    length: int


class Gap(NamedTuple):
    """A stretch of each sequence, from an index up to another."""

    old: int
    old_end: int
    new: int
    new_end: int


def matched(old: Sequence[str], new: Sequence[str]) -> list[Run]:
    """The runs of equal items, in the order that both sequences have them in."""
    runs: list[Run] = []
    gaps = [Gap(0, len(old), 0, len(new))]
    while gaps:
        gap = gaps.pop()
        ends, gap = _trimmed(old, new, gap)
        runs += ends
        pairs = (gap.old_end - gap.old) * (gap.new_end - gap.new)
        if pairs > _MOST_PAIRS:
            anchors = _unique(old, new, gap)
            runs += anchors
            gaps += between(anchors, gap) if anchors else []
        elif pairs:
            runs += _common(old, new, gap)
    return joined(runs)


def _trimmed(old: Sequence[str], new: Sequence[str], gap: Gap) -> tuple[list[Run], Gap]:
    """The runs at both ends of a gap and what is left between them."""
    start, new_start, end, new_end = gap.old, gap.new, gap.old_end, gap.new_end
    while start < end and new_start < new_end and old[start] == new[new_start]:
        start, new_start = start + 1, new_start + 1
    while start < end and new_start < new_end and old[end - 1] == new[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    ends = [Run(gap.old, gap.new, start - gap.old), Run(end, new_end, gap.old_end - end)]
    return ends, Gap(start, end, new_start, new_end)


def _common(old: Sequence[str], new: Sequence[str], gap: Gap) -> list[Run]:
    """The runs of a gap's longest common subsequence, by bits (Hyyrö, 2004).

    A row of bits stands for each new item with all before it: a bit that is not set says that its old item
    makes the longest subsequence up to there longer by one.
    """
    places: dict[str, int] = {}
    for place, item in enumerate(old[gap.old : gap.old_end]):
        places[item] = places.get(item, 0) | 1 << place
    whole = (1 << gap.old_end - gap.old) - 1
    rows = [whole]
    for item in new[gap.new : gap.new_end]:
        row = rows[-1]
        met = row & places.get(item, 0)
        rows.append((row + met | row - met) & whole)
    return _runs(rows, gap)


def _runs(rows: Sequence[int], gap: Gap) -> list[Run]:
    """The runs of a longest common subsequence, from its last item back."""
    runs: list[Run] = []
    old, new = gap.old_end - gap.old - 1, len(rows) - 1
    while old >= 0 and new:
        if rows[new] >> old & 1:
            old -= 1
            continue
        if rows[new - 1] >> old & 1:
            runs.append(Run(gap.old + old, gap.new + new - 1, 1))
            old -= 1
        new -= 1
    return runs


def _unique(old: Sequence[str], new: Sequence[str], gap: Gap) -> list[Run]:
    """What stands once on both sides of a gap, as far as it is in the same order (patience diff)."""
    there = _standing_once(new, gap.new, gap.new_end)
    here = _standing_once(old, gap.old, gap.old_end)
    pairs = [(at, there[item]) for item, at in here.items() if item in there]
    return [Run(at, to, 1) for at, to in _longest_rising(pairs)]


def _standing_once(items: Sequence[str], start: int, end: int) -> dict[str, int]:
    """Where each item stands that a stretch holds once, in order."""
    counts = Counter(items[start:end])
    return {items[at]: at for at in range(start, end) if counts[items[at]] == 1}


def _longest_rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest choice of pairs, given in order of their first numbers, whose second ones rise."""
    tails: list[int] = []
    tail_pairs: list[int] = []
    before: list[int] = []
    for index, (_, second) in enumerate(pairs):
        position = bisect_left(tails, second)
        before.append(tail_pairs[position - 1] if position else -1)
        tails[position : position + 1] = [second]
        tail_pairs[position : position + 1] = [index]
    chosen: list[tuple[int, int]] = []
    index = tail_pairs[-1] if tail_pairs else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = before[index]
    return chosen[::-1]


def between(runs: Iterable[Run], whole: Gap) -> list[Gap]:
    """The gaps that runs leave in a stretch of both sequences."""
    edges = [Run(whole.old, whole.new, 0), *runs, Run(whole.old_end, whole.new_end, 0)]
    gaps = [Gap(a.old + a.length, b.old, a.new + a.length, b.new) for a, b in pairwise(edges)]
    return [gap for gap in gaps if gap.old < gap.old_end or gap.new < gap.new_end]


def joined(runs: Iterable[Run]) -> list[Run]:
    """Runs in order, those that touch in both sequences made one."""
    together: list[Run] = []
    for run in sorted(run for run in runs if run.length):
        last = together[-1] if together else None
        if last and last.old + last.length == run.old and last.new + last.length == run.new:
            together[-1] = last._replace(length=last.length + run.length)
        else:
            together.append(run)
    return together
