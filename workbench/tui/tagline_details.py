"""What is known of the candidate or the read under the cursor, in full."""

from collections import Counter
from collections.abc import Iterator, Sequence

from workbench.core.marks import Mark
from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.reads import Grade, Stage, Value
from workbench.core.taglines.rows import Row, State
from workbench.core.taglines.taken_for import TakenFor, taken_for
from workbench.core.taglines.words import UNCOMPARED, asked, conclusions
from workbench.core.text.display_text import counted, neutralised_line
from workbench.tui.keymaps import Keys
from workbench.tui.mark_signs import MARK_TONES
from workbench.tui.tagline_layout import VALUE_TONES, ReadLine, alike, interval_counts, value_word
from workbench.tui.tones import Piece, Tone, hanging, joined

_LABEL = 10
"""Cells before what is said under a label."""
Lines = list[list[Piece]]

STATES = {
    State.UNREAD: "nobody has read it yet",
    State.UNGRADED: "nothing of it is graded yet",
    State.UNCOMPARED: "not compared: it is hidden, or a further question is shown",
    State.LEFT: "it may still be the best",
    State.DROPPED: "others beat it by more than chance allows: it is read no more",
    State.BEHIND: "behind the best by more than chance allows",
    State.BEST: "which of these is the best can't be told; with 95 % it is one of them",
    State.ALONE: "ahead of all others by more than chance allows",
}
_SETTLED = (State.DROPPED, State.BEHIND, State.BEST, State.ALONE)


def _said(label: str, text: str, room: int, tone: Tone = Tone.PLAIN, head: Tone = Tone.MUTED) -> Lines:
    return hanging((label, head), (neutralised_line(text), tone), _LABEL, max(_LABEL + 10, room))


def row_details(board: TaglineBoard, row: Row, room: int) -> list[Piece]:
    """A candidate in full: how it stands, its checks, where it is from, what readers took it for."""
    lines: Lines = [[(neutralised_line(row.candidate.text), Tone.STRONG)]]
    for label, text, tone in _facts(board, row):
        lines += _said(label, text, room, tone)
    wrong = [(group, Tone.WARNING) for group in row.groups]
    right = [(group, Tone.GOOD) for group in _right(board, row)]
    if wrong:
        lines += [[], [("TAKEN FOR, BY WHO DID NOT GET IT" if not board.question else "NO", Tone.HEADING)]]
        lines += _groups(wrong, room)
    if right:
        lines += [[], [("WORDS OF WHO GOT IT" if not board.question else "YES", Tone.HEADING)]]
        lines += _groups(right, room)
    return joined([*lines, *_whole(board, room)])


def _facts(board: TaglineBoard, row: Row) -> Iterator[tuple[str, str, Tone]]:
    """What is said of a candidate under a label each."""
    candidate = row.candidate
    if row.of:
        of_all = f", {row.undecided} cannot be told" if row.undecided else ""
        yield (
            "yes" if board.question else "right",
            f"{row.count}, with 95 % {interval_counts(row)}{of_all}",
            Tone.STRONG,
        )
        shares = zip(row.readers, row.by_reader, strict=True)
        by = (f"{reader.name} {share.right} of {share.of}" for reader, share in shares)
        yield "by", ", ".join(by), Tone.KEY
    yield "stands", _stands(board, row), Tone.PLAIN
    if row.fresh:
        yield (
            "counted",
            f"only the fresh reads that decide between those left; {counted(row.reads, 'read')} in all",
            Tone.MUTED,
        )
    if row.ungraded:
        yield "not yet", f"{counted(row.ungraded, 'read')} not graded by this", Tone.WARNING
    yield "length", f"{candidate.cells} cells, {counted(candidate.graphemes, 'character')}", Tone.MUTED
    for check in row.checks:
        yield "check", check, Tone.WARNING
    if candidate.parent:
        yield "made of", candidate.parent_text, Tone.QUOTE
    for name, note in candidate.notes:
        yield name[: _LABEL - 1], note, Tone.PLAIN


