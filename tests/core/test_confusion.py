import cmath
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from workbench.core.trust.confusion import Confusion, kappa
from workbench.core.trust.statistics import Interval, wilson

DIAGNOSES = ((75, 1, 4), (5, 4, 1), (0, 0, 10))
"""Fleiss (1981), page 213."""
SKIN = ((10, 4, 1, 0), (5, 10, 12, 2), (2, 4, 12, 5), (0, 2, 6, 13))
"""SAS/STAT User's Guide, procedure FREQ, "Agreement Study"."""
tables = st.integers(2, 4).flatmap(
    lambda size: st.lists(
        st.lists(st.integers(0, 60), min_size=size, max_size=size), min_size=size, max_size=size
    )
)


def by_the_definition(shares):
    """Kappa of a table of shares, which may be complex."""
    size = range(len(shares))
    chance = sum(sum(shares[i]) * sum(row[i] for row in shares) for i in size)
    return (sum(shares[i][i] for i in size) - chance) / (1 - chance)


def by_the_delta_method(table):
    """The standard error by the derivatives of kappa itself, each exact: the complex step."""
    total = sum(map(sum, table))
    shares = [[count / total for count in row] for row in table]
    size = range(len(table))
    step = 1e-200
    slopes = {}
    for i in size:
        for j in size:
            moved = [[complex(share) for share in row] for row in shares]
            moved[i][j] += step * 1j
            slopes[i, j] = by_the_definition(moved).imag / step
    mean = sum(shares[i][j] * slopes[i, j] for i in size for j in size)
    square = sum(shares[i][j] * slopes[i, j] ** 2 for i in size for j in size)
    return cmath.sqrt((square - mean**2) / total).real


def test_the_worked_examples():
    assert kappa(DIAGNOSES).value == pytest.approx(0.23 / 0.34, abs=1e-9)
    skin = kappa(SKIN)
    assert (round(skin.value, 4), round(skin.standard_error, 4)) == (0.3449, 0.0724)
    assert (round(skin.interval().low, 4), round(skin.interval().high, 4)) == (0.203, 0.4868)


def test_the_interval_is_that_of_the_normal_approximation():
    found = kappa(DIAGNOSES)
    low, high = norm.interval(0.9, loc=found.value, scale=found.standard_error)
    ours = found.interval(0.9)
    assert (ours.low, ours.high) == pytest.approx((low, high), abs=1e-9)


@given(tables)
def test_kappa_and_its_standard_error_are_those_of_the_definition(table):
    found = kappa(table)
    if found is None:
        used = [i for i in range(len(table)) if sum(table[i]) or sum(row[i] for row in table)]
        assert len(used) <= 1
        return
    total = sum(map(sum, table))
    shares = [[count / total for count in row] for row in table]
    assert found.value == pytest.approx(by_the_definition(shares), abs=1e-9)
    assert found.standard_error == pytest.approx(by_the_delta_method(table), abs=1e-9)


@given(tables)
def test_kappa_is_the_same_whoever_is_asked_first(table):
    one, other = kappa(table), kappa(list(zip(*table, strict=True)))
    assert (one is None) is (other is None)
    if one and other:
        assert one.value == pytest.approx(other.value, abs=1e-9)
        assert one.standard_error == pytest.approx(other.standard_error, abs=1e-9)


def test_full_agreement_is_one_and_certain():
    found = kappa(((7, 0), (0, 3)))
    assert (found.value, found.standard_error, found.interval()) == (1.0, 0.0, Interval(1.0, 1.0))


@pytest.mark.parametrize("table", [(), ((0, 0), (0, 0)), ((9, 0), (0, 0))])
def test_where_chance_alone_agrees_fully_there_is_no_kappa(table):
    assert kappa(table) is None


@pytest.mark.parametrize("table", [((1, 2),), ((1, -1), (0, 2))])
def test_what_is_no_table_of_counts_is_refused(table):
    with pytest.raises(ValueError, match="no square table"):
        kappa(table)


def test_an_interval_ends_where_kappa_does():
    low, high = kappa(((3, 0), (1, 1))).interval().low, kappa(((3, 0), (1, 1))).interval().high
    assert (low >= -1, high) == (True, 1.0)


def test_the_true_rates_are_shares_with_wilsons_interval():
    judge = Confusion(true_positive=18, false_negative=2, false_positive=3, true_negative=7)
    assert (judge.tpr.value, judge.tpr.interval) == (0.9, wilson(18, 20))
    assert (judge.tnr.value, judge.tnr.interval) == (0.7, wilson(7, 10))
    # (25/30 - (20*21 + 10*9)/900) / (1 - (20*21 + 10*9)/900)
    assert judge.kappa.value == pytest.approx((750 - 510) / (900 - 510), abs=1e-9)
    assert judge.kappa.standard_error == pytest.approx(by_the_delta_method(((18, 2), (3, 7))), abs=1e-9)


def test_nothing_that_is_truly_no_leaves_that_rate_open():
    assert Confusion(true_positive=3).tnr.value is None
    assert Confusion(true_positive=3).kappa is None


def test_chance_agreement_has_a_kappa_of_about_nothing():
    assert kappa(((25, 25), (25, 25))).value == 0.0
    assert kappa(((25, 25), (25, 25))).standard_error == pytest.approx(sqrt(1 / 100), abs=1e-9)
