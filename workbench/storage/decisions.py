"""The person's decisions: added, undone and restored, never changed."""

from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.history import LookedUp, Placement
from workbench.core.marks import Decision, Mark, Target, redoable, undoable
from workbench.core.readings import Finding
from workbench.storage.columns import Record, insert, moment, moment_of, shared
from workbench.storage.concerns import merged_into, place
from workbench.storage.database import rows
from workbench.storage.findings import save_finding


def decision_of(row: Row) -> Decision:
    """The decision of a row of `decisions`."""
    return Decision(
        target=_target_of(row),
        what=shared(row["what"]),
        value=row["value"] if row["what"] == "note" else shared(row["value"]),
        reason=shared(row["reason"]),
        undone=bool(row["undone"]),
        dropped=bool(row["dropped"]),
        blind=bool(row["blind"]),
        inside=bool(row["inside"]),
        at=moment_of(row["decided_at"]),
        id=row["id"],
    )


def decide(db: Database, artifact_id: int, decision: Decision, at: datetime) -> Decision:
    """The decision with its key and time; whatever was undone before it can no longer be redone.

    One about a concern that another window has merged is about the concern that it was merged into.
    """
    db.execute("update decisions set dropped = 1 where artifact_id = ? and undone = 1", [artifact_id])
    target = decision.target
    if target.kind == "concern":
        target = replace(target, id=merged_into(db, artifact_id, target.id))
    made = replace(decision, target=target, at=decision.at or _not_before(db, artifact_id, at))
    record: Record = {
        "artifact_id": artifact_id,
        f"{made.target.kind}_id": made.target.id,
        "what": made.what,
        "value": made.value,
        "reason": made.reason,
        "blind": made.blind,
        "inside": made.inside,
        "undone": made.undone,
        "dropped": made.dropped,
        "decided_at": moment(made.at),
    }
    return replace(made, id=insert(db, "decisions", record))


def _not_before(db: Database, artifact_id: int, at: datetime) -> datetime:
    """A time, or the last decision's where the clock was set back since: time is their order."""
    sql = "select max(decided_at) from decisions where artifact_id = ?"
    last = moment_of(db.execute(sql, [artifact_id]).fetchone()[0])
    return at if last is None else max(at, last)


def save_looked_up(db: Database, decision_id: int, looked: LookedUp) -> None:
    """Keep what stood at a place when the person could not tell; in place of what was kept before."""
    db.execute(
        "insert or replace into looked_up (decision_id, place, evidence) values (?, ?, ?)",
        [decision_id, looked.place, looked.evidence],
    )


def looked_up_of(row: Row) -> LookedUp | None:
    """What was looked up for a decision, of a row of both; None where nothing was."""
    return None if row["place"] is None else LookedUp(row["place"], row["evidence"])


def undo(db: Database, artifact_id: int, at: datetime) -> Decision | None:
    """The last standing decision, taken back; None where there is none."""
    return _turned(db, undoable(_last_decisions(db, artifact_id)), at, undone=True)


def redo(db: Database, artifact_id: int, at: datetime) -> Decision | None:
    """The decision last taken back, restored; None where there is none."""
    return _turned(db, redoable(_last_decisions(db, artifact_id)), at, undone=False)


def overlook(
    db: Database, artifact_id: int, finding: Finding, at: datetime
) -> tuple[Finding, Placement, Decision]:
    """A problem that the person added, as a concern of its own.

    Its one decision says both that it was added and that it is a hit, so that one undo takes
    back both.
    """
    stored = save_finding(db, finding, at)
    (placement,) = place(db, artifact_id, [Placement(stored.id, 0, "first of its concern", by="person")], at)
    target = Target("concern", placement.concern)
    decision = decide(db, artifact_id, Decision(target, "overlooked", Mark.HIT.value), at)
    return stored, placement, decision


def _last_decisions(db: Database, artifact_id: int) -> list[Decision]:
    """An artifact's decisions from the last that stands on, oldest first: all that undo and redo look at.

    Those that the person made on another machine come in whenever an export does: time puts them in order.
    """
    sql = """
        with last as (
            select decided_at, id from decisions
            where artifact_id = :artifact and undone = 0 and what not in ('answered', 'again')
            order by decided_at desc, id desc limit 1
        )
        select * from decisions
        where artifact_id = :artifact and what not in ('answered', 'again')
        and (decided_at, id) >= (select coalesce(max(decided_at), ''), coalesce(max(id), 0) from last)
        order by decided_at, id
    """
    return [decision_of(row) for row in rows(db, sql, {"artifact": artifact_id})]


def _turned(db: Database, decision: Decision | None, at: datetime, undone: bool) -> Decision | None:
    if decision is None:
        return None
    turned = "update decisions set undone = ?, turned_at = ? where id = ?"
    db.execute(turned, [undone, moment(at), decision.id])
    return replace(decision, undone=undone)


def _target_of(row: Row) -> Target:
    if row["concern_id"] is not None:
        return Target("concern", row["concern_id"])
    if row["finding_id"] is not None:
        return Target("finding", row["finding_id"])
    if row["answer_id"] is not None:
        return Target("answer", row["answer_id"])
    return Target("reading", row["reading_id"])
