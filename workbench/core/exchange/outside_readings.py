"""Findings of a reviewer outside Workbench become a reading: marked and grouped as any, no reader's."""

from dataclasses import dataclass

from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.core.exchange.outside import Claimed, Reviewer, findings_of
from workbench.core.identity.placing import placed
from workbench.core.readings import Finding, Reading, ReadingState

PROVIDER = "import"
"""The provider of a reading that came from outside."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What an import of findings changed."""

    new: int
    known: int
    """Findings that this reviewer had raised on this text before."""
    lost: int
    """New ones whose words are not in the text."""
    joined: int
    """New ones that are in a concern that was known."""


async def take_in(desk: Desk, board: Board, by: Reviewer, claims: tuple[Claimed, ...]) -> Taken:
    """Store what a reviewer claims of the revision shown, except what it claimed before.

    Raises:
        StoreError: the database cannot be used.
    """
    history, revision, now = board.history, board.revision, desk.clock.now()
    found = findings_of(claims, by.source, revision.text)
    before = [r for r in history.readings if r.source == by.source and r.revision == revision.id]
    said = {_said(finding) for reading in before for finding in reading.findings}
    new = tuple({_said(f): f for f in found if _said(f) not in said}.values())
    if before and not new:
        return Taken(0, len(found), 0, 0)
    await desk.store.save_sources({by.source: by.wording})
    reading = Reading(
        by.source,
        len(before) + 1,
        ReadingState.FINISHED,
        revision.id,
        provider=PROVIDER,
        model=by.wording,
        findings=new,
        started_at=now,
        ended_at=now,
    )
    stored = await desk.store.save_reading(board.artifact, reading)
    known = {placement.concern for placement in history.placements.values()}
    places = await desk.store.place(
        board.artifact, placed(history.with_reading(stored), revision, stored.findings)
    )
    lost = sum(finding.span is None for finding in new)
    return Taken(len(new), len(found) - len(new), lost, sum(place.concern in known for place in places))


def _said(finding: Finding) -> tuple[str, ...]:
    return (finding.quote, finding.problem, finding.consequence, finding.change, finding.asks)
