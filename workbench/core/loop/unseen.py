"""How many concerns nobody has raised yet, at least: information, and never a goal."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import exp, log, sqrt

from workbench.core.loop.course import Course
from workbench.core.text.display_text import counted

FEWEST = 4
"""Readings from which anything is estimated."""
_Z = 1.96
"""Standard normal deviate of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """Chao2's estimate of the concerns that no reading has raised, which is a lower bound."""

    readings: int
    raised: int
    """Concerns that these readings raised."""
    estimate: float
    """Concerns that none of them raised, at least."""
    low: float
    """Where a 95 % interval of the estimate begins."""
    high: float

    @property
    def at_least(self) -> int:
        """The estimate as a count."""
        return round(self.estimate)

    def sentence(self) -> str:
        """All of it in words, with what it rests on and takes for granted; empty where it says nothing."""
        if not self.at_least:
            return ""
        span = f" (interval {round(self.low)} to {round(self.high)})"
        return (
            f"At least {counted(self.at_least, 'concern')} that no reader has raised{span}, estimated from "
            "how many only one reading raised (Chao2). It rests on "
            f"{counted(self.readings, 'reading')} by readers in all rounds, which raised "
            f"{counted(self.raised, 'concern')} that the text read last still has. The list counts others "
            "too, of judges, of checks and with words that are gone. It may fall from round to round; trials "
            "of one reader, by one model or by several, are not independent, so it may be more."
        )


def unseen(course: Course) -> Unseen | None:
    """What readers have not raised of the text read last; None before four readings by readers.

    Judges are left out, since they cannot raise what their rubric does not ask.
    """
    readings, raised_by = course.by_readers
    return chao2(raised_by.values(), readings)


def chao2(raised_by: Iterable[int], readings: int) -> Unseen | None:
    """The estimate from how many of so many readings raised each concern; None for fewer than four.

    Chao, "Estimating the population size for capture-recapture data with unequal catchability",
    Biometrics 43 (1987), with (m-1)/m for m readings, its bias-corrected form where no concern was raised
    by two, and her log-normal interval. Without anything unseen the interval is empty.
    """
    if readings < FEWEST:
        return None
    times = Counter(by for by in raised_by if by > 0)
    seen, once, twice = times.total(), times[1], times[2]
    share = (readings - 1) / readings
    if twice:
        ratio = once / twice
        estimate = share * once * ratio / 2
        variance = twice * (share * ratio**2 / 2 + share**2 * ratio**3 + share**2 * ratio**4 / 4)
    else:
        estimate = share * once * (once - 1) / 2
        variance = share * once * (once - 1) / 2 + share**2 * once * (2 * once - 1) ** 2 / 4
        variance -= share**2 * once**4 / (4 * (seen + estimate)) if seen else 0.0
    if estimate <= 0:
        return Unseen(readings, seen, 0.0, 0.0, 0.0)
    spread = exp(_Z * sqrt(log(1 + max(0.0, variance) / estimate**2)))
    return Unseen(readings, seen, estimate, estimate / spread, estimate * spread)
