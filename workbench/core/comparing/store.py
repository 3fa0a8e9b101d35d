"""The database as comparing needs it."""

from datetime import datetime
from typing import Protocol

from workbench.core.artifacts import Artifact, Revision
from workbench.core.comparing.agreement import Past
from workbench.core.comparing.comparison import Choice, Comparison
from workbench.core.comparing.readings import CompareReading


class Comparisons(Protocol):
    """What is stored of comparisons. Every method has committed when it returns."""

    async def revisions(self, identity: str) -> tuple[Artifact, tuple[Revision, ...]] | None:
        """The artifact of an identity with its revisions, the oldest first; None where it is unknown."""
        ...

    async def begin(self, comparison: Comparison) -> Comparison:
        """The comparison with its key, stored once for these two revisions and what is asked.

        Its seed and when it was first shown are those of the first time.
        """
        ...

    async def claim(self, comparison: Comparison) -> bool:
        """Claim a comparison, to ask about it; False where another living program does that."""
        ...

    async def release(self, comparison: Comparison) -> None:
        """Let another program take it."""
        ...

    async def readings(self, comparison: Comparison) -> tuple[CompareReading, ...]:
        """What finished, the oldest first."""
        ...

    async def save_reading(self, comparison: Comparison, reading: CompareReading) -> None:
        """Keep what a reader answered, or that it failed."""
        ...

    async def choices(self, comparison: Comparison) -> tuple[Choice, ...]:
        """What the person chose, the oldest first, what they took back among it."""
        ...

    async def choose(self, comparison: Comparison, chosen: int | None) -> Choice:
        """Keep a choice: blind where nothing that is hidden had been shown by then."""
        ...

    async def take_back(self, choice: Choice) -> Choice:
        """A choice taken back: it stays stored and counts no more."""
        ...

    async def show(self, comparison: Comparison) -> datetime:
        """Remember that what is hidden is shown from now on; when that was first so."""
        ...

    async def past(self) -> tuple[Past, ...]:
        """Every comparison in which the person chose blind."""
        ...
