import asyncio
import json
from dataclasses import replace
from datetime import date

import pytest
from support.builders import (
    MODELS,
    TEXT,
    FakeClock,
    artifact,
    judge_answer,
    persona,
    reader_answer,
    revision,
    rubric,
)

from workbench.core.artifacts import Kind
from workbench.core.costs.experience import UNKNOWN
from workbench.core.costs.meter import Meter
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.events import ReadingFailed, ReadingFinished, ReadingProgressed, ReadingStarted
from workbench.core.history import Round
from workbench.core.plans import Plan
from workbench.core.ports import Progress, Reply
from workbench.core.readings import ReadingState
from workbench.core.rounds import RoundReadings

PRICES = PriceTable(date(2026, 1, 1), (Price("reader-model", 1.0, 1.0), Price("judge-model", 1.0, 1.0)))
READERS = tuple(persona(name) for name in ("skeptic", "engineer", "newcomer"))


class Shelf:
    """A store that only keeps readings."""

    def __init__(self):
        self.readings = []

    async def save_reading(self, artifact, reading):
        stored = replace(reading, id=len(self.readings) + 1)
        self.readings.append(stored)
        return stored


class Teller:
    """A provider that answers by what it is asked, and remembers the order of things."""

    name = destination = "teller"

    def __init__(self, failures=(), begins=None, held=None):
        self.failures = list(failures)
        self.begins = begins or asyncio.Event()
        self.held = held
        self.log = []

    async def ask(self, request):
        who = next((p.name for p in READERS if f"You are the {p.name}." in request.prompt.task), "judge")
        self.log.append(f"{who} asked")
        if self.failures:
            raise ProviderError(self.failures.pop(0))
        await asyncio.sleep(0)
        yield Progress(1)
        self.log.append(f"{who} begun")
        if self.held and who in self.held:
            await asyncio.Event().wait()
        text = judge_answer() if who == "judge" else reader_answer("fastest kettle")
        yield Reply(text, request.model, "end_turn", Usage(input=100, output=10), "req_1")


def assignments(readers=READERS, judge=None, text=TEXT):
    return Plan(readers, judge, MODELS).assignments(revision(text), Kind.README, ())


def readings(provider, shelf=None, cap=None, parallel=4, text=TEXT, clock=None):
    return RoundReadings(
        artifact(),
        revision(text),
        Round(1, 1, (), id=7),
        provider,
        shelf or Shelf(),
        clock or FakeClock(),
        Meter(PRICES, cap),
        parallel,
        attempts=4,
    )


async def events_of(round, planned, stop=None):
    return [event async for event in round.run(planned, stop or asyncio.Event())]


async def test_every_seat_starts_and_ends_once():
    events = await events_of(readings(Teller()), assignments(judge=rubric()))
    seats = {a.seat for a in assignments(judge=rubric())}
    assert {e.seat for e in events if isinstance(e, ReadingStarted)} == seats
    assert sorted(e.seat for e in events if isinstance(e, ReadingFinished)) == sorted(seats)


async def test_a_reading_is_stored_before_it_is_announced():
    shelf = Shelf()
    async for event in readings(Teller(), shelf).run(assignments(), asyncio.Event()):
        if isinstance(event, ReadingFinished):
            assert event.reading in shelf.readings
    stored = shelf.readings[0]
    assert (stored.model, stored.round, stored.revision, stored.request_id) == ("reader-model", 7, 1, "req_1")
    assert json.loads(stored.raw)["about"] == stored.about
    assert stored.findings[0].revision == 1


async def test_a_long_shared_beginning_is_sent_once_before_the_others_of_its_group():
    teller = Teller()
    long = TEXT + "Water is wet. " * 600
    await events_of(readings(teller, text=long), assignments(text=long))
    assert teller.log[:2] == ["skeptic asked", "skeptic begun"]


async def test_a_reading_that_waits_for_its_service_says_so_and_has_not_begun():
    class Held(Teller):
        async def ask(self, request):
            first = not self.log
            async for said in super().ask(request):
                if first and isinstance(said, Progress):
                    yield Progress(0, waiting="waiting for the service's limit, 12 s")
                    await asyncio.sleep(0.01)
                yield said

    held = Held()
    long = TEXT + "Water is wet. " * 600
    events = await events_of(readings(held, text=long), assignments(text=long))
    said = [event.waiting for event in events if isinstance(event, ReadingProgressed)]
    assert said[0] == "waiting for the service's limit, 12 s"
    assert said.count("") == 3
    assert held.log[:2] == ["skeptic asked", "skeptic begun"], "the others of its group wait for the answer"


