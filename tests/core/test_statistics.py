import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest, norm

from workbench.core.trust.statistics import Interval, Rate, deviate, wilson

CONFIDENCES = (0.5, 0.8, 0.9, 0.95, 0.99)
shares = st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
confidences = st.floats(0.01, 0.999)


@pytest.mark.parametrize("n", [1, 2, 7, 10, 40, 1000])
def test_the_interval_is_that_of_scipy(n):
    for hits in range(n + 1) if n <= 40 else (0, 1, 180, 500, 999, 1000):
        for confidence in CONFIDENCES:
            theirs = binomtest(hits, n).proportion_ci(confidence_level=confidence, method="wilson")
            ours = wilson(hits, n, confidence)
            assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9, rel=0)


@given(shares, confidences)
def test_the_interval_holds_the_share_and_stays_between_nothing_and_all(share, confidence):
    hits, n = share
    interval = wilson(hits, n, confidence)
    assert 0 <= interval.low <= hits / n <= interval.high <= 1


@given(shares, confidences)
def test_misses_have_the_mirrored_interval_of_hits(share, confidence):
    hits, n = share
    ours, theirs = wilson(hits, n, confidence), wilson(n - hits, n, confidence)
    assert (ours.low, ours.high) == pytest.approx((1 - theirs.high, 1 - theirs.low), abs=1e-12)


@given(shares)
def test_more_marks_at_the_same_rate_narrow_the_interval(share):
    hits, n = share
    few, many = wilson(hits, n), wilson(4 * hits, 4 * n)
    assert many.high - many.low < few.high - few.low


@given(shares)
def test_more_confidence_widens_the_interval(share):
    low, high = wilson(*share, 0.8), wilson(*share, 0.95)
    assert high.low <= low.low
    assert low.high <= high.high


@given(shares)
def test_one_more_hit_moves_both_ends_up(share):
    hits, n = share
    if hits < n:
        fewer, more = wilson(hits, n), wilson(hits + 1, n)
        assert fewer.low < more.low
        assert fewer.high < more.high


def test_nothing_of_nothing_has_no_interval():
    assert wilson(0, 0) is None


@pytest.mark.parametrize(("hits", "n"), [(-1, 3), (4, 3), (0, -1)])
def test_what_is_no_share_is_refused(hits, n):
    with pytest.raises(ValueError, match="no share"):
        wilson(hits, n)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_a_confidence_outside_nought_to_one_is_refused(confidence):
    with pytest.raises(ValueError, match="not between 0 and 1"):
        wilson(1, 2, confidence)


def test_an_interval_is_said_with_two_digits():
    assert str(Interval(0.1875, 0.8125)) == "0.19 to 0.81"


def test_a_rate_of_nothing_has_no_figures():
    rate = Rate(0, 0)
    assert (rate.value, rate.interval, str(rate)) == (None, None, "n/a")


def test_a_rate_is_said_with_two_digits_and_has_its_interval():
    rate = Rate(2, 3)
    assert (str(rate), rate.interval) == ("0.67", wilson(2, 3))


@pytest.mark.parametrize(("of", "directional"), [(0, True), (14, True), (15, False)])
def test_a_rate_leans_on_fifteen_marks(of, directional):
    assert Rate(0, of).directional is directional


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
def test_the_deviate_is_that_of_the_normal_distribution(confidence):
    assert deviate(confidence) == pytest.approx(norm.ppf(0.5 + confidence / 2), abs=1e-12)
