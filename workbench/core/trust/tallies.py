"""Marks counted: how often an instrument, or several together, were right."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from workbench.core.marks import Mark, Standing
from workbench.core.trust.statistics import DIRECTIONAL_BELOW, Interval, Rate

COLUMNS = (
    "raised",
    "marked",
    "hit",
    "miss",
    "can't tell",
    "hit rate",
    "95 % interval",
    "can't tell either way",
    "carried",
    "marks",
)
"""What `Row.cells` gives, in its order."""
COMPACT = ("raised", "marked", "hit", "miss", "c/t", "rate", "95 %")
"""What `Row.compact_cells` gives, in its order."""
COMPACT_LEGEND = (
    f"c/t: can't tell. rate: hits among hits and misses, * under {DIRECTIONAL_BELOW} of them: directional. "
    "95 %: its interval. More columns where there is more room."
)
"""What must stand beside a table of compact cells."""
_GAP = 2
_LEAST_NAME = 12
"""Cells that a name beside compact cells needs at least."""
NO_REASON = "no reason given"
PICKED = "picked by hand"
"""Said of marks that the person chose to make among more that could be marked."""


class Heading(StrEnum):
    """The rows of the table, in the order shown."""

    SHOULD_FIX = "judge said should fix"
    SATISFIED = "judge said satisfied"
    READERS = "reader findings"
    CHECKS = "checks"
    OUTSIDE = "outside reviewers"
    GRADES = "grader's answers"
    OVERLOOKED = "overlooked"

    @property
    def block(self) -> str:
        """What stands over its rows, where they are by anything."""
        return _BLOCKS[self]


_BLOCKS = {
    Heading.SHOULD_FIX: "Judge said should fix",
    Heading.SATISFIED: "Judge said satisfied",
    Heading.READERS: "Readers' findings",
    Heading.CHECKS: "Faults that checks proved",
    Heading.OUTSIDE: "Outside reviewers' findings",
    Heading.GRADES: "Grader's answers about what readers took lines for",
    Heading.OVERLOOKED: "Overlooked by all, added by you",
}


@dataclass(frozen=True, slots=True)
class Tally:
    """Marks by what they say."""

    hit: int = 0
    miss: int = 0
    cant_tell: int = 0

    @property
    def marked(self) -> int:
        """All marks, can't tell among them."""
        return self.hit + self.miss + self.cant_tell

    @property
    def sentence(self) -> str:
        """The marks in words."""
        return f"{self.hit} hit, {self.miss} miss, {self.cant_tell} can't tell"

    @property
    def rate(self) -> Rate:
        """Hits among the marks that decide."""
        return Rate(self.hit, self.hit + self.miss)

    @property
    def bounds(self) -> Interval | None:
        """The rate if every can't tell were a miss, and if every one were a hit; None without marks."""
        if not self.marked:
            return None
        return Interval(self.hit / self.marked, (self.hit + self.cant_tell) / self.marked)


NO_MARKS = Tally()
Reasons = tuple[tuple[str, int], ...]
"""Reasons with how often each was given, in the order of their keys."""


