"""The two lines on top: what is shown, how it is ruled, who reads it and what that cost."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.core.board import Board, SeatProgress, progress_of
from workbench.core.calibration.disagreements import differing
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import NOTHING, Spend, in_dollars, together
from workbench.core.filling import filled
from workbench.core.history import Round
from workbench.core.ports import CheckReport
from workbench.core.readings import Reading
from workbench.core.reasons import unfinished_words, why_ruled
from workbench.core.ruling import RulingValue
from workbench.core.seats import Seat
from workbench.core.sources import SourceKind
from workbench.core.text.display_text import counted
from workbench.tui.tones import Part, Tone
from workbench.tui.top_lines import Ends, edited_part

RULING_TONES = {
    RulingValue.PUBLISHABLE: Tone.GOOD,
    RulingValue.FIX: Tone.WARNING,
    RulingValue.REWRITE: Tone.ERROR,
    RulingValue.UNJUDGED: Tone.MUTED,
}
"""How strongly each ruling is drawn."""
_NAMED = 3
"""Questions that are named where they keep a rubric from being ready; more are counted."""


class Settled(NamedTuple):
    """What stored readings cost."""

    last: Spend
    """Those of the round that is shown."""
    whole: Spend


def artifact_ends(
    board: Board,
    *,
    edited: str,
    budget: float | None,
    prices: PriceTable,
    show_disk: str,
    settled: Settled | None = None,
    gone: bool = False,
) -> Ends:
    """The artifact, its revision and the ruling; `show_disk` is the key that shows the text on disk.

    `gone` is whether there is no file on disk.

    `settled` is what the stored readings cost, where that is known already.
    """
    spent = spend_words(board, budget, prices, settled)
    left = [
        Part(board.artifact.name, Tone.STRONG),
        Part(board.artifact.kind.value, Tone.MUTED, rank=3),
        Part(f"revision {board.revision.number}", Tone.MUTED, rank=1),
        edited_part(edited),
        Part(_on_disk(board, show_disk, gone), Tone.WARNING, rank=2),
    ]
    right = [*ruling_parts(board), Part(spent, Tone.MUTED, rank=7)]
    return Ends(left, right)


def _on_disk(board: Board, show_disk: str, gone: bool) -> str:
    """How the file differs from the text shown; empty where it does not."""
    if gone:
        return "there is no file any more"
    return f"changed on disk: {show_disk} shows it" if board.disk else ""


def settled_in(board: Board, prices: PriceTable) -> Settled:
    """What the stored readings cost."""
    last = _round_shown(board)
    return Settled(board.spend(prices, last.id) if last else NOTHING, board.spend(prices))


def spend_words(
    board: Board, budget: float | None, prices: PriceTable, settled: Settled | None = None
) -> str:
    """What the last round cost, of how much it may, and what all rounds cost where there are several.

    While readings are under way it is as far as the services have told.
    """
    if _round_shown(board) is None:
        return ""
    under_way = board.under_way(prices)
    spent, whole = (together(each, under_way) for each in settled or settled_in(board, prices))
    cap = f" of {in_dollars(budget)}" if budget is not None and spent.is_known else ""
    so_far = " so far" if board.running else ""
    told = len(board.history.rounds) > 1 and whole.sentence() != spent.sentence()
    return f"{spent.sentence()}{cap}{so_far}{f', {whole.sentence()} in all' if told else ''}"


def ruling_parts(board: Board) -> list[Part]:
    """The ruling, why it is no better, and what the judge said where that differs."""
    ruling = board.ruling
    if board.unchecked:
        return [Part("Ruling: not yet", Tone.MUTED), Part("it waits for the checks", Tone.MUTED, rank=5)]
    if board.void:
        return [Part(f"Ruling: void, was {ruling.value.value}", Tone.WARNING)]
    why = why_ruled(ruling)
    return [
        Part(f"{board.ruling_label}: {ruling.value.value}", RULING_TONES[ruling.value]),
        Part(f"read in {board.parts} parts" if board.parts > 1 else "", Tone.WARNING, rank=2),
        Part(unfinished_words(board.history.last_round, ruling), Tone.WARNING, rank=4),
        Part("judged on its changed passages only" if ruling.of_passages else "", Tone.WARNING, rank=2),
        *_not_ready(board),
        Part(f"why: {why}" if why else "", Tone.MUTED, rank=5),
        Part(ruling.differing, Tone.MUTED, rank=6),
    ]


def _not_ready(board: Board) -> tuple[Part, Part]:
    """That the person differs from the judge by whose rubric the text was judged, and on what."""
    ids = differing(board.history, board.revision.id)
    which = ", ".join(ids) if len(ids) <= _NAMED else counted(len(ids), "question")
    return (
        Part("rubric not ready" if ids else "", Tone.WARNING, rank=1),
        Part(f"you differ on {which}" if ids else "", Tone.MUTED, rank=5),
    )


def seats_ends(board: Board, report: CheckReport | None, reader: str) -> Ends:
    """Each seat of the round and what the checks found; `reader` is where a text would be sent."""
    seats = seats_of(board)
    right = [Part(_checks(report), Tone.MUTED, rank=6)] if report else []
    if board.unchecked:
        right.insert(0, Part("checks are running", Tone.KEY))
    if board.read_elsewhere:
        right.insert(0, Part("another workbench is reading", Tone.KEY))
    own = [Part(f"you said {verdict.value}") for verdict in board.ruling.own]
    if not seats:
        unread = [Part("not read yet", Tone.MUTED, rank=4)]
        unread.append(Part(f"reader: {reader}" if reader else "no reader", Tone.MUTED, rank=5))
        return Ends([*own, *unread], right)
    before = _earlier_revision(board)
    each = [*before, *(_seat_part(seat, progress) for seat, progress in seats)]
    return Ends([*each, *own], right, [*before, *_summed(seats), *own])


def _earlier_revision(board: Board) -> list[Part]:
    """Says so where what was read is not the text shown."""
    last = _round_shown(board)
    read = board.history.revision(last.revision) if last else None
    if read is None or read.id == board.revision.id:
        return []
    return [Part(f"of revision {read.number}:", Tone.WARNING, rank=2)]


def seats_of(board: Board) -> list[tuple[Seat, SeatProgress]]:
    """Every seat of the round under way here, else of the last round, whether or not it was resumed."""
    last = _round_shown(board)
    if last is None:
        return list(board.seats.items())
    readings = filled(board.history, last)
    seats = [(seat, board.seats.get(seat) or _stored(readings.get(seat))) for seat in last.planned]
    return seats + [(seat, progress) for seat, progress in board.seats.items() if seat.matches]


def _round_shown(board: Board) -> Round | None:
    """The last round, but not one that another program is making; None before the first."""
    rounds = board.history.rounds[:-1] if board.read_elsewhere else board.history.rounds
    return rounds[-1] if rounds else None


def _stored(reading: Reading | None) -> SeatProgress:
    return SeatProgress("stopped") if reading is None else progress_of(reading)


def _seat_part(seat: Seat, progress: SeatProgress) -> Part:
    if seat.matches:
        return _matching_part(progress)
    name = seat.name if seat.reads else "questions"
    match progress.phase:
        case "finished":
            made = seat.source.kind is SourceKind.QUESTIONS
            return Part(f"{name} made" if made else f"{name} {progress.found}")
        case "reading":
            tokens = f", {progress.tokens:,} tokens" if progress.tokens else ""
            return Part(f"{name} reading{tokens}", Tone.KEY)
        case "retrying":
            return Part(f"{name} {progress.note}", Tone.WARNING)
        case "failed":
            return Part(f"{name} failed", Tone.ERROR)
        case "stopped":
            return Part(f"{name} not read", Tone.WARNING)
        case _:
            return Part(f"{name} waits", Tone.MUTED)


def _matching_part(progress: SeatProgress) -> Part:
    """How the call stands that settles which findings are the same concern."""
    match progress.phase:
        case "finished":
            return Part("matched")
        case "failed" | "stopped":
            return Part("matched by rules", Tone.WARNING)
        case "retrying":
            return Part(f"matching {progress.note}", Tone.WARNING)
        case _:
            tokens = f", {progress.tokens:,} tokens" if progress.tokens else ""
            return Part(f"matching findings{tokens}", Tone.KEY)


def _summed(seats: Sequence[tuple[Seat, SeatProgress]]) -> list[Part]:
    """The readings in figures; the call for questions is none, and is told for itself."""
    phases = [progress.phase for seat, progress in seats if seat.reads]
    found, reading, failed = sum(p.found for _, p in seats), phases.count("reading"), phases.count("failed")
    questions = [_seat_part(seat, progress) for seat, progress in seats if not seat.reads]
    return [
        Part(
            f"{phases.count('finished')} of {counted(len(phases), 'reading')}",
            Tone.ERROR if failed else Tone.PLAIN,
            rank=1,
        ),
        Part(f"{failed} failed" if failed else "", Tone.ERROR),
        *(part._replace(rank=7 if part.tone is Tone.PLAIN else 0) for part in questions),
        Part(_retried(seats), Tone.WARNING),
        Part(counted(found, "finding"), rank=5),
        Part(f"{reading} reading" if reading else "", rank=4),
    ]


def _retried(seats: Iterable[tuple[Seat, SeatProgress]]) -> str:
    """Which seat waits, why and how long, and how many others do; empty where none does."""
    waiting = [(seat.name, progress.note) for seat, progress in seats if progress.phase == "retrying"]
    if not waiting:
        return ""
    name, why = waiting[0]
    # Of how many attempts it is the next has no room here.
    said = f"{name}: {why.partition(' (')[0]}"
    return said if len(waiting) == 1 else f"{said}, {len(waiting) - 1} more wait"


def _checks(report: CheckReport) -> str:
    faults = counted(len(report.faults), "fault")
    confirmed = f", {counted(len(report.confirmed), 'claim')} confirmed" if report.confirmed else ""
    return f"checks: {faults}{confirmed}"