async def test_a_short_text_fans_out_at_once():
    teller = Teller()
    brief = tuple(
        replace(a, requests=(replace(a.request, prompt=replace(a.request.prompt, instructions="")),))
        for a in assignments()
    )
    await events_of(readings(teller), brief)
    assert teller.log[:3] == ["skeptic asked", "engineer asked", "newcomer asked"]


async def test_the_others_go_on_when_the_first_of_their_group_fails():
    teller = Teller([Failure(FailureKind.REFUSAL, "The model refused.")])
    long = TEXT + "Water is wet. " * 600
    events = await events_of(readings(teller, text=long), assignments(text=long))
    assert sum(isinstance(e, ReadingFinished) for e in events) == 2
    failed = next(e for e in events if isinstance(e, ReadingFailed))
    assert failed.reading.failure.kind is FailureKind.REFUSAL


async def test_a_retry_is_seen_with_its_reason_and_waits_as_asked():
    clock = FakeClock()
    teller = Teller([Failure(FailureKind.RATE_LIMITED, "Slow down.", retry_after=5)])
    events = await events_of(readings(teller, clock=clock), assignments(READERS[:1]))
    waiting = [e.waiting for e in events if isinstance(e, ReadingProgressed) and e.waiting]
    assert waiting == ["rate limited, again in 5 s (2 of 4)"]
    assert clock.slept == [5]
    assert isinstance(events[-1], ReadingFinished)


async def test_attempts_end_and_the_failure_is_stored():
    shelf = Shelf()
    teller = Teller([Failure(FailureKind.OVERLOADED, "Busy.")] * 4)
    await events_of(readings(teller, shelf), assignments(READERS[:1]))
    assert len(teller.log) == 4
    assert (shelf.readings[0].state, shelf.readings[0].failure.message) == (
        ReadingState.FAILED,
        "Busy. It was tried 4 times.",
    )


async def test_the_budget_is_a_hard_stop_that_keeps_what_was_read():
    shelf = Shelf()
    one = PRICES.dollars("reader-model", UNKNOWN.usage(assignments()[0].request, READERS[0].source))
    await events_of(readings(Teller(), shelf, cap=one * 1.01, parallel=1), assignments())
    kinds = [r.failure.kind if r.failure else "read" for r in shelf.readings]
    assert kinds[0] == "read" and kinds[-1] is FailureKind.OVER_BUDGET


async def test_what_a_failed_attempt_used_counts_against_the_budget():
    used = Usage(input=10, output=1_000_000)
    refused = Failure(FailureKind.REFUSAL, "It refused.", usage=used)
    shelf = Shelf()
    round = readings(Teller([refused]), shelf, cap=0.5, parallel=1)
    await events_of(round, assignments(READERS[:2]))
    assert [r.failure.kind for r in shelf.readings] == [FailureKind.REFUSAL, FailureKind.OVER_BUDGET]
    assert replace(shelf.readings[0].usage, estimated=None) == used


async def test_every_attempt_counts_in_what_a_reading_used():
    class Mumbler(Teller):
        async def ask(self, request):
            self.log.append("asked")
            text = reader_answer() if len(self.log) > 1 else "no JSON"
            yield Reply(text, "reader-model", "end_turn", Usage(input=100, output=10, cache_read=5))

    shelf = Shelf()
    events = await events_of(readings(Mumbler(), shelf), assignments(READERS[:1]))
    used = shelf.readings[0].usage
    assert replace(used, estimated=None) == Usage(input=200, output=20, cache_read=10, calls=2)
    assert [e.waiting for e in events if isinstance(e, ReadingProgressed)] == [
        "unreadable answer, again at once (2 of 2)"
    ]


