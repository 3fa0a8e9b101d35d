from dataclasses import replace

import pytest
from support.regrouping import Person, grouped

from workbench.core.errors import UsageError
from workbench.core.identity.regrouping import merge, merged_into
from workbench.core.marks import Mark, Target

HIT, MISS, CANT_TELL = Mark.HIT, Mark.MISS, Mark.CANT_TELL


def test_a_merge_moves_every_finding_into_the_oldest_concern_and_says_who_did_it():
    person = Person(grouped((1, 2), (3,), (4,)))
    person.merge(4, 2)
    assert person.concerns == [{1, 2, 4}, {3}]
    moved, stayed = person.history.placements[4], person.history.placements[1]
    assert (moved.why, moved.by) == ("merged by you", "person")
    assert (stayed.why, stayed.by) == ("put there for 1", "rules")


def test_a_split_takes_findings_into_a_concern_of_their_own():
    person = Person(grouped((1, 2, 3), (4,)))
    person.split(1, 3)
    assert person.concerns == [{2}, {4}, {1, 3}]
    assert person.history.placements[1].why == "taken out by you"


def test_findings_in_no_concern_yet_are_merged_and_go_back_to_none():
    person = Person(grouped((1,), loose=(2, 3)))
    person.merge(2, 1)
    assert person.concerns == [{1, 2}]
    person.undo()
    assert person.concerns == [{1}]
    person.merge(3, 2)
    assert person.concerns == [{1}, {2, 3}]
    person.undo()
    assert person.concerns == [{1}]


def test_taken_back_and_restored_a_finding_is_placed_as_it_was():
    person = Person(grouped((1, 2), (3,)))
    before = person.history.placements
    person.merge(1, 3)
    person.split(2)
    after = person.history.placements
    person.undo()
    person.undo()
    assert person.history.placements == before
    person.redo()
    person.redo()
    assert person.history.placements == after


@pytest.mark.parametrize("findings", [(1,), (1, 2), ()])
def test_less_than_two_concerns_cannot_be_merged(findings):
    person = Person(grouped((1, 2), (3,)))
    with pytest.raises(UsageError, match="one concern already"):
        person.merge(*findings)


def test_a_concern_that_another_window_merged_cannot_be_merged_from_here():
    person = Person(grouped((1,), (2,), (3,)))
    person.merge(1, 2)
    with pytest.raises(UsageError, match="another window has merged it or taken it back"):
        merge(person.history, [Target("concern", 2), Target("concern", 3)], 2)
    with pytest.raises(UsageError, match="another window has merged it or taken it back"):
        merged_into(person.history, [Target("concern", 2), Target("concern", 3)])


@pytest.mark.parametrize(
    ("findings", "said"),
    [((1, 2), "Nothing would stay"), ((1, 3), "one concern at a time"), ((4,), "at a time")],
)
def test_what_cannot_be_split_is_refused_in_a_sentence(findings, said):
    person = Person(grouped((1, 2), (3,), loose=(4,)))
    with pytest.raises(UsageError, match=said):
        person.split(*findings)


@pytest.mark.parametrize("marked", [1, 2])
def test_a_mark_that_one_of_the_merged_has_holds_for_all(marked):
    person = Person(grouped((1,), (2,)))
    person.mark(marked, MISS, "trivial")
    person.merge(1, 2)
    assert (person.standing(1).mark, person.standing(1).reason) == (MISS, "trivial")
    assert person.marks == {1: MISS, 2: MISS}
    assert not person.disagrees(1)


def test_a_mark_that_all_agree_on_holds_with_the_reason_given_last():
    person = Person(grouped((1,), (2,)))
    person.mark(2, MISS, "trivial")
    person.mark(1, MISS, "wrong")
    person.merge(1, 2)
    assert (person.standing(1).mark, person.standing(1).reason) == (MISS, "wrong")


def test_where_marks_differ_none_wins_until_the_person_says_which_holds():
    person = Person(grouped((1,), (2,)))
    person.mark(1, HIT)
    person.mark(2, MISS)
    person.merge(1, 2)
    assert person.disagrees(1) and person.standing(1).mark is None
    assert person.marks == {1: HIT, 2: MISS}
    person.mark(1, HIT)
    assert not person.disagrees(1)
    assert person.marks == {1: HIT, 2: HIT}
    person.undo()
    assert person.disagrees(1)


def test_an_early_mark_of_a_finding_differs_like_any_other():
    person = Person(grouped((1,), loose=(2,)))
    person.mark(1, HIT)
    person.mark(2, MISS)
    person.merge(1, 2)
    assert person.disagrees(1)
    assert person.marks == {1: HIT, 2: MISS}


def test_a_concern_whose_own_marks_differ_stays_so_when_it_is_merged():
    person = Person(grouped((1,), loose=(2, 3)))
    person.mark(2, HIT)
    person.mark(3, MISS)
    person.place(2, 2)
    person.place(3, 2)
    person.mark(1, HIT)
    person.merge(1, 2)
    assert person.disagrees(1)
    assert person.marks == {1: HIT, 2: HIT, 3: MISS}


def test_a_difference_that_was_settled_before_the_merge_does_not_come_back():
    person = Person(grouped((1,), loose=(2, 3)))
    person.mark(2, HIT)
    person.mark(3, MISS)
    person.place(2, 2)
    person.place(3, 2)
    person.mark(3, HIT)
    person.mark(1, HIT)
    person.merge(1, 2)
    assert not person.disagrees(1)
    assert person.marks == {1: HIT, 2: HIT, 3: HIT}


