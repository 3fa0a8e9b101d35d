from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.allowances import Allowance
from workbench.core.limits import Bucket, Limits, kept_ledger, read_ledger
from workbench.core.ports import Prompt, Request
from workbench.core.retries import LONGEST_WAIT

NOON = 1_800_000_000.0
REQUEST = Request(Prompt("Instructions.", "A long text. " * 4000, "x" * 4000, {}), "some-model")
ONE_LEFT = Allowance("requests", left=1, full_in=60, most=50)
NONE_LEFT = replace(ONE_LEFT, left=0)

numbers = st.floats(allow_nan=False, allow_infinity=False)
moments = st.floats(0, 4e9)


def told(*allowances, at=NOON):
    return Limits().told(allowances, at)


def test_a_service_that_said_nothing_is_asked_at_once():
    assert Limits().wait(REQUEST, NOON) == 0


def test_what_is_left_is_used_and_what_comes_after_waits_until_the_limit_has_filled_up_enough():
    limits = told(ONE_LEFT)
    assert limits.wait(REQUEST, NOON) == 0
    taken = limits.taken(REQUEST)
    assert taken.wait(REQUEST, NOON) == 1.3, "50 a minute are one every 1.2 s, said in tenths"
    assert taken.wait(REQUEST, NOON + 1.3) == 0


def test_a_limit_of_unknown_size_is_waited_for_until_it_is_full():
    limits = told(replace(NONE_LEFT, most=None))
    assert limits.wait(REQUEST, NOON) == 60
    assert limits.wait(REQUEST, NOON + 59) == 1
    assert limits.wait(REQUEST, NOON + 60) == 0


@pytest.mark.parametrize("of", ["input-tokens", "output-tokens", "tokens"])
def test_tokens_are_waited_for_as_well(of):
    full = Allowance(of, left=80_000, full_in=0, most=80_000)
    assert told(full).wait(REQUEST, NOON) == 0
    assert told(replace(full, left=20, full_in=60)).wait(REQUEST, NOON) > 0


def test_what_a_cache_shares_is_no_reason_to_wait():
    assert told(Allowance("input-tokens", left=1_000, full_in=60, most=50_000)).wait(REQUEST, NOON) == 0


def test_a_question_larger_than_the_whole_limit_waits_until_that_is_full_and_no_longer():
    assert told(Allowance("output-tokens", left=0, full_in=30, most=500)).wait(REQUEST, NOON) == 30


def test_the_longest_of_the_waits_counts():
    limits = told(NONE_LEFT, Allowance("output-tokens", left=0, full_in=60, most=1_500))
    assert limits.wait(REQUEST, NOON) == 40


def test_answers_that_come_out_of_order_do_not_bring_requests_back():
    limits = told(replace(ONE_LEFT, left=2)).taken(REQUEST).taken(REQUEST)
    limits = limits.told([NONE_LEFT], NOON).told([ONE_LEFT], NOON)
    assert limits.wait(REQUEST, NOON) > 0


def test_a_wait_that_the_service_asks_for_holds_for_every_question():
    limits = Limits().shut(5, NOON)
    assert limits.wait(REQUEST, NOON + 1) == 4
    assert limits.wait(REQUEST, NOON + 5) == 0


def test_a_shorter_wait_takes_nothing_off_a_longer_one():
    assert Limits().shut(60, NOON).shut(1, NOON + 10).wait(REQUEST, NOON + 10) == 50


def test_a_wait_too_long_to_be_waited_for_holds_nobody_back():
    assert Limits().shut(18_000, NOON).wait(REQUEST, NOON) == 0


def test_a_reset_far_in_the_future_holds_for_two_minutes_at_most():
    limits = told(Allowance("requests", left=0, full_in=1e9))
    assert limits.wait(REQUEST, NOON) == LONGEST_WAIT
    assert limits.wait(REQUEST, NOON + LONGEST_WAIT) == 0


@pytest.mark.parametrize("limits", [told(NONE_LEFT), Limits().shut(60, NOON)], ids=["limit", "wait"])
def test_a_clock_that_was_set_back_frees_what_was_held(limits):
    assert limits.wait(REQUEST, NOON - 3600) == 0


@given(
    st.lists(
        st.builds(
            Allowance,
            st.sampled_from(["requests", "input-tokens", "output-tokens", "tokens"]),
            numbers,
            st.floats(0, 1e12),
            st.none() | numbers,
        )
    ),
    numbers,
    moments,
    moments,
)
def test_whatever_a_service_says_nobody_waits_longer_than_two_minutes(allowances, asked, then, now):
    limits = told(*allowances, at=then).shut(asked, then)
    assert 0 <= limits.wait(REQUEST, now) <= LONGEST_WAIT
    assert limits.wait(REQUEST, then + LONGEST_WAIT + 1) == 0


anything = st.floats()


@given(
    st.dictionaries(
        st.sampled_from(["requests", "input-tokens", "output-tokens", "tokens"]),
        st.builds(Bucket, anything, anything, anything, anything, st.none() | anything),
    ),
    anything,
    anything,
    moments,
)
def test_whatever_was_kept_nobody_waits_longer_than_two_minutes(buckets, shut_at, shut_until, now):
    limits = Limits(buckets, shut_at, shut_until)
    assert 0 <= limits.wait(REQUEST, now) <= LONGEST_WAIT
    assert 0 <= limits.taken(REQUEST).shut(30, now).wait(REQUEST, now) <= LONGEST_WAIT
    kept_ledger({"one": limits}, now)


def test_a_wait_that_was_kept_ends_two_minutes_after_it_was_asked_for():
    (limits,) = read_ledger(b'{"one": {"shut_at": %d, "shut_until": 1e308}}' % NOON).values()
    assert limits.wait(REQUEST, NOON + 20) == LONGEST_WAIT - 20
    assert limits.wait(REQUEST, NOON + LONGEST_WAIT) == 0
    assert not limits.holds(NOON + LONGEST_WAIT)


def test_limits_are_kept_as_they_are_and_dropped_once_they_hold_nobody_back():
    ledger = {"one": told(NONE_LEFT).shut(30, NOON), "other": told(Allowance("requests", 9, 0, 9))}
    kept = kept_ledger(ledger, NOON)
    assert read_ledger(kept) == {"one": ledger["one"]}
    assert kept_ledger(ledger, NOON + LONGEST_WAIT) == b"{}"


@pytest.mark.parametrize(
    "kept", [b"", b"nonsense", b"\xff", b'{"one": 1}', b'{"one": {"buckets": {"tea": 1}}}']
)
def test_a_ledger_that_cannot_be_read_is_empty(kept):
    assert read_ledger(kept) == {}
