import random

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from workbench.core.trust.bootstrap_interval import bootstrap, quantile


def mean(values):
    return sum(values) / len(values)


def difference(pairs):
    return mean([a - b for a, b in pairs])


def measured(artifacts, revisions, seed=3):
    """Pairs of figures: those of one artifact are alike."""
    chance = random.Random(seed)
    found = []
    for _ in range(artifacts):
        level, edge = chance.gauss(0, 1), chance.gauss(0.2, 1)
        found.append([(level + edge + chance.gauss(0, 0.1), level) for _ in range(revisions)])
    return found


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=60), st.floats(0, 1))
def test_a_quantile_is_that_of_numpy(values, share):
    assert quantile(sorted(values), share) == pytest.approx(numpy.quantile(values, share), abs=1e-9)


def test_the_interval_is_that_of_the_values_drawn_artifacts_first_then_revisions():
    artifacts = measured(6, 3)
    found = bootstrap(artifacts, difference, seed=11, draws=200, confidence=0.9)
    chance, values = random.Random(11), []
    for _ in range(200):
        pairs = []
        for revisions in chance.choices(artifacts, k=6):
            pairs += chance.choices(revisions, k=3)
        values.append(difference(pairs))
    expected = numpy.quantile(values, [0.05, 0.95])
    assert (found.interval.low, found.interval.high) == pytest.approx(tuple(expected), abs=1e-9)


def test_with_one_revision_each_it_is_the_ordinary_bootstrap():
    artifacts = measured(40, 1)
    pairs = [pair for revisions in artifacts for pair in revisions]
    theirs = stats.bootstrap(
        ([a - b for a, b in pairs],), numpy.mean, method="percentile", n_resamples=4000, rng=5
    ).confidence_interval
    ours = bootstrap(artifacts, difference, seed=5, draws=4000).interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.03)


def test_revisions_that_are_alike_do_not_narrow_it_as_artifacts_do():
    few = bootstrap(measured(8, 30), difference, seed=1, draws=600).interval
    alone = bootstrap([[pair] for each in measured(8, 30) for pair in each], difference, 1, 600).interval
    assert few.high - few.low > 3 * (alone.high - alone.low)


def test_the_same_seed_draws_the_same_and_another_one_something_else():
    artifacts = measured(5, 2)
    once, again = (bootstrap(artifacts, difference, seed=7, draws=50) for _ in range(2))
    assert once == again != bootstrap(artifacts, difference, seed=8, draws=50)


def test_draws_on_which_a_rate_is_of_nothing_are_left_out_and_counted():
    marks = [["hit"], [None], [None]]

    def rate(drawn):
        decided = [mark for mark in drawn if mark]
        return decided.count("hit") / len(decided) if decided else None

    found = bootstrap(marks, rate, seed=1, draws=300)
    assert (found.interval.low, found.interval.high) == (1.0, 1.0)
    assert found.draws == 300 and 60 < found.undefined < 120
    assert bootstrap([[None]], rate, seed=1, draws=5) is None


@pytest.mark.parametrize(
    ("artifacts", "draws", "confidence"),
    [([], 10, 0.95), ([[1.0], []], 10, 0.95), ([[1.0]], 0, 0.95), ([[1.0]], 10, 1.0)],
)
def test_what_cannot_be_drawn_from_is_refused(artifacts, draws, confidence):
    with pytest.raises(ValueError, match=r"must be artifacts|not between 0 and 1"):
        bootstrap(artifacts, mean, 1, draws, confidence)
