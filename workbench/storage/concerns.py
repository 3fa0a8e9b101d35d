"""Concerns and the findings in them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.history import Placement
from workbench.storage.columns import insert, moment, storable


def placement_of(row: Row) -> Placement:
    """The placement of a row of `placements`."""
    return Placement(row["finding_id"], row["concern_id"], row["why"], row["placed_by"])


def place(
    db: Database, artifact_id: int, placements: Sequence[Placement], at: datetime
) -> tuple[Placement, ...]:
    """The placements in real concerns: 0 or below starts a new one, equal numbers the same one.

    A finding is in one concern: a later placement replaces the earlier one.
    """
    numbers = dict.fromkeys(placement.concern for placement in placements if placement.concern <= 0)
    concern = {"artifact_id": artifact_id, "created_at": moment(at)}
    keys = {number: insert(db, "concerns", concern) for number in numbers}
    return tuple(
        _placed(db, replace(placement, concern=keys.get(placement.concern, placement.concern)), at)
        for placement in placements
    )


def _placed(db: Database, placement: Placement, at: datetime) -> Placement:
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
