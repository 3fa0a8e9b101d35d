"""What the details say of any line of the list."""

from collections.abc import Mapping

from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.core.ports import CheckReport
from workbench.core.rows import Row, source_labels
from workbench.core.sources import Source
from workbench.core.trust.odds import Odds
from workbench.tui.detail import Details, heading_text
from workbench.tui.keymaps import Keys
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine
from workbench.tui.tones import Piece
from workbench.tui.whole_text import whole_text


def details_of(
    line: Line,
    board: Board,
    desk: Desk,
    keys: Keys,
    labels: Mapping[Source, str],
    odds: Odds | None,
    report: CheckReport | None = None,
) -> list[Piece]:
    """A line in full; `odds` say how often rows like it were hits, None where that is not known.

    `report` is what the checks say of the text shown; None before they ran.
    """
    if isinstance(line, HeadingLine):
        return heading_text(line, keys, board)
    if not isinstance(line, RowLine | FindingLine):
        return whole_text(board, _first_steps(keys, read=desk.provider is not None), report)
    details = Details(board, desk.library, labels, desk.clock.now(), report)
    return details.of(line, _like_these(line.row, odds))


def labels_of(board: Board, desk: Desk) -> Mapping[Source, str]:
    """Every source in a few characters."""
    personas = [persona.source for persona in desk.library.personas]
    return source_labels([*personas, *board.listing.sources])


def _first_steps(keys: Keys, read: bool) -> list[str]:
    key = keys.shown
    marks = f"{key('hit')} hit, {key('miss')} miss, {key('cant_tell')} can't tell"
    reads = "has the text read; where it is sent and what that costs is shown before"
    ways = "an API key, a server or a program of yours gives one, `workbench doctor` says how"
    nobody = f"No reader is set up, so only the checks speak: {ways}."
    judges = "answers the rubric yourself, question by question; every answer is kept at once"
    return [
        "",
        f"{key('read')} {reads}." if read else nobody,
        f"{key('own_rubric')} {judges}.",
        f"Then mark each row: {marks}. {key('help')} shows every key and when a mark is which.",
    ]


def _like_these(row: Row, odds: Odds | None) -> str:
    if odds is None or not row.raised or not row.readings:
        return ""
    return odds.of(row.raised, row.readings).sentence()
