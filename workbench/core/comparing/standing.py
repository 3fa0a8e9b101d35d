"""How far a comparison is: what was answered and chosen, and what of it may be seen."""

from dataclasses import dataclass, replace

from workbench.core.comparing.comparison import Choice, Comparison, counting, standing
from workbench.core.comparing.readings import CompareReading
from workbench.core.comparing.results import ReaderResult, Together, results, together


@dataclass(frozen=True, slots=True)
class Standing:
    """A comparison with what is stored of it."""

    comparison: Comparison
    readings: tuple[CompareReading, ...] = ()
    """What finished, the oldest first."""
    choices: tuple[Choice, ...] = ()
    """What the person chose, the oldest first."""

    def with_reading(self, reading: CompareReading) -> "Standing":
        """With one more answer."""
        return replace(self, readings=(*self.readings, reading))

    def with_choice(self, choice: Choice) -> "Standing":
        """With one more choice, or with one that was taken back."""
        others = tuple(each for each in self.choices if each.id != choice.id)
        return replace(self, choices=tuple(sorted((*others, choice), key=lambda each: each.id)))

    @property
    def drawn(self) -> "Standing":
        """The same as the person sees it."""
        return replace(self, comparison=self.comparison.drawn)

    @property
    def yours(self) -> Choice | None:
        """What the person says now; None where they said nothing."""
        return standing(self.choices)

    @property
    def counting(self) -> Choice | None:
        """What readers are held against; None where the person chose nothing blind."""
        return counting(self.choices)

    @property
    def results(self) -> tuple[ReaderResult, ...]:
        """What each reader chose."""
        return results(self.readings)

    @property
    def together(self) -> Together:
        """What the readers chose, counted."""
        return together(self.comparison, self.results)

    @property
    def complete(self) -> bool:
        """Whether every reader that answered did so in both orders."""
        return all(len(result.readings) == 2 for result in self.results)
