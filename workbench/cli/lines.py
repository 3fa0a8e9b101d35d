"""A board as plain lines: what `review`, `status` and `open` without a terminal print."""

from collections.abc import Iterator

from workbench.core.board import Board
from workbench.core.display_text import one_line
from workbench.core.events import (
    ReadingFailed,
    ReadingFinished,
    ReadingProgressed,
    ReadingStarted,
    RoundEvent,
    Seat,
)
from workbench.core.marks import Mark
from workbench.core.plans import missing_seats
from workbench.core.ports import CheckReport, Library
from workbench.core.rows import Group, Row, source_labels
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.sources import SourceKind

_LETTER = {Mark.HIT: "h", Mark.MISS: "m", Mark.CANT_TELL: "t", None: " "}


def ruling_lines(ruling: Ruling) -> Iterator[str]:
    """The ruling, what the judge said where it differs, and what lowered it."""
    said = sorted({verdict.value for verdict in ruling.verdicts} - {ruling.value.value})
    differs = f" (the judge said {' and '.join(said)})" if said else ""
    yield f"Ruling: {ruling.value.value}{differs}"
    for cap in ruling.caps:
        yield f"  {cap.value.value}: {one_line(cap.why)}"
    for waived in ruling.waived:
        yield f"  waived by you: {one_line(waived)}"
    if ruling.value is RulingValue.UNJUDGED and not ruling.verdicts:
        yield "  No judge has read this revision."


def concern_lines(board: Board, library: Library) -> Iterator[str]:
    """Every concern under its heading, in the list's order; answers are counted only."""
    raised = [source for row in board.rows for source in row.sources]
    labels = source_labels([*(persona.source for persona in library.personas), *raised])
    for group in Group:
        rows = [row for row in board.rows if row.group is group]
        if not rows:
            continue
        yield ""
        if group in (Group.SATISFIED, Group.UNDECIDED):
            questions = ", ".join(row.answer.question for row in rows if row.answer)
            yield f"{group.value.capitalize()}: {questions}"
            continue
        yield f"{group.value.capitalize()}: {len(rows)}"
        for row in rows:
            yield from _row_lines(row, " ".join(labels[source] for source in row.sources))


def _row_lines(row: Row, who: str) -> Iterator[str]:
    lost = "gone" if row.group is Group.GONE else "quote not found"
    place = f"L{row.line}" if row.line else lost
    share = f" {row.raised}/{row.readings}" if row.readings else ""
    deferred = " deferred" if row.standing.deferred else ""
    yield f"  {_LETTER[row.standing.mark]} {place:<6} {who}{share}{deferred}  {one_line(row.headline)}"
    lead = row.lead
    if lead is None:
        return
    if lead.consequence and lead.consequence != row.headline:
        yield f"           so: {one_line(lead.consequence)}"
    if lead.change:
        yield f"           change: {one_line(lead.change)}"
    for evidence in lead.evidence:
        yield f"           {evidence.path}:{evidence.line} {one_line(evidence.text)}".rstrip()


def reading_lines(board: Board) -> Iterator[str]:
    """Readings that the last round still wants, with why they failed: what was not seen is said."""
    last, wanted = board.history.last_round, set(missing_seats(board.history))
    failed = {Seat(r.source, r.trial): r for r in board.history.readings if last and r.round == last.id}
    for reading in (failed[seat] for seat in failed if seat in wanted):
        why = reading.failure.message if reading.failure else "It was stopped."
        yield f"Not read: {_name(Seat(reading.source, reading.trial))}. {why}"


def status_lines(board: Board, report: CheckReport) -> Iterator[str]:
    """Where an artifact stands."""
    artifact, history = board.artifact, board.history
    yield f"{artifact.path}: {artifact.kind.value}, revision {board.revision.number}"
    yield from board.revision.notices
    if artifact.intent:
        yield f"Intent: {one_line(artifact.intent)}"
    yield from ruling_lines(board.ruling)
    yield (
        f"Checks: {counted(len(report.faults), 'fault')}, {len(report.confirmed)} confirmed, "
        f"{len(report.undecided)} not decided"
    )
    for round in history.rounds:
        seen = history.revision(round.revision)
        number = seen.number if seen else "?"
        judged = [r for r in history.readings if r.round == round.id and r.source.kind is SourceKind.RUBRIC]
        verdicts = ", ".join(r.verdict.value for r in judged if r.verdict) or "no verdict"
        found = len({p.concern for f, p in history.placements.items() if f in _found_in(board, round.id)})
        when = f" on {round.started_at:%Y-%m-%d %H:%M}" if round.started_at else ""
        yield (
            f"Round {round.number}{when}: revision {number}, {counted(len(round.planned), 'reading')}, "
            f"{round.state.value}, {counted(found, 'concern')}, {verdicts}"
        )
    yield from reading_lines(board)
    concerns = [row for row in board.rows if row.answer is None]
    marks = {mark: sum(row.standing.mark is mark for row in concerns) for mark in (*Mark, None)}
    yield (
        f"Concerns: {len(concerns)}, of which {marks[None]} unmarked, {marks[Mark.HIT]} hit, "
        f"{marks[Mark.MISS]} miss, {marks[Mark.CANT_TELL]} can't tell; "
        f"{sum(row.standing.deferred for row in concerns)} deferred"
    )


def _name(seat: Seat) -> str:
    """Who reads, as a person would say it; a trial after the first with its number."""
    judge = seat.source.kind is SourceKind.RUBRIC
    who = f"judge ({seat.source.name})" if judge else seat.source.name
    return who if seat.trial == 1 else f"{who}, trial {seat.trial}"


def _found_in(board: Board, round: int) -> set[int]:
    return {f.id for r in board.history.readings if r.round == round for f in r.findings}


def counted(count: int, noun: str) -> str:
    """A number with its noun."""
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def event_line(event: RoundEvent) -> str | None:
    """What a round's event tells somebody watching; None where it is not worth a line."""
    match event:
        case ReadingStarted(seat):
            return f"{_name(seat)} reads"
        case ReadingProgressed(seat, _, waiting) if waiting:
            return f"{_name(seat)}: {waiting}"
        case ReadingFinished(seat, reading):
            verdict = f", {reading.verdict.value}" if reading.verdict else ""
            return f"{_name(seat)}: {counted(len(reading.findings), 'finding')}{verdict}"
        case ReadingFailed(seat, reading):
            return f"{_name(seat)}: {reading.failure.message if reading.failure else 'stopped'}"
        case _:
            return None
