import pytest
from support.regrouping import Person, grouped

from workbench.core.marks import Target
from workbench.core.rows import Group, Row
from workbench.tui.regrouping_words import names_of, regrouping_words


def rows(*lines):
    return [Row(Target("concern", id), Group.NEW, line=line) for id, line in enumerate(lines, start=1)]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ((22,), "L22"),
        ((40, 22), "L22 and L40"),
        ((3, None, 1), "L1, L3 and a row without a line"),
        ((7, 7), "2 rows at L7"),
        ((7, 7, 9), "3 rows"),
        ((1, 2, 3, 4, 5), "5 rows"),
    ],
)
def test_rows_are_named_by_their_lines_as_long_as_that_tells_them_apart(lines, said):
    assert names_of(rows(*lines)) == said


def test_a_merge_has_the_same_name_whether_it_stands_or_was_taken_back():
    person = Person(grouped((1, 2), (20,), loose=(60,)))
    person.merge(1, 20, 60)
    standing = person.board.history.decisions[-1]
    assert regrouping_words(standing, person.board) == "the merge of L1, L3 and L5"
    person.undo()
    taken_back = person.board.history.decisions[-1]
    assert regrouping_words(taken_back, person.board) == "the merge of L1, L3 and L5"


def test_a_split_is_named_by_the_row_that_the_finding_is_in():
    person = Person(grouped((1, 20)))
    person.split(20)
    assert regrouping_words(person.board.history.decisions[-1], person.board) == "the split at L3"
    person.undo()
    assert regrouping_words(person.board.history.decisions[-1], person.board) == "the split at L1"
