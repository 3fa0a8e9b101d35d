"""The JSON shapes that commands print: stable, versioned and described in docs/json.md."""

from collections.abc import Iterable
from typing import Any

from workbench.cli.heeded import Heeded
from workbench.core.artifacts import Artifact, Revision
from workbench.core.board import Board
from workbench.core.calibration.disagreements import differing
from workbench.core.costs.prices import PriceTable
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History, Round
from workbench.core.loop.dissent import dissent
from workbench.core.loop.stopping import Assessment
from workbench.core.panels import differences, judgements, judges_called, model_of
from workbench.core.ports import CheckReport, Claim
from workbench.core.readings import Answer, Evidence, Finding, Reading, Span
from workbench.core.returned import Since
from workbench.core.rows import Row
from workbench.core.ruling import Ruling
from workbench.core.sources import Source, SourceKind
from workbench.core.text.document import Document
from workbench.core.text_questions import TextQuestion, standing_questions

Shape = dict[str, Any]


def artifact_shape(artifact: Artifact) -> Shape:
    """Which text it is."""
    return {
        "path": artifact.path,
        "identity": artifact.identity,
        "kind": artifact.kind.value,
        "intent": artifact.intent,
        "written_with": artifact.written_with,
    }


def revision_shape(revision: Revision) -> Shape:
    """Which content of it."""
    return {"number": revision.number, "sha256": revision.sha256, "notices": list(revision.notices)}


def ruling_shape(ruling: Ruling) -> Shape:
    """The ruling and everything that made it."""
    return {
        "value": ruling.value.value,
        "complete": ruling.complete,
        "caps": [{"value": cap.value.value, "why": cap.why} for cap in ruling.caps],
        "waived": list(ruling.waived),
    }


def question_shape(question: TextQuestion) -> Shape:
    """A question about this text alone."""
    return {
        "id": question.name,
        "origin": question.origin,
        "ask": question.ask,
        "quote": question.quote,
        "meets": question.meets,
        "fails": question.fails,
        "on_fail": question.on_fail,
    }


def source_shape(source: Source) -> Shape:
    """An instrument at its wording."""
    return {"kind": source.kind.value, "name": source.name, "wording": source.wording}


def reading_shape(reading: Reading) -> Shape:
    """One reading, without its findings and answers."""
    usage = reading.usage
    return {
        "id": reading.id,
        "source": source_shape(reading.source),
        "trial": reading.trial,
        "asked": reading.asked,
        "state": reading.state.value,
        "model": reading.model,
        "provider": reading.provider,
        "effort": reading.effort,
        "prompt_sha256": reading.prompt_sha256,
        "about": reading.about,
        "for_whom": reading.for_whom,
        "verdict": reading.verdict.value if reading.verdict else None,
        "why": reading.why,
        "worst": [{"quote": place.quote, "why": place.why} for place in reading.worst],
        "failure": None
        if reading.failure is None
        else {"kind": reading.failure.kind.value, "message": reading.failure.message},
        "notes": list(reading.notes),
        "passages": reading.passages,
        "tokens": {
            "input": usage.input,
            "output": usage.output,
            "cache_read": usage.cache_read,
            "cache_written": usage.cache_written,
            "cache_written_1h": usage.cache_written_1h,
        },
        "seconds": round(usage.seconds, 3),
    }


def span_shape(span: Span | None, document: Document) -> Shape | None:
    """Where words stand; lines count from 1, offsets from 0 in code points."""
    if span is None:
        return None
    return {"start": span.start, "end": span.end, "line": document.line_of(span.start), "found": span.how}


