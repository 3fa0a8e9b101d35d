"""What a service that caches bills for a round, whose calls share what they can."""

import asyncio
from collections import Counter
from dataclasses import replace
from datetime import date

from support.billed_service import BilledService, Pace
from support.builders import MODELS, FakeClock, artifact, persona, revision, rubric

from workbench.core.artifacts import Kind
from workbench.core.costs.meter import Meter
from workbench.core.costs.prices import PriceTable
from workbench.core.history import Round
from workbench.core.plans import Plan
from workbench.core.questioning import QUESTIONER
from workbench.core.rounds import RoundReadings
from workbench.providers.anthropic import AnthropicProvider

LONG = "# Kettle\n\nKettle boils water.\n\n" + "It boils faster than any other kettle. " * 300
READERS = tuple(persona(name) for name in ("skeptic", "engineer", "newcomer"))
SOON = Pace(first=0.02, reader=0.03, judge=0.03, questions=0.03)


class Shelf:
    """A store that keeps nothing."""

    async def save_reading(self, artifact, reading):
        return reading

    async def save_questioning(self, artifact, reading, questions):
        return reading, questions


async def billed(plan, text=LONG, rounds=1, again=False, fresh=False, **service):
    """Every call of a round as the service bills it."""
    async with BilledService(SOON, **service) as fake:
        provider = AnthropicProvider(base_url=fake.url, api_key="none")
        for _ in range(rounds):
            fake.calls.clear()
            made = plan.assignments(revision(text), Kind.README, (), fresh=fresh)
            readings = RoundReadings(
                artifact(),
                revision(text),
                Round(1, 1, tuple(a.seat for a in made), id=7),
                provider,
                Shelf(),
                FakeClock(),
                Meter(PriceTable(date(2026, 1, 1), ()), None),
                parallel=9,
                attempts=1,
                again=again,
            )
            async for _ in readings.run(made, asyncio.Event()):
                pass
        await provider.close()
        return fake.calls


async def test_the_text_is_written_once_and_read_by_the_rest_of_its_group():
    calls = await billed(Plan(READERS, None, MODELS))
    assert [call.written > 0 for call in calls] == [True, False, False]
    assert {call.read for call in calls[1:]} == {calls[0].written}


async def test_further_trials_of_a_judge_read_the_whole_prompt():
    calls = await billed(Plan((), rubric(), MODELS, judge_trials=3))
    assert [(call.input, call.read > 0, call.written > 0) for call in calls] == [
        (0, False, True),
        (0, True, False),
        (0, True, False),
    ]


async def test_trials_of_a_short_text_share_what_is_asked_of_it():
    questions = rubric(body="What a README is for. " * 300)
    calls = await billed(
        Plan((), questions, MODELS, judge_trials=2), text="# Kettle\n\nKettle boils water.\n"
    )
    assert [call.read > 0 for call in calls] == [False, True]


async def test_nothing_is_written_that_nobody_reads():
    plan = replace(Plan(READERS[:1], rubric(), MODELS), questioner=QUESTIONER)
    calls = await billed(plan, fresh=True)
    assert Counter(call.role for call in calls) == {"reader": 1, "judge": 1, "questions": 1}
    assert not any(call.written for call in calls)


async def test_a_loop_reads_every_prompt_of_the_round_before():
    calls = await billed(Plan(READERS, rubric(), MODELS), rounds=2, again=True)
    assert all(call.read and not call.written and not call.input for call in calls)


async def test_a_service_that_keeps_nothing_bills_every_token():
    calls = await billed(Plan(READERS, None, MODELS), caches=False)
    assert all(call.input == call.sent for call in calls)
