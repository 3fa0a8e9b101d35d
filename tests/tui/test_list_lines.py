from dataclasses import replace

import pytest
from support.builders import artifact, persona, revision

from workbench.core.board import Board
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.errors import UsageError
from workbench.core.history import History
from workbench.core.marks import Mark, Standing, Target
from workbench.core.readings import Answer, Finding, FindingKind
from workbench.core.rows import Group, Row
from workbench.tui.filters import row_filter
from workbench.tui.list_cells import cells_of, columns_of
from workbench.tui.list_lines import FindingLine, HeadingLine, RowLine, Whole, lines_of

SOURCE = persona().source


def finding(id):
    return Finding(SOURCE, FindingKind.FINDING, "q", f"problem {id}", id=id)


def row(id, group=Group.NEW, mark=None, findings=(), line=None):
    return Row(
        Target("concern", id),
        group,
        tuple(map(finding, findings or (id * 10,))),
        line=line,
        standing=Standing(mark),
    )


def lines(*rows, cursor=Whole.TEXT, opened=None, unfolded=(), shown=lambda row: True):
    return lines_of(
        rows,
        shown=shown,
        unfolded=frozenset(unfolded),
        opened=opened,
        cursor=cursor,
        marks=EffectiveMarks(History(artifact())),
    )


def places(lines):
    return [line.place for line in lines.all]


def test_rows_stand_under_the_heading_of_their_group_and_satisfied_ones_are_folded():
    answer = Row(Target("answer", 1), Group.SATISFIED, answer=Answer(SOURCE, "Q1", "meets", "q", "r", id=1))
    made = lines(row(1), row(2, Group.AGAIN), answer)
    assert places(made) == [
        Whole.TEXT,
        Group.NEW,
        Target("concern", 1),
        Group.AGAIN,
        Target("concern", 2),
        Group.SATISFIED,
    ]
    assert made.all[-1] == HeadingLine(Group.SATISFIED, 1, 1, folded=True)
    assert places(lines(answer, unfolded=[Group.SATISFIED]))[-1] == Target("answer", 1)


def test_a_placed_finding_is_found_on_its_concern_and_on_its_own_line_once_that_is_open():
    concern = row(1, findings=(10, 11))
    assert lines(concern).index(Target("finding", 11)) == 2
    opened = lines(concern, opened=Target("finding", 11))
    assert isinstance(opened.all[opened.index(Target("finding", 11))], FindingLine)
    assert isinstance(opened.all[2], RowLine) and opened.all[2].opened


def test_the_next_unmarked_row_goes_round_and_passes_over_marked_and_folded_ones():
    made = lines(row(1), row(2, mark=Mark.HIT), row(3), row(4, Group.GONE), unfolded=[Group.GONE])
    assert made.unmarked(Target("concern", 1)) == Target("concern", 3)
    assert made.unmarked(Target("concern", 3)) == Target("concern", 1)
    assert made.unmarked(Target("concern", 3), forward=False) == Target("concern", 1)
    assert lines(row(1, mark=Mark.MISS)).unmarked(None) is None
    assert lines(row(1)).unmarked(Target("concern", 1)) is None


def test_inside_an_opened_concern_its_findings_come_first_and_outside_they_are_passed_over():
    concern = row(1, findings=(10, 11))
    made = lines(concern, row(2), opened=concern.target)
    assert made.unmarked(Target("finding", 10)) == Target("finding", 11)
    assert made.unmarked(Target("finding", 11)) == Target("concern", 2)
    assert made.unmarked(concern.target) == Target("concern", 2)


def test_a_hidden_row_stays_while_the_cursor_is_on_it():
    hidden = lines(row(1), row(2), shown=lambda row: False, cursor=Target("concern", 2))
    assert places(hidden) == [Whole.TEXT, Group.NEW, Target("concern", 2)]


def test_when_the_row_under_the_cursor_goes_the_cursor_goes_to_what_followed():
    before = lines(row(1), row(2), row(3))
    assert lines(row(1), row(3)).nearest(before, Target("concern", 2)) == Target("concern", 3)
    assert lines(row(1)).nearest(before, Target("concern", 3)) == Target("concern", 1)
    assert lines().nearest(before, Target("concern", 3)) is Whole.TEXT


def test_steps_stop_at_the_ends():
    made = lines(row(1))
    assert made.step(Target("concern", 1), 5) == Target("concern", 1)
    assert made.step(Target("concern", 1), -5) is Whole.TEXT


@pytest.mark.parametrize("room", [20, 48, 78])
def test_a_line_fills_exactly_its_room(room):
    rows = (row(1, line=7), replace(row(2, line=120), raised=3, readings=6), row(3, Group.GONE))
    labels = {SOURCE: "S"}
    made = lines(*rows, opened=rows[1].target, unfolded=[Group.GONE])
    board = Board(History(artifact()), revision(), rows=rows)
    columns = columns_of(rows, labels, room)
    for line in made.all:
        assert len("".join(text for text, _ in cells_of(line, board, labels, columns, room))) == room


def test_a_filter_needs_every_word_to_hold_and_refuses_words_it_does_not_know():
    labels = {SOURCE: "S"}
    assert row_filter("skeptic unmarked", labels)(row(1))
    assert not row_filter("skeptic unmarked", labels)(row(1, mark=Mark.HIT))
    assert row_filter("can't tell s", labels)(row(1, mark=Mark.CANT_TELL))
    assert str(row_filter("all", labels)) == ""
    with pytest.raises(UsageError, match="No row is 'R9'"):
        row_filter("R9", labels)
