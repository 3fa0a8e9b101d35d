"""Candidates in a list, a line each, and what readers said of one: laid out for the width there is."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil, floor
from typing import overload

from workbench.core.rows import source_labels
from workbench.core.sources import Source
from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.reads import Grade, Read, Slot, Stage, Value
from workbench.core.taglines.rows import Row, State
from workbench.core.text.display_text import counted, fitted, neutralised_line, width
from workbench.tui.mark_signs import MARK_LETTERS, MARK_TONES
from workbench.tui.tones import Piece, Tone

STATE_WORDS = {
    State.UNREAD: "not read yet",
    State.UNGRADED: "not graded",
    State.UNCOMPARED: "not compared",
    State.LEFT: "may be best",
    State.DROPPED: "left out",
    State.BEHIND: "behind",
    State.BEST: "can't separate",
    State.ALONE: "ahead",
}
"""Where a candidate is beside the others."""
HIDDEN = "hidden"
EDITED = "↳ "
"""Before a candidate that was made of another one."""
_STATE_TONES = {
    State.UNREAD: Tone.MUTED,
    State.UNGRADED: Tone.MUTED,
    State.UNCOMPARED: Tone.MUTED,
    State.LEFT: Tone.MUTED,
    State.DROPPED: Tone.MISS,
    State.BEHIND: Tone.MISS,
    State.BEST: Tone.WARNING,
    State.ALONE: Tone.GOOD,
}
VALUE_TONES = {Value.RIGHT: Tone.GOOD, Value.WRONG: Tone.WARNING, Value.CANNOT_TELL: Tone.MUTED}
NOT_GRADED = "not graded"
_GAP = "  "
_LEAST_LINE = 30
"""Cells that a candidate wants beside the counts of each reader; with fewer these stand in its details."""
_READER = 14
"""Cells of a reader's name at most."""


