import random
from math import sqrt
from statistics import NormalDist

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats

from workbench.core.taglines.separation import (
    Share,
    can_tell,
    contenders,
    critical,
    interval,
    rate,
    resolution,
)
from workbench.core.trust.statistics import wilson

SHARES = st.integers(1, 40).flatmap(
    lambda of: st.tuples(st.integers(0, of), st.just(of)).map(lambda s: Share(*s))
)
PANELS = st.lists(SHARES, min_size=1, max_size=5)


@given(PANELS)
def test_an_interval_holds_the_mean_of_the_readers_rates(strata):
    found, middle = interval(strata), rate(strata)
    assert 0 <= found.low <= middle <= found.high <= 1


@given(SHARES)
def test_one_reader_has_wilsons_interval(share):
    found, own = interval([share]), wilson(share.right, share.of)
    assert (found.low, found.high) == pytest.approx((own.low, own.high))


@given(PANELS)
def test_right_and_wrong_are_told_alike(strata):
    found = interval(strata)
    turned = interval([Share(of - right, of) for right, of in strata])
    assert (found.low, found.high) == pytest.approx((1 - turned.high, 1 - turned.low))


@given(PANELS)
def test_more_trials_that_say_the_same_make_it_surer(strata):
    more = [Share(3 * right, 3 * of) for right, of in strata]
    once, thrice = interval(strata), interval(more)
    assert thrice.high - thrice.low < once.high - once.low


def test_every_reader_weighs_the_same_however_often_it_read():
    assert rate([Share(1, 1), Share(0, 9)]) == 0.5


def test_nothing_read_has_no_rate():
    assert rate([Share(0, 0)]) is None
    assert interval([Share(0, 0)]) is None


@pytest.mark.parametrize("trials", [1, 4, 12])
@pytest.mark.parametrize("rates", [(0.5, 0.5, 0.5), (0.9, 0.6, 0.2), (0.95, 0.95, 0.8)])
def test_the_interval_covers_what_these_readers_would_say(rates, trials):
    chance, runs, held = random.Random(7), 600, 0
    for _ in range(runs):
        drawn = [Share(sum(chance.random() < p for _ in range(trials)), trials) for p in rates]
        found = interval(drawn)
        held += found.low <= sum(rates) / 3 <= found.high
    assert held / runs > 0.92


@pytest.mark.parametrize("candidates", [2, 5, 37, 500])
@pytest.mark.parametrize("error", [0.05, 0.002])
def test_the_critical_value_is_that_of_guptas_rule(candidates, error):
    found = critical(candidates, error)
    unbeaten, _ = integrate.quad(
        lambda x: stats.norm.pdf(x) * stats.norm.cdf(x + found * sqrt(2)) ** (candidates - 1), -9, 9
    )
    assert unbeaten == pytest.approx(1 - error, abs=1e-4)


def test_two_candidates_are_compared_as_two_are():
    assert critical(2, 0.05) == pytest.approx(NormalDist().inv_cdf(0.95), abs=1e-3)


@pytest.mark.parametrize("error", [0, 1, -1])
def test_an_error_is_a_share(error):
    with pytest.raises(ValueError, match="not between 0 and 1"):
        critical(3, error)


BOARDS = st.dictionaries(st.integers(1, 30), st.tuples(SHARES, SHARES), min_size=1)


@given(BOARDS)
def test_the_one_with_most_right_is_never_left_out(counted):
    found = contenders(counted, 0.05)
    first = max(counted, key=lambda name: sum((right + 1) / (of + 2) for right, of in counted[name]))
    assert first in found


@given(BOARDS)
def test_allowing_less_error_leaves_nobody_else_out(counted):
    assert contenders(counted, 0.05) <= contenders(counted, 0.01)


@given(BOARDS, st.tuples(SHARES, SHARES))
def test_a_candidate_that_a_reader_has_not_read_is_not_left_out(counted, shares):
    assert 99 in contenders({**counted, 99: (shares[0], Share(0, 0))}, 0.05)


def test_one_that_is_far_ahead_is_told_apart_and_one_just_ahead_is_not():
    far = {1: [Share(58, 60)] * 3, **{name: [Share(20, 60)] * 3 for name in range(2, 38)}}
    near = {1: [Share(4, 5)] * 3, **{name: [Share(3, 5)] * 3 for name in range(2, 38)}}
    assert contenders(far, 0.05) == {1}
    assert contenders(near, 0.05) == set(near)


def test_what_can_be_shown_narrows_with_the_reads():
    assert resolution(0, 37, 0.05) == resolution(9, 1, 0.05) == 1.0
    assert resolution(400, 37, 0.05) == pytest.approx(resolution(100, 37, 0.05) / 2)


@given(BOARDS)
def test_those_chosen_from_more_are_told_apart_less(counted):
    assert contenders(counted, 0.05) <= contenders(counted, 0.05, 40)


def test_few_reads_cannot_tell_the_worst_from_the_best():
    assert not can_tell(3, 1, 37, 0.05)
    assert can_tell(3, 6, 37, 0.05)
