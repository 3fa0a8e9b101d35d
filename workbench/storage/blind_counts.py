"""How right each judge was by what the person answered blind, counted from rows."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from workbench.core.calibration.blind_counts import BlindCounts, Readings, of_readings
from workbench.core.calibration.store import OwnSaid, Stored
from workbench.core.sources import Source, SourceKind
from workbench.core.trust.claims import Played

_SAID = """
    select
        answers.id, artifact_id, readings.revision_id, readings.id, readings.source_id, provider, model,
        answers.source_id, answers.value, readings.ended_at, answers.question
    from readings
    join answers on answers.reading_id = readings.id
    join revisions on revisions.id = readings.revision_id
    join sources on sources.id = readings.source_id
    where sources.kind = 'rubric' and readings.state = 'finished' and provider not in ('me', 'import')
    and passages = 0
    {within}
    order by readings.id, answers.id
"""
# A mark that was made since the reading ended was made with its answer on the screen.
_ON_ANSWERS = """
    select answer_id, min(decided_at)
    from decisions
    join answers on answers.id = answer_id
    join readings on readings.id = answers.reading_id
    where what = 'mark' and decided_at >= coalesce(ended_at, '') {within}
    group by answer_id
"""
_ON_FAILS = """
    select reading, asks, min(decided_at)
    from (
        select readings.id as reading, findings.asks, decided_at
        from readings
        join findings on findings.reading_id = readings.id
        join decisions on decisions.finding_id = findings.id
        where findings.kind = 'fails' and what = 'mark' and decided_at >= coalesce(ended_at, '') {within}
        union all
        select readings.id, findings.asks, decided_at
        from readings
        join findings on findings.reading_id = readings.id
        join placements on placements.finding_id = findings.id
        join decisions on decisions.concern_id = placements.concern_id
        where findings.kind = 'fails' and what = 'mark' and decided_at >= coalesce(ended_at, '') {within}
    )
    group by reading, asks
"""
_BLIND = """
    select answers.source_id, readings.revision_id, decisions.value, undone, decided_at, decisions.id
    from decisions
    join answers on answers.id = answer_id
    join readings on readings.id = answers.reading_id
    where what in ('answered', 'again') and what = 'answered' {within} order by decisions.id
"""
_BLIND_ON = (
    "select distinct artifact_id from decisions where what in ('answered', 'again') and what = 'answered'"
)
_BLIND_OF = """
    select distinct revision_id
    from decisions
    join answers on answers.id = answer_id
    join readings on readings.id = answers.reading_id
    where artifact_id = ? and what = 'answered'
"""
_OWN = """
    select answers.source_id, readings.revision_id, answers.value, readings.ended_at
    from revisions
    join readings on readings.revision_id = revisions.id
    join answers on answers.reading_id = readings.id
    where artifact_id = ? and provider = 'me' and withdrawn_at is null
"""
_READ = """
    select artifact_id, source_id, provider, model, count(distinct revision_id)
    from sources
    join readings on source_id = sources.id
    join revisions on revisions.id = revision_id
    where sources.kind = 'rubric' and readings.state = 'finished' and provider not in ('me', 'import')
    and passages = 0
    group by artifact_id, source_id, provider, model
"""
Asked = tuple[int, int]
"""A question's key and a revision's."""


def counts_of(
    db: sqlite3.Connection, artifact: int, sources: Mapping[int, Source], judged: bool
) -> tuple[BlindCounts, ...]:
    """What the person answered blind of a text says of each judge, as far as it read what they answered.

    `judged` says whether they answered a rubric as a whole themselves.
    """
    own = [
        OwnSaid(sources[question], revision, value, at and datetime.fromisoformat(at))
        for question, revision, value, at in (db.execute(_OWN, [artifact]) if judged else ())
    ]
    revisions = {revision for (revision,) in db.execute(_BLIND_OF, [artifact])}
    revisions |= {each.revision for each in own}
    return of_readings(stored_answers(db, revisions, sources), own) if revisions else ()


def texts_answered_blind(db: sqlite3.Connection) -> frozenset[int]:
    """The texts of which the person answered anything blind."""
    return frozenset(id for (id,) in db.execute(_BLIND_ON))


def read_by_judges(db: sqlite3.Connection, sources: Mapping[int, Source]) -> Readings:
    """How many revisions each judge has read of each text."""
    return {
        (artifact, Played(sources[rubric], provider, model)): count
        for artifact, rubric, provider, model, count in db.execute(_READ)
    }


def answered_blind(db: sqlite3.Connection) -> tuple[Stored, ...]:
    """What judges answered about revisions of which the person answered something blind."""
    revisions = {row[1] for row in map(tuple, db.execute(_BLIND.format(within="")))}
    return stored_answers(db, revisions) if revisions else ()


def stored_answers(
    db: sqlite3.Connection, revisions: Iterable[int] | None, sources: Mapping[int, Source] | None = None
) -> tuple[Stored, ...]:
    """What every judge answered, the oldest first; of some revisions, or None for all."""
    known = sources or _sources(db)
    within = "" if revisions is None else "and readings.revision_id in (select value from json_each(?))"
    given = [] if revisions is None else [json.dumps(sorted(revisions))]

    def found(sql: str) -> Iterable[tuple[Any, ...]]:
        return (tuple(row) for row in db.execute(sql.format(within=within), given * sql.count("{within}")))

    blind: dict[Asked, tuple[str | None, str, int]] = {}
    for question, revision, value, undone, at, decision in found(_BLIND):
        blind[question, revision] = (None, at, 0) if undone else (value, at, decision)
    on_answers = dict(found(_ON_ANSWERS))
    on_fails = {(reading, asks): at for reading, asks, at in found(_ON_FAILS)}
    players: dict[tuple[int, str, str], Played] = {}
    made = []
    for id, artifact, revision, reading, rubric, provider, model, question, value, at, name in found(_SAID):
        key = (rubric, provider, model)
        played = players.get(key) or players.setdefault(key, Played(known[rubric], provider, model))
        said, when, decision = blind.get((question, revision), (None, None, 0))
        marked = on_fails.get((reading, name)) if value == "fails" else on_answers.get(id)
        made.append(
            Stored(
                id,
                artifact,
                revision,
                reading,
                played,
                known[question],
                value,
                at and datetime.fromisoformat(at),
                said,  # type: ignore[arg-type]  # the table holds no other values
                when is not None,
                marked is not None and (when is None or marked < when),
                decision,
            )
        )
    return tuple(made)


def _sources(db: sqlite3.Connection) -> dict[int, Source]:
    found = db.execute("select id, kind, name, wording from sources")
    return {id: Source(SourceKind(kind), name, wording) for id, kind, name, wording in map(tuple, found)}
