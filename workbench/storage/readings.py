"""Readings with their findings and answers: written once, or refreshed where they are a check's."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from sqlite3 import Connection, Row
from typing import Any

from sqlite_utils import Database

from workbench.core.costs.experience import Earlier
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.readings import Answer, Finding, Place, Reading, ReadingState, Span, Verdict
from workbench.core.sources import Source, SourceKind
from workbench.storage.columns import Record, insert, json_of, list_of, moment, moment_of, storable, texts_of
from workbench.storage.database import rows
from workbench.storage.findings import finding_of, finding_record, save_answer, save_finding
from workbench.storage.sources import source_key

# The newest of each source and model tell enough of the next one.
_EARLIER = """
    select
        kind, name, wording, coalesce(nullif(asked, ''), model), input_tokens, output_tokens,
        cache_read_tokens, cache_written_tokens, seconds, cache_written_1h_tokens, coalesce(calls, parts),
        estimated_tokens
    from readings join sources on sources.id = source_id
    where state = 'finished' and input_tokens is not null and withdrawn_at is null
    order by readings.id desc limit 400
"""


def reading_of(
    row: Row, source: Source, findings: Sequence[Finding] = (), answers: Sequence[Answer] = ()
) -> Reading:
    """The reading of a row of `readings` that also has its raw answer as `raw`."""
    return Reading(
        source=source,
        trial=row["trial"],
        state=ReadingState(row["state"]),
        revision=row["revision_id"],
        round=row["round_id"] or 0,
        provider=row["provider"],
        model=row["model"],
        asked=row["asked"],
        effort=row["effort"],
        prompt_sha256=row["prompt_sha256"],
        about=row["about"],
        for_whom=row["for_whom"],
        verdict=None if row["verdict"] is None else Verdict(row["verdict"]),
        why=row["why"],
        worst=tuple(_place_of(place) for place in list_of(row["worst"])),
        findings=tuple(findings),
        answers=tuple(answers),
        failure=_failure_of(row),
        usage=Usage(
            row["input_tokens"],
            row["output_tokens"],
            row["cache_read_tokens"],
            row["cache_written_tokens"],
            row["seconds"],
            row["cache_written_1h_tokens"],
            row["parts"] if row["calls"] is None else row["calls"],
            row["estimated_tokens"],
        ),
        stop_reason=row["stop_reason"],
        request_id=row["request_id"],
        raw=row["raw"],
        started_at=moment_of(row["started_at"]),
        ended_at=moment_of(row["ended_at"]),
        notes=texts_of(row["notes"]),
        parts=row["parts"],
        passages=row["passages"],
        id=row["id"],
    )


def earlier(db: Connection) -> tuple[Earlier, ...]:
    """The newest readings that a service counted, the newest first."""
    return tuple(
        Earlier(Source(SourceKind(kind), name, wording), model, Usage(*used))
        for kind, name, wording, model, *used in db.execute(_EARLIER)
    )


def save_reading(db: Database, reading: Reading, at: datetime) -> Reading:
    """The reading with keys for itself, its findings and its answers."""
    record = {
        "revision_id": reading.revision,
        "round_id": reading.round or None,
        "source_id": source_key(db, reading.source, at),
        **_record(reading),
    }
    id = insert(db, "readings", record)
    if reading.raw:
        insert(db, "raw_answers", {"reading_id": id, "text": reading.raw})
    if reading.made_of:
        insert(db, "made_of", {"reading_id": id, "body": reading.made_of})
    findings = [replace(f, reading=id, revision=reading.revision) for f in reading.findings]
    answers = [replace(a, reading=id, revision=reading.revision) for a in reading.answers]
    return replace(
        reading,
        findings=tuple(save_finding(db, finding, at) for finding in findings),
        answers=tuple(save_answer(db, answer, at) for answer in answers),
        id=id,
    )


def save_checks(
    db: Database, revision_id: int, readings: Sequence[Reading], at: datetime
) -> tuple[Reading, ...]:
    """What the checks say of a revision now: the whole of it, in place of what they said before.

    A fault that is raised as before keeps its key, and with it its concern and its marks, even
    where it was withdrawn in between. What is no longer said is withdrawn, not deleted.
    """
    before = {
        row["source_id"]: row["id"]
        for row in rows(
            db,
            "select readings.id, source_id from readings join sources on sources.id = source_id "
            "where revision_id = ? and sources.kind = 'check'",
            [revision_id],
        )
    }
    for reading_id in before.values():
        withdraw(db, reading_id, at)
    saved = []
    for given in readings:
        reading = replace(given, revision=revision_id)
        known = before.get(source_key(db, reading.source, at))
        saved.append(
            save_reading(db, reading, at) if known is None else _refreshed(db, replace(reading, id=known), at)
        )
    return tuple(saved)


def withdraw(db: Database, reading_id: int, at: datetime) -> None:
    """Say of a reading and its findings that they no longer stand, unless that is said already."""
    for table, key in (("readings", "id"), ("findings", "reading_id")):
        db.execute(
            f"update {table} set withdrawn_at = ? where {key} = ? and withdrawn_at is null",
            [moment(at), reading_id],
        )


def _refreshed(db: Database, reading: Reading, at: datetime) -> Reading:
    """A check's stored reading, saying what the given one says."""
    record = storable({**_record(reading), "withdrawn_at": None})
    settings = ", ".join(f"{name} = ?" for name in record)
    db.execute(f"update readings set {settings} where id = ?", [*record.values(), reading.id])
    keys = defaultdict(list)
    for row in rows(db, "select * from findings where reading_id = ? order by id desc", [reading.id]):
        keys[_said(finding_of(row, reading.source))].append(row["id"])
    findings = []
    for given in reading.findings:
        finding = replace(given, reading=reading.id, revision=reading.revision)
        same = keys[_said(finding)]
        if same:
            db.execute("update findings set withdrawn_at = null where id = ?", [same[-1]])
            findings.append(replace(finding, id=same.pop()))
        else:
            findings.append(save_finding(db, finding, at))
    return replace(reading, findings=tuple(sorted(findings, key=lambda finding: finding.id)))


