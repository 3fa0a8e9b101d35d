"""The line under the cursor in a row or two, for where there is no room for details."""

from workbench.core.board import Board
from workbench.core.display_text import neutralised, one_line, wrapped
from workbench.tui.actions import Keys
from workbench.tui.detail import headline_of
from workbench.tui.failures import failures_of
from workbench.tui.legend import heading_words
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine
from workbench.tui.tones import Part, Piece, Tone, joined, line_of_parts, mark_words


def brief(line: Line, board: Board, keys: Keys, room: int, rows: int) -> list[Piece]:
    """As much as fits into so many rows of so many cells; what was decided stands at the end."""
    match line:
        case RowLine(row):
            return _filled(headline_of(line), Tone.PLAIN, mark_words(row.standing), room, rows)
        case FindingLine(_, _, standing):
            return _filled(headline_of(line), Tone.PLAIN, mark_words(standing), room, rows)
        case HeadingLine():
            return _filled(heading_words(line, keys), Tone.MUTED, [], room, rows)
        case _:
            shows = f"{keys.shown('open')} shows how the text is ruled, what its readers took it for"
            failed = " and why some failed" if failures_of(board.history) else ""
            return _filled(f"{shows}{failed}.", Tone.MUTED, [], room, rows)


def _filled(text: str, tone: Tone, decided: list[Piece], room: int, rows: int) -> list[Piece]:
    """A text over rows, the last of them shared with what was decided."""
    text = one_line(neutralised(text))
    starts = [start for start, _ in wrapped(text, room)][:rows]
    ends = [*starts[1:], len(text)]
    lines = [[(text[start:end], tone)] for start, end in zip(starts[:-1], ends, strict=False)]
    last = line_of_parts([Part(text[starts[-1] :], tone)], [Part(*piece) for piece in decided], room)
    return joined([*lines, last])