def test_a_mark_made_inside_a_concern_holds_for_its_finding_after_any_merge():
    person = Person(grouped((1, 2), (3,)))
    person.mark(1, HIT)
    person.mark_inside(2, CANT_TELL)
    person.mark(3, MISS)
    person.merge(1, 3)
    assert person.marks == {1: HIT, 2: CANT_TELL, 3: MISS}
    person.mark(3, MISS)
    assert person.marks == {1: MISS, 2: CANT_TELL, 3: MISS}


def test_notes_are_joined_and_what_was_deferred_stays_so():
    person = Person(grouped((1,), (2,), (3,)))
    person.note(1, "ask Bob")
    person.note(2, "see the code")
    person.note(3, "ask Bob")
    person.defer(2)
    person.merge(1, 2, 3)
    assert person.standing(1).note == "ask Bob; see the code"
    assert person.standing(1).deferred
    person.defer(1, False)
    person.note(1, "done")
    assert (person.standing(1).note, person.standing(1).deferred) == ("done", False)


def said(person, finding):
    standing = person.standing(finding)
    return standing.mark, standing.reason, standing.deferred, bool(standing.fixed), standing.note


def test_after_a_split_both_parts_keep_what_was_decided_and_the_note_stays_with_the_concern():
    person = Person(grouped((1, 2)))
    person.mark(1, MISS, "preference")
    person.defer(1)
    person.note(1, "house style")
    person.split(2)
    assert said(person, 1) == (MISS, "preference", True, False, "house style")
    assert said(person, 2) == (MISS, "preference", True, False, "")


def merged_of_three():
    """A hit with a note, a deferred miss and a fixed one without a mark, merged one after the other."""
    person = Person(grouped((1, 2), (3,), (4,)))
    person.mark(1, HIT)
    person.note(1, "say when")
    person.mark(3, HIT)
    person.mark(3, MISS, "trivial")
    person.defer(3)
    person.note(3, "not now")
    person.say_fixed(4)
    before = [said(person, finding) for finding in (1, 3, 4)]
    person.merge(1, 3)
    person.merge(1, 4)
    return person, before


def test_a_split_that_takes_merges_apart_gives_each_part_back_what_it_had():
    person, before = merged_of_three()
    person.split(4)
    assert said(person, 4) == before[2]
    person.split(3)
    assert [said(person, finding) for finding in (1, 3, 4)] == before
    assert said(person, 2) == before[0] and not person.disagrees(1)


def test_an_earlier_merge_is_taken_apart_within_a_later_one():
    person, before = merged_of_three()
    person.split(3)
    assert said(person, 3) == before[1]
    assert said(person, 1) == (HIT, None, False, True, "say when")
    person.undo()
    assert person.disagrees(1) and said(person, 1)[4] == "say when; not now"


def test_what_was_decided_of_a_merged_concern_holds_for_both_parts():
    person, _ = merged_of_three()
    person.mark(1, MISS, "wrong")
    person.note(1, "said once")
    person.split(3)
    assert said(person, 1) == (MISS, "wrong", False, True, "said once")
    assert said(person, 3) == (MISS, "wrong", True, False, "")


def test_a_split_across_what_was_merged_keeps_what_stands_for_both():
    person = Person(grouped((1, 2), (3,)))
    person.mark(3, HIT)
    person.merge(1, 3)
    person.split(2, 3)
    assert person.marks == {1: HIT, 2: HIT, 3: HIT}


def test_a_mark_of_one_part_no_longer_reaches_the_other():
    person = Person(grouped((1, 2)))
    person.mark(1, MISS)
    person.split(2)
    person.mark(2, HIT)
    assert person.marks == {1: MISS, 2: HIT}


def test_a_part_keeps_a_mark_that_came_from_a_finding_of_the_other_part():
    person = Person(grouped(loose=(1, 2)))
    person.mark(1, HIT)
    person.place(1, 1)
    person.place(2, 1)
    person.split(1)
    assert person.marks == {1: HIT, 2: HIT}


def test_where_marks_differed_each_part_has_its_own():
    person = Person(grouped(loose=(1, 2)))
    person.mark(1, HIT)
    person.mark(2, MISS)
    person.place(1, 1)
    person.place(2, 1)
    person.split(2)
    assert not person.disagrees(1) and not person.disagrees(2)
    assert person.marks == {1: HIT, 2: MISS}


@pytest.mark.parametrize("taken", [1, 2])
def test_a_finding_left_alone_keeps_the_mark_made_on_it_and_its_row_can_be_marked_again(taken):
    person = Person(grouped((1, 2)))
    person.mark(1, HIT)
    person.mark_inside(2, MISS)
    person.split(taken)
    assert person.standing(2).mark is MISS
    assert person.marks == {1: HIT, 2: MISS}
    person.mark(2, HIT)
    assert person.marks == {1: HIT, 2: HIT}
    person.merge(1, 2)
    assert person.marks == {1: HIT, 2: HIT}


def test_taken_back_a_split_leaves_nothing_of_its_concern():
    person = Person(grouped((1, 2), loose=(3,)))
    person.split(2)
    person.place(3, person.target(2).id)
    person.undo()
    assert person.concerns == [{1, 2, 3}]
    assert person.history.placements[3].why == "alike"


def test_taken_back_a_merge_leaves_what_joined_it_later_with_the_oldest():
    person = Person(grouped((1,), (2,), loose=(3,)))
    person.merge(1, 2)
    person.place(3, 1)
    person.undo()
    assert person.concerns == [{1, 3}, {2}]


def test_a_window_that_has_not_seen_a_mark_shows_the_merge_without_it():
    person = Person(grouped((1,), (2,)))
    person.mark(2, HIT)
    person.merge(1, 2)
    unseen = Person(grouped((1,), (2,)))
    unseen.history = replace(person.history, decisions=person.history.decisions[1:])
    assert unseen.marks == {}
