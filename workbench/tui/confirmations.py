"""What is said once something was decided: about which row, what it changed, and what comes next."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from workbench.core.board import Board
from workbench.core.marks import Mark
from workbench.core.outstanding import outstanding
from workbench.core.rows import Row
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.text.display_text import neutralised, one_line, shortened
from workbench.tui.highlights import place_of
from workbench.tui.keymaps import Keys
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, Lines, Place, RowLine, asks_for_mark

_CELLS = (44, 36, 28, 22, 18, 15, 12, 10, 8)
"""How much of a row's words its name has, from the fullest; several rows may be on one line."""


class Said(NamedTuple):
    """A sentence about a row, whose name may be shorter or longer."""

    names: Sequence[str]
    """The fullest first; the last one has no words of the row."""
    after: str
    before: str = ""

    def within(self, before: str, after: str) -> "Said":
        """The sentence with more at both ends."""
        return Said(self.names, self.after + after, before + self.before)


def ways(*sentences: Said) -> tuple[str, ...]:
    """The ways to say it, of which the first that fits is best.

    A shorter sentence that says some words of the row goes before one that only says its line.
    """
    worded = [f"{said.before}{name}{said.after}" for said in sentences for name in said.names[:-1]]
    return (*worded, *(f"{said.before}{said.names[-1]}{said.after}" for said in sentences))


def name_of(line: Line, board: Board) -> str:
    """A line as the status line calls it, in few words."""
    if not isinstance(line, RowLine | FindingLine):
        return "the text"
    row = line.row
    if row.reading:
        return f"what {row.reading.source.name} took the text for"
    place = place_of(line, board)
    if isinstance(line, FindingLine):
        return f"finding at {place}" if place else "this finding"
    return place or (row.answer.question if row.answer else "a row without a line")


def names_of(line: Line, board: Board) -> tuple[str, ...]:
    """A line as the status line calls it: with many of its words, with fewer, and without."""
    place = name_of(line, board)
    if not isinstance(line, RowLine | FindingLine) or line.row.reading:
        return (place,)
    words = one_line(neutralised(_words(line)))
    known = dict.fromkeys(shortened(words, cells) for cells in _CELLS)
    return (*(f"{place} “{some}”" for some in known if some), place)


def _words(line: RowLine | FindingLine) -> str:
    if isinstance(line, FindingLine):
        return line.finding.problem or line.finding.consequence
    return line.row.headline


def goes_to(line: Line, place: Place) -> str:
    """Where the cursor went inside an opened concern, in words; empty for a line that is in none."""
    if not isinstance(line, FindingLine) or place == line.place:
        return ""
    all_marked = place == line.row.target
    return (
        "every finding of this concern is marked" if all_marked else "next: another finding of this concern"
    )


def effect(row: Row, mark: Mark | None, before: Board, after: Board) -> str:
    """What a mark on a row changed besides the row; empty where it changed nothing."""
    was, now = before.ruling.value.value, after.ruling.value.value
    ruling = f"the ruling is now {now}" if now != was and not after.unchecked else ""
    if set(after.ruling.waived) - set(before.ruling.waived) and not after.unchecked:
        # A miss on what a judge or a check holds against the text is more than a mark on a reader.
        return f"waived, {ruling or f'the ruling stays {now}'}"
    met = row.answer is not None and row.answer.value == "meets"
    if met and row.answer and settled(MarkedAnswer(row.answer, mark)).value == "fails":
        stays = "" if after.unchecked else f"the ruling stays {now}"
        return ", ".join(filter(None, ("counts as fails", ruling or stays)))
    return ruling


def nothing_left(lines: Lines, board: Board, keys: Keys, can_read: bool) -> tuple[str, ...]:
    """That no other row asks for a mark, with the keys for what comes next; the fullest first."""
    rows = [line.row for line in lines.all if isinstance(line, RowLine)]
    if any(asks_for_mark(row.standing) for row in lines.asked):
        # The row under the cursor is left: nothing comes next yet.
        return (lines.nothing_left,)
    folded = any(isinstance(line, HeadingLine) and line.folded and line.unmarked for line in lines.all)
    unfolds = f"{keys.shown('open')} on a ▸ unfolds" if folded else ""
    steps = tuple(_next_steps(board, keys, can_read))
    coming = "; ".join(steps)
    full = "; ".join(filter(None, (lines.nothing_left + (f", {unfolds} them" if folded else ""), coming)))
    nothing = "nothing left to mark" if rows else "no row is shown"
    short = "; ".join(filter(None, (nothing, unfolds, coming)))
    return tuple(dict.fromkeys((full, short, f"{nothing}; {coming}", f"{nothing}; {steps[0]}")))


def _next_steps(board: Board, keys: Keys, can_read: bool) -> Iterator[str]:
    if agreed := outstanding(board.rows).agreed:
        yield f"{agreed} to fix: {keys.shown('edit')} edits"
    if board.disk:
        yield f"{keys.shown('show_disk')} shows the text on disk"
    elif board.running:
        yield "the round goes on"
    elif not can_read:
        yield f"{keys.shown('own_rubric')} judges it yourself"
    elif board.binding:
        yield f"{keys.shown('read')} reads again"
    else:
        yield f"{keys.shown('read')} reads again, {keys.shown('freeze')} freezes"
