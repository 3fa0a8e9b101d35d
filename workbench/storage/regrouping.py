"""Merges and splits: each stored with where it leaves the findings, and taken back the same way."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlite_utils import Database

from workbench.core.artifacts import Artifact
from workbench.core.history import History, Placement, Turned
from workbench.core.identity import regrouping
from workbench.core.identity.identity import FIRST
from workbench.core.marks import REGROUPING, Decision, Target
from workbench.storage import decisions
from workbench.storage.concerns import new_concern, placement_of, save_placement
from workbench.storage.database import rows
from workbench.storage.decisions import decide, decision_of

_BEARING = """
    with regrouped as (
        select id, value from decisions where artifact_id = :artifact and what in ('merge', 'split')
    )
    select * from decisions
    where artifact_id = :artifact and (
        id in (select id from regrouped)
        or concern_id in (select value from json_each(:concerns))
        or finding_id in (select value from json_each(:findings))
        or concern_id in (
            select json_extract(origin.value, '$.concern')
            from regrouped, json_each(regrouped.value, '$.findings') as origin
            where origin.value is not null
        )
        or id in (
            select json_extract(held.value, said.path)
            from
                regrouped,
                json_each(regrouped.value, '$.held') as held,
                (select '$.mark' as path union all select '$.fixed') as said
        )
    )
    order by id
"""
"""Decisions about some concerns and findings, and every merge and split with what it moved and hands on."""


def merge(
    db: Database, artifact: Artifact, targets: Sequence[Target], at: datetime
) -> tuple[Decision, tuple[Placement, ...]]:
    """The decision that makes targets one concern, and where it puts the findings that it moves."""
    history, withdrawn = _bearing_on(db, artifact, targets)
    into = regrouping.merged_into(history, targets) or new_concern(db, artifact.id, at)
    made = decide(db, artifact.id, regrouping.merge(history, targets, into, withdrawn), at)
    return made, _saved(db, artifact.id, regrouping.moved(made), at)


def split(
    db: Database, artifact: Artifact, findings: Sequence[int], at: datetime
) -> tuple[Decision, tuple[Placement, ...]]:
    """The decision that takes findings out of their concern, and where it puts them."""
    history, _ = _bearing_on(db, artifact, [Target("finding", id) for id in findings])
    into = new_concern(db, artifact.id, at)
    made = decide(db, artifact.id, regrouping.split(history, findings, into), at)
    return made, _saved(db, artifact.id, regrouping.moved(made), at)


def undo(db: Database, artifact_id: int, at: datetime) -> Turned | None:
    """The last standing decision, taken back; None where there is none."""
    return _turned(db, artifact_id, decisions.undo(db, artifact_id, at), at)


def redo(db: Database, artifact_id: int, at: datetime) -> Turned | None:
    """The decision last taken back, restored; None where there is none."""
    return _turned(db, artifact_id, decisions.redo(db, artifact_id, at), at)


def _turned(db: Database, artifact_id: int, decision: Decision | None, at: datetime) -> Turned | None:
    return None if decision is None else Turned(decision, _moved(db, artifact_id, decision, at))


def _moved(db: Database, artifact_id: int, decision: Decision, at: datetime) -> tuple[Placement, ...]:
    """Where findings are once a decision was taken back or restored; empty where it moves none."""
    if decision.what not in REGROUPING:
        return ()
    if not decision.undone:
        return _saved(db, artifact_id, regrouping.moved(decision), at)
    there = _placements(db, "concern_id", [decision.target.id])
    back = [_home(db, artifact_id, placement, at) for placement in regrouping.put_back(decision, there)]
    return _saved(db, artifact_id, back, at)


def _bearing_on(
    db: Database, artifact: Artifact, targets: Iterable[Target]
) -> tuple[History, list[Placement]]:
    """What bears on a merge or a split of these targets, and where withdrawn findings are placed there."""
    targets = list(targets)
    concerns = {target.id for target in targets if target.kind == "concern"}
    loose = {target.id for target in targets if target.kind == "finding"}
    concerns |= {placement.concern for placement in _placements(db, "finding_id", loose)}
    placements = _placements(db, "concern_id", concerns)
    findings = loose | {placement.finding for placement in placements}
    parameters = {"artifact": artifact.id, "concerns": _json(concerns), "findings": _json(findings)}
    decisions = tuple(decision_of(row) for row in rows(db, _BEARING, parameters))
    gone = _withdrawn(db, findings)
    standing = {placement.finding: placement for placement in placements if placement.finding not in gone}
    history = History(artifact, placements=standing, decisions=decisions)
    return history, [placement for placement in placements if placement.finding in gone]


def _home(db: Database, artifact_id: int, placement: Placement, at: datetime) -> Placement:
    """Where a finding goes back to that was in no concern.

    While its round is read that is no concern again: its end will place it. A round that is over places
    nothing more, so there the finding gets a concern of its own.
    """
    if placement.concern:
        return placement
    running = db.execute(
        "select 1 from findings join readings on readings.id = reading_id "
        "join rounds on rounds.id = readings.round_id where findings.id = ? and rounds.state = 'running'",
        [placement.finding],
    ).fetchone()
    if running:
        return placement
    return replace(placement, concern=new_concern(db, artifact_id, at), why=FIRST)


def _saved(
    db: Database, artifact_id: int, placements: Iterable[Placement], at: datetime
) -> tuple[Placement, ...]:
    """The placements, stored; of findings that are withdrawn they are not given."""
    placements = tuple(placements)
    for placement in placements:
        if placement.concern:
            save_placement(db, placement, at)
        else:
            db.execute("delete from placements where finding_id = ?", [placement.finding])
    gone = _withdrawn(db, [placement.finding for placement in placements])
    return tuple(placement for placement in placements if placement.finding not in gone)


def _placements(db: Database, column: str, keys: Collection[int]) -> list[Placement]:
    sql = f"select * from placements where {column} in (select value from json_each(?)) order by finding_id"
    return [placement_of(row) for row in rows(db, sql, [_json(keys)])]


def _withdrawn(db: Database, findings: Collection[int]) -> set[int]:
    sql = "select id from findings where id in (select value from json_each(?)) and withdrawn_at is not null"
    return {row["id"] for row in rows(db, sql, [_json(findings)])}


def _json(keys: Iterable[int]) -> str:
    return json.dumps(sorted(keys))
