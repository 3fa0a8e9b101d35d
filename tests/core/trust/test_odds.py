from dataclasses import replace

import pytest
from support.builders import revision

from workbench.core.board import opened
from workbench.core.marks import Mark
from workbench.core.readings import ReadingState
from workbench.core.trust.odds import ELSEWHERE, like_these, like_these_rows
from workbench.core.trust.statistics import Rate

HIT, MISS, CANT_TELL = Mark.HIT, Mark.MISS, Mark.CANT_TELL


def eight_readings(past, raised_by, mark, concern=1):
    for number in range(8):
        past.read(*([concern] if number < raised_by else []), by=f"reader-{number}")
    if mark:
        past.mark(concern, mark)


def test_without_marks_the_figures_from_elsewhere_give_the_order():
    odds = like_these([])
    assert tuple(stratum.chance for stratum in odds.strata) == pytest.approx(ELSEWHERE)


@pytest.mark.parametrize(
    ("raised", "readings", "eighths"),
    [(1, 8, 1), (2, 8, 2), (4, 8, 4), (5, 8, 5), (8, 8, 5), (1, 30, 1), (1, 4, 2), (1, 3, 3), (1, 1, 5)],
)
def test_a_concern_is_among_those_that_about_the_same_share_of_readings_raised(raised, readings, eighths):
    assert like_these([]).of(raised, readings).eighths == eighths


@pytest.mark.parametrize(("raised", "readings"), [(0, 8), (3, 2)])
def test_a_share_that_cannot_be_is_refused(raised, readings):
    with pytest.raises(ValueError, match="cannot have raised"):
        like_these([]).of(raised, readings)


def test_the_persons_marks_count_in_the_stratum_of_their_concern(past_of):
    histories = []
    for number, mark in enumerate([HIT, MISS, MISS, CANT_TELL, None]):
        past = past_of(f"text-{number}")
        eight_readings(past, 2, mark)
        histories.append(past.history)
    stratum = like_these(histories).of(2, 8)
    assert stratum.rate == Rate(1, 3)
    assert stratum.sentence() == "like these, raised by as many: 1 of the 3 you marked hit or miss were hits"
    assert like_these(histories).of(1, 8).rate == Rate(0, 0)


def test_the_rows_of_a_list_count_as_their_history_does_and_join_those_of_other_texts(past_of):
    other, shown = past_of("other"), past_of("shown")
    for past, marks in ((other, [HIT, MISS]), (shown, [MISS, HIT, HIT, CANT_TELL, None])):
        for concern, mark in enumerate(marks, start=1):
            eight_readings(past, 1 + concern % 3, mark, concern)
    readings = [
        replace(r, findings=tuple(replace(f, reading=r.id) for f in r.findings))
        for r in shown.history.readings
    ]
    known = replace(shown.history, revisions=(revision(),), readings=tuple(readings))
    rows = opened(known, revision()).rows
    assert like_these_rows(rows) == like_these([known])
    assert like_these([other.history]).joined(like_these_rows(rows)) == like_these([other.history, known])


def test_a_stratum_without_marks_says_what_was_so_elsewhere():
    assert like_these([]).of(1, 8).sentence() == (
        "you have marked none that as many raised; on six public texts 2 of 10 such were hits"
    )


def test_fifteen_own_marks_weigh_as_much_as_the_figures_from_elsewhere(past_of):
    histories = []
    for number in range(15):
        past = past_of(f"text-{number}")
        eight_readings(past, 1, HIT)
        histories.append(past.history)
    assert like_these(histories).of(1, 8).chance == pytest.approx((1 + 0.18) / 2)


def test_own_marks_can_turn_the_order_round(past_of):
    histories = []
    for number in range(40):
        past = past_of(f"text-{number}")
        eight_readings(past, 1, HIT, concern=1)
        past.read(2, by="reader-0", revision=2)
        past.read(2, by="reader-1", revision=2)
        past.mark(2, MISS)
        histories.append(past.history)
    odds = like_these(histories)
    assert odds.of(1, 8).chance > odds.of(8, 8).chance


def test_the_last_revision_on_which_a_concern_was_raised_says_how_often(past):
    eight_readings(past, 8, HIT)
    for number in range(8):
        past.read(*([1] if number == 0 else []), by=f"reader-{number}", revision=2)
    past.read(by="reader-0", revision=3)
    assert like_these([past.history]).of(1, 8).rate == Rate(1, 1)


def test_checks_and_readings_that_did_not_finish_are_no_readings(past):
    past.read(1, by="engineer")
    past.read(by="skeptic")
    for number in range(6):
        past.read(1, by=f"reader-{number}", state=ReadingState.FAILED)
    past.check(1)
    past.mark(1, HIT)
    assert like_these([past.history]).of(1, 2).rate == Rate(1, 1)


def test_a_reading_that_says_it_twice_raised_it_once(past):
    past.read(1, 1, by="engineer")
    for number in range(7):
        past.read(by=f"reader-{number}")
    past.mark(1, MISS)
    assert like_these([past.history]).of(1, 8).rate == Rate(0, 1)
