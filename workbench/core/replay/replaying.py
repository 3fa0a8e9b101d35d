"""The readings of a replay, made as those of a round are, and stored beside the loop."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass

from workbench.core.costs.meter import Meter
from workbench.core.desk import Desk
from workbench.core.errors import NO_READER, UsageError
from workbench.core.events import RoundEvent
from workbench.core.history import Round
from workbench.core.outside_rounds import OutsideReadings
from workbench.core.replay.store import Replayed
from workbench.core.replay.units import Name, ReplayProposal, Task, Unit
from workbench.core.sources import Source


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """What happens to a reading of one side."""

    unit: Unit
    side: Name
    event: RoundEvent


async def read_replay(
    desk: Desk, proposal: ReplayProposal, stop: asyncio.Event
) -> AsyncGenerator[ReplayEvent, None]:
    """Make what is missing of a replay; the caller has the person's consent.

    Setting `stop`, or closing the generator, ends it; what was read is stored. All readings share one budget.

    Raises:
        UsageError: there is nobody to ask.
    """
    if desk.provider is None:
        raise UsageError(NO_READER)
    for artifact in proposal.unasked:
        await desk.store.consent(artifact, proposal.destination)
    await desk.store.save_sources(_bodies(proposal))
    events: asyncio.Queue[ReplayEvent | None] = asyncio.Queue()
    places = asyncio.Semaphore(desk.settings.parallel)
    meter = await desk.meter()
    tasks = [
        asyncio.create_task(_read(desk, unit, task, meter, places, events, stop))
        for unit in proposal.missing
        for task in unit.tasks
    ]
    ending = asyncio.create_task(_ended(tasks, events))
    try:
        while (event := await events.get()) is not None:
            yield event
        await ending
    finally:
        for each in (*tasks, ending):
            each.cancel()
        await asyncio.gather(*tasks, ending, return_exceptions=True)


async def _ended(tasks: list[asyncio.Task[None]], events: asyncio.Queue[ReplayEvent | None]) -> None:
    """Say when all have ended, or one of them with a bug."""
    try:
        await asyncio.gather(*tasks)
    finally:
        events.put_nowait(None)


async def _read(
    desk: Desk,
    unit: Unit,
    task: Task,
    meter: Meter,
    places: asyncio.Semaphore,
    events: asyncio.Queue[ReplayEvent | None],
    stop: asyncio.Event,
) -> None:
    async with places:
        if stop.is_set():
            return
        assert desk.provider is not None, "who reads has a provider"
        store, model = desk.store.replays, task.assignments[0].request.model
        readings = OutsideReadings(
            unit.history.artifact,
            unit.revision,
            Round(unit.revision.id, 0, ()),
            desk.provider,
            desk.store,
            desk.clock,
            meter,
            parallel=1,
            attempts=desk.settings.attempts,
            keep=lambda reading: store.save_replayed(Replayed(reading, model)),
        )
        async with aclosing(readings.run(task.assignments, stop)) as made:
            async for event in made:
                events.put_nowait(ReplayEvent(unit, task.side, event))


def _bodies(proposal: ReplayProposal) -> dict[Source, str]:
    """What defines both sides, so that what they said can be looked at later."""
    sides = (proposal.wish.new.instrument, proposal.wish.old.instrument)
    return {instrument.source: instrument.as_json for instrument in sides}
