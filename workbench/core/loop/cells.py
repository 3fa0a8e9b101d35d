"""How one concern stood after one round of the loop."""

from collections.abc import Iterable
from enum import StrEnum

from workbench.core.history import Placement
from workbench.core.loop.loop import ConcernRow, Loop
from workbench.core.readings import FindingKind, Reading
from workbench.core.rows import Row


class Stood(StrEnum):
    """How a concern stood after a round, by what the person has said up to now."""

    NEW = "raised for the first time"
    AGAIN = "raised again"
    NOT_RAISED = "not raised, its words there or edited"
    STANDS = "raised by a reading of an earlier round that this one took over"
    FIXED = "fixed"
    GONE = "text gone"
    NOT_YET = "not raised yet"


def stood(loop: Loop, concern: ConcernRow, index: int) -> Stood:
    """How a concern stood after the round of an index, from 0.

    Whether it still stood takes long to find out for the first concern that is asked about of a round.
    """
    if concern.raised[index]:
        return Stood.NEW if concern.concern in loop.rounds[index].new else Stood.AGAIN
    row = loop.row(concern.concern)
    if not any(concern.raised[:index]) and not (row and _was_known(loop, row, index)):
        return Stood.NOT_YET
    if not loop.stands(concern.concern, index):
        return Stood.FIXED if row and _is_of_check(row) else Stood.GONE
    if row and _is_said_fixed(loop, concern, row, index):
        return Stood.FIXED
    taken_over = loop.course.rounds[index].taken_over
    return Stood.STANDS if _raised_in(loop, concern.concern, taken_over) else Stood.NOT_RAISED


def others(loop: Loop) -> tuple[ConcernRow, ...]:
    """The concerns that no round raised: those of checks, and what the person added, in the list's order."""
    raised = {concern.concern for concern in loop.concerns}
    never = (0,) * len(loop.rounds)
    return tuple(
        ConcernRow(row.target.id, never)
        for row in loop.rows
        if row.target.kind == "concern" and row.target.id not in raised and row.standing.overlooked
    )


def raisers(loop: Loop, concern: int, index: int) -> tuple[Reading, ...]:
    """The readings of a round that raised a concern."""
    return _raised_in(loop, concern, loop.course.rounds[index].readings)


def _raised_in(loop: Loop, concern: int, readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Those of some readings that raised a concern."""
    placements = loop.history.placements

    def is_in(placement: Placement | None) -> bool:
        return placement is not None and placement.concern == concern

    return tuple(
        reading
        for reading in readings
        if any(is_in(placements.get(finding.id)) for finding in reading.findings)
    )


def _was_known(loop: Loop, row: Row, index: int) -> bool:
    """Whether a check had found it, or the person added it, on the text that a round read or before."""
    said = (f for f in row.findings if f.mine or f.kind is FindingKind.FAULT)
    revisions = (loop.history.revision(finding.revision) for finding in said)
    then = loop.rounds[index].revision.number
    return any(revision is not None and revision.number <= then for revision in revisions)


def _is_of_check(row: Row) -> bool:
    """Whether a check found it, so that the same check says when it is fixed."""
    return any(finding.kind is FindingKind.FAULT for finding in row.findings)


def _is_said_fixed(loop: Loop, concern: ConcernRow, row: Row, index: int) -> bool:
    """Whether the person says that it is fixed in the text that a round read, and no round since differs."""
    said = row.standing.fixed
    revision = loop.history.revision(int(said.value or 0)) if said else None
    if said is None or revision is None or loop.rounds[index].revision.number < revision.number:
        return False
    since = (
        bool(by)
        and (began := brought.round.started_at) is not None
        and said.at is not None
        and began > said.at
        for by, brought in zip(concern.raised[: index + 1], loop.rounds, strict=False)
    )
    return not any(since)
