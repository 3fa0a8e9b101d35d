"""Findings and answers, each with the source that made it."""

from dataclasses import asdict, replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.readings import Answer, Evidence, Finding, FindingKind, Span
from workbench.core.sources import Source
from workbench.storage.columns import Met, Record, insert, json_of, list_of
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


def finding_of(row: Row, source: Source, met: Met | None = None) -> Finding:
    """The finding of a row of `findings`; `met` are values of other rows."""
    met = Met() if met is None else met
    return Finding(
        source=source,
        kind=FindingKind(row["kind"]),
        quote=met[row["quote"]],
        problem=row["problem"],
        consequence=row["consequence"],
        change=row["change"],
        fixable_by=met[row["fixable_by"]],
        asks=met[row["asks"]],
        span=met[_span_of(row, met)],
        evidence=tuple(Evidence(**line) for line in list_of(row["evidence"])),
        expected=row["expected"],
        on_fail=met[row["on_fail"]],
        id=met[row["id"]],
        reading=met[row["reading_id"] or 0],
        revision=met[row["revision_id"]],
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
        span=_span_of(row, Met()),
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


def _span_of(row: Row, met: Met) -> Span | None:
    start = row["span_start"]
    return None if start is None else Span(met[start], met[row["span_end"]], met[row["span_how"]])
