"""Concerns and the findings in them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.history import Placement
from workbench.storage.columns import Met, insert, moment, storable
from workbench.storage.database import rows


def placement_of(row: Row, met: Met | None = None) -> Placement:
    """The placement of a row of `placements`; `met` are values of other rows."""
    met = Met() if met is None else met
    finding, concern = met[row["finding_id"]], met[row["concern_id"]]
    why = row["why"].replace("by you", "by another person") if row["imported"] else row["why"]
    return Placement(finding, concern, met[why], met[row["placed_by"]])


def place(
    db: Database, artifact_id: int, placements: Sequence[Placement], at: datetime
) -> tuple[Placement, ...]:
    """The placements in real concerns: 0 or below starts a new one, equal numbers the same one.

    A finding is in one concern: a later placement by the person replaces the earlier one. Any other
    gives way to it: two programs may place the same findings, and one may be marked meanwhile.
    """
    before = {
        placement.finding: stored
        for placement in placements
        if placement.by != "person" and (stored := _stored(db, placement.finding))
    }
    new = [p for p in placements if p.concern <= 0]
    keys = {p.concern: before[p.finding].concern for p in new if p.finding in before}
    for number in dict.fromkeys(p.concern for p in new if p.concern not in keys):
        keys[number] = new_concern(db, artifact_id, at)
    known = {p.concern for p in placements if p.concern > 0}
    keys |= {concern: merged_into(db, artifact_id, concern) for concern in known}
    return tuple(
        before.get(p.finding) or save_placement(db, replace(p, concern=keys[p.concern]), at)
        for p in placements
    )


def new_concern(db: Database, artifact_id: int, at: datetime) -> int:
    """The key of a concern without findings."""
    return insert(db, "concerns", {"artifact_id": artifact_id, "created_at": moment(at)})


def merged_into(db: Database, artifact_id: int, concern: int) -> int:
    """The concern itself, or where that has no finding any more, the one that the person merged it into."""
    sql = (
        "select concern_id from decisions, json_each(decisions.value, '$.findings') as moved "
        "where artifact_id = ? and what = 'merge' and undone = 0 "
        "and json_extract(moved.value, '$.concern') = ? order by decisions.id desc limit 1"
    )
    while not rows(db, "select 1 from placements where concern_id = ? limit 1", [concern]):
        found = rows(db, sql, [artifact_id, concern])
        if not found:
            break
        concern = found[0]["concern_id"]
    return concern


def _stored(db: Database, finding_id: int) -> Placement | None:
    """Where a finding is; None where it is in no concern yet."""
    found = rows(db, "select * from placements where finding_id = ?", [finding_id])
    return placement_of(found[0]) if found else None


def save_placement(db: Database, placement: Placement, at: datetime) -> Placement:
    """The placement, stored in place of any that its finding had."""
    record = storable(
        {
            "finding_id": placement.finding,
            "concern_id": placement.concern,
            "why": placement.why,
            "placed_by": placement.by,
            "placed_at": moment(at),
        }
    )
    db.execute(
        "insert or replace into placements (finding_id, concern_id, why, placed_by, placed_at) "
        "values (:finding_id, :concern_id, :why, :placed_by, :placed_at)",
        record,
    )
    return placement
