"""The estimate of what nobody has raised."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.loops import LoopStory

from workbench.core.loop.unseen import Unseen, chao2, unseen


def test_nothing_is_estimated_from_three_readings() -> None:
    assert chao2([1, 1, 2], 3) is None
    assert chao2([1, 1, 2], 4) is not None


def test_the_estimate_is_chao2_with_its_correction_for_few_readings() -> None:
    # Of five readings: four concerns once, two twice, one three times.
    told = chao2([1, 1, 1, 1, 2, 2, 3], 5)
    assert told is not None
    assert (told.raised, told.readings) == (7, 5)
    assert told.estimate == pytest.approx(4 / 5 * 4 * 4 / (2 * 2))


def test_without_a_concern_raised_twice_the_estimate_is_the_corrected_one() -> None:
    told = chao2([1, 1, 1], 4)
    assert told is not None and told.estimate == pytest.approx(3 / 4 * 3 * 2 / 2)


def test_the_interval_is_the_log_normal_one() -> None:
    # Variance by hand: 2 (0.8/2 * 4 + 0.64 * 8 + 0.64/4 * 16) = 18.56, estimate 3.2.
    told = chao2([1, 1, 1, 1, 2, 2, 3], 5)
    assert told is not None
    assert (told.low, told.high) == (pytest.approx(0.436, abs=0.001), pytest.approx(23.48, abs=0.01))
    assert told.low * told.high == pytest.approx(told.estimate**2)


@pytest.mark.parametrize("raised_by", [[], [2, 3, 4], [1], [5]])
def test_where_nothing_is_estimated_to_be_unseen_the_interval_is_empty(raised_by: list[int]) -> None:
    assert chao2(raised_by, 5) == Unseen(5, len(raised_by), 0.0, 0.0, 0.0)


@given(st.lists(st.integers(1, 9), max_size=40), st.integers(4, 30))
def test_the_estimate_is_never_negative_and_lies_in_its_interval(raised_by: list[int], readings: int) -> None:
    told = chao2(raised_by, readings)
    assert told is not None
    assert 0 <= told.low <= told.estimate <= told.high


def test_judges_do_not_count() -> None:
    story = LoopStory().read([1], [2], [], judged=[3]).read([1], judged=[4])
    told = unseen(story.loop.course)
    assert told is not None and (told.readings, told.raised) == (4, 2)


def test_what_is_gone_from_the_text_is_not_counted() -> None:
    story = LoopStory().read([1], [2], [2]).edit(1).read([])
    told = unseen(story.loop.course)
    assert told is not None and (told.readings, told.raised) == (4, 1)


def test_nothing_is_said_before_anything_was_read() -> None:
    assert unseen(LoopStory().loop.course) is None


def test_the_sentence_says_that_trials_of_one_reader_are_not_independent() -> None:
    said = Unseen(5, 7, 3.2, 0.44, 23.1).sentence()
    assert said.startswith("At least 3 concerns that no reader has raised (interval 0 to 23), estimated from")
    assert "5 readings by readers in all rounds, which raised 7 concerns that the text read last" in said
    assert "trials of one reader, by one model or by several, are not independent" in said


@pytest.mark.parametrize("estimate", [0.0, 0.4])
def test_nothing_is_said_where_nothing_is_estimated_to_be_unseen(estimate: float) -> None:
    assert Unseen(5, 7, estimate, 0.0, 2 * estimate).sentence() == ""