def _said(finding: Finding) -> tuple[object, ...]:
    """What a finding says, to be compared with what another one says."""
    return tuple(storable(finding_record(finding)).values())


def _record(reading: Reading) -> Record:
    """What a reading says of itself, without its keys, its source, its findings and its answers."""
    usage = reading.usage
    return {
        "trial": reading.trial,
        "state": reading.state,
        "provider": reading.provider,
        "model": reading.model,
        "asked": reading.asked,
        "effort": reading.effort,
        "prompt_sha256": reading.prompt_sha256,
        "about": reading.about,
        "for_whom": reading.for_whom,
        "verdict": reading.verdict,
        "why": reading.why,
        "worst": json_of([asdict(place) for place in reading.worst]),
        **_failure_record(reading.failure),
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "cache_read_tokens": usage.cache_read,
        "cache_written_tokens": usage.cache_written,
        "seconds": usage.seconds,
        "cache_written_1h_tokens": usage.cache_written_1h,
        "calls": usage.calls,
        "estimated_tokens": usage.estimated,
        "stop_reason": reading.stop_reason,
        "request_id": reading.request_id,
        "notes": json_of(reading.notes),
        "parts": reading.parts,
        "passages": reading.passages,
        "started_at": moment(reading.started_at),
        "ended_at": moment(reading.ended_at),
    }


def _failure_record(failure: Failure | None) -> Record:
    return {
        "failure_kind": None if failure is None else failure.kind,
        "failure_message": None if failure is None else failure.message,
        "failure_retry_after": None if failure is None else failure.retry_after,
        "failure_request_id": None if failure is None else failure.request_id,
    }


def _failure_of(row: Row) -> Failure | None:
    if row["failure_kind"] is None:
        return None
    return Failure(
        FailureKind(row["failure_kind"]),
        row["failure_message"],
        row["failure_retry_after"],
        row["failure_request_id"],
    )


def _place_of(place: dict[str, Any]) -> Place:
    span = place["span"]
    return Place(place["quote"], place["why"], None if span is None else Span(**span))
