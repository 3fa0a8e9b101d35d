from dataclasses import replace
from datetime import date

import pytest
from support.builders import MODELS, persona, revision, rubric

from workbench.core.artifacts import Kind
from workbench.core.costs.estimates import estimate, planned
from workbench.core.costs.experience import ANSWER_TOKENS, UNKNOWN, Earlier, Experience
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import Usage
from workbench.core.plans import Plan
from workbench.core.sources import Source, SourceKind

DAY = date(2026, 1, 1)
PRICES = PriceTable(DAY, (Price("reader-model", 1.0, 0.0), Price("judge-model", 1.0, 0.0)))
LONG = "# Kettle\n\nKettle boils water.\n\n" + "It boils faster than any other kettle. " * 300
READERS = tuple(persona(name) for name in ("skeptic", "engineer", "newcomer"))
MILLION = 1_000_000


def assigned(readers=(), judge=None, trials=1, text=LONG):
    plan = Plan(readers, judge, MODELS, judge_trials=trials)
    return plan.assignments(revision(text), Kind.README, ())


def earlier(source, model="reader-model", **used):
    return Earlier(source, model, Usage(**used))


def test_the_first_of_a_group_writes_the_text_and_the_others_read_it():
    made = assigned(READERS)
    prompt = made[0].request.prompt
    text = estimated_tokens(prompt.instructions + prompt.text)
    own = sum(estimated_tokens(a.request.prompt.whole) - text for a in made)
    told = estimate(planned(made), PRICES, DAY)
    assert told.dollars == pytest.approx((text * (1.25 + 0.1 + 0.1) + own) / MILLION)
    assert told.most == pytest.approx((text * 1.25 * 3 + own) / MILLION)


def test_further_trials_read_the_whole_prompt():
    made = assigned(judge=rubric(), trials=3)
    whole = estimated_tokens(made[0].request.prompt.whole)
    assert estimate(planned(made), PRICES, DAY).dollars == pytest.approx(whole * (1.25 + 0.1 + 0.1) / MILLION)


@pytest.mark.parametrize("made", [assigned(READERS[:1]), assigned(READERS[:1], text="# Kettle\n\nHot.\n")])
def test_a_call_alone_costs_what_it_costs_to_send(made):
    told = estimate(planned(made), PRICES, DAY)
    whole = estimated_tokens(made[0].request.prompt.whole)
    assert told.dollars == told.most == pytest.approx(whole / MILLION)


def test_nothing_is_read_from_a_cache_below_what_a_service_keeps():
    choosy = replace(PRICES, prices=(Price("reader-model", 1.0, 0.0, cached_from=100_000),))
    told = estimate(planned(assigned(READERS)), choosy, DAY)
    assert told.dollars == told.most


def test_a_loop_writes_every_prompt_for_the_next_round():
    made = assigned(READERS[:1])
    whole = estimated_tokens(made[0].request.prompt.whole)
    assert estimate(planned(made, again=True), PRICES, DAY).dollars == pytest.approx(whole * 1.25 / MILLION)


def test_a_price_that_is_not_known_leaves_the_sum_unknown():
    told = estimate(planned(assigned(READERS, rubric())), replace(PRICES, prices=PRICES.prices[:1]), DAY)
    assert (told.dollars, told.most) == (None, None)
    assert told.sentence().endswith("tokens to send, price unknown")


def test_the_sentence_says_both_sums_and_whose_prices_they_are():
    dear = replace(PRICES, prices=(Price("reader-model", 100.0, 0.0),))
    said = estimate(planned(assigned(READERS)), dear, DAY).sentence()
    assert said.startswith("3 calls, about ")
    assert said.endswith(" if nothing is read from a cache), prices of 2026-01-01")


def test_old_prices_say_how_old_they_are():
    assert estimate((), PRICES, date(2026, 6, 30)).dated == "prices of 2026-01-01"
    assert estimate((), PRICES, date(2026, 7, 1)).dated == "prices of 2026-01-01, 6 months old"


def test_tokens_are_counted_as_the_models_service_counted_them_before():
    source = READERS[0].source
    known = Experience([earlier(source, input=100, output=1, cache_read=30, estimated=100)] * 3)
    assert known.input("reader-model", 1000) == 1300
    assert known.input("judge-model", 1000) == 1000


def test_one_odd_reading_does_not_change_what_is_expected():
    source = READERS[0].source
    odd = [earlier(source, input=9000, output=1, estimated=100)]
    usual = [earlier(source, input=120, output=1, estimated=100)] * 4
    assert Experience(odd + usual).input("reader-model", 100) == 120


def test_the_output_is_that_of_the_source_else_of_its_kind_else_a_guess():
    skeptic, engineer = READERS[0].source, READERS[1].source
    known = Experience(
        [
            earlier(skeptic, "reader-model-20260101", input=1, output=400),
            earlier(engineer, input=1, output=1200, calls=2),
        ]
    )
    assert known.output(skeptic, "reader-model") == 400
    assert known.output(engineer, "reader-model") == 600
    assert known.output(READERS[2].source, "reader-model") == 500
    assert known.output(rubric().source, "reader-model") == ANSWER_TOKENS
    assert known.output(skeptic, "other-model") == ANSWER_TOKENS


def test_matching_is_expected_to_use_what_it_used():
    matched = Source(SourceKind.MATCHER, "matching", "w")
    known = Experience([earlier(matched, "matcher-model", input=MILLION, output=0)])
    prices = PriceTable(DAY, (Price("matcher-model", 1.0, 1.0),))
    assert estimate((), prices, DAY, known, matcher="matcher-model").dollars == pytest.approx(1.0)
    assert estimate((), prices, DAY, UNKNOWN, matcher="matcher-model").dollars == pytest.approx(0.0075)