def interval_counts(row: Row) -> str:
    """Between which counts, of the reads there are, the readers' mean is; empty before any is graded."""
    if row.interval is None:
        return ""
    return f"{floor(row.interval.low * row.of)} to {min(row.of, ceil(row.interval.high * row.of))}"


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in one column of the candidates."""

    head: str
    said: Callable[[Row], str]
    tone: Callable[[Row], Tone]
    right: bool = False
    """Whether it is set to the right, as figures are."""

    def piece(self, text: str, room: int, tone: Tone) -> Piece:
        """A text in so many cells, and the gap to the next column."""
        set_out = f"{text:>{room}}" if self.right else f"{text:{room}}"
        return (set_out + _GAP, tone)


def _state(row: Row) -> str:
    return HIDDEN if row.candidate.hidden else STATE_WORDS[row.state]


def _state_tone(row: Row) -> Tone:
    return Tone.MISS if row.candidate.hidden else _STATE_TONES[row.state]


def _share(row: Row, place: int) -> str:
    share = row.by_reader[place]
    return str(share) if share.of else ""


def _columns(board: TaglineBoard) -> tuple[Column, ...]:
    """The columns before a candidate; those of its readers are from the fourth on."""
    labels = source_labels(board.race.readers)
    return (
        Column("", _state, _state_tone),
        Column(
            "yes" if board.question else "right",
            lambda row: row.count if row.of else "",
            lambda _: Tone.STRONG,
            right=True,
        ),
        Column("95 %", interval_counts, lambda _: Tone.MUTED, right=True),
        *(
            Column(labels[reader], partial(_share, place=place), lambda _: Tone.KEY, right=True)
            for place, reader in enumerate(board.race.readers)
        ),
        Column("cells", lambda row: str(row.candidate.cells), lambda _: Tone.MUTED, right=True),
        Column("", lambda row: f"!{len(row.checks)}" if row.checks else "", lambda _: Tone.WARNING),
    )


_FIRST_READER = 3

Known = dict[int, tuple[Row, tuple[str, ...]]]
"""By key of its candidate, a row and what it says in each column: rows that are the same say the same."""


class CandidateLines(Sequence[list[Piece]]):
    """The candidates that are listed; only a line that is looked at is laid out."""

    def __init__(self, board: TaglineBoard, rows: Sequence[Row], room: int, known: Known) -> None:
        """Set what is listed, and how many cells a line has; `known` is kept from one time to the next."""
        self.rows = rows
        self._columns = _columns(board)
        self._cells = [self._said(row, known) for row in rows]
        self._widths = [
            max(max(map(len, said)), len(column.head)) if any(said) else 0
            for column, said in zip(self._columns, zip(*self._cells, strict=True), strict=False)
        ]
        if self._left(room) < _LEAST_LINE:
            for place in range(_FIRST_READER, _FIRST_READER + len(board.race.readers)):
                self._widths[place : place + 1] = [0] if rows else []
        self._room = max(1, self._left(room))

    def _said(self, row: Row, known: Known) -> tuple[str, ...]:
        before = known.get(row.candidate.id)
        if before is None or before[0] is not row:
            before = known[row.candidate.id] = row, tuple(column.said(row) for column in self._columns)
        return before[1]

    def _left(self, room: int) -> int:
        """Cells that are left for a candidate."""
        return room - sum(cells + len(_GAP) for cells in self._widths if cells)

    @property
    def headings(self) -> list[Piece]:
        """What each column is."""
        pieces = [
            column.piece(column.head, cells, Tone.MUTED)
            for column, cells in zip(self._columns, self._widths, strict=True)
            if cells
        ]
        return [*pieces, ("candidate", Tone.MUTED)]

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, index: int) -> list[Piece]: ...
    @overload
    def __getitem__(self, index: slice) -> list[list[Piece]]: ...
    def __getitem__(self, index: int | slice) -> list[Piece] | list[list[Piece]]:
        if isinstance(index, slice):
            return [self._line(at) for at in range(*index.indices(len(self.rows)))]
        return self._line(index)

    def _line(self, index: int) -> list[Piece]:
        row = self.rows[index]
        pieces = [
            column.piece(said, cells, column.tone(row))
            for column, said, cells in zip(self._columns, self._cells[index], self._widths, strict=True)
            if cells
        ]
        candidate = row.candidate
        text = (EDITED if candidate.parent else "") + neutralised_line(candidate.text)
        tone = Tone.MISS if candidate.hidden else Tone.PLAIN
        return [*pieces, (fitted(text, self._room), tone)]


def says(row: Row, words: str) -> bool:
    """Whether a candidate, its notes, its checks or where it stands say each of some words, in any case."""
    notes = (part for note in row.candidate.notes for part in note)
    said = " ".join((row.candidate.text, _state(row), *notes, *row.checks)).casefold()
    return all(word in said for word in words.casefold().split())


@dataclass(frozen=True, slots=True)
class ReadLine:
    """One read of a candidate, with its grade under what is counted by."""

    read: Read
    grade: Grade | None
    """None where it has none yet."""

    @property
    def slot(self) -> Slot:
        """Which read it is."""
        return self.read.slot


def reads_of(board: TaglineBoard, candidate: int) -> tuple[ReadLine, ...]:
    """Every read of a candidate, reader by reader, those that were made to decide last."""
    places = {reader: place for place, reader in enumerate(board.race.readers)}
    reads = [read for read in board.reads if read.slot.candidate == candidate]
    reads.sort(key=lambda read: (places[read.slot.reader], read.slot.stage is Stage.FINAL, read.slot.trial))
    key = board.asked.key
    return tuple(ReadLine(read, board.grades.get((key, read.answer))) for read in reads)


def read_pieces(lines: Sequence[ReadLine], room: int) -> list[list[Piece]]:
    """The reads of a candidate, a line each: who, for which time, its grade, your mark, what it said."""
    cells = [_read_cells(line) for line in lines]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    left = max(1, room - sum(widths) - len(_GAP) * len(widths))
    return [
        [*_read_pieces(line, each, widths), (fitted(neutralised_line(line.read.what), left), Tone.PLAIN)]
        for line, each in zip(lines, cells, strict=True)
    ]


def _read_cells(line: ReadLine) -> tuple[str, str, str, str]:
    slot, grade = line.slot, line.grade
    name = neutralised_line(slot.reader.name)
    mark = MARK_LETTERS[grade.mark] if grade and grade.mark else " "
    time = f"fresh {slot.trial}" if slot.stage is Stage.FINAL else str(slot.trial)
    value = value_word(grade, grade.value) if grade else NOT_GRADED
    return fitted(name, min(width(name), _READER)), time, mark, value


def _read_pieces(line: ReadLine, cells: Sequence[str], widths: Sequence[int]) -> list[Piece]:
    grade = line.grade
    tones = (
        Tone.KEY,
        Tone.MUTED,
        MARK_TONES[grade.mark] if grade and grade.mark else Tone.PLAIN,
        VALUE_TONES[grade.value] if grade else Tone.MUTED,
    )
    return [(fitted(cell, room) + _GAP, tone) for cell, room, tone in zip(cells, widths, tones, strict=True)]


def alike(board: TaglineBoard, grade: Grade) -> tuple[Read, ...]:
    """The reads that gave exactly the answer that a grade is of."""
    return tuple(read for read in board.reads if read.answer == grade.answer)


def value_word(grade: Grade, value: Value) -> str:
    """A value in the words of what was asked."""
    words = {Value.RIGHT: "yes", Value.WRONG: "no"} if grade.asked.question else {}
    return words.get(value, value.value)


def counts_as(board: TaglineBoard, grade: Grade) -> str:
    """How many reads of how many candidates count as what a grade and its mark say."""
    reads = alike(board, grade)
    candidates = len({read.slot.candidate for read in reads})
    verb = "counts" if len(reads) == 1 else "count"
    of = f"{counted(len(reads), 'read')} of {counted(candidates, 'candidate')}"
    return f"{of} now {verb} as {value_word(grade, grade.holds)}"


def labels_line(board: TaglineBoard) -> str:
    """Which letters stand for which reader."""
    labels: Mapping[Source, str] = source_labels(board.race.readers)
    return ", ".join(f"{label} {neutralised_line(reader.name)}" for reader, label in labels.items())
