"""Findings and answers, each with the source that made it."""

from dataclasses import asdict, replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.readings import Answer, Evidence, Finding, FindingKind, Span
from workbench.core.sources import Source
from workbench.storage.columns import Record, insert, json_of, list_of, shared
from workbench.storage.sources import source_key


def save_finding(db: Database, finding: Finding, at: datetime) -> Finding:
    """The finding with its key; its revision, and its reading if it has one, are stored already."""
    record = {
        "revision_id": finding.revision,
        "reading_id": finding.reading or None,
        "source_id": source_key(db, finding.source, at),
        **finding_record(finding),
    }
    return replace(finding, id=insert(db, "findings", record))


def save_answer(db: Database, answer: Answer, at: datetime) -> Answer:
    """The answer with its key; its reading is stored already."""
    record = {
        "reading_id": answer.reading,
        "source_id": source_key(db, answer.source, at),
        **_answer_record(answer),
    }
    return replace(answer, id=insert(db, "answers", record))


def finding_record(finding: Finding) -> Record:
    """What a finding says, without its keys, its source and its reading."""
    return {
        "kind": finding.kind,
        "quote": finding.quote,
        "problem": finding.problem,
        "consequence": finding.consequence,
        "change": finding.change,
        "fixable_by": finding.fixable_by,
        "asks": finding.asks,
        **_span_record(finding.span),
        "evidence": json_of([asdict(line) for line in finding.evidence]),
        "expected": finding.expected,
        "on_fail": finding.on_fail,
    }


def finding_of(row: Row, source: Source) -> Finding:
    """The finding of a row of `findings`."""
    return Finding(
        source=source,
        kind=FindingKind(row["kind"]),
        quote=shared(row["quote"]),
        problem=row["problem"],
        consequence=row["consequence"],
        change=row["change"],
        fixable_by=shared(row["fixable_by"]),
        asks=shared(row["asks"]),
        span=_span_of(row),
        evidence=tuple(Evidence(**line) for line in list_of(row["evidence"])),
        expected=row["expected"],
        on_fail=shared(row["on_fail"]),
        id=row["id"],
        reading=row["reading_id"] or 0,
        revision=row["revision_id"],
    )


def _answer_record(answer: Answer) -> Record:
    """What an answer says, without its keys, its source and its reading."""
    return {
        "question": answer.question,
        "value": answer.value,
        "quote": answer.quote,
        "reason": answer.reason,
        "consequence": answer.consequence,
        **_span_record(answer.span),
        "dominant": answer.dominant,
        "on_fail": answer.on_fail,
        "first_value": answer.first_value,
        "challenge": answer.challenge,
    }


def answer_of(row: Row, source: Source) -> Answer:
    """The answer of a row of `answers` that also has its reading's `revision_id`."""
    return Answer(
        source=source,
        question=row["question"],
        value=row["value"],
        quote=row["quote"],
        reason=row["reason"],
        consequence=row["consequence"],
        span=_span_of(row),
        dominant=bool(row["dominant"]),
        on_fail=row["on_fail"],
        first_value=row["first_value"],
        challenge=row["challenge"],
        id=row["id"],
        reading=row["reading_id"],
        revision=row["revision_id"],
    )


def _span_record(span: Span | None) -> Record:
    if span is None:
        return {"span_start": None, "span_end": None, "span_how": None}
    return {"span_start": span.start, "span_end": span.end, "span_how": span.how}


def _span_of(row: Row) -> Span | None:
    if row["span_start"] is None:
        return None
    return Span(row["span_start"], row["span_end"], shared(row["span_how"]))
