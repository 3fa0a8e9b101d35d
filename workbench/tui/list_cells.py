"""A line of the list in words and tones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from workbench.core.board import Board
from workbench.core.display_text import fitted, neutralised, width
from workbench.core.marks import Mark, Standing
from workbench.core.rows import Group, Row
from workbench.core.sources import Source, SourceKind
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine, WholeLine
from workbench.tui.tones import MARK_LETTERS, MARK_TONES, Piece, Tone

_CLOSED = (Group.FIXED, Group.GONE)
_OPTIONAL = (Group.SATISFIED, Group.UNDECIDED)
"""Answers, which nobody has to mark."""
_BY_KIND = {kind: place for place, kind in enumerate(SourceKind)}


@dataclass(frozen=True, slots=True)
class Columns:
    """How wide the columns of this list are, in cells."""

    line: int
    sources: int
    raised: int
    """0 where nothing was read more than once."""


def columns_of(rows: Iterable[Row], labels: Mapping[Source, str], room: int) -> Columns:
    """Columns as narrow as these rows allow; sources take a fifth of the room at most."""
    rows = tuple(rows)
    lines = max((len(str(row.line)) for row in rows if row.line), default=1)
    sources = max((len(_sources(row.sources, labels)) for row in rows), default=1)
    raised = max((len(_raised(row)) for row in rows), default=0)
    return Columns(lines + 1, min(sources, max(5, room // 5)), raised)


def cells_of(
    line: Line, board: Board, labels: Mapping[Source, str], columns: Columns, room: int
) -> list[Piece]:
    """A line in exactly so many cells, from the one beside the cursor's mark on."""
    match line:
        case WholeLine():
            return _fitted([(whole_words(board), Tone.STRONG)], room)
        case HeadingLine():
            return _fitted(_heading(line), room)
        case RowLine(row, opened):
            return _fitted(_row(row, opened, labels, columns), room)
        case FindingLine(_, finding, standing):
            tone = Tone.MISS if standing.mark is Mark.MISS else Tone.PLAIN
            label = labels.get(finding.source, finding.source.name)
            indent = " " * (columns.line + 1)
            return _fitted(
                [
                    (indent, Tone.PLAIN),
                    *_marks(standing, disagree=False),
                    (f" · {fitted(label, columns.sources)} ", Tone.MUTED),
                    (finding.problem or finding.consequence, tone),
                ],
                room,
            )


def whole_words(board: Board) -> str:
    """What there is to do, in numbers of concerns; never a figure about the text's worth."""
    concerns = [row for row in board.rows if row.answer is None]
    if not concerns:
        return "Concerns  none" if board.rows else "Concerns  none yet"
    new = sum(row.group is Group.NEW for row in concerns)
    still_open = sum(is_open(row) for row in concerns)
    marked = sum(row.standing.mark is not None for row in concerns)
    return f"Concerns  {new} new  {still_open} open  {marked} of {len(concerns)} marked"


def is_open(row: Row) -> bool:
    """Whether a concern still stands: not a miss, not deferred, not fixed, its words not gone."""
    settled = row.standing.mark is Mark.MISS or row.standing.deferred
    return not settled and row.group not in _CLOSED


def _heading(line: HeadingLine) -> list[Piece]:
    fold = "▸ " if line.folded else ""
    if line.group in _OPTIONAL:
        return [
            (f"{fold}{line.group.value.upper()}", Tone.HEADING),
            (f"  {line.count} {'answer' if line.count == 1 else 'answers'}, optional to mark", Tone.MUTED),
        ]
    settled = "all marked or deferred" if line.undecided else "all marked"
    unmarked = f"{line.unmarked} unmarked" if line.unmarked else settled
    return [(f"{fold}{line.group.value.upper()}", Tone.HEADING), (f"  {line.count}, {unmarked}", Tone.MUTED)]


def _row(row: Row, opened: bool, labels: Mapping[Source, str], columns: Columns) -> list[Piece]:
    muted = row.standing.mark is Mark.MISS
    tone = Tone.MISS if muted else Tone.PLAIN
    place = f"L{row.line}" if row.line else "-"
    headline = row.headline or (f"{row.answer.question}: {row.answer.value}" if row.answer else "")
    return [
        (f"{place:>{columns.line}} ", Tone.MUTED),
        *_marks(row.standing, row.disagree),
        (f" {fitted(_sources(row.sources, labels), columns.sources)} ", Tone.MISS if muted else Tone.KEY),
        (f"{_raised(row):<{columns.raised}} " if columns.raised else "", Tone.MUTED),
        (("▾ " if opened else "") + headline, Tone.STRONG if opened else tone),
    ]


def _marks(standing: Standing, disagree: bool) -> list[Piece]:
    mark = standing.mark
    letter = (MARK_LETTERS[mark], MARK_TONES[mark]) if mark else (" ", Tone.PLAIN)
    state = ("!", Tone.WARNING) if disagree else ("d" if standing.deferred else " ", Tone.MUTED)
    return [letter, state, ("c" if standing.note else " ", Tone.KEY)]


def _sources(sources: Iterable[Source], labels: Mapping[Source, str]) -> str:
    ordered = sorted(sources, key=lambda source: _BY_KIND[source.kind])
    return " ".join(dict.fromkeys(labels.get(source, source.name) for source in ordered))


def _raised(row: Row) -> str:
    return f"{row.raised}/{row.readings}" if row.raised and row.readings > 1 else ""


def _fitted(pieces: Iterable[Piece], room: int) -> list[Piece]:
    """Pieces cut or padded to so many cells."""
    fitting: list[Piece] = []
    left = room
    for text, tone in pieces:
        shown = neutralised(text).replace("\n", " ").replace("\t", " ")
        cut = fitted(shown, min(left, width(shown)))
        if cut:
            fitting.append((cut, tone))
            left -= width(cut)
    return [*fitting, (" " * left, Tone.PLAIN)] if left > 0 else fitting
