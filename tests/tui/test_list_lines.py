from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.builders import artifact, persona, revision

from workbench.core.board import Board
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.errors import UsageError
from workbench.core.history import History, Placement
from workbench.core.marks import Decision, Mark, Standing, Target
from workbench.core.readings import Answer, Finding, FindingKind
from workbench.core.rows import Group, Row
from workbench.tui.filters import row_filter
from workbench.tui.list_cells import cells_of, columns_of, whole_words
from workbench.tui.list_columns import laid_out
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


def marks_over(rows, *decisions):
    placements = {f.id: Placement(f.id, row.target.id, "") for row in rows for f in row.findings}
    return EffectiveMarks(History(artifact(), placements=placements, decisions=decisions))


def lines(*rows, cursor=Whole.TEXT, opened=None, unfolded=(), shown=lambda row: True):
    return lines_of(
        rows,
        shown=shown,
        unfolded=frozenset(unfolded),
        opened=opened,
        cursor=cursor,
        marks=marks_over(rows),
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
    assert made.all[-1] == HeadingLine(Group.SATISFIED, 1, 1, folded=True, undecided=1)
    assert places(lines(answer, unfolded=[Group.SATISFIED]))[-1] == Target("answer", 1)


def test_a_placed_finding_is_found_on_its_concern_and_on_its_own_line_once_that_is_open():
    concern = row(1, findings=(10, 11))
    assert lines(concern).index(Target("finding", 11)) == 2
    opened = lines(concern, opened=Target("finding", 11))
    assert isinstance(opened.all[opened.index(Target("finding", 11))], FindingLine)
    assert isinstance(opened.all[2], RowLine) and opened.all[2].opened


def test_the_next_unmarked_row_is_the_next_below_and_goes_round_only_at_the_end():
    made = lines(row(1), row(2, mark=Mark.HIT), row(3), row(4, Group.GONE))
    assert made.unmarked(Target("concern", 1)) == Target("concern", 3)
    assert made.unmarked(Target("concern", 3)) == Target("concern", 1)
    assert made.unmarked(Target("concern", 3), forward=False) == Target("concern", 1)
    assert lines(row(1, mark=Mark.MISS)).unmarked(None) is None
    assert lines(row(1)).unmarked(Target("concern", 1)) is None


@pytest.mark.parametrize("group", [Group.FIXED, Group.SATISFIED, Group.UNDECIDED, Group.GONE])
def test_rows_of_an_unfolded_group_are_gone_to_like_others_and_those_of_a_folded_one_are_not(group):
    rows = row(1), row(2, group)
    assert lines(*rows, unfolded=[group]).unmarked(Target("concern", 1)) == Target("concern", 2)
    assert lines(*rows).unmarked(Target("concern", 1)) is None


def test_rows_that_need_not_be_marked_come_last_wherever_they_stand():
    gone, also = row(3, Group.GONE), row(4, Group.GONE)
    made = lines(row(1), row(2), gone, also, unfolded=frozenset({Group.GONE}))
    one, two = Target("concern", 1), Target("concern", 2)
    assert (made.unmarked(two), made.after_mark(two)) == (one, one)
    assert made.unmarked(gone.target) == also.target
    marked = lines(row(1, mark=Mark.HIT), row(2), gone, unfolded=frozenset({Group.GONE}))
    assert (marked.unmarked(two), marked.after_mark(two)) == (gone.target, None)


def test_a_deferred_row_is_decided_for_going_on_for_headings_and_for_the_filter():
    waits = replace(row(1), standing=Standing(deferred=True))
    made = lines(waits, row(2), opened=waits.target)
    assert made.unmarked(None) == made.first == Target("concern", 2)
    assert made.unmarked(Target("finding", 10)) == Target("concern", 2)
    assert (made.all[1].unmarked, made.all[1].undecided) == (1, 2)
    assert not row_filter("unmarked", {})(waits)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([row(1, mark=Mark.HIT)], "every row shown is marked"),
        ([row(1, mark=Mark.HIT), row(2, Group.GONE)], "every row shown is marked; 1 folded one is not"),
        (
            [row(1, mark=Mark.HIT), replace(row(2), standing=Standing(deferred=True))],
            "every row shown is marked or deferred",
        ),
        ([row(1, mark=Mark.HIT), row(2)], "this is the only row shown that is left to mark"),
        ([row(1, Group.GONE)], "no row is shown, 1 are folded"),
        ([], "no row is shown"),
    ],
)
def test_where_nothing_is_left_to_mark_only_what_is_true_is_said(rows, said):
    assert lines(*rows).nothing_left == said


