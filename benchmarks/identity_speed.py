"""How long it takes to place 100 new findings among 5,000 known ones, and what blocking by place changes.

The text and the findings are made up, of invented words that are as unequally frequent as real ones.
"""

import random
import time
from dataclasses import replace

from workbench.core.identity import nearby
from workbench.core.identity.identity import Grouping, KnownConcern, group
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.sources import Source, SourceKind

KNOWN, NEW = 5_000, 100
_SENTENCES, _CONCERNS = 1_200, 1_200
_READERS = ("newcomer", "engineer", "skeptic", "researcher")
_SYLLABLES = (
    "ka",
    "re",
    "mi",
    "to",
    "sul",
    "ven",
    "dar",
    "pi",
    "lo",
    "nes",
    "tra",
    "gu",
    "fel",
    "or",
    "bin",
    "ste",
)


class _Loop:
    """A text and findings about it, in which a concern is told by its sentence and a few words of its own."""

    def __init__(self) -> None:
        self._rng = random.Random(11)
        words = {"".join(self._rng.choices(_SYLLABLES, k=self._rng.randint(1, 4))) for _ in range(6_000)}
        self._words = sorted(words)
        self._rng.shuffle(self._words)
        self._weights = [1 / (rank + 3) for rank in range(len(self._words))]
        sentences = [f"{self.words(self._rng.randint(8, 16)).capitalize()}." for _ in range(_SENTENCES)]
        self.text = "\n\n".join(" ".join(sentences[i : i + 3]) for i in range(0, _SENTENCES, 3)) + "\n"
        self._places = []
        start = 0
        for sentence in sentences:
            start = self.text.index(sentence, start)
            self._places.append(Span(start, start + len(sentence)))
            start += len(sentence)
        topics = [(self._rng.choice(self._places), self.words(7), self.words(4)) for _ in range(_CONCERNS)]
        self._topics = topics
        self.known = [
            KnownConcern(id, tuple(self._finding(id - 1, id * 10 + n) for n in range(self._raised(id))))
            for id in range(1, _CONCERNS + 1)
        ]
        self.topics = [self._rng.randrange(_CONCERNS * 5 // 4) for _ in range(NEW)]
        self.new = [self._finding(topic, 90_000 + n) for n, topic in enumerate(self.topics)]

    def words(self, count: int) -> str:
        return " ".join(self._rng.choices(self._words, self._weights, k=count))

    def _raised(self, id: int) -> int:
        return KNOWN // _CONCERNS + (id <= KNOWN % _CONCERNS)

    def _finding(self, topic: int, id: int) -> Finding:
        """A finding of a topic, or where there is none of that number a new one."""
        place, problem, change = (
            self._topics[topic]
            if topic < len(self._topics)
            else (self._rng.choice(self._places), self.words(7), self.words(4))
        )
        end = min(place.end, place.start + self._rng.randint(20, 90))
        return Finding(
            Source(SourceKind.READER, self._rng.choice(_READERS), "w"),
            FindingKind.FINDING,
            self.text[place.start : end],
            f"{problem} {self.words(9)}",
            self.words(12),
            f"{change} {self.words(5)}",
            span=Span(place.start, end),
            id=id,
            reading=id % 7 + 1,
        )


def print_speed() -> None:
    """Print the fastest of fifteen, and how many placements differ from those of comparing all with all."""
    loop = _Loop()
    grouping, fastest = _timed(loop, 15)
    among = f"{NEW} new findings among {KNOWN:,} known ones in {_CONCERNS:,} concerns"
    print(f"\n{among}: {fastest * 1000:.0f} ms of processor time (target 50)")
    blocked = nearby.EACH_WITH_EACH
    try:
        nearby.EACH_WITH_EACH = 1 << 30
        everything, whole = _timed(loop, 1)
    finally:
        nearby.EACH_WITH_EACH = blocked
    differ = _groups(grouping) - _groups(everything)
    made = {finding.id for finding, topic in zip(loop.new, loop.topics, strict=True) if topic >= _CONCERNS}
    called = [
        sum(p.concern <= 0 and p.finding in made for p in each.placements) for each in (grouping, everything)
    ]
    print(f"Each compared with each: {whole * 1000:,.0f} ms; {len(differ)} of {NEW} placements differ")
    print(f"Of {len(made)} findings made up as new, so many are called new: {called[0]}, and {called[1]}")


def _groups(grouping: Grouping) -> set[tuple[int, int]]:
    """Each finding with its known concern, or with the first of the findings that it starts one with."""
    firsts: dict[int, int] = {}
    for placement in grouping.placements:
        firsts.setdefault(
            placement.concern, placement.concern if placement.concern > 0 else placement.finding
        )
    return {(placement.finding, firsts[placement.concern]) for placement in grouping.placements}


def _timed(loop: _Loop, times: int) -> tuple[Grouping, float]:
    fastest = float("inf")
    for _ in range(times):
        begun = time.process_time()
        # Findings as they come from the database: nothing of them is known yet.
        grouping = group([replace(f) for f in loop.new], loop.known, loop.text)
        fastest = min(fastest, time.process_time() - begun)
    return grouping, fastest


if __name__ == "__main__":
    print_speed()