def _stands(board: TaglineBoard, row: Row) -> str:
    if row.candidate.hidden:
        return "hidden: it is neither read nor compared"
    if row.state is State.UNCOMPARED:
        return f"{UNCOMPARED}: that is by the intent alone"
    others = "without the new ones, " if board.late and row.state in _SETTLED else ""
    return f"{others}{STATES[row.state]}"


def _right(board: TaglineBoard, row: Row) -> Sequence[TakenFor]:
    return taken_for([read for read, grade in row.graded if grade.holds is Value.RIGHT], board.rarity)


def _groups(groups: Sequence[tuple[TakenFor, Tone]], room: int) -> Iterator[list[Piece]]:
    for group, tone in groups:
        said = Counter(read.slot.reader.name for read in group.reads)
        who = ", ".join(f"{name} {times}x" if times > 1 else name for name, times in said.items())
        yield from _said(f"{len(group.reads)}x", f"{group.words} ({who})", room, Tone.PLAIN, tone)


def _whole(board: TaglineBoard, room: int) -> Lines:
    """What all reads come to."""
    # By what an answer is right is cut where it is long: here all of it can be read.
    intent = [f"Intent: {board.intent}"] if board.intent else []
    question = [asked(board)] if board.question else []
    said = [*intent, *question, *board.notices, *conclusions(board)]
    if not said:
        return []
    lines: Lines = [[], [("OF ALL CANDIDATES", Tone.HEADING)]]
    for sentence in said:
        lines += hanging(("·", Tone.MUTED), (neutralised_line(sentence), Tone.PLAIN), 2, max(20, room))
    return lines


def read_details(board: TaglineBoard, line: ReadLine, keys: Keys, room: int) -> list[Piece]:
    """A read in full: what the reader said, what the grader said of that, and your mark."""
    read = line.read
    time = "fresh read" if read.slot.stage is Stage.FINAL else "read"
    name = f"{neutralised_line(read.slot.reader.name)}  "
    lines: Lines = [[(name, Tone.STRONG), (f"{time} {read.slot.trial}, {read.model}", Tone.MUTED)]]
    lines += _said("it is", read.what, room, Tone.QUOTE)
    if read.for_whom:
        lines += _said("for whom", read.for_whom, room, Tone.QUOTE)
    if line.grade is None:
        said = f"nothing of this answer yet; {keys.shown('read')} has it graded"
        lines += _said("grader", said, room, Tone.MUTED)
    else:
        lines += _grade(board, line.grade, keys, room)
    if read.thought:
        lines += [[], *_said("thought", read.thought, room, Tone.QUOTE)]
    return joined(lines)


def _grade(board: TaglineBoard, grade: Grade, keys: Keys, room: int) -> Lines:
    value = value_word(grade, grade.value)
    lost = "" if grade.found else ", quote not found"
    by = f", by “{grade.quote}”{lost}" if grade.quote else ""
    lines = _said("grader", f"{value}{by}", room, VALUE_TONES[grade.value])
    lines += _said("because", grade.reason or "it gave no reason", room)
    times = len(alike(board, grade))
    if times > 1:
        lines += _said("same", f"{times} reads gave exactly this answer; a mark is of all of them", room)
    if grade.mark is None:
        marks = f"{keys.shown('hit')} the grader is right, {keys.shown('miss')} it is wrong, "
        return lines + _said("you", f"{marks}{keys.shown('cant_tell')} can't tell", room, Tone.MUTED)
    counts = "" if grade.holds is grade.value else f"; it counts as {value_word(grade, grade.holds)}"
    said = {Mark.HIT: "the grader is right", Mark.MISS: "the grader is wrong", Mark.CANT_TELL: "can't tell"}
    return lines + _said("you", f"{said[grade.mark]}{counts}", room, MARK_TONES[grade.mark])
