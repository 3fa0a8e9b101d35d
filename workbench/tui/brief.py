"""The line under the cursor in a row or two, for where there is no room for details."""

from workbench.core.board import Board
from workbench.core.rows import Row
from workbench.core.unread import failed_readings
from workbench.tui.detail import headline_of
from workbench.tui.keymaps import Keys
from workbench.tui.legend import heading_words
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine
from workbench.tui.mark_signs import decided_words
from workbench.tui.tones import Piece, Tone


def brief(line: Line, board: Board, keys: Keys) -> tuple[str, Tone, list[Piece]]:
    """What is said in short: words, their tone, and what was decided, which stands at the end."""
    match line:
        case RowLine(row):
            return headline_of(line), Tone.PLAIN, [*_raised(row, board), *decided_words(row, row.standing)]
        case FindingLine(row, _, standing):
            return headline_of(line), Tone.PLAIN, decided_words(row, standing)
        case HeadingLine():
            return heading_words(line, keys), Tone.MUTED, []
        case _:
            shows = f"{keys.shown('open')} shows how the text is ruled, what its readers took it for"
            failed = " and why some failed" if failed_readings(board.history) else ""
            return f"{shows}{failed}.", Tone.MUTED, []


def _raised(row: Row, board: Board) -> list[Piece]:
    """What the row's fraction says, in few words; empty where it has none."""
    revision = board.history.revision(row.raised_on)
    if revision is None or row.readings < 2:
        return []
    return [(f"{row.raised} of {row.readings} readings of revision {revision.number}", Tone.MUTED)]