def finding_shape(
    finding: Finding, document: Document, concern: int | None, mark: str | None, revision: int | None
) -> Shape:
    """One finding with its concern, the mark that holds for it and the number of the revision it is about.

    The span is where its words are in the document, whichever revision that is.
    """
    return {
        "id": finding.id,
        "concern": concern,
        "source": source_shape(finding.source),
        "reading": finding.reading or None,
        "revision": revision,
        "kind": finding.kind.value,
        "quote": finding.quote,
        "span": span_shape(finding.span, document),
        "consequence": finding.consequence,
        "problem": finding.problem,
        "change": finding.change,
        "fixable_by": finding.fixable_by,
        "asks": finding.asks,
        "on_fail": finding.on_fail,
        "expected": finding.expected,
        "evidence": [evidence_shape(e) for e in finding.evidence],
        "mark": mark,
    }


def evidence_shape(evidence: Evidence) -> str:
    """A place outside the text, as `path:line`."""
    return f"{evidence.path}:{evidence.line}"


def answer_shape(answer: Answer, document: Document, mark: str | None) -> Shape:
    """One answer after its challenge."""
    return {
        "id": answer.id,
        "source": source_shape(answer.source),
        "reading": answer.reading,
        "question": answer.question,
        "answer": answer.value,
        "before_challenge": answer.first_value,
        "challenge": answer.challenge,
        "quote": answer.quote,
        "span": span_shape(answer.span, document),
        "consequence": answer.consequence,
        "reason": answer.reason,
        "dominant": answer.dominant,
        "on_fail": answer.on_fail,
        "mark": mark,
    }


def checks_shape(report: CheckReport, path: str, document: Document, heeded: Heeded) -> Shape:
    """What the checks say of a text."""
    return {
        "faults": [
            {**fault_shape(fault, path, document), "ignored": heeded.reason(fault) or None}
            for fault in report.faults
        ],
        "confirmed": [_claim_shape(claim, path, document) for claim in report.confirmed],
        "undecided": [_claim_shape(claim, path, document) for claim in report.undecided],
        "facts": list(report.facts),
    }


def fault_shape(fault: Finding, path: str, document: Document) -> Shape:
    """A proven fault at its line."""
    return {
        "check": fault.asks,
        "file": path,
        "line": document.line_of(fault.span.start) if fault.span else None,
        "quote": fault.quote,
        "why": fault.problem,
        "evidence": [evidence_shape(e) for e in fault.evidence],
        "expected": fault.expected,
        "on_fail": fault.on_fail,
    }


def _claim_shape(claim: Claim, path: str, document: Document) -> Shape:
    return {
        "check": claim.check,
        "file": path,
        "line": document.line_of(claim.start),
        "quote": claim.quote,
        "why": claim.why,
        "evidence": [evidence_shape(e) for e in claim.evidence],
    }


def concern_shape(row: Row) -> Shape:
    """One concern of the list, in the list's order."""
    return {
        "concern": row.target.id,
        "status": row.group.value,
        "line": row.line,
        "raised": row.raised,
        "readings": row.readings,
        "mark": row.standing.mark.value if row.standing.mark else None,
        "reason": row.standing.reason,
        "deferred": row.standing.deferred,
        "said_fixed": row.standing.fixed is not None,
        "reopened": row.reopened,
        "note": row.standing.note,
        "headline": row.headline,
        "findings": [finding.id for finding in row.findings],
    }


def stop_shape(stop: Assessment) -> Shape:
    """Whether the loop should stop, and why."""
    return {
        "reason": stop.reason.value,
        "finished": stop.reason.is_finished,
        "because": stop.because,
        "would_change": stop.would_change,
        "notes": list(stop.notes),
        "expected_new": None if stop.expected is None else round(stop.expected, 3),
        "hits_not_fixed": list(stop.hits),
        "undecided": stop.undecided,
        "deferred": stop.deferred,
    }


def round_shape(round: Round) -> Shape:
    """A round: how many readings it was to make, and how many it took over."""
    return {
        "number": round.number,
        "state": round.state.value,
        "readings": round.readings,
        "reused": len(round.reused),
    }


