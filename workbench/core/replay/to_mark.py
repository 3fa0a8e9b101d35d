"""New findings of a replay become an outside reviewer's, so that the person can mark them on screen."""

from collections.abc import Sequence
from dataclasses import replace

from workbench.core.desk import Desk
from workbench.core.exchange.outside import Reviewer
from workbench.core.exchange.outside_readings import PROVIDER
from workbench.core.identity.placing import placed
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState
from workbench.core.replay.claims import Compared
from workbench.core.replay.result import ReplayResult
from workbench.core.replay.units import Side
from workbench.core.sources import Source


async def put_to_mark(desk: Desk, result: ReplayResult) -> int:
    """Store what either side raised that is no concern yet; how many findings that were.

    They count as raised by no reader: an outside reviewer named after the source has a row of its own for
    what is marked of them, and the next replay finds the marks.
    """
    wish, put = result.proposal.wish, 0
    for one in result.compared:
        new = [each for each in one.raised if each.concern <= 0]
        by_new = [each.finding for each in new if each.new]
        by_old = [each.finding for each in new if not each.new]
        for side, findings in ((wish.new, by_new), (wish.old, by_old)):
            if findings:
                await _put(desk, one, _reviewer(side), findings)
        put += len(new)
    return put


async def _put(desk: Desk, one: Compared, reviewer: Reviewer, findings: Sequence[Finding]) -> None:
    by, now = reviewer.source, desk.clock.now()
    history = await desk.store.history(one.history.artifact)
    trial = 1 + sum(r.source == by and r.revision == one.revision.id for r in history.readings)
    reading = Reading(
        by,
        trial,
        ReadingState.FINISHED,
        one.revision.id,
        provider=PROVIDER,
        model=reviewer.wording,
        findings=tuple(_said_by(by, finding) for finding in findings),
        started_at=now,
        ended_at=now,
    )
    await desk.store.save_sources({by: reviewer.wording})
    stored = await desk.store.save_reading(history.artifact, reading)
    history = history.with_reading(stored)
    await desk.store.place(history.artifact, placed(history, one.revision, stored.findings))


def _reviewer(side: Side) -> Reviewer:
    return Reviewer(f"replay-{side.instrument.name}", side.instrument.wording[:8])


def _said_by(by: Source, finding: Finding) -> Finding:
    """A finding as that reviewer's; what a failed answer would do to a ruling is left out."""
    return replace(finding, source=by, kind=FindingKind.FINDING, on_fail=None, id=0, reading=0)
