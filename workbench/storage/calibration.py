"""Answers given blind, beside what the judges answered; read without making a history of any text."""

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from workbench.core.artifacts import Artifact
from workbench.core.calibration.store import OldMark, Stored
from workbench.core.marks import Decision, Mark, Target
from workbench.storage.artifacts import artifact_of
from workbench.storage.blind_counts import stored_answers
from workbench.storage.columns import moment, moment_of
from workbench.storage.database import DatabaseThread, rows

# The mark that stands about each concern, and about each answer that is none of a concern's.
_OLD = """
    with standing as (
        select *, row_number() over (partition by concern_id, answer_id order by id desc) as place
        from decisions
        where undone = 0 and what in ('mark', 'overlooked')
        and (concern_id is not null or answer_id is not null)
    )
    select
        standing.*,
        (
            select max(findings.id) from placements join findings on findings.id = finding_id
            where placements.concern_id = standing.concern_id and findings.reading_id is not null
            and findings.withdrawn_at is null
        ) as shown
    from standing
    where place = 1 and what = 'mark' and value is not null
    order by decided_at, id
"""
_AGAIN = """
    select concern_id, answer_id, value, undone from decisions where what = 'again' order by id
"""


class SqliteCalibrations:
    """`core.calibration_store.Calibrations` on the store's thread."""

    def __init__(self, db: DatabaseThread, now: Callable[[], datetime]) -> None:
        """Take the store's thread and the time."""
        self._db, self._now = db, now

    async def stored(self, rubric: str = "", revision: int = 0) -> tuple[Stored, ...]:
        """The answers of every judge, the oldest first: of one rubric, of one revision, or all."""
        return await self._db.read(lambda db: _stored(db.conn, rubric, revision))

    async def old_marks(self) -> tuple[OldMark, ...]:
        """The marks that stand on concerns and answers of others, the oldest first."""
        return await self._db.read(_old_marks)

    async def artifact(self, key: int) -> Artifact:
        """The artifact of a key."""
        return await self._db.read(lambda db: _artifact(db, key))

    async def take_back(self, decision: Decision) -> Decision:
        """One thing that was answered blind, taken back; it is not asked again."""
        at = self._now()
        return await self._db.write(lambda db: _taken_back(db, decision, at))


def _stored(db: sqlite3.Connection, rubric: str, revision: int) -> tuple[Stored, ...]:
    within = [revision] if revision else None
    return tuple(each for each in stored_answers(db, within) if rubric in ("", each.played.source.name))


def _artifact(db: Database, key: int) -> Artifact:
    return artifact_of(rows(db, "select * from artifacts where id = ?", [key])[0])


def _taken_back(db: Database, decision: Decision, at: datetime) -> Decision:
    turned = "update decisions set undone = 1, dropped = 1, turned_at = ? where id = ?"
    db.execute(turned, [moment(at), decision.id])
    return replace(decision, undone=True, dropped=True)


def _old_marks(db: Database) -> tuple[OldMark, ...]:
    again = _second(rows(db, _AGAIN, []))
    artifacts: dict[int, Artifact] = {}
    found = []
    for row in rows(db, _OLD, []):
        if row["concern_id"] is not None and row["shown"] is None:
            continue
        key = row["artifact_id"]
        artifact = artifacts.get(key) or artifacts.setdefault(key, _artifact(db, key))
        target = (
            Target("answer", row["answer_id"])
            if row["concern_id"] is None
            else Target("concern", row["concern_id"])
        )
        second = again.get(target)
        at = moment_of(row["decided_at"])
        assert at is not None, "a decision has a time"
        found.append(
            OldMark(
                artifact,
                target,
                Mark(row["value"]),
                at,
                row["shown"],
                second[0] if second else None,
                second is not None,
            )
        )
    return tuple(found)


def _second(made: Iterable[Any]) -> dict[Target, tuple[Mark | None, bool]]:
    """The second mark of each target, None where it was taken back."""
    found: dict[Target, tuple[Mark | None, bool]] = {}
    for row in made:
        answer = row["concern_id"] is None
        target = Target("answer", row["answer_id"]) if answer else Target("concern", row["concern_id"])
        found[target] = (None if row["undone"] else Mark(row["value"]), True)
    return found