@dataclass(frozen=True, slots=True)
class Row:
    """What became of the claims of one instrument, or of several together."""

    heading: Heading
    raised: int
    """Claims made."""
    tally: Tally = Tally()
    """Claims marked after they were made."""
    carried: Tally = Tally()
    """Findings and answers that came after the mark that holds for them; in no rate."""
    miss_reasons: Reasons = ()
    cant_tell_reasons: Reasons = ()
    unmarked: int = 0
    """Claims that no mark holds for, carried ones among these marks."""

    @property
    def picked(self) -> bool:
        """Whether the person marked some of the claims and left others: the marked ones are no sample."""
        return bool(self.heading is not Heading.OVERLOOKED and self.tally.marked and self.unmarked)

    @property
    def rate(self) -> Rate:
        """Hits among the marks that decide; 0 of 0 for what the person added, which judges nobody."""
        return Rate(0, 0) if self.heading is Heading.OVERLOOKED else self.tally.rate

    @property
    def bounds(self) -> Interval | None:
        """The rate with can't tell counted either way; None where there is no rate to bound."""
        return None if self.heading is Heading.OVERLOOKED else self.tally.bounds

    @property
    def of_raised(self) -> str:
        """How many of the claims are marked, in words."""
        return f"{self.tally.marked} of {self.raised} raised"

    def cells(self) -> tuple[str, ...]:
        """The row as text, one cell for each of `COLUMNS`."""
        rate = self.rate
        return (
            str(self.raised),
            str(self.tally.marked),
            str(self.tally.hit),
            str(self.tally.miss),
            str(self.tally.cant_tell),
            f"{rate}, directional" if directional(rate) else str(rate),
            str(rate.interval or "n/a"),
            str(self.bounds or "n/a"),
            str(self.carried.marked),
            PICKED if self.picked else "",
        )

    def compact_cells(self) -> tuple[str, ...]:
        """The row as text for where there is little room, one cell for each of `COMPACT`."""
        rate, tally = self.rate, self.tally
        few = "*" if directional(rate) else ""
        interval = rate.interval
        counts = (self.raised, tally.marked, tally.hit, tally.miss, tally.cant_tell)
        between = f"{interval.low:.2f}-{interval.high:.2f}" if interval else "n/a"
        return (*map(str, counts), f"{rate}{few}", between)

    def shape(self) -> dict[str, Any]:
        """The row as JSON values; a rate of 0 of 0 is null."""
        rate = self.rate
        return {
            "heading": self.heading.value,
            "raised": self.raised,
            "marked": self.tally.marked,
            "unmarked": self.unmarked,
            "picked_by_hand": self.picked,
            **asdict(self.tally),
            "rate": rate.value,
            "interval": asdict(rate.interval) if rate.interval else None,
            "directional": rate.directional,
            "either_way": asdict(self.bounds) if self.bounds else None,
            "miss_reasons": dict(self.miss_reasons),
            "cant_tell_reasons": dict(self.cant_tell_reasons),
            "carried": asdict(self.carried),
        }

    def sentence(self) -> str:
        """The row in words, with everything that qualifies its rate."""
        parts = [f"marked {self.of_raised}{f', {PICKED}' if self.picked else ''}"]
        if self.tally.marked:
            parts[0] += f": {self._marks()}"
        if self.heading is not Heading.OVERLOOKED:
            parts.append(self._rate())
        if self.carried.marked:
            parts.append(f"marks carried to {self.carried.marked} that came later are not counted")
        return "; ".join(parts) + "."

    def _marks(self) -> str:
        tally = self.tally
        misses = _with_reasons(f"{tally.miss} miss", self.miss_reasons)
        cant_tells = _with_reasons(f"{tally.cant_tell} can't tell", self.cant_tell_reasons)
        return f"{tally.hit} hit, {misses}, {cant_tells}"

    def _rate(self) -> str:
        rate = self.rate
        if rate.interval is None:
            return f"hit rate {rate}"
        said = f"hit rate {rate} (95 % interval {rate.interval}"
        if self.tally.cant_tell:
            said += f", {self.bounds} with can't tell counted either way"
        said += ")"
        return f"{said}, directional: under {DIRECTIONAL_BELOW} marks" if rate.directional else said


def name_room(rows: Iterable[Row], room: int) -> int:
    """Cells for a name beside these rows' compact cells, two cells apart; 0 where that is not enough."""
    columns = zip(COMPACT, *(row.compact_cells() for row in rows), strict=True)
    left = room - sum(max(map(len, column)) + _GAP for column in columns)
    return left if left >= _LEAST_NAME else 0


def _with_reasons(said: str, reasons: Reasons) -> str:
    if not reasons:
        return said
    return f"{said} ({', '.join(f'{count} {reason}' for reason, count in reasons)})"


def directional(rate: Rate) -> bool:
    """Whether a rate is there and has too few marks to lean on."""
    return bool(rate.of) and rate.directional


def tally_of(standings: Iterable[Standing]) -> Tally:
    """Marks by what they say."""
    count = Counter(standing.mark for standing in standings)
    return Tally(count[Mark.HIT], count[Mark.MISS], count[Mark.CANT_TELL])
