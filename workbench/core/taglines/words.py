"""What stands beside a board in sentences: what it comes to, what that rests on, and how far it carries."""

from collections.abc import Iterator
from math import ceil

from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.racing import Phase
from workbench.core.taglines.separation import resolution
from workbench.core.text.display_text import counted

PANEL = "Each interval is for these readers: others may read otherwise, and further trials do not tell."

UNCOMPARED = "not compared under this question"


def heading(board: TaglineBoard) -> str:
    """What is read by whom, and how."""
    names = ", ".join(reader.name for reader in board.race.readers)
    how = f"under the title “{board.title}”" if board.title else "alone"
    return f"{counted(len(board.shown), 'candidate')}, each read {how}, by {names}."


def asked(board: TaglineBoard) -> str:
    """What an answer is right by."""
    if board.question:
        return f"Right: yes to “{board.question}”"
    return f"Right: {board.intent}" if board.intent else "Right: not said yet; --intent says what it is."


def conclusions(board: TaglineBoard) -> Iterator[str]:
    """What the reads come to, a sentence each; before anything is read only why nothing is."""
    if board.reads:
        yield from _counted(board)
    if board.ended:
        yield f"Not finished: {board.ended}"


def _counted(board: TaglineBoard) -> Iterator[str]:
    yield from _outcome(board)
    made = counted(len(board.reads), "read")
    if board.reads_saved:
        made += f", {board.reads_saved:,} fewer than every candidate as often"
    yield f"{made}; {_marked(board)}."
    if len(board.shown) > 1 and not board.question:
        yield _resolved(board)
    yield PANEL


def _outcome(board: TaglineBoard) -> Iterator[str]:
    where, left = board.compared, len(board.compared.left)
    of = len(board.shown) - len(board.late)
    if len(board.shown) < 2:
        return
    if board.question:
        yield f"{UNCOMPARED[0].upper()}{UNCOMPARED[1:]}: where candidates stand is by the intent alone."
        return
    if board.late:
        new, verb = counted(len(board.late), "new candidate"), "is" if len(board.late) == 1 else "are"
        yield f"{new} {verb} not compared yet; what follows is of the others."
    dropped = f" {counted(len(where.dropped), 'candidate')} left out by the race." if where.dropped else ""
    if where.phase is not Phase.DONE:
        yield f"Not decided yet: {left} of {of} may be the best.{dropped}"
        return
    rests = "fresh reads alone" if where.fresh else "all reads"
    if left == 1:
        (best,) = where.left
        row = board.rows[best]
        yield f"Ahead of all others, by {rests}: {row.candidate.text}{dropped}"
    elif left == of:
        yield "These reads can't separate any of them."
    else:
        yield f"Can't separate these {left}, by {rests}: the best is one of them.{dropped}"


def _marked(board: TaglineBoard) -> str:
    hit, miss, cant_tell = board.marked
    grades = f"{counted(len(board.grades), 'answer')} graded"
    if not hit + miss + cant_tell:
        return f"{grades}, none of them marked by you"
    return f"{grades}, {hit + miss + cant_tell} marked by you: {hit} hit, {miss} miss, {cant_tell} can't tell"


def _resolved(board: TaglineBoard) -> str:
    """The least difference that the reads of the row with most of them can show, as a count."""
    most = max((board.rows[id].of for id in board.compared.left), default=0)
    of = len(board.shown) - len(board.late)
    compared = of - (len(board.compared.dropped) if board.compared.fresh else 0)
    error = board.race.deciding_error(of)
    least = ceil(resolution(most, compared, error) * most) if most else 0
    if compared < 2:
        return "One candidate is left, so nothing is compared with it."
    if not most:
        return "No answer of these is graded, so no candidate can be told from another."
    if least >= most:
        return f"With {counted(most, 'read')} each, {compared} candidates can hardly be told apart."
    return (
        f"With {counted(most, 'read')} each, {compared} candidates are told apart from about {least} right "
        "answers on."
    )
