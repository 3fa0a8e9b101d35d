"""A line of the list in words and tones."""

from collections.abc import Iterable, Mapping

from workbench.core.board import Board
from workbench.core.identity.regrouping import parts_of
from workbench.core.marks import Mark, Standing
from workbench.core.outstanding import counts_of
from workbench.core.rows import Group, Row
from workbench.core.sources import Source, SourceKind
from workbench.tui.highlights import place_of
from workbench.tui.list_columns import Cell, Column, Columns
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine, WholeLine
from workbench.tui.mark_signs import MARK_LETTERS, MARK_TONES
from workbench.tui.tones import Piece, Tone

_OPTIONAL = {
    Group.FIXED: ("concern", "concerns"),
    Group.GONE: ("concern", "concerns"),
    Group.SATISFIED: ("answer", "answers"),
    Group.UNDECIDED: ("answer", "answers"),
    Group.ABOUT: ("reader", "readers"),
}
"""What waits for no mark: one of them and several."""
_BY_KIND = {kind: place for place, kind in enumerate(SourceKind)}


def columns_of(rows: Iterable[Row], labels: Mapping[Source, str], room: int) -> Columns:
    """Columns as narrow as these rows allow; sources take a fifth of the room at most."""
    return widest(rows, labels).within(room)


def widest(rows: Iterable[Row], labels: Mapping[Source, str]) -> Columns:
    """Columns that hold all that these rows say."""
    rows = tuple(rows)
    lines = max((len(str(row.line)) for row in rows if row.line), default=1)
    sources = max((len(_sources(row.raisers, labels)) for row in rows), default=1)
    raised = max((len(_raised(row)) for row in rows), default=0)
    return Columns(lines + 1, sources, raised)


def cells_of(line: Line, board: Board, labels: Mapping[Source, str]) -> list[Cell]:
    """A line's words, whatever room there is for them."""
    match line:
        case WholeLine():
            return [(whole_words(board), Tone.STRONG, Column.NONE)]
        case HeadingLine():
            return [(text, tone, Column.NONE) for text, tone in _heading(line, board.named(line.group))]
        case RowLine(row, opened):
            parts = parts_of(board.history, row.findings)
            return _row(row, opened, labels, place_of(line, board), f"{parts}= " if parts > 1 else "")
        case FindingLine(_, finding, standing):
            tone = Tone.MISS if standing.mark is Mark.MISS else Tone.PLAIN
            return [
                (place_of(line, board), Tone.MUTED, Column.LINE),
                *mark_cells(standing),
                (" ·", Tone.MUTED, Column.NONE),
                (labels.get(finding.source, finding.source.name), Tone.MUTED, Column.SOURCES),
                (finding.problem or finding.consequence, tone, Column.NONE),
            ]


def whole_words(board: Board) -> str:
    """What there is to do, in numbers of concerns; never a figure about the text's worth."""
    counts = counts_of(board.rows)
    if not counts.concerns:
        return "Concerns  none" if board.rows else "Concerns  none yet"
    return f"Concerns  {counts.short()}"


def _heading(line: HeadingLine, name: str) -> list[Piece]:
    fold = "▸ " if line.folded else ""
    if line.group in _OPTIONAL:
        return [
            (f"{fold}{name.upper()}", Tone.HEADING),
            (f"  {line.count} {_OPTIONAL[line.group][line.count != 1]}, optional to mark", Tone.MUTED),
        ]
    settled = "all marked or deferred" if line.undecided else "all marked"
    unmarked = f"{line.unmarked} unmarked" if line.unmarked else settled
    return [(f"{fold}{name.upper()}", Tone.HEADING), (f"  {line.count}, {unmarked}", Tone.MUTED)]


def _row(row: Row, opened: bool, labels: Mapping[Source, str], place: str, parts: str) -> list[Cell]:
    muted = row.standing.mark is Mark.MISS
    tone = Tone.MISS if muted else Tone.PLAIN
    headline = row.headline or (f"{row.answer.question}: {row.answer.value}" if row.answer else "")
    return [
        (place or "-", Tone.MUTED, Column.LINE),
        *mark_cells(row.standing, row),
        (_sources(row.raisers, labels), Tone.MISS if muted else Tone.KEY, Column.SOURCES),
        (_raised(row), Tone.MUTED, Column.RAISED),
        (f"{row.said_fixed}: " if row.standing.fixed else "", Tone.MUTED, Column.NONE),
        (parts, Tone.MUTED, Column.NONE),
        (("▾ " if opened else "") + headline, Tone.STRONG if opened else tone, Column.NONE),
    ]


def mark_cells(standing: Standing, row: Row | None = None) -> list[Cell]:
    """What was decided, in signs; of a row also that single findings of it are marked otherwise."""
    mark = standing.mark
    apart = "~" if row and row.kept_apart else " "
    letter = (MARK_LETTERS[mark], MARK_TONES[mark]) if mark else (apart, Tone.WARNING)
    state = (_state(standing) or (apart if mark else " "), Tone.MUTED)
    if row and row.disagree:
        state = ("!", Tone.WARNING)
    signs = (letter, state, ("c" if standing.note else " ", Tone.KEY))
    return [(sign, tone, Column.NONE) for sign, tone in signs]


def _state(standing: Standing) -> str:
    """What keeps a row from asking for a mark, or has it ask anew, in a sign."""
    return "?" if standing.returned else "d" if standing.deferred else "i" if standing.ignored else ""


def _sources(sources: Iterable[Source], labels: Mapping[Source, str]) -> str:
    ordered = sorted(sources, key=lambda source: _BY_KIND[source.kind])
    return " ".join(dict.fromkeys(labels.get(source, source.name) for source in ordered))


def _raised(row: Row) -> str:
    return f"{row.raised}/{row.readings}" if row.raised and row.readings > 1 else ""