def panel_shape(history: History, revision: int) -> list[Shape]:
    """What each of several models that judged a revision said, a trial each; empty where one did."""
    judged = judgements(history, revision)
    return [
        {
            "model": model,
            "called": name,
            "verdicts": [r.verdict.value for r in judged if r.verdict and model_of(r) == model],
        }
        for model, name in judges_called(judged).items()
        if name
    ]


def differing_shape(history: History, revision: int) -> list[Shape]:
    """The questions that models answered differently, with what each of them answered."""
    return [
        {
            "question": each.question,
            "answers": [
                {"model": model, "called": each.called[model], "answers": list(answers)}
                for model, answers in each.answers.items()
            ],
        }
        for each in differences(history, revision).values()
    ]


def review_shape(board: Board, report: CheckReport, prices: PriceTable, stop: Assessment) -> Shape:
    """Everything `review` gives of the revision shown, its last round's spend included."""
    history, document, marks = board.history, Document(board.revision.text), board.marks
    readings = [
        r
        for r in history.readings
        if r.revision == board.revision.id and r.source.kind is not SourceKind.CHECK
    ]
    last = history.last_round
    spent = board.spend(prices, last.id) if last else board.spend(prices, -1)
    return {
        "artifact": artifact_shape(board.artifact),
        "revision": revision_shape(board.revision),
        "ruling": {
            **ruling_shape(board.ruling),
            "binding": board.binding,
            "not_ready": list(differing(history, board.revision.id)),
        },
        "questions": [question_shape(q) for q in standing_questions(history, board.revision.id)],
        "verdicts": [verdict.value for verdict in board.ruling.verdicts],
        "own_verdicts": [verdict.value for verdict in board.ruling.own],
        "panel": panel_shape(history, board.revision.id),
        "judges_differ": differing_shape(history, board.revision.id),
        "round": None if last is None else round_shape(last),
        "readings": [reading_shape(r) for r in readings],
        "concerns": [concern_shape(row) for row in board.rows if row.target.kind == "concern"],
        "findings": [_found(f, document, board, marks) for f in _findings(board, readings)],
        "answers": [
            answer_shape(a, document, _value(marks.of_answer(a))) for r in readings for a in r.answers
        ],
        "checks": checks_shape(
            report, board.artifact.path, document, Heeded(document.text, history.accepted)
        ),
        "spend": {"dollars": round(spent.dollars, 6), "calls": spent.calls, "said": spent.sentence()},
        "stop": stop_shape(stop),
        "dissent": dissent(history, board.revision.id, board.ruling, marks) or None,
    }


def since_shape(since: Since) -> Shape:
    """What happened since the person left the text on screen."""
    void = since.void
    voided = void and {
        "ruling": void.value.value,
        "revision": void.revision.number,
        "binding": void.bound,
    }
    return {
        "left_at": since.left.at.isoformat(),
        "revision": since.revision,
        "edited": since.edited,
        "changes": [
            {"section": list(change.section), "added": change.added, "removed": change.removed}
            for change in since.changes
        ],
        "rounds": since.rounds,
        "void": voided,
        "agreed": since.waits.agreed,
        "unmarked": since.waits.unmarked,
    }


def _findings(board: Board, readings: Iterable[Reading]) -> Iterable[Finding]:
    """What these readings found, then whatever else the concerns of the list consist of, each once."""
    found = {finding.id: finding for reading in readings for finding in reading.findings}
    for row in board.rows:
        if row.target.kind == "concern":
            found |= {finding.id: finding for finding in row.findings}
    return found.values()


def _found(finding: Finding, document: Document, board: Board, marks: EffectiveMarks) -> Shape:
    placement = board.history.placements.get(finding.id)
    concern = placement.concern if placement else None
    raised_on = board.history.revision(finding.revision)
    number = raised_on.number if raised_on else None
    return finding_shape(finding, document, concern, _value(marks.of_finding(finding)), number)


def _value(mark: Any) -> str | None:
    return mark.value if mark else None
