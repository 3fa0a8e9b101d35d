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
from workbench.core.under_way import told_by

_ELSEWHERE = "Another workbench is comparing wordings of {name} now: wait until it is done."
_MEANWHILE = (
    "Another workbench has read for a comparison of {name} meanwhile: compare again to see what came of it."
)


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
        UsageError: there is nobody to ask, or another program compares them or has done so meanwhile.
    """
    if desk.provider is None:
        raise UsageError(NO_READER)
    source, stored = proposal.wish.new.instrument.source, desk.store.replays
    if not await stored.claim(source):
        raise UsageError(_ELSEWHERE.format(name=source.name))
    try:
        if await _is_read(desk, proposal):
            raise UsageError(_MEANWHILE.format(name=source.name))
        for artifact in proposal.unasked:
            await desk.store.consent(artifact, proposal.destination)
        await desk.store.save_sources(_bodies(proposal))
        async with aclosing(_events(desk, proposal, stop)) as events:
            async for event in events:
                yield event
    finally:
        await stored.release(source)


async def _is_read(desk: Desk, proposal: ReplayProposal) -> bool:
    """Whether a reading that is to be made is stored by now."""
    assert desk.provider is not None, "who reads has a provider"
    there = set[tuple[object, ...]]()
    for each in await desk.store.replays.replayed([unit.revision.id for unit in proposal.missing]):
        r = each.reading
        there.add((r.revision, r.source, r.trial, r.prompt_sha256, r.provider, each.model, r.effort))
    name = desk.provider.name
    for unit in proposal.missing:
        for a in (assignment for task in unit.tasks for assignment in task.assignments):
            request = a.request
            asked = (request.model, request.effort or "")
            if (unit.revision.id, a.seat.source, a.seat.trial, a.prompt_sha256, name, *asked) in there:
                return True
    return False


async def _events(
    desk: Desk, proposal: ReplayProposal, stop: asyncio.Event
) -> AsyncGenerator[ReplayEvent, None]:
    events: asyncio.Queue[ReplayEvent] = asyncio.Queue()
    places = asyncio.Semaphore(desk.settings.parallel)
    meter = await desk.meter()
    tasks = [
        asyncio.create_task(_read(desk, unit, task, meter, places, events, stop))
        for unit in proposal.missing
        for task in unit.tasks
    ]
    # Once it is to stop, each of them stores first what it has not made: none is cut off.
    async with aclosing(told_by(tasks, events, asyncio.Event())) as told:
        async for event in told:
            yield event


async def _read(
    desk: Desk,
    unit: Unit,
    task: Task,
    meter: Meter,
    places: asyncio.Semaphore,
    events: asyncio.Queue[ReplayEvent],
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
