"""A board as plain lines: what `review`, `status` and `open` without a terminal print."""

from collections.abc import Iterator

from workbench.core.ages import local
from workbench.core.board import Board
from workbench.core.calibration.disagreements import not_ready
from workbench.core.events import (
    ReadingFailed,
    ReadingFinished,
    ReadingProgressed,
    ReadingStarted,
    RoundEvent,
)
from workbench.core.families import own_family_words
from workbench.core.filling import taken_over
from workbench.core.loop.dissent import dissent
from workbench.core.loop.stopping import NO_CAPS, Caps, assess
from workbench.core.loop.unseen import unseen
from workbench.core.marks import Mark
from workbench.core.outstanding import counts_of
from workbench.core.own_answers import in_words
from workbench.core.panels import differences
from workbench.core.ports import CheckReport, Library
from workbench.core.reasons import WAIVED, passages_words, reasons, unfinished_words, verdict_words
from workbench.core.rows import Group, Row, source_labels
from workbench.core.ruling import RulingValue
from workbench.core.sources import SourceKind
from workbench.core.text.display_text import counted, one_line
from workbench.core.unread import unread

_LETTER = {Mark.HIT: "h", Mark.MISS: "m", Mark.CANT_TELL: "t", None: " "}


def ruling_lines(board: Board) -> Iterator[str]:
    """The ruling, what was said where it differs, and what lowered it."""
    ruling = board.ruling
    differs = f" ({ruling.differing})" if ruling.differing else ""
    parts = f", read in {board.parts} parts" if board.parts > 1 else ""
    yield f"{board.ruling_label}: {ruling.value.value}{differs}{parts}"
    if unfinished := unfinished_words(board.history.last_round, ruling):
        yield f"  {unfinished[0].upper()}{unfinished[1:]}; the complete round before it stands."
    for does, caps in reasons(ruling):
        yield f"  {does}"
        for cap in caps:
            yield f"    {one_line(cap.why)}"
    for each in differences(board.history, board.revision.id).values():
        yield f"  The judges differ on {each.question}: {each.in_words}."
    if unready := not_ready(board.history, board.revision.id):
        yield f"  {unready}; `workbench calibrate` says more."
    if said := own_family_words(board.artifact, board.models):
        yield f"  {said}"
    for waived in ruling.waived:
        yield f"  {WAIVED}: {one_line(waived)}"
    if ruling.of_passages:
        yield f"  {passages_words(ruling)}."
    elif ruling.value is RulingValue.UNJUDGED and not ruling.verdicts:
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
        yield f"{board.named(group).capitalize()}: {len(rows)}"
        for row in rows:
            yield from _row_lines(row, " ".join(labels[source] for source in row.raisers))


def _row_lines(row: Row, who: str) -> Iterator[str]:
    lost = "gone" if row.group is Group.GONE else "quote not found"
    place = f"L{row.line}" if row.line else "" if row.reading else lost
    share = f" {row.raised}/{row.readings}" if row.readings else ""
    deferred = " deferred" if row.standing.deferred else " ignored" if row.standing.ignored else ""
    said = f" {row.said_fixed}" if row.standing.fixed else ""
    yield f"  {_LETTER[row.standing.mark]} {place:<6} {who}{share}{deferred}{said}  {one_line(row.headline)}"
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
    """Readings that the last round still wants, with why: what was not seen is said, each reason once."""
    missing = unread(board.history)
    for one in missing:
        yield f"Not read: {one.who}. {one.why}"
    if missing:
        yield "What was read is kept: reading again asks only for what is missing."


