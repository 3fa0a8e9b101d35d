from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import binomtest

from workbench.core.comparing.chance import SURE, evidence_below_half, least_separable, sign_test

counts = st.tuples(st.integers(0, 60), st.integers(0, 60))


@given(counts)
def test_the_sign_test_is_the_exact_binomial_test_at_one_half(counts):
    one, other = counts
    theirs = binomtest(one, one + other, 0.5).pvalue if one + other else 1.0
    assert sign_test(one, other) == pytest.approx(theirs)
    assert sign_test(one, other) == sign_test(other, one)


def test_below_six_no_split_is_told_from_a_coins():
    assert least_separable() == 6
    assert sign_test(0, 5) > SURE > sign_test(0, 6)


@given(st.integers(0, 30).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_evidence_is_the_average_likelihood_below_a_half_by_that_at_a_half(pair):
    same, of = pair
    average, _ = quad(lambda p: 2 * p**same * (1 - p) ** (of - same), 0, 0.5)
    assert float(evidence_below_half(same, of)) == pytest.approx(average * 2**of, rel=1e-6)


def test_nothing_compared_is_no_evidence():
    assert evidence_below_half(0, 0) == 1


@given(st.integers(1, 40).flatmap(lambda of: st.tuples(st.integers(1, of), st.just(of))))
def test_one_more_the_same_is_less_evidence(pair):
    same, of = pair
    assert evidence_below_half(same, of) < evidence_below_half(same - 1, of)


@pytest.mark.parametrize("share", [0.5, 0.6])
def test_a_judge_that_is_no_worse_than_a_coin_is_seldom_called_none_however_often_one_looks(share):
    chance, called, judges = Random(1), 0, 2000
    bar = Fraction(1) / Fraction(SURE).limit_denominator()
    for _ in range(judges):
        same = 0
        for of in range(1, 61):
            same += chance.random() < share
            if evidence_below_half(same, of) >= bar:
                called += 1
                break
    assert called / judges <= SURE


def test_the_same_figures_with_thousands_of_comparisons():
    assert evidence_below_half(0, 3000) > evidence_below_half(2999, 3000)
    assert sign_test(0, 3000) == pytest.approx(0.0, abs=1e-12)
