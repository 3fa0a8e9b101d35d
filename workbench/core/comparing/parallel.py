"""Which place of one text belongs to a place of the other, so that both can be read side by side."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from workbench.core.text.diff import Gap, Run, between, matched


@dataclass(frozen=True)
class Parallel:
    """Two texts by their lines."""

    first: Sequence[str]
    second: Sequence[str]

    @cached_property
    def _runs(self) -> list[Run]:
        return matched(self.first, self.second)

    @cached_property
    def differences(self) -> tuple[tuple[int, int], ...]:
        """Where each difference begins: a 1-based line of either text, the next one where it lacks words."""
        gaps = between(self._runs, Gap(0, len(self.first), 0, len(self.second)))
        most = max(1, len(self.first)), max(1, len(self.second))
        return tuple((min(gap.old + 1, most[0]), min(gap.new + 1, most[1])) for gap in gaps)

    def other(self, at: float, in_first: bool) -> float:
        """The place of the other text beside a place, both in lines from 0.

        Lines that both have stand beside each other; between them the rest is stretched.
        """
        here, there = self._edges if in_first else self._edges[::-1]
        place = max(1, min(bisect_right(here, at), len(here) - 1))
        before, after = here[place - 1], here[place]
        share = (at - before) / (after - before) if after > before else 0.0
        return there[place - 1] + min(1.0, max(0.0, share)) * (there[place] - there[place - 1])

    @cached_property
    def _edges(self) -> tuple[list[int], list[int]]:
        """The places that belong together, in both texts."""
        found = [(0, 0)]
        for run in self._runs:
            found += [(run.old, run.new), (run.old + run.length, run.new + run.length)]
        found.append((len(self.first), len(self.second)))
        return [old for old, _ in found], [new for _, new in found]
