"""What the first line says of what readings cost, while they are under way and after."""

from dataclasses import replace
from datetime import date

import pytest
from support.builders import artifact, persona, revision

from workbench.core.board import advance, opened
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.events import ReadingFinished, ReadingProgressed, ReadingStarted, RoundStarted, Seat
from workbench.core.history import History, Round, RoundState
from workbench.core.readings import Reading, ReadingState
from workbench.tui.header import spend_words

PRICES = PriceTable(date(2026, 1, 1), (Price("m", 1_000_000.0, 1_000_000.0),))
SKEPTIC, ENGINEER = (Seat(persona(name).source) for name in ("skeptic", "engineer"))
ROUND = Round(1, 1, (SKEPTIC, ENGINEER), RoundState.RUNNING, id=1)


def board(*events):
    made = opened(History(artifact(), (revision(),)), revision())
    for event in (RoundStarted(ROUND, revision(), (SKEPTIC, ENGINEER)), *events):
        made = advance(made, event)
    return made


def read(seat, **used):
    reading = Reading(seat.source, 1, ReadingState.FINISHED, 1, 1, "p", "m", usage=Usage(**used), id=1)
    return ReadingFinished(seat, reading)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([], "nothing spent of $9.00 so far"),
        ([ReadingStarted(SKEPTIC)], "nothing spent of $9.00 so far"),
        ([ReadingProgressed(SKEPTIC, 1, "", Usage(2, 1), "m")], "$3.00 of $9.00 so far"),
        (
            [read(SKEPTIC, input=1, output=1), ReadingProgressed(ENGINEER, 1, "", Usage(2, 1), "m")],
            "$5.00 of $9.00 so far",
        ),
        (
            [ReadingProgressed(SKEPTIC, 1, "", Usage(2, 1), "m"), read(SKEPTIC, input=2, output=2)],
            "$4.00 of $9.00 so far",
        ),
        ([ReadingProgressed(SKEPTIC, 1, "", Usage(), "m")], "tokens unknown so far"),
    ],
    ids=["begun", "sent", "told", "settled and told", "settled after it was told", "a program"],
)
def test_what_was_told_so_far_counts_beside_what_is_settled(events, said):
    assert spend_words(board(*events), 9.0, PRICES) == said


def test_a_round_that_is_over_says_the_exact_figures():
    over = replace(board(read(SKEPTIC, input=2, output=2)), running=False)
    assert spend_words(over, 9.0, PRICES) == "$4.00 of $9.00"
