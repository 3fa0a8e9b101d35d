"""What the person's marks say of the person."""

from datetime import UTC, datetime, timedelta

from support.builders import artifact

from workbench.core.calibration.again import drawn_marks
from workbench.core.calibration.store import OldMark
from workbench.core.marks import Mark, Target
from workbench.core.trust.habits import Habits

NOW = datetime(2026, 1, 10, tzinfo=UTC)


def old(number, days=2, **changes):
    at = NOW - timedelta(days=days)
    values = {"artifact": artifact(), "target": Target("concern", number), "mark": Mark.HIT, "at": at}
    return OldMark(**{**values, "finding": number, **changes})


def test_self_agreement_has_its_interval_and_says_what_it_bounds():
    # Wilson's interval of 8 of 10 is 0.49 to 0.94.
    said = next(Habits(same=8, again=10).sentences())
    assert "you gave the same 8 of 10 times: 0.80 (0.49 to 0.94, directional)." in said


def test_nothing_is_said_where_there_is_nothing():
    assert list(Habits(hits=3, rounds=2).sentences()) == []
    assert Habits().said_again == "No mark was asked for again yet."
    assert Habits().shape()["rate"] is None


def test_hits_that_nothing_followed_and_readings_in_vain_are_counted_in_words():
    said = list(Habits(hits=9, idle=4, rounds=5, reread=1).sentences())
    assert said == [
        "4 of 9 hits: neither put off nor said to be fixed, and the text was not edited since.",
        "1 of 5 rounds read a text that was read before and had not changed.",
    ]


def test_ten_old_marks_are_drawn_none_twice_and_none_that_is_fresh():
    marks = [*(old(n) for n in range(20)), old(20, days=0), old(21, drawn=True)]
    first = drawn_marks(marks, NOW)
    assert len(first) == 10
    assert {20, 21}.isdisjoint(each.target.id for each in first)
    assert [each.target.id for each in first] != sorted(each.target.id for each in first)
    left = [each for each in marks if each not in first]
    assert set(drawn_marks(left, NOW)).isdisjoint(first)
