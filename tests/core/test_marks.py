import pytest

from workbench.core.marks import Decision, Mark, Standing, Target, standings

CONCERN = Target("concern", 1)


def standing(*decisions):
    return standings(decisions).of(CONCERN)


def marked(value, **rest):
    return Decision(CONCERN, "mark", value, **rest)


def test_where_nothing_was_decided_nothing_stands():
    assert standing() == Standing()


@pytest.mark.parametrize("mark", list(Mark))
def test_a_mark_stands_with_its_reason_and_the_decision_that_made_it(mark):
    decision = marked(mark.value, reason="because", blind=True, inside=True, id=4)
    found = standing(decision)
    assert (found.mark, found.reason, found.blind, found.inside) == (mark, "because", True, True)
    assert found.decision == decision


def test_the_last_mark_stands_with_its_own_reason():
    found = standing(marked("miss", reason="wrong"), marked("hit"))
    assert (found.mark, found.reason) == (Mark.HIT, None)


def test_an_undone_mark_uncovers_the_one_before_it():
    assert standing(marked("miss"), marked("hit", undone=True)).mark is Mark.MISS


def test_a_mark_taken_back_leaves_none_and_no_reason():
    found = standing(marked("miss", reason="wrong"), marked(None))
    assert (found.mark, found.reason, found.decision) == (None, None, None)


def test_undoing_a_taking_back_restores_the_mark():
    assert standing(marked("miss"), marked(None, undone=True)).mark is Mark.MISS


def test_deferring_keeps_the_mark():
    found = standing(marked("hit"), Decision(CONCERN, "defer", "yes"))
    assert (found.mark, found.deferred) == (Mark.HIT, True)


def test_a_deferral_can_be_taken_back():
    assert not standing(Decision(CONCERN, "defer", "yes"), Decision(CONCERN, "defer")).deferred


def test_the_last_note_stands_and_can_be_removed():
    first, second = Decision(CONCERN, "note", "first"), Decision(CONCERN, "note", "second")
    assert standing(first, second).note == "second"
    assert standing(first, second, Decision(CONCERN, "note")).note == ""


def test_what_is_decided_about_one_target_says_nothing_about_another():
    decided = standings([marked("hit"), Decision(Target("finding", 1), "mark", "miss")])
    assert decided.of(CONCERN).mark is Mark.HIT
    assert decided.of(Target("finding", 1)).mark is Mark.MISS
    assert decided.of(Target("answer", 1)) == Standing()


def test_an_overlooked_problem_is_a_hit():
    found = standing(Decision(CONCERN, "overlooked"))
    assert (found.overlooked, found.mark) == (True, Mark.HIT)


def test_an_overlooked_problem_can_be_marked_otherwise():
    assert standing(Decision(CONCERN, "overlooked"), marked("miss")).mark is Mark.MISS


def test_a_mark_taken_back_from_an_overlooked_problem_leaves_none():
    assert standing(Decision(CONCERN, "overlooked"), marked(None)).mark is None


def test_an_overlooked_problem_whose_adding_is_undone_is_withdrawn_and_unmarked():
    found = standing(Decision(CONCERN, "overlooked", undone=True))
    assert (found.overlooked, found.mark) == (False, None)


def test_a_withdrawn_problem_stands_again_when_it_is_added_again():
    found = standing(Decision(CONCERN, "overlooked", undone=True), Decision(CONCERN, "overlooked"))
    assert (found.overlooked, found.mark) == (True, Mark.HIT)
