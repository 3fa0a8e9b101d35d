"""The person's answers to a rubric, one by one, and the reading that they become."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.history import Placement
from workbench.core.marks import Decision
from workbench.core.own_answers import OwnAnswer
from workbench.core.readings import OWN_PROVIDER, Reading, Span
from workbench.core.sources import Source
from workbench.storage.columns import moment, moment_of, storable
from workbench.storage.concerns import place
from workbench.storage.database import rows
from workbench.storage.decisions import decide
from workbench.storage.readings import save_reading, withdraw
from workbench.storage.sources import source_key, sources_by_key


def own_answers(db: Database, artifact_id: int) -> tuple[OwnAnswer, ...]:
    """What the person answered about any revision and made no reading of yet, the oldest first."""
    sql = (
        "select own_answers.* from own_answers join revisions on revisions.id = revision_id "
        "where artifact_id = ? order by answered_at, source_id"
    )
    found = rows(db, sql, [artifact_id])
    sources = sources_by_key(db) if found else {}
    return tuple(_own_answer_of(row, sources[row["source_id"]]) for row in found)


def save_own_answer(db: Database, answer: OwnAnswer, at: datetime) -> None:
    """Keep an answer, in place of an earlier one to the same question about the same revision."""
    record = storable(
        {
            "revision_id": answer.revision,
            "source_id": source_key(db, answer.source, at),
            "value": answer.value,
            "reason": answer.words,
            "quote": answer.quote,
            "span_start": None if answer.span is None else answer.span.start,
            "span_end": None if answer.span is None else answer.span.end,
            "answered_at": moment(answer.at or at),
        }
    )
    names = ", ".join(record)
    places = ", ".join(f":{name}" for name in record)
    db.execute(f"insert or replace into own_answers ({names}) values ({places})", record)


def drop_own_answer(db: Database, source: Source, revision: int, at: datetime) -> None:
    """Keep no answer to a question about a revision any more."""
    keys = [revision, source_key(db, source, at)]
    db.execute("delete from own_answers where revision_id = ? and source_id = ?", keys)


def save_own_reading(
    db: Database,
    artifact_id: int,
    reading: Reading,
    placements: Sequence[Placement],
    decisions: Sequence[Decision],
    at: datetime,
) -> tuple[Reading, tuple[Placement, ...], tuple[Decision, ...]]:
    """The person's reading with its keys, its findings placed and decided about.

    It takes the place of an earlier one, which is withdrawn, and of the answers that were kept one by
    one, which go. Placements and decisions name a finding by its place in the reading: -1 is the first.
    """
    for earlier in _standing(db, reading):
        withdraw(db, earlier, at)
    stored = save_reading(db, reading, at)
    keys = {-place: finding.id for place, finding in enumerate(stored.findings, start=1)}
    # Decided first: what is said of a finding before it is placed becomes its concern's.
    decided = tuple(
        decide(db, artifact_id, replace(d, target=replace(d.target, id=keys[d.target.id])), at)
        for d in decisions
    )
    placed = place(db, artifact_id, [replace(p, finding=keys[p.finding]) for p in placements], at)
    for answer in stored.answers:
        drop_own_answer(db, answer.source, stored.revision, at)
    return stored, placed, decided


def _standing(db: Database, reading: Reading) -> list[int]:
    """The keys of the person's readings that this one replaces, as `Reading.is_replaced_by` has it."""
    sql = (
        "select readings.id from readings join sources on sources.id = source_id where revision_id = ? "
        "and provider = ? and sources.kind = ? and sources.name = ? and withdrawn_at is null"
    )
    source = reading.source
    return [row["id"] for row in rows(db, sql, [reading.revision, OWN_PROVIDER, source.kind, source.name])]


def _own_answer_of(row: Row, source: Source) -> OwnAnswer:
    start = row["span_start"]
    return OwnAnswer(
        source,
        row["revision_id"],
        row["value"],
        row["quote"],
        None if start is None else Span(start, row["span_end"]),
        row["reason"],
        moment_of(row["answered_at"]),
    )
