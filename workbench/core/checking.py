"""What the checks say of a revision, kept as readings, and the concerns that their faults belong to."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from workbench.core.artifacts import Artifact, Revision
from workbench.core.history import History, Placement
from workbench.core.identity.placing import placed, unplaced_faults
from workbench.core.ports import CheckReport, Checks, Clock
from workbench.core.readings import Finding, Reading, ReadingState
from workbench.core.sources import CheckRule, Source
from workbench.core.store import Store


async def run_checks(
    checks: Checks, store: Store, clock: Clock, artifact: Artifact, revision: Revision
) -> tuple[tuple[Reading, ...], CheckReport]:
    """What the checks say of a revision now, stored as readings in place of what they said of it before.

    Raises:
        StoreError: the database cannot be used.
    """
    report = await checks.run(Path(artifact.path), revision, artifact.kind)
    readings = _readings(report, checks.rules, revision, clock.now())
    return await store.save_checks(artifact, revision, readings), report


async def place_faults(
    store: Store, artifact: Artifact, revision: Revision, readings: Sequence[Reading], history: History
) -> tuple[Placement, ...]:
    """In which concerns the faults of these readings of a revision are, by a history that has them.

    Faults that are in none yet are placed and that is stored, those of an earlier revision too.
    """
    new: tuple[Placement, ...] = ()
    for id, faults in unplaced_faults(history).items():
        raised_in = history.revision(id) or revision
        known = history.with_placements(new)
        new += await store.place(artifact, placed(known, raised_in, faults))
    here = (history.placements.get(finding.id) for reading in readings for finding in reading.findings)
    return (*(placement for placement in here if placement), *new)


def _readings(
    report: CheckReport, rules: Iterable[CheckRule], revision: Revision, now: datetime
) -> list[Reading]:
    """A reading of each check, with the faults that it found on a revision."""
    by_source: dict[Source, list[Finding]] = {rule.source: [] for rule in rules}
    for fault in report.faults:
        by_source[fault.source].append(replace(fault, revision=revision.id))
    return [
        Reading(
            source,
            1,
            ReadingState.FINISHED,
            revision.id,
            findings=tuple(faults),
            started_at=now,
            ended_at=now,
        )
        for source, faults in by_source.items()
    ]
