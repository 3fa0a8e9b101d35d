"""The database as planting needs it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from workbench.core.artifacts import Kind
from workbench.core.planting.planting import Planted
from workbench.core.readings import Reading


@dataclass(frozen=True, slots=True)
class Planting:
    """A copy with its key, as it is stored: no artifact, and on no list of texts."""

    path: str
    """Of the original, absolute."""
    copy: str
    """Of the copy, absolute."""
    kind: Kind
    planted: Planted
    id: int = 0
    """The number of its key; 0 until stored."""


@dataclass(frozen=True, slots=True)
class PlantReading:
    """A reading of a copy: in no round, no concern and no rate."""

    reading: Reading
    model: str
    """As it was asked for; the reading has it as the service named it."""
    id: int = 0


Said = Mapping[str, bool]
"""What the person says of findings that rules cannot tell: by `Question.name`, whether it is the fault."""


class Plantings(Protocol):
    """What is stored of copies with planted faults. Every method has committed when it returns."""

    async def plantings(self) -> tuple[Planting, ...]:
        """All of them, the oldest first."""
        ...

    async def save_planting(self, planting: Planting) -> Planting:
        """A copy and its key, stored once however often the same is planted in the same text."""
        ...

    async def readings(self, planting: int) -> tuple[PlantReading, ...]:
        """The finished readings of a copy, the oldest first."""
        ...

    async def save_reading(self, planting: int, reading: PlantReading) -> None:
        """Keep a reading of a copy."""
        ...

    async def said(self, planting: int) -> Said:
        """What the person said last of each finding that they were asked about."""
        ...

    async def say(self, planting: int, question: str, same: bool) -> None:
        """Keep what the person says of a finding; what they said of it before stays stored."""
        ...
