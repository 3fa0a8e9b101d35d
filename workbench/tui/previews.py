"""What an artifact's screen will show first when it is opened next, from what is known now."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.core.marks import Target
from workbench.core.ports import CheckReport
from workbench.core.previews import LINES, Part, Preview
from workbench.core.readings import Span
from workbench.core.returned import place_again
from workbench.core.rows import Group
from workbench.core.text.document import Document
from workbench.core.text.graphemes import widened
from workbench.core.trust.odds import Odds
from workbench.tui import tones
from workbench.tui.brief import brief
from workbench.tui.header import artifact_ends, seats_ends
from workbench.tui.highlights import highlights_of, span_of
from workbench.tui.keymaps import Keys
from workbench.tui.line_details import details_of, labels_of
from workbench.tui.list_cells import cells_of, widest
from workbench.tui.list_lines import Lines, Place, Whole, lines_of
from workbench.tui.source_layout import SourceLayout, figure_remark

_TEXT_LINES = 100
"""How many lines of the text are remembered above and below the cursor's words."""


def preview_of(
    desk: Desk,
    board: Board,
    report: CheckReport | None,
    keys: Keys,
    odds: Odds | None,
    place: Place | None = None,
) -> Preview:
    """The preview of a board, with the cursor on a place; None for where it will be by what is stored.

    `report` is what the checks say of its text, None before they ran; `odds` how often rows were hits, None
    where that is not known.
    """
    board = replace(board, disk=None, seats={}, running=False)
    labels = labels_of(board, desk)
    lines, here = _opened(board, place or _place_again(board))
    line = lines.all[here]
    top = artifact_ends(
        board,
        edited="",
        budget=desk.settings.budget,
        prices=desk.prices,
        show_disk=keys.shown("show_disk"),
    )
    seats = seats_ends(board, report, desk.provider.destination if desk.provider else "")
    first, columns = max(0, here - LINES), widest(board.rows, labels)
    span = span_of(line)
    document = Document(board.revision.text)
    seen = _seen(document, span)
    return Preview(
        sha256=board.revision.sha256,
        artifact=(_parts(top.left), _parts(top.right)),
        seats=(_parts(seats.left), _parts(seats.right), _parts(seats.shorter)),
        head=tuple(cells_of(lines.all[0], board, labels)),
        lines=tuple(tuple(cells_of(each, board, labels)) for each in lines.all[first : here + LINES]),
        first=first,
        count=len(lines.all),
        here=here,
        place=_named(line.place),
        columns=(columns.line, columns.sources, columns.raised),
        brief=_brief(*brief(line, board, keys, desk.library)),
        details=tuple(details_of(line, board, desk, keys, labels, odds, report)),
        words=(span.start, span.end) if span else (0, 0),
        inks=tuple(_inks(board, document, seen)),
        remarks=tuple(
            (figure.line, figure_remark(figure.alt))
            for figure in document.figures
            if seen.start <= document.line_starts[figure.line - 1] < seen.end
        ),
        keys=tuple(keys.by_action.items()),
    )


def _place_again(board: Board) -> Place | None:
    """Where the cursor was when the artifact was last left; None where it never was."""
    left = board.history.left
    return (place_again(left, board) or Whole.TEXT) if left else None


def _opened(board: Board, place: Place | None) -> tuple[Lines, int]:
    """The list as it is shown first, nothing open or filtered out, and the line that the cursor is on.

    A group is unfolded only where the place is in it.
    """
    lines = _lines(board, frozenset())
    here = lines.index(lines.first if place is None else place)
    row = board.row(place) if here is None and isinstance(place, Target) else None
    if row is not None:
        lines = _lines(board, frozenset({row.group}))
        here = lines.index(row.target)
    return lines, here or 0


def _lines(board: Board, unfolded: frozenset[Group]) -> Lines:
    return lines_of(
        board.rows,
        shown=lambda row: True,
        unfolded=unfolded,
        opened=None,
        cursor=Whole.TEXT,
        marks=board.marks,
    )


def _parts(parts: Iterable[tones.Part]) -> tuple[Part, ...]:
    return tuple((part.text, part.tone, part.rank) for part in parts if part.text)


def _brief(
    words: str, tone: tones.Tone, decided: Sequence[tones.Piece]
) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    return words, tone, tuple(decided)


def _named(place: Place) -> tuple[str, int]:
    return (place.kind, place.id) if isinstance(place, Target) else (place.name, 0)


def _seen(document: Document, span: Span | None) -> Span:
    """The stretch of the text that may be in sight, whatever the size of the terminal."""
    starts = document.line_starts
    line = document.line_of(span.start) if span else 1
    after = line + _TEXT_LINES
    return Span(
        starts[max(0, line - 1 - _TEXT_LINES)], starts[after] if after < len(starts) else len(document.text)
    )


def _inks(board: Board, document: Document, seen: Span) -> Iterable[tuple[int, int, int]]:
    for highlight in (*SourceLayout(document, 1).lasting, *highlights_of(board)):
        if highlight.start < seen.end and highlight.end > seen.start:
            yield (*widened(document.text, highlight.start, highlight.end), int(highlight.ink))
