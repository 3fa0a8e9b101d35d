from dataclasses import replace
from datetime import timedelta

import pytest
from support.reports import report

from workbench.core.marks import Mark
from workbench.core.readings import FindingKind, ReadingState
from workbench.core.trust.tallies import Heading, Tally

HIT, MISS, CANT_TELL = Mark.HIT, Mark.MISS, Mark.CANT_TELL
NOTHING = Tally()


def row(past, heading=Heading.READERS):
    return next(row for row in report([past.history]).table if row.heading is heading)


def counted(past, heading=Heading.READERS):
    found = row(past, heading)
    return found.raised, found.tally, found.carried


def test_a_source_and_a_concern_count_once_however_often_they_meet(past):
    past.read(1, 1)
    past.read(1)
    past.mark(1, HIT)
    assert counted(past) == (1, Tally(hit=1), NOTHING)


def test_a_mark_on_a_concern_counts_for_each_source_that_raised_it(past):
    past.read(1, by="engineer")
    past.read(1, by="skeptic")
    past.mark(1, MISS)
    assert counted(past) == (2, Tally(miss=2), NOTHING)


def test_one_concern_counts_under_every_heading_that_raised_it(past):
    past.read(1)
    past.judge(fails={"R1": 1})
    past.mark(1, HIT)
    assert counted(past, Heading.READERS) == (1, Tally(hit=1), NOTHING)
    assert counted(past, Heading.SHOULD_FIX) == (1, Tally(hit=1), NOTHING)


def test_a_mark_inside_a_concern_wins_for_the_source_of_that_finding(past):
    past.read(1, by="engineer")
    (other,) = past.read(1, by="skeptic")
    past.mark(1, HIT)
    past.mark(other, MISS, inside=True)
    assert counted(past) == (2, Tally(hit=1, miss=1), NOTHING)


def test_a_mark_inside_a_concern_outlives_a_later_mark_on_the_concern(past):
    (finding,) = past.read(1)
    past.mark(finding, MISS, inside=True)
    past.mark(1, HIT)
    assert counted(past) == (1, Tally(miss=1), NOTHING)


def test_a_mark_inside_a_concern_decides_for_a_source_that_raised_it_twice(past):
    _, second = past.read(1, 1)
    past.mark(second, MISS, inside=True)
    past.mark(1, HIT)
    assert counted(past) == (1, Tally(miss=1), NOTHING)


def test_a_mark_on_a_concern_replaces_the_one_its_finding_had_before_grouping(past):
    (early,) = past.read(1)
    past.mark(early, HIT)
    past.mark(1, MISS)
    assert counted(past) == (1, Tally(miss=1), NOTHING)


def test_the_last_mark_on_a_concern_counts(past):
    past.read(1)
    past.mark(1, MISS)
    past.mark(1, HIT)
    assert counted(past) == (1, Tally(hit=1), NOTHING)


def test_a_mark_taken_back_counts_nothing(past):
    past.read(1)
    past.mark(1, MISS)
    past.mark(1, None)
    assert counted(past) == (1, NOTHING, NOTHING)


def test_an_undone_mark_counts_nothing_and_the_one_before_it_stands_again(past):
    past.read(1)
    past.mark(1, HIT)
    past.mark(1, MISS)
    past.undo()
    assert counted(past) == (1, Tally(hit=1), NOTHING)


def test_a_finding_that_is_not_placed_yet_is_a_claim_of_its_own(past):
    first, _ = past.read(None, None)
    past.mark(first, HIT)
    assert counted(past) == (2, Tally(hit=1), NOTHING)


def test_a_mark_made_before_grouping_becomes_that_of_the_concern(past):
    (early,) = past.read(1, by="engineer")
    past.read(1, by="skeptic")
    past.mark(early, HIT)
    assert counted(past) == (2, Tally(hit=2), NOTHING)