def status_lines(board: Board, report: CheckReport, caps: Caps = NO_CAPS) -> Iterator[str]:
    """Where an artifact stands; `caps` say how far its loop may go."""
    artifact, history = board.artifact, board.history
    yield f"{artifact.path}: {artifact.kind.value}, revision {board.revision.number}"
    yield from (*board.revision.notices, *report.notices)
    if artifact.intent:
        yield f"Intent: {one_line(artifact.intent)}"
    yield from ruling_lines(board)
    yield (
        f"Checks: {counted(len(report.faults), 'fault')}, "
        f"{counted(len(report.confirmed), 'claim')} confirmed, "
        f"{counted(len(report.undecided), 'claim')} not decided; `checks run` lists them"
    )
    reused = taken_over(history, history.rounds)
    for round in history.rounds:
        seen = history.revision(round.revision)
        number = seen.number if seen else "?"
        judged = [r for r in history.readings if r.round == round.id and r.source.kind is SourceKind.RUBRIC]
        said = [verdict_words(r) for r in judged if r.verdict]
        said += [f"{verdict_words(r)} (reused)" for r in reused.get(round.id, ()) if r.verdict]
        verdicts = ", ".join(said) or "no verdict"
        placed = (history.placements.get(finding) for finding in _found_in(board, round.id))
        found = len({placement.concern for placement in placed if placement})
        name = "Freeze, round" if round.freeze else "Round"
        when = f" on {local(round.started_at)}" if round.started_at else ""
        yield (
            f"{name} {round.number}{when}: revision {number}, {round.in_words}, "
            f"{round.state.value}, {counted(found, 'concern')}, {verdicts}"
        )
    yield from own_lines(board)
    yield from reading_lines(board)
    read = board.read_on
    of = f"; new and again are of revision {read.number}, the last that was read" if read else ""
    yield f"Concerns: {counts_of(board.rows).sentence()}{of}"
    yield from loop_lines(board, caps)


def loop_lines(board: Board, caps: Caps = NO_CAPS) -> Iterator[str]:
    """Whether the loop should stop and why, what would change that, and what is left to the person."""
    if not board.history.rounds:
        return
    stop = assess(board.loop, board.disk or board.revision, caps)
    yield f"Loop: {stop.sentence()}"
    yield f"  Changed by: {stop.would_change}"
    yield from (f"  {note}" for note in stop.notes)
    told = unseen(board.loop.course)
    if told and (estimate := told.sentence()):
        of = f"Of revision {board.read_on.number}: " if board.read_on else ""
        yield f"  {of}{estimate}"
    if said := dissent(board.history, board.revision.id, board.ruling, board.marks):
        yield said


def own_lines(board: Board) -> Iterator[str]:
    """What the person said as a judge, a line a revision."""
    for reading in (reading for reading in board.history.readings if reading.mine and reading.verdict):
        seen = board.history.revision(reading.revision)
        when = f" on {local(reading.ended_at)}" if reading.ended_at else ""
        answers = in_words(answer.value for answer in reading.answers)
        yield (
            f"You{when}: revision {seen.number if seen else '?'}, rubric {reading.source.name}, "
            f"{reading.verdict.value if reading.verdict else ''}: {answers}"
        )


def _found_in(board: Board, round: int) -> set[int]:
    return {f.id for r in board.history.readings if r.round == round for f in r.findings}


def event_line(event: RoundEvent) -> str | None:
    """What a round's event tells somebody watching; None where it is not worth a line.

    Why a reading failed is said in full once the round is over, once for all that failed so.
    """
    match event:
        case ReadingStarted(seat) | ReadingFinished(seat) | ReadingFailed(seat) if seat.matches:
            return _matching_line(event)
        case ReadingStarted(seat):
            return f"{seat.name} reads"
        case ReadingProgressed(seat, _, waiting) if waiting:
            return f"{seat.name}: {waiting}"
        case ReadingFinished(seat, _, questions) if seat.source.kind is SourceKind.QUESTIONS:
            return f"{seat.name}: {len(questions)} about this text"
        case ReadingFinished(seat, reading):
            verdict = f", {said}" if (said := verdict_words(reading)) else ""
            return f"{seat.name}: {counted(len(reading.findings), 'finding')}{verdict}"
        case ReadingFailed(seat, reading):
            return (
                f"{seat.name} failed: {reading.failure.kind}" if reading.failure else f"{seat.name}: stopped"
            )
        case _:
            return None


def _matching_line(event: RoundEvent) -> str:
    """What is told of the call that settles which findings are the same concern."""
    match event:
        case ReadingFinished():
            return "matching: done"
        case ReadingFailed(_, reading) if reading.failure:
            return f"matching failed: {reading.failure.message}"
        case ReadingFailed():
            return "matching: stopped; rules matched the findings instead"
        case _:
            return "matching: which findings are the same concern"
