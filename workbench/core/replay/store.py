"""The database as replaying needs it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from workbench.core.readings import Reading
from workbench.core.replay.rebuilding import Asked, Bodies
from workbench.core.sources import Source


@dataclass(frozen=True, slots=True)
class Replayed:
    """A reading that was made to be compared: in no round, no concern and no rate."""

    reading: Reading
    model: str
    """As it was asked for; the reading has it as the service named it."""


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody looked at how the texts came out that are kept apart for testing."""

    new: Source
    old: Source


class Replays(Protocol):
    """What is stored of prompts and of replays. Every method has committed when it returns."""

    async def asked(self, artifact: int | None = None) -> tuple[Asked, ...]:
        """Every reading that a model was asked for, of one artifact or of all, the oldest first."""
        ...

    async def bodies(self) -> Bodies:
        """What defines each source whose words are kept; what read last in a round comes last."""
        ...

    async def claim(self, source: Source) -> bool:
        """Claim a source, to compare its wordings; False where another living program does that."""
        ...

    async def release(self, source: Source) -> None:
        """Let another program take it."""
        ...

    async def replayed(self, revisions: Sequence[int]) -> tuple[Replayed, ...]:
        """The finished readings that were made of some revisions to be compared, the oldest first."""
        ...

    async def save_replayed(self, replayed: Replayed) -> None:
        """Keep a reading that was made to be compared."""
        ...

    async def save_look(self, look: Look) -> int:
        """Keep that somebody looked; how often that was for a source of its name, this time included."""
        ...
