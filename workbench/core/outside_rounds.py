"""Readings that belong to no round: made as those of a round are, and stored where no loop looks for them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from workbench.core.errors import FailureKind
from workbench.core.readings import Reading, ReadingState
from workbench.core.rounds import RoundReadings
from workbench.core.text_questions import TextQuestion

_NOT_SENT = (FailureKind.OVER_BUDGET, FailureKind.NOT_ASKED)


@dataclass(frozen=True)
class OutsideReadings(RoundReadings):
    """The readings of something other than a round, in no round, concern, rate or ruling."""

    keep: Callable[[Reading], Awaitable[object]] = field(kw_only=True)
    """Stores a reading that something was sent for."""

    async def save(
        self, reading: Reading, questions: tuple[TextQuestion, ...]
    ) -> tuple[Reading, tuple[TextQuestion, ...]]:
        """Have a reading kept unless it was stopped or never sent; questions belong to a round."""
        sent = reading.failure is None or reading.failure.kind not in _NOT_SENT
        if sent and reading.state is not ReadingState.STOPPED:
            await self.keep(reading)
        return reading, ()
