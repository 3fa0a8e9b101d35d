"""The readings of a copy with planted faults, made as those of a round are, and stored beside the loop."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.costs.estimates import Estimate
from workbench.core.desk import Desk
from workbench.core.errors import NO_READER, UsageError
from workbench.core.events import RoundEvent
from workbench.core.history import Round
from workbench.core.instruments import Persona
from workbench.core.outside_rounds import OutsideReadings
from workbench.core.plans import Assignment, plan_of
from workbench.core.planting.store import Planting, PlantReading
from workbench.core.ports import CheckReport
from workbench.core.proposals import bodies
from workbench.core.readings import Reading
from workbench.core.sources import wording_of

_ANYBODY = "You are a reader of this text.\n"
NO_PERSONA = Persona(
    name="no-persona",
    title="A reader with no persona",
    kinds=(Kind.README, Kind.ARTICLE),
    reads_for=("problem",),
    body=_ANYBODY,
    wording=wording_of(_ANYBODY),
)
"""The instructions that all readers have, and nobody in particular: what a persona must be better than."""


@dataclass(frozen=True, slots=True)
class PlantProposal:
    """What would be read of a copy, before the person agrees to it."""

    planting: Planting
    missing: tuple[Assignment, ...]
    """Readings that are not stored yet."""
    estimate: Estimate
    destination: str
    secrets: tuple[str, ...]
    """What looks like a live credential in the copy."""
    report: CheckReport
    """What the checks say of the copy, with the repository of the original as evidence."""


def revision_of(planting: Planting) -> Revision:
    """The copy as readers see it."""
    text = planting.planted.text
    return Revision(sha256(text.encode()).hexdigest(), text)


async def check_copy(desk: Desk, planting: Planting, original: bool = False) -> CheckReport:
    """What the checks say of a copy, or of what it is a copy of, where the original stands."""
    revision = revision_of(planting)
    if original:
        text = planting.planted.original
        revision = Revision(sha256(text.encode()).hexdigest(), text)
    return await desk.checks.run(Path(planting.path), revision, planting.kind)


async def propose(desk: Desk, planting: Planting) -> PlantProposal:
    """What would be read of a copy: the readers and the judge of its kind, and a reader with no persona.

    Questions about this text alone are not asked: a model makes them, and would be measured with the rubric.

    Raises:
        UsageError: there is nobody to ask, or a reader or rubric that was asked for does not exist.
    """
    if desk.provider is None:
        raise UsageError(NO_READER)
    report = await check_copy(desk, planting)
    plan = plan_of(planting.kind, desk.library, desk.settings)
    plan = replace(plan, readers=(*plan.readers, NO_PERSONA), questioner=None)
    made = plan.assignments(revision_of(planting), planting.kind, report.facts)
    stored = await desk.store.plantings.readings(planting.id)
    there = {_key(each.reading, each.model) for each in stored}
    missing = tuple(each for each in made if _wanted(each, desk.provider.name) not in there)
    secrets = tuple(fault.problem for fault in report.secrets)
    expected = await desk.estimated(missing)
    return PlantProposal(planting, missing, expected, desk.provider.destination, secrets, report)


def _key(reading: Reading, model: str) -> tuple[object, ...]:
    same = (reading.source, reading.trial, reading.provider, reading.effort, reading.prompt_sha256)
    return (*same, model)


def _wanted(assignment: Assignment, provider: str) -> tuple[object, ...]:
    seat, request = assignment.seat, assignment.request
    same = (seat.source, seat.trial, provider, request.effort or "", assignment.prompt_sha256)
    return (*same, request.model)


async def read_copy(
    desk: Desk, proposal: PlantProposal, stop: asyncio.Event
) -> AsyncGenerator[RoundEvent, None]:
    """Make what is missing of a copy's readings; the caller has the person's consent.

    Setting `stop`, or closing the generator, ends it; what was read is stored.

    Raises:
        UsageError: there is nobody to ask.
    """
    if desk.provider is None:
        raise UsageError(NO_READER)
    await desk.store.save_sources(bodies(proposal.missing))
    planting, revision = proposal.planting, revision_of(proposal.planting)

    async def keep(reading: Reading) -> None:
        await desk.store.plantings.save_reading(planting.id, PlantReading(reading, reading.asked))

    readings = OutsideReadings(
        Artifact("", planting.path, planting.kind),
        revision,
        Round(revision.id, 0, ()),
        desk.provider,
        desk.store,
        desk.clock,
        await desk.meter(),
        desk.settings.parallel,
        desk.settings.attempts,
        keep=keep,
    )
    async with aclosing(readings.run(proposal.missing, stop)) as events:
        async for event in events:
            yield event
