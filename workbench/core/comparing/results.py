"""What readers chose between two texts: alone, in both orders, and together."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from workbench.core.comparing.chance import SURE, least_separable, sign_test
from workbench.core.comparing.comparison import Comparison
from workbench.core.comparing.readings import CompareReading, Player
from workbench.core.readings import ReadingState
from workbench.core.text.display_text import counted


class Told(StrEnum):
    """What two answers of one reader come to."""

    CHOSE = "chose"
    """The same text in both orders."""
    FLIPPED = "flipped"
    """One text in one order and the other in the other: whichever stood at one place. A tie."""
    ONCE = "once"
    """A text in one order, no difference in the other. A tie."""
    NO_DIFFERENCE = "no difference"
    """In both orders. A tie."""
    MISSING = "missing"
    """Not answered in both orders: nothing is concluded."""


TIES = (Told.FLIPPED, Told.ONCE, Told.NO_DIFFERENCE)


@dataclass(frozen=True, slots=True)
class ReaderResult:
    """What one reader chose."""

    player: Player
    readings: tuple[CompareReading, ...]
    """What finished, at most one for each order."""

    @property
    def told(self) -> Told:
        """What its two answers come to."""
        if len(self.readings) < 2:
            return Told.MISSING
        chosen = {reading.chosen for reading in self.readings}
        if chosen == {None}:
            return Told.NO_DIFFERENCE
        if len(chosen) == 1:
            return Told.CHOSE
        return Told.ONCE if None in chosen else Told.FLIPPED

    @property
    def chosen(self) -> int | None:
        """Key of the revision that it chose in both orders; None where it did not."""
        return self.readings[0].chosen if self.told is Told.CHOSE else None

    def reading(self, first: int) -> CompareReading | None:
        """Its answer in the order that begins with a revision."""
        return next((reading for reading in self.readings if reading.first == first), None)

    def sentence(self, comparison: Comparison) -> str:
        """What it chose, in words."""
        told = self.told
        if told is Told.CHOSE:
            return f"chose {comparison.label(self.readings[0].chosen or 0)} in both orders"
        if told is Told.FLIPPED:
            place = "first" if self.readings[0].chosen == self.readings[0].first else "second"
            return f"flipped with the order, always for the text that stood {place}: a tie"
        if told is Told.ONCE:
            reading = next(reading for reading in self.readings if reading.chosen is not None)
            label, first = comparison.label(reading.chosen or 0), comparison.label(reading.first)
            return f"chose {label} with {first} first, no difference the other way round: a tie"
        if told is Told.NO_DIFFERENCE:
            return "no difference in both orders: a tie"
        return f"answered in {len(self.readings)} of 2 orders: nothing is concluded"


def results(readings: Iterable[CompareReading]) -> tuple[ReaderResult, ...]:
    """What each reader chose, in the order in which they answered; of one order the last answer counts."""
    found: dict[Player, dict[int, CompareReading]] = {}
    for reading in readings:
        orders = found.setdefault(reading.player, {})
        if reading.state is ReadingState.FINISHED and reading.preference is not None:
            orders[reading.first] = reading
    return tuple(ReaderResult(player, tuple(orders.values())) for player, orders in found.items())


@dataclass(frozen=True, slots=True)
class Together:
    """What several readers chose."""

    a: int
    """Readers that chose A in both orders."""
    b: int
    flipped: int
    once: int
    no_difference: int
    missing: int
    models: int
    """How many models played those that chose."""
    labels: tuple[str, str] = ("A", "B")
    """What the texts are called."""

    @property
    def chose(self) -> int:
        """Readers that chose the same text in both orders."""
        return self.a + self.b

    @property
    def ties(self) -> int:
        """Readers that chose none."""
        return self.flipped + self.once + self.no_difference

    @property
    def separable(self) -> bool:
        """Whether a coin would seldom split so unevenly."""
        return sign_test(self.a, self.b) < SURE

    @property
    def short(self) -> str:
        """How many chose which, in few words."""
        one, other = self.labels
        return f"{self.a} chose {one}, {self.b} chose {other}, {counted(self.ties, 'tie')}"

    def counts(self) -> str:
        """How many chose which, and how the ties came about, in words."""
        said = [self.short]
        parts = (
            (self.flipped, "flipped with the order"),
            (self.no_difference, "no difference"),
            (self.once, "chose in one order only"),
        )
        if of := ", ".join(f"{count} {what}" for count, what in parts if count):
            said.append(f" ({of})")
        if self.missing:
            said.append(f"; {counted(self.missing, 'reader')} without an answer in both orders")
        return "".join(said)

    def sentences(self) -> tuple[str, ...]:
        """What these counts can bear, a sentence each."""
        if not self.chose:
            return ("No reader chose the same text in both orders.",) if self.ties else ()
        most = max(self.a, self.b)
        which = "each" if self.a == self.b else self.labels[self.b > self.a]
        does = "chooses" if self.chose == 1 else "choose"
        said = f"{most} of {self.chose} that {does} a text {does} {which}"
        chance, least = sign_test(self.a, self.b), least_separable()
        if self.chose < least:
            tail = f"not separable: below {least} of them chance alone is never ruled out"
        elif self.separable:
            tail = f"a coin splits so or more unevenly {_once_in(chance)} (exact sign test, p = {chance:.3f})"
        else:
            tail = f"not separable from chance (exact sign test, p = {chance:.2f})"
        return (f"{said}; {tail}.", self._independence())

    def _independence(self) -> str:
        if self.chose == 1:
            return "It is one reader."
        if self.models == 1:
            return (
                "One model played them all, so they are not independent: they may share one taste, and the "
                "count says less than it would of so many people."
            )
        return (
            f"{self.models} models played them, and readers of one model are not independent: the count says "
            "less than it would of so many people."
        )


def _once_in(chance: float) -> str:
    return f"once in {round(1 / chance):,} times"


def together(comparison: Comparison, made: Sequence[ReaderResult]) -> Together:
    """What the readers chose, counted."""
    told = Counter(result.told for result in made)
    chosen = Counter(result.chosen for result in made if result.told is Told.CHOSE)
    models = {(r.player.provider, r.player.model) for r in made if r.told is Told.CHOSE}
    return Together(
        chosen[comparison.a.revision.id],
        chosen[comparison.b.revision.id],
        told[Told.FLIPPED],
        told[Told.ONCE],
        told[Told.NO_DIFFERENCE],
        told[Told.MISSING],
        len(models),
        comparison.labels,
    )
