"""How many readings raised a concern, in words."""

from workbench.core.artifacts import Revision
from workbench.core.board import Board
from workbench.core.concerns import is_read
from workbench.core.readings import ReadingState
from workbench.core.rows import Row


def raised_words(row: Row, board: Board) -> str:
    """What the row's fraction says: how many readings of which revision raised it, round by round."""
    said = f"raised by {row.raised} of the {row.readings} readings of"
    revision, shown = board.history.revision(row.raised_on) or board.revision, board.revision
    which = "" if revision.id == shown.id else f", not of revision {shown.number}, which is shown"
    return f"{said} revision {revision.number}{_by_round(row, board, revision)}{which}"


def _by_round(row: Row, board: Board, revision: Revision) -> str:
    """How many of the readings of each round raised it; empty where one round read the revision."""
    history = board.history
    finished = [r for r in history.readings if r.state is ReadingState.FINISHED]
    raised = {finding.reading for finding in row.findings}
    read = [r for r in finished if r.revision == revision.id and is_read(r)]
    read = [r for r in read if not r.focused or r.id in raised]
    rounds = [r for r in history.rounds if any(reading.round == r.id for reading in read)]
    if len(rounds) < 2:
        return ""
    each = [
        f"{sum(r.id in raised for r in of)} of {len(of)} in round {round.number}"
        for round in rounds
        for of in [[r for r in read if r.round == round.id]]
    ]
    return f" ({', '.join(each)})"