def test_marks_made_before_grouping_that_disagree_stay_with_their_findings(past):
    (one,) = past.read(1, by="engineer")
    (other,) = past.read(1, by="skeptic")
    past.mark(one, HIT)
    past.mark(other, MISS)
    assert counted(past) == (2, Tally(hit=1, miss=1), NOTHING)


def test_raised_again_by_the_same_source_is_carried_and_counts_once(past):
    past.read(1, revision=1)
    past.mark(1, HIT)
    past.read(1, revision=2)
    assert counted(past) == (1, Tally(hit=1), Tally(hit=1))


def test_a_mark_older_than_a_source_is_carried_to_it_and_not_in_its_rate(past):
    past.read(1, by="engineer")
    past.mark(1, HIT)
    past.read(1, by="skeptic")
    assert counted(past) == (2, Tally(hit=1), Tally(hit=1))
    assert "marked 1 of 2 raised" in row(past).sentence()
    assert "marks carried to 1 that came later are not counted" in row(past).sentence()


def test_marking_again_makes_what_was_carried_count(past):
    past.read(1, by="engineer")
    past.mark(1, HIT)
    past.read(1, by="skeptic")
    past.mark(1, HIT)
    assert counted(past) == (2, Tally(hit=2), NOTHING)


def test_a_check_that_runs_anew_keeps_the_marks_on_its_faults(past):
    past.check(1)
    past.mark(1, HIT)
    (reading,) = past.history.readings
    rerun = replace(reading, ended_at=reading.ended_at + timedelta(days=1))
    past.history = replace(past.history, readings=(rerun,))
    assert counted(past, Heading.CHECKS) == (1, Tally(hit=1), NOTHING)


def test_a_mark_made_before_grouping_is_carried_to_later_findings_too(past):
    (early,) = past.read(1, by="engineer")
    past.mark(early, HIT)
    past.read(1, by="skeptic")
    assert counted(past) == (2, Tally(hit=1), Tally(hit=1))


@pytest.mark.parametrize("kind", [FindingKind.FINDING, FindingKind.LOST_INTEREST, FindingKind.ONE_FIX])
def test_all_that_a_reader_says_is_a_readers_finding(past, kind):
    past.read(1, kind=kind)
    assert row(past).raised == 1


@pytest.mark.parametrize("state", [ReadingState.FAILED, ReadingState.STOPPED])
def test_a_reading_that_did_not_finish_claims_nothing(past, state):
    past.read(1, state=state)
    past.mark(1, HIT)
    assert counted(past) == (0, NOTHING, NOTHING)


def test_a_satisfied_answer_counts_once_a_question_wording_and_revision(past):
    past.judge(meets=["R1"])
    again = past.judge(meets=["R1"])["R1"]
    past.judge(meets=["R1"], revision=2)
    past.judge(meets=["R1"], questions="reworded")
    past.mark(again, HIT)
    assert counted(past, Heading.SATISFIED) == (3, Tally(hit=1), NOTHING)


def test_a_satisfied_answer_given_again_after_its_mark_is_carried(past):
    past.mark(past.judge(meets=["R1"])["R1"], MISS)
    past.judge(meets=["R1"])
    assert counted(past, Heading.SATISFIED) == (1, Tally(miss=1), Tally(miss=1))


def test_a_satisfied_answer_whose_quote_is_lost_is_not_satisfied(past):
    past.judge(meets=["R1"], span=None)
    assert counted(past, Heading.SATISFIED) == (0, NOTHING, NOTHING)


def test_concerns_of_the_same_number_in_two_artifacts_are_two(past_of):
    histories = []
    for name in ("one.md", "other.md"):
        past = past_of(name)
        past.read(1)
        past.mark(1, CANT_TELL)
        histories.append(past.history)
    readers = next(row for row in report(histories).table if row.heading is Heading.READERS)
    assert (readers.raised, readers.tally) == (2, Tally(cant_tell=2))
