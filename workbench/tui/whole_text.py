"""What is known about the text as a whole, for the details of the list's first line."""

from collections.abc import Iterable, Iterator, Sequence

from workbench.core.board import Board
from workbench.core.families import own_family_words
from workbench.core.filling import finished
from workbench.core.ignores import ignores_of
from workbench.core.own_answers import in_words
from workbench.core.panels import differences
from workbench.core.ports import CheckReport
from workbench.core.readings import Reading
from workbench.core.reasons import WAIVED, passages_words, reasons, unfinished_words, verdict_words
from workbench.core.text.display_text import counted, one_line
from workbench.core.text_questions import standing_questions
from workbench.core.unread import Unread, failed_readings
from workbench.tui.tones import Piece, Tone, joined

Lines = list[list[Piece]]


def whole_text(board: Board, first_steps: Iterable[str], report: CheckReport | None = None) -> list[Piece]:
    """What is known about the text as a whole: how it is ruled and why, and what its readers took it for.

    Before anything has read it, what can be done instead.
    """
    lines: Lines = [*_ruling_lines(board)]
    if not board.history.rounds:
        lines += [[(step, Tone.PLAIN)] for step in first_steps]
    if board.artifact.intent:
        lines.append([("meant as: ", Tone.MUTED), (board.artifact.intent, Tone.PLAIN)])
    last = board.history.last_round
    if last and last.revision == board.revision.id:
        lines += failed_lines(failed_readings(board.history))
        for seat, reading in finished(board.history, last).items():
            lines += _reading_lines(reading, seat.name, seat.in_words)
    for reading in board.history.readings:
        if reading.mine and reading.revision == board.revision.id:
            lines += _reading_lines(reading, reading.source.name, "you")
    for question in standing_questions(board.history, board.revision.id):
        lines.append([(f"asked of this text, {question.name}: ", Tone.MUTED), (question.ask, Tone.PLAIN)])
    lines += _ignore_lines(board)
    lines += _confirmed_lines(report)
    lines += [[(notice, Tone.WARNING)] for notice in board.revision.notices]
    return joined(lines)


def _ruling_lines(board: Board) -> Iterator[list[Piece]]:
    """How it is ruled, and every reason that holds it there."""
    if board.unchecked:
        yield [("Ruling: not yet", Tone.STRONG), (" (it waits for the checks)", Tone.MUTED)]
        return
    ruling = board.ruling
    said = f" ({ruling.differing})" if ruling.differing else ""
    yield [(f"{board.ruling_label}: {ruling.value.value}", Tone.STRONG), (said, Tone.MUTED)]
    if unfinished := unfinished_words(board.history.last_round, ruling):
        sentence = f"{unfinished[0].upper()}{unfinished[1:]}; the complete round before it stands."
        yield [(sentence, Tone.WARNING)]
    for does, caps in reasons(ruling):
        yield [(does, Tone.MUTED)]
        yield from ([("  ", Tone.PLAIN), (cap.why, Tone.PLAIN)] for cap in caps)
    if said := passages_words(ruling):
        yield [(f"{said}.", Tone.WARNING)]
    if own := own_family_words(board.artifact, board.models):
        yield [(own, Tone.WARNING)]
    for waived in ruling.waived:
        yield [(f"{WAIVED}: ", Tone.MUTED), (waived, Tone.MISS)]
    for differs in differences(board.history, board.revision.id).values():
        yield [(f"the judges differ on {differs.question}: ", Tone.WARNING), (differs.in_words, Tone.PLAIN)]


def _ignore_lines(board: Board) -> Iterator[list[Piece]]:
    """The comments of the text that have faults ignored, and whether they are heeded."""
    for ignore in ignores_of(board.revision.text):
        if ignore.refused:
            yield [(f"L{ignore.line} is not heeded: ", Tone.MUTED), (ignore.refused, Tone.WARNING)]
            continue
        heeded = ignore.comment in board.history.accepted
        said = f"L{ignore.line} {'ignores' if heeded else 'asks to ignore'} {ignore.check}: "
        yield [(said, Tone.MUTED), (one_line(ignore.reason), Tone.PLAIN if heeded else Tone.WARNING)]


def _confirmed_lines(report: CheckReport | None) -> Iterator[list[Piece]]:
    """How many claims of the text the checks confirmed, and where each is shown."""
    if report and report.confirmed:
        claims = counted(len(report.confirmed), "claim")
        said = f"{claims} of the text confirmed; rows on the same words show them, "
        yield [("checks: ", Tone.MUTED), (f"{said}`workbench checks run` lists all.", Tone.PLAIN)]


def failed_lines(failed: Sequence[Unread]) -> Iterator[list[Piece]]:
    """Whose readings failed, and why."""
    for one in failed:
        yield [(f"{one.who} failed: ", Tone.ERROR), (one.why, Tone.PLAIN)]


def _reading_lines(reading: Reading, name: str, who: str) -> Iterator[list[Piece]]:
    if reading.about:
        whom: list[Piece] = (
            [(" Readers: ", Tone.MUTED), (reading.for_whom, Tone.PLAIN)] if reading.for_whom else []
        )
        yield [(f"{name} took it for: ", Tone.MUTED), (reading.about, Tone.PLAIN), *whom]
    if reading.verdict:
        why = f" {reading.why}" if reading.why else ""
        if reading.mine:
            why = f" {in_words(answer.value for answer in reading.answers)}"
        yield [(f"{who} said: ", Tone.MUTED), (f"{verdict_words(reading)}.{why}", Tone.PLAIN)]
    for place in reading.worst:
        yield [
            ("  worst place: ", Tone.MUTED),
            (f"“{one_line(place.quote)}” ", Tone.QUOTE),
            (place.why, Tone.PLAIN),
        ]
    for note in reading.notes:
        yield [(f"{name}: ", Tone.MUTED), (note, Tone.WARNING)]
