"""The same list is counted the same way wherever it is counted."""

from dataclasses import replace

from support.builders import artifact, revision

from workbench.cli.lines import status_lines
from workbench.core.board import Board
from workbench.core.history import History
from workbench.core.marks import Decision, Mark, Standing, Target
from workbench.core.outstanding import Outstanding, outstanding
from workbench.core.ports import CheckReport
from workbench.core.readings import Answer
from workbench.core.rows import Group, Row
from workbench.core.sources import Source, SourceKind
from workbench.tui.list_cells import cells_of, whole_words
from workbench.tui.list_lines import HeadingLine, Whole, lines_of

QUESTION = Source(SourceKind.QUESTION, "readme/R1", "q")
SAID = Decision(Target("concern", 7), "fixed", "1")


def row(id, group=Group.NEW, mark=None, **standing):
    return Row(Target("concern", id), group, standing=Standing(mark, **standing))


ROWS = (
    row(1),
    row(2, Group.AGAIN, Mark.HIT),
    row(3, Group.AGAIN, Mark.MISS),
    row(4, Group.NOT_RAISED, Mark.CANT_TELL),
    row(5, deferred=True),
    row(6, Group.FIXED),
    row(7, Group.FIXED, Mark.HIT, fixed=SAID),
    row(8, Group.GONE),
    row(9, Group.GONE, Mark.HIT),
    replace(
        row(1, Group.SATISFIED), target=Target("answer", 1), answer=Answer(QUESTION, "R1", "meets", "q", "r")
    ),
)
BOARD = Board(History(artifact()), revision(), rows=ROWS)


def test_status_and_the_first_line_of_the_list_say_the_same_numbers():
    *_, status = status_lines(BOARD, CheckReport())
    assert whole_words(BOARD) == "Concerns  2 new  3 open  1 to fix  5 of 9 marked, 1 deferred"
    assert status == (
        "Concerns: 9, of which 2 new, 3 open, 1 to fix, 1 unmarked; "
        "5 marked (3 hit, 1 miss, 1 can't tell); 1 deferred, 2 fixed, 2 text gone"
    )


def test_what_waits_at_home_is_what_status_says():
    assert outstanding(ROWS) == Outstanding(unmarked=1, agreed=1)


def test_rows_that_are_over_ask_for_no_mark_in_their_heading_either():
    form = {"shown": lambda row: True, "unfolded": frozenset(), "opened": None, "cursor": Whole.TEXT}
    lines = lines_of(ROWS, marks=BOARD.marks, **form)
    said = {
        line.group: cells_of(line, BOARD, {})[1][0] for line in lines.all if isinstance(line, HeadingLine)
    }
    assert said[Group.GONE] == said[Group.FIXED] == "  2 concerns, optional to mark"
    assert said[Group.NEW] == "  2, 1 unmarked"
