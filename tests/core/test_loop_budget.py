from dataclasses import replace
from datetime import date

import pytest
from support.builders import artifact, persona, revision

from workbench.core.costs.meter import Meter
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.history import History, Round, RoundState
from workbench.core.loop.budget import LoopBudget, loop_budget
from workbench.core.loop.stopping import NO_CAPS, Caps
from workbench.core.readings import Reading, ReadingState
from workbench.core.sources import Source, SourceKind

PRICES = PriceTable(date(2026, 1, 1), (Price("m", 1_000_000.0, 1_000_000.0),))
SKEPTIC = persona().source


def history(*rounds, more=()):
    """Rounds of a text, each of one reading that cost a dollar; `freeze` where one was to freeze it."""
    made = tuple(
        Round(1, n, (), state, freeze=freeze, id=n) for n, (freeze, state) in enumerate(rounds, start=1)
    )
    read = tuple(reading(each.id) for each in made)
    return History(artifact(), (revision(),), made, (*read, *more))


def reading(round, source=SKEPTIC, provider="p"):
    return Reading(
        source, 1, ReadingState.FINISHED, 1, round, provider, "m", usage=Usage(1, 0), id=10 * round
    )


READ = (False, RoundState.COMPLETE)
FROZE = (True, RoundState.COMPLETE)
BROKE = (True, RoundState.INCOMPLETE)


@pytest.mark.parametrize(
    ("rounds", "spent"),
    [([], 0), ([READ, READ], 2), ([READ, FROZE], 0), ([READ, FROZE, READ], 1), ([READ, BROKE, READ], 3)],
    ids=["nothing", "two rounds", "frozen", "after a freeze", "a freeze that did not bind"],
)
def test_a_loop_is_what_was_read_since_the_text_was_last_frozen(rounds, spent):
    assert loop_budget(history(*rounds), 5.0, PRICES).spent.dollars == spent


def test_checks_and_the_persons_own_answers_cost_nothing():
    check = Source(SourceKind.CHECK, "links", "w")
    more = (reading(1, check), reading(1, provider="me"))
    assert loop_budget(history(READ, more=more), 5.0, PRICES).spent.dollars == 1


def test_a_round_may_cost_the_least_of_what_both_budgets_leave():
    loop = loop_budget(history(READ, READ), 5.0, PRICES)
    caps = [loop.held(Meter(PRICES, cap)).cap for cap in (None, 1.0, 4.0)]
    assert caps == [3.0, 1.0, 3.0]
    assert [LoopBudget().held(Meter(PRICES, cap)).cap for cap in (None, 1.0)] == [None, 1.0]


def test_what_does_not_fit_names_the_budget_that_is_to_be_raised():
    loop = loop_budget(history(READ, READ), 5.0, PRICES)
    assert "set a higher `budget`" in loop.held(Meter(PRICES, 1.0)).too_dear("this reading")
    assert loop.held(Meter(PRICES, None)).too_dear("this reading") == (
        "What is left of the loop budget, $3.00, does not cover this reading. "
        "Set a higher `loop_budget` in config.toml."
    )


def test_a_loop_that_cost_more_than_it_may_has_nothing_left():
    loop = loop_budget(history(READ, READ), 1.5, PRICES)
    assert loop.left == 0 and loop.caps.reached() == "The loop budget of $1.50 is spent"


def test_without_a_cap_nothing_is_said():
    loop = loop_budget(history(READ), None, PRICES)
    assert (loop.left, loop.caps, loop.sentence()) == (None, NO_CAPS, "")
    assert replace(loop, dollars=2.0).sentence() == "$2.00 is left of the $2.00 for this loop"


def test_a_budget_under_a_cent_is_never_said_to_be_nothing():
    small = 0.000001
    assert "the budget of under $0.01 does not cover" in Meter(PRICES, small).too_dear("this reading")
    assert "the loop budget, under $0.01, does not" in Meter(PRICES, small, of_loop=True).too_dear("it")
    assert Caps(dollars=small, spent=1.0).reached() == "The budget of under $0.01 is spent"
    assert Caps(dollars=1.0, spent=0.999, next=0.005).reached() == (
        "What is left of the budget of $1.00, under $0.01, does not cover another round, "
        "of at most under $0.01"
    )
