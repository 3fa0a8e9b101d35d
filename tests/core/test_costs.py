from datetime import date

import pytest

from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.spending import Spend, budget_words, spend
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import UNASKED, Usage

TABLE = PriceTable(
    date(2025, 3, 1),
    (
        Price("small", 1.0, 5.0),
        Price("tiered", 3.0, 15.0, up_to=200_000),
        Price("tiered", 6.0, 22.5),
        Price("bounded", 2.0, 4.0, up_to=1000),
        Price("small-plus", 2.0, 10.0, cache_read=0.5, cache_write=3.0),
        Price("free", 0.0, 0.0),
    ),
)
MILLION = 1_000_000


def dollars(model, **usage):
    return TABLE.dollars(model, Usage(**{"input": 0, "output": 0, **usage}))


def test_prices_are_dollars_a_million_tokens():
    assert dollars("small", input=MILLION, output=MILLION // 10) == pytest.approx(1.5)


@pytest.mark.parametrize(("tokens", "price"), [(200_000, 3.0), (200_001, 6.0)])
def test_the_tier_follows_the_size_of_the_prompt(tokens, price):
    assert TABLE.price("tiered", tokens).input == price


def test_cached_tokens_are_part_of_the_prompt_that_chooses_the_tier():
    assert dollars("tiered", input=1, cache_read=200_000) == pytest.approx((6.0 + 200_000 * 0.6) / MILLION)


def test_a_prompt_above_every_tier_has_no_known_price():
    assert TABLE.price("bounded", 1001) is None


@pytest.mark.parametrize("model", ["small-20250301", "small"])
def test_a_dated_model_has_the_price_of_its_name(model):
    assert TABLE.price(model, 1).model == "small"


@pytest.mark.parametrize("model", ["smaller", "small-latest", "small-2025", "small-202503011", "a-small", ""])
def test_a_model_that_is_only_named_alike_has_no_known_price(model):
    assert TABLE.price(model, 1) is None


def test_the_longest_listed_name_gives_the_price():
    assert TABLE.price("small-plus-20250301", 1).model == "small-plus"


def test_a_cache_read_costs_a_tenth_and_a_write_a_quarter_more_where_not_listed():
    assert dollars("small", cache_read=MILLION) == pytest.approx(0.1)
    assert dollars("small", cache_written=MILLION) == pytest.approx(1.25)


def test_listed_cache_prices_hold():
    assert dollars("small-plus", cache_read=MILLION, cache_written=MILLION) == pytest.approx(3.5)


def test_an_unknown_model_has_no_price():
    assert dollars("unheard-of", input=5) is None


@pytest.mark.parametrize("usage", [Usage(), Usage(input=5), Usage(output=5)])
def test_unknown_tokens_have_no_price(usage):
    assert TABLE.dollars("small", usage) is None


def test_the_whole_input_counts_what_a_cache_gave_and_took():
    assert Usage(input=1, cache_read=20, cache_written=300).total_input == 321
    assert Usage(cache_read=20).total_input is None


def test_a_spend_adds_up_calls():
    total = spend(
        [
            ("small", Usage(100, 10, cache_read=1000)),
            ("small", Usage(200, 20)),
            ("unheard-of", Usage(400, 40)),
            ("small", Usage()),
        ],
        TABLE,
    )
    assert total == Spend(
        dollars=pytest.approx((300 + 5 * 30 + 100) / MILLION),
        input=1700,
        output=70,
        cache_read=1000,
        unpriced=1,
        unpriced_tokens=440,
        uncounted=1,
        calls=4,
        saved=pytest.approx(1000 * 0.9 / MILLION),
    )


@pytest.mark.parametrize(
    ("calls", "sentence"),
    [
        ([], "nothing spent"),
        ([("small", Usage(MILLION, 0))], "$1.00"),
        ([("small", Usage(10, 10))], "under $0.01"),
        ([("free", Usage(10, 10))], "$0.00"),
        ([("unheard-of", Usage(1000, 234))], "1,234 tokens, price unknown"),
        ([("small", Usage(MILLION, 0)), ("unheard-of", Usage(10, 1))], "$1.00, 11 tokens, price unknown"),
        ([("small", Usage())], "tokens unknown"),
        ([("unheard-of", Usage())], "tokens unknown"),
        ([("small", Usage(MILLION, 0)), ("small", Usage())], "$1.00, 1 of 2 calls: tokens unknown"),
        (
            [("unheard-of", Usage(5, 5)), ("small", Usage())],
            "10 tokens, price unknown, 1 of 2 calls: tokens unknown",
        ),
        ([("small", Usage(input=5))], "tokens unknown"),
    ],
)
def test_a_spend_never_passes_an_unknown_price_off_as_nothing(calls, sentence):
    assert spend(calls, TABLE).sentence() == sentence


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("four" * 10, 10), ("読む文" * 10, 20), ("é" * 8, 2)])
def test_tokens_are_estimated_by_script(text, tokens):
    assert estimated_tokens(text) == tokens


def test_a_call_that_used_nothing_is_no_call():
    assert spend([("unknown", Usage(0, 0)), ("unknown", Usage())], TABLE).calls == 1


def test_what_is_kept_for_an_hour_costs_twice_what_is_sent_where_not_listed():
    assert dollars("small", cache_written=MILLION, cache_written_1h=MILLION) == pytest.approx(2.0)
    assert dollars("small", cache_written=MILLION, cache_written_1h=MILLION // 2) == pytest.approx(1.625)


def test_the_tier_is_that_of_one_call_where_a_text_was_read_in_parts():
    assert dollars("tiered", input=300_000, calls=2) == pytest.approx(0.9)
    assert dollars("tiered", input=300_000) == pytest.approx(1.8)


def test_what_caching_saved_may_be_less_than_nothing():
    assert spend([("small", Usage(0, 0, cache_read=MILLION))], TABLE).saved == pytest.approx(0.9)
    assert spend([("small", Usage(0, 0, cache_written=MILLION))], TABLE).saved == pytest.approx(-0.25)


def test_a_reading_that_was_never_sent_is_no_call():
    assert spend([("small", UNASKED)], TABLE) == Spend()


def test_a_cost_that_is_not_known_is_never_passed_off_as_nothing():
    assert Spend().brief == "-"
    assert Spend(dollars=0.04, calls=2).brief == "$0.04"
    assert Spend(dollars=0.004, calls=2).brief == "<$0.01"
    assert Spend(dollars=0.04, calls=2, unpriced=1, unpriced_tokens=9).brief == "$0.04+?"
    assert Spend(dollars=0.04, calls=2, uncounted=1).brief == "$0.04+?"
    assert Spend(calls=2, unpriced=2, unpriced_tokens=9).brief == "?"


def test_a_budget_is_said_with_what_it_stops_and_what_it_cannot():
    assert budget_words(2.0, True, " a run") == "$2.00 a run; it stops there and keeps what was read"
    assert budget_words(2.0, False, " a run") == "price unknown, so the $2.00 budget cannot stop it"
    assert budget_words(0.004, True, "", "answered") == (
        "under $0.01; it stops there and keeps what was answered"
    )