def test_the_first_line_counts_concerns_only_and_open_ones_without_what_is_settled():
    answer = Row(Target("answer", 1), Group.SATISFIED, answer=Answer(SOURCE, "Q1", "meets", "q", "r", id=1))
    rows = (
        row(1),
        row(2, Group.AGAIN, mark=Mark.HIT),
        row(3, mark=Mark.MISS),
        replace(row(4), standing=Standing(deferred=True)),
        row(5, Group.FIXED, mark=Mark.HIT),
        row(6, Group.GONE),
        replace(answer, standing=Standing(Mark.HIT)),
    )
    board = Board(History(artifact()), revision(), rows=rows)
    assert whole_words(board) == "Concerns  3 new  2 open  1 to fix  3 of 6 marked, 1 deferred"


def test_a_note_has_a_sign_of_its_own_beside_any_mark_and_deferral():
    noted = replace(row(1, line=7), standing=Standing(Mark.HIT, deferred=True, note="ask"))
    board = Board(History(artifact()), revision(), rows=(noted,))
    line = lines(noted).all[2]
    drawn = "".join(
        text for text, _ in laid_out(cells_of(line, board, {SOURCE: "S"}), columns_of((noted,), {}, 40), 40)
    )
    assert drawn.startswith("L7 hdc S")


def test_a_heading_whose_rows_are_settled_says_how():
    board = Board(History(artifact()), revision())
    waits = replace(row(1), standing=Standing(deferred=True))

    def heading(*rows):
        return "".join(
            text
            for text, _ in laid_out(cells_of(lines(*rows).all[1], board, {}), columns_of(rows, {}, 40), 40)
        )

    assert heading(row(1, mark=Mark.HIT)).rstrip() == "NEW  1, all marked"
    assert heading(waits).rstrip() == "NEW  1, all marked or deferred"


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


@given(st.data())
def test_lines_are_the_same_whether_made_anew_or_from_those_before_a_decision(data):
    def rows_of(standing):
        groups = (Group.NEW, Group.AGAIN, Group.GONE)
        return [
            replace(row(n, groups[n % 3], findings=(n * 10, n * 10 + 1)), standing=standing) for n in range(6)
        ]

    standings = st.builds(Standing, st.sampled_from([None, *Mark]), deferred=st.booleans())
    before = rows_of(Standing())
    after = [
        replace(each, standing=data.draw(standings)) if data.draw(st.booleans()) else each for each in before
    ]
    inside = Decision(Target("finding", data.draw(st.sampled_from([10, 30]))), "mark", "miss", inside=True)
    form = {
        "shown": lambda row: True,
        "unfolded": frozenset(data.draw(st.sets(st.just(Group.GONE)))),
        "opened": data.draw(st.sampled_from([None, Target("concern", 1), Target("finding", 31)])),
        "cursor": Whole.TEXT,
    }
    made = lines_of(before, **form, marks=marks_over(before)).decided(
        before, after, marks_over(before, inside)
    )
    anew = lines_of(after, **form, marks=marks_over(before, inside))
    assert made == anew
    assert [made.index(line.place) for line in made.all] == [*range(len(made.all))]


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
        assert (
            len("".join(text for text, _ in laid_out(cells_of(line, board, labels), columns, room))) == room
        )


def test_a_filter_needs_every_word_to_hold_and_refuses_words_it_does_not_know():
    labels = {SOURCE: "S"}
    assert row_filter("skeptic unmarked", labels)(row(1))
    assert not row_filter("skeptic unmarked", labels)(row(1, mark=Mark.HIT))
    assert row_filter("can't tell s", labels)(row(1, mark=Mark.CANT_TELL))
    assert str(row_filter("all", labels)) == ""
    with pytest.raises(UsageError, match="No row is “R9”"):
        row_filter("R9", labels)
