from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq

from workbench.core.text.diff import Gap, Run, between, matched

sequences = st.lists(st.sampled_from("abcd"), max_size=30)


@given(sequences, sequences)
def test_no_common_subsequence_is_longer(old: list[str], new: list[str]) -> None:
    assert sum(run.length for run in matched(old, new)) == LCSseq.similarity(old, new)


def test_equal_sequences_are_one_run() -> None:
    assert matched("abc", "abc") == [Run(0, 0, 3)]


def test_sequences_with_nothing_in_common_have_no_run() -> None:
    assert matched("abc", "xyz") == []
    assert matched("", "abc") == []


def test_what_was_put_in_splits_a_run() -> None:
    assert matched("abcd", "abXcd") == [Run(0, 0, 2), Run(2, 3, 2)]


def test_gaps_are_what_lies_between_runs() -> None:
    runs = [Run(1, 0, 2), Run(3, 4, 1)]

    assert between(runs, Gap(0, 5, 0, 5)) == [Gap(0, 1, 0, 0), Gap(3, 3, 2, 4), Gap(4, 5, 5, 5)]


def test_sequences_too_long_to_compare_in_pairs_are_matched_by_what_stands_once() -> None:
    old = ["start", *(f"line {number}" for number in range(12_000)), "end"]
    new = ["begin", *(line for line in old if not line.endswith("7")), "finish"]
    new.insert(6_000, "put in")

    runs = matched(old, new)

    assert sum(run.length for run in runs) == len(new) - 3
    assert all(old[run.old] == new[run.new] for run in runs)


def test_long_sequences_without_anything_that_stands_once_are_not_compared() -> None:
    assert matched(["a", *["x"] * 12_000, "b"], ["c", *["x"] * 12_001, "d"]) == []


@settings(deadline=None)
@given(sequences, sequences)
def test_runs_are_equal_on_both_sides_rise_and_do_not_touch(old: list[str], new: list[str]) -> None:
    runs = matched(old, new)

    for run in runs:
        assert run.length > 0
        assert old[run.old : run.old + run.length] == new[run.new : run.new + run.length]
    for before, after in pairwise(runs):
        assert before.old + before.length <= after.old
        assert before.new + before.length <= after.new
        assert (before.old + before.length, before.new + before.length) != (after.old, after.new)


@settings(deadline=None)
@given(sequences, sequences)
def test_runs_and_gaps_together_are_the_whole(old: list[str], new: list[str]) -> None:
    runs = matched(old, new)
    gaps = between(runs, Gap(0, len(old), 0, len(new)))

    assert sum(run.length for run in runs) + sum(gap.old_end - gap.old for gap in gaps) == len(old)
    assert sum(run.length for run in runs) + sum(gap.new_end - gap.new for gap in gaps) == len(new)
