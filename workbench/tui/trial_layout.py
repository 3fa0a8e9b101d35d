"""What an unsaved wording raised beside the saved one."""

from collections.abc import Sequence
from operator import itemgetter

from workbench.core.board import Board
from workbench.core.marks import Mark, Target
from workbench.core.replay.claims import Raised
from workbench.core.replay.trying import Trial
from workbench.core.text.display_text import counted, neutralised, one_line, shortened
from workbench.tui.shelf_layout import Lines
from workbench.tui.tones import Piece, Tone, hanging

_MARKS = {
    Mark.HIT: ("hit", Tone.HIT),
    Mark.MISS: ("miss", Tone.MISS),
    Mark.CANT_TELL: ("can't tell", Tone.CANT_TELL),
}
_INDENT = 17


def trial_lines(trial: Trial, room: int) -> Lines:
    """What both raised, what only the saved wording did, and what only the unsaved one does."""
    result, board = trial.result, trial.board
    title = f"Tried on {board.artifact.name}, revision {board.revision.number}"
    lines: Lines = [[(title, Tone.HEADING)]]
    if not result.draft_read:
        return [*lines, [("These words have not been read with.", Tone.MUTED)]]
    if not result.saved_read:
        why = "the saved wording was not read" if result.replaces else "there is no saved wording yet"
        found = counted(len(result.only_after), "concern")
        lines += hanging(("", Tone.PLAIN), (f"{found} raised; {why}.", Tone.PLAIN), 0, room)
        return [*lines, *_raised("raised", result.only_after, board, room)]
    lines += hanging(("", Tone.PLAIN), (result.sentence(), Tone.PLAIN), 0, room)
    for label, raised in (
        ("only after", result.only_after),
        ("only before", result.only_before),
        ("same", result.same),
    ):
        lines += _raised(label, raised, board, room)
    if lost := result.compared.lost:
        said = f"{counted(lost, 'finding')} with a quote that is not in the text"
        lines.append([(said, Tone.WARNING)])
    return lines


def _raised(label: str, raised: Sequence[Raised], board: Board, room: int) -> Lines:
    lines: Lines = []
    for number, each in sorted(((_line(each, board), each) for each in raised), key=itemgetter(0)):
        line = f"L{number}" if number else "no line"
        mark, tone = _MARKS[each.mark] if each.mark else ("not marked", Tone.MUTED)
        said = one_line(neutralised(each.finding.problem))
        head: Piece = (f"{label:<12}{line}", tone)
        shown = shortened(said, max(8, room - _INDENT - len(mark) - 3))
        lines.append([*hanging(head, (shown, Tone.PLAIN), _INDENT, room)[0], (f"  {mark}", tone)])
    return lines


def _line(raised: Raised, board: Board) -> int:
    """Where the list has a concern, whose other findings may stand elsewhere than this one; 0 for nowhere."""
    row = board.row(Target("concern", raised.concern)) if raised.concern > 0 else None
    return (row.line if row else None) or board.line_of(raised.finding) or 0
