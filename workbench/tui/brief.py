"""The line under the cursor in a row or two, for where there is no room for details."""

from workbench.core.board import Board
from workbench.core.unread import failed_readings
from workbench.tui.detail import headline_of
from workbench.tui.keymaps import Keys
from workbench.tui.legend import heading_words
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine
from workbench.tui.mark_signs import mark_words
from workbench.tui.tones import Piece, Tone


def brief(line: Line, board: Board, keys: Keys) -> tuple[str, Tone, list[Piece]]:
    """What is said in short: words, their tone, and what was decided, which stands at the end."""
    match line:
        case RowLine(row):
            return headline_of(line), Tone.PLAIN, mark_words(row.standing, row.target)
        case FindingLine(row, _, standing):
            return headline_of(line), Tone.PLAIN, mark_words(standing, row.target)
        case HeadingLine():
            return heading_words(line, keys), Tone.MUTED, []
        case _:
            shows = f"{keys.shown('open')} shows how the text is ruled, what its readers took it for"
            failed = " and why some failed" if failed_readings(board.history) else ""
            return f"{shows}{failed}.", Tone.MUTED, []
