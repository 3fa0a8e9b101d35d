from hypothesis import given
from hypothesis import strategies as st

from workbench.core.comparing.parallel import Parallel

lines = st.lists(st.sampled_from("abcdef"), max_size=12)


@given(lines, lines, st.floats(0, 12), st.booleans())
def test_every_place_has_one_beside_it_in_the_other_text(first, second, at, in_first):
    here, there = (first, second) if in_first else (second, first)
    assert 0 <= Parallel(first, second).other(min(at, len(here)), in_first) <= len(there)


@given(lines, st.floats(0, 12))
def test_a_text_beside_itself_is_at_the_same_place_and_differs_nowhere(text, at):
    parallel, at = Parallel(text, text), min(at, len(text))
    assert abs(parallel.other(at, in_first=True) - at) < 1e-9
    assert parallel.differences == ()


@given(lines, lines)
def test_further_down_in_one_is_never_further_up_in_the_other(first, second):
    parallel = Parallel(first, second)
    places = [parallel.other(at / 2, in_first=True) for at in range(2 * len(first) + 1)]
    assert places == sorted(places)


def test_lines_that_both_have_stand_beside_each_other():
    parallel = Parallel(["a", "b", "c"], ["a", "x", "y", "b", "c"])
    assert [parallel.other(at, in_first=True) for at in (0, 1.5, 2)] == [0, 3.5, 4]
    assert parallel.other(3, in_first=False) == 1
    assert parallel.differences == ((2, 2),)


def test_differences_are_at_lines_that_there_are():
    assert Parallel(["a"], ["a", "b"]).differences == ((1, 2),)
    assert Parallel([], ["a"]).differences == ((1, 1),)