class Counter(Teller):
    """Says what it has counted as soon as it begins, and goes no further where it is held."""

    async def ask(self, request):
        async for said in super().ask(request):
            counted = replace(said, usage=Usage(100, 1)) if isinstance(said, Progress) else said
            yield counted
            if self.breaks and isinstance(said, Progress):
                raise ProviderError(Failure(FailureKind.UNTRUSTED, "It broke off."))

    breaks = False


async def test_what_a_service_counted_of_an_answer_that_broke_off_is_what_it_used():
    shelf, teller = Shelf(), Counter()
    teller.breaks = True
    await events_of(readings(teller, shelf), assignments(READERS[:1]))
    used = shelf.readings[0].usage
    assert (used.input, used.output, used.calls) == (100, 1, 1)


async def test_what_was_used_until_it_was_stopped_is_kept_and_what_was_not_sent_used_nothing():
    shelf, stop = Shelf(), asyncio.Event()
    teller = Counter(held={"skeptic"})
    async for event in readings(teller, shelf, parallel=1).run(assignments(), stop):
        if isinstance(event, ReadingProgressed):
            stop.set()
    used = {reading.source.name: reading.usage for reading in shelf.readings}
    assert (used["skeptic"].input, used["skeptic"].calls) == (100, 1)
    assert used["engineer"].calls == used["newcomer"].calls == 0


async def test_progress_says_what_earlier_attempts_used_too():
    teller = Counter([Failure(FailureKind.OVERLOADED, "Busy.", usage=Usage(40, 2))])
    events = await events_of(readings(teller), assignments(READERS[:1]))
    told = [e.used for e in events if isinstance(e, ReadingProgressed)]
    assert [(used.input, used.output, used.calls) for used in told] == [(40, 2, 1), (140, 3, 2)]


async def test_readings_that_may_fit_into_the_budget_wait_for_those_under_way():
    shelf = Shelf()
    one = PRICES.dollars("reader-model", UNKNOWN.usage(assignments()[0].request, READERS[0].source))
    await events_of(readings(Teller(), shelf, cap=one * 1.5, parallel=3), assignments())
    assert [reading.failure for reading in shelf.readings] == [None, None, None]


async def test_stopping_keeps_what_was_read_and_says_what_was_not():
    shelf, stop = Shelf(), asyncio.Event()
    events = []
    async for event in readings(Teller(held={"engineer", "newcomer"}), shelf).run(assignments(), stop):
        events.append(event)
        if isinstance(event, ReadingFinished):
            stop.set()
    ended = {
        e.seat.source.name: e.reading.state for e in events if isinstance(e, ReadingFinished | ReadingFailed)
    }
    assert ended == {
        "skeptic": ReadingState.FINISHED,
        "engineer": ReadingState.STOPPED,
        "newcomer": ReadingState.STOPPED,
    }
    assert [r.state for r in shelf.readings].count(ReadingState.FINISHED) == 1


async def test_a_reading_that_is_being_stored_when_the_round_stops_is_announced_and_stored_once():
    stop = asyncio.Event()

    class SlowShelf(Shelf):
        async def save_reading(self, artifact, reading):
            stop.set()
            await asyncio.sleep(0.01)
            return await super().save_reading(artifact, reading)

    shelf = SlowShelf()
    events = await events_of(readings(Teller(), shelf, parallel=1), assignments(READERS[:1]), stop)
    assert [type(e) for e in events if isinstance(e, ReadingFinished | ReadingFailed)] == [ReadingFinished]
    assert [r.state for r in shelf.readings] == [ReadingState.FINISHED]


async def test_a_bug_in_a_provider_is_raised_and_not_waited_for():
    class Broken(Teller):
        async def ask(self, request):
            raise ZeroDivisionError
            yield

    with pytest.raises(ZeroDivisionError):
        await events_of(readings(Broken()), assignments())


async def test_a_reading_with_lost_quotes_fails_and_keeps_its_answer_but_no_findings():
    class Liar(Teller):
        async def ask(self, request):
            yield Reply(reader_answer("made up entirely by nobody"), "m", "end_turn", Usage(1, 1))

    shelf = Shelf()
    await events_of(readings(Liar(), shelf), assignments(READERS[:1]))
    failed = shelf.readings[0]
    assert failed.failure.kind is FailureKind.QUOTES_LOST
    assert failed.findings == () and "made up" in failed.raw
