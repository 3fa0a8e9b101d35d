"""What holds whatever the person merges, splits, marks, takes back and restores."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from support.regrouping import REVISION, Person, grouped

from workbench.core.board import opened
from workbench.core.errors import UsageError
from workbench.core.marks import Mark

FINDING = st.integers(1, 7)
MARK = st.sampled_from(Mark)
REGROUP = st.one_of(
    st.tuples(st.just("merge"), FINDING, FINDING),
    st.tuples(st.just("split"), FINDING),
    st.tuples(st.just("split"), FINDING, FINDING),
)
STEP = st.one_of(
    REGROUP,
    st.tuples(st.just("mark"), FINDING, MARK),
    st.tuples(st.just("mark_inside"), FINDING, MARK),
    st.tuples(st.just("defer"), FINDING, st.booleans()),
    st.tuples(st.just("say_fixed"), FINDING, st.booleans()),
    st.tuples(st.just("note"), FINDING, st.sampled_from(["one", "two"])),
    st.tuples(st.just("undo")),
    st.tuples(st.just("redo")),
)
PERSON = st.builds(
    lambda concerns, loose: Person(grouped(*concerns, loose=loose)),
    st.sampled_from([((1, 2, 3), (4, 5)), ((1,), (2,), (3, 4), (5,)), ((1, 2, 3, 4, 5),)]),
    st.just((6, 7)),
)
WORK = st.lists(STEP, max_size=25)
MANY = settings(max_examples=2 * settings().max_examples)


def do(person, steps):
    for step, *given_to_it in steps:
        # What cannot be done is refused with a sentence and changes nothing.
        with suppress(UsageError):
            getattr(person, step)(*given_to_it)


def placed(person):
    return dict(person.history.placements)


def standing(person):
    return {finding: person.standing(finding) for finding in range(1, 8)}


@MANY
@given(PERSON, WORK)
def test_a_finding_that_was_in_a_concern_is_in_exactly_one_ever_after(person, work):
    before = set(placed(person))
    for step in work:
        do(person, [step])
        assert before <= set(placed(person))
        assert sorted(id for members in person.concerns for id in members) == sorted(placed(person))


@MANY
@given(PERSON, WORK)
def test_all_taken_back_everything_is_as_it_was(person, work):
    before = placed(person), person.marks, standing(person)
    do(person, work)
    for _ in person.history.decisions:
        person.undo()
    assert (placed(person), person.marks, standing(person)) == before


@MANY
@given(PERSON, WORK)
def test_what_is_taken_back_and_restored_is_as_it_was(person, work):
    do(person, work)
    before = placed(person), person.marks, standing(person)
    made = sum(not decision.undone for decision in person.history.decisions)
    for _ in range(made):
        person.undo()
    for _ in range(made):
        person.redo()
    assert (placed(person), person.marks, standing(person)) == before


def is_merged(person):
    return any(decision.what == "merge" and not decision.undone for decision in person.history.decisions)


@MANY
@given(PERSON, WORK, REGROUP)
def test_no_finding_loses_its_mark_or_gets_another_by_a_merge_or_a_split(person, work, regroup):
    do(person, work)
    before, takes_apart = person.marks, regroup[0] == "split" and is_merged(person)
    do(person, [regroup])
    after = person.marks
    # What a finding has from a merge goes with it.
    assert {finding: mark for finding, mark in after.items() if finding in before}.items() <= before.items()
    assert takes_apart or before.keys() <= after.keys()


@MANY
@given(PERSON, WORK, REGROUP)
def test_nothing_deferred_or_fixed_is_taken_up_and_no_note_is_lost_by_a_merge_or_a_split(
    person, work, regroup
):
    do(person, work)
    before, takes_apart = standing(person), regroup[0] == "split" and is_merged(person)
    do(person, [regroup])
    after = standing(person)
    noted = "; ".join(about.note for about in after.values())
    assert all(part in noted for about in before.values() for part in about.note.split("; "))
    for finding, about in after.items():
        assert takes_apart or about.deferred >= before[finding].deferred
        assert takes_apart or about.fixed or not before[finding].fixed


@MANY
@given(PERSON, WORK)
def test_the_board_is_what_opening_it_anew_would_show(person, work):
    do(person, work)
    assert person.board.rows == opened(person.board.history, REVISION).rows
    assert person.board.history.placements == person.history.placements
