"""The line under the cursor in a row or two, for where there is no room for details."""

from workbench.core.board import Board
from workbench.core.ports import Library
from workbench.core.rows import Row
from workbench.core.unread import failed_readings
from workbench.tui.detail import headline_of
from workbench.tui.keymaps import Keys
from workbench.tui.legend import heading_words
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine
from workbench.tui.mark_signs import decided_words
from workbench.tui.questions import JUDGE_IS_RIGHT, words_of_question
from workbench.tui.tones import Piece, Tone


def brief(line: Line, board: Board, keys: Keys, library: Library) -> tuple[str, Tone, list[Piece]]:
    """What is said in short: words, their tone, and what was decided, which stands at the end."""
    match line:
        case RowLine(row) if row.answer:
            asked = words_of_question(row.answer.source, board, library)
            said = f"{asked}  {headline_of(line)}" if asked else headline_of(line)
            return said, Tone.PLAIN, decided_words(line, row.standing) or _meaning(keys)
        case RowLine(row):
            return headline_of(line), Tone.PLAIN, [*_raised(row, board), *decided_words(line, row.standing)]
        case FindingLine(row, finding, standing):
            which = f"finding {row.findings.index(finding) + 1} of {len(row.findings)}"
            return headline_of(line), Tone.PLAIN, [(which, Tone.MUTED), *decided_words(line, standing)]
        case HeadingLine():
            return heading_words(line, keys), Tone.MUTED, []
        case _:
            return f"{keys.shown('open')} shows {_of_the_whole(board)}.", Tone.MUTED, []


def _meaning(keys: Keys) -> list[Piece]:
    """What a mark on a judge's answer says."""
    right, wrong = JUDGE_IS_RIGHT
    return [(f"{keys.shown('hit')}: {right}, {keys.shown('miss')}: {wrong}", Tone.MUTED)]


def _of_the_whole(board: Board) -> str:
    """What the details of the whole text hold."""
    readings = [r for r in board.history.readings if r.about and r.revision == board.revision.id]
    taken = "what its readers took it for" if readings else ""
    failed = "why some failed" if failed_readings(board.history) else ""
    *first, last = [part for part in ("how the text is ruled", taken, failed) if part]
    return f"{', '.join(first)} and {last}" if first else last


def _raised(row: Row, board: Board) -> list[Piece]:
    """What the row's fraction says, in few words; empty where it has none."""
    revision = board.history.revision(row.raised_on)
    if revision is None or row.readings < 2:
        return []
    return [(f"{row.raised} of {row.readings} readings of revision {revision.number}", Tone.MUTED)]
