import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from workbench.core.allowances import Allowance
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.limits import Limits, kept_ledger, read_ledger
from workbench.core.politeness import PoliteProvider
from workbench.core.ports import Progress, Prompt, Reply, Request
from workbench.core.retries import LONGEST_WAIT

REQUEST = Request(Prompt("", "", "", {}), "some-model")
BUSY = Failure(FailureKind.RATE_LIMITED, "Busy.", retry_after=5)


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self):
        self.at, self.slept = datetime(2026, 1, 1, tzinfo=UTC), []

    def now(self):
        return self.at

    async def sleep(self, seconds):
        self.slept.append(seconds)
        self.at += timedelta(seconds=seconds)


class Notes:
    """A memory that counts how often it was written."""

    def __init__(self):
        self.kept, self.revised = {}, 0

    def recall(self, name):
        return self.kept.get(name, b"")

    def revise(self, name, change):
        self.revised += 1
        self.kept[name] = change(self.recall(name))


class Service:
    """A provider whose service says this of its limits, or refuses."""

    name, destination = "anthropic", "api.example"

    def __init__(self, limits=(), refuses=None):
        self.limits, self.refuses = limits, refuses
        self.asked = 0

    async def ask(self, request):
        self.asked += 1
        if self.refuses:
            raise ProviderError(self.refuses, self.limits)
        yield Progress(1, limits=self.limits)
        yield Reply("{}", request.model, "end_turn", Usage())


class Programs:
    """Programs of one user at one time, each with a provider of its own."""

    def __init__(self):
        self.notes, self.clock = Notes(), Clock()

    def provider(self, service):
        return PoliteProvider(service, self.notes, self.clock)


@pytest.fixture
def programs():
    return Programs()


async def heard(provider, request=REQUEST):
    """What it said while it waited; the rest is as the service says it."""
    return [
        said.waiting async for said in provider.ask(request) if isinstance(said, Progress) and said.waiting
    ]


async def refused(provider):
    with pytest.raises(ProviderError) as caught:
        await heard(provider)
    return caught.value.failure


async def test_a_service_without_limits_is_asked_at_once_and_nothing_is_kept(programs):
    service = Service()
    for _ in range(3):
        assert await heard(programs.provider(service)) == []
    assert (service.asked, programs.clock.slept, programs.notes.revised) == (3, [], 0)


async def test_what_the_service_says_comes_through_unchanged(programs):
    service = Service((Allowance("requests", 9, 60, 9),))
    through = [said async for said in programs.provider(service).ask(REQUEST)]
    assert through == [said async for said in service.ask(REQUEST)]


async def test_a_used_up_limit_is_waited_for_and_said(programs):
    service = Service((Allowance("requests", left=0, full_in=12, most=None),))
    provider = programs.provider(service)
    assert await heard(provider) == []
    assert await heard(provider) == ["waiting for the service's limit, 12 s"]
    assert programs.clock.slept == [12]
    assert service.asked == 2


async def test_another_program_is_held_by_what_one_was_refused(programs):
    assert await refused(programs.provider(Service(refuses=BUSY))) == BUSY
    other = Service()
    assert await heard(programs.provider(other)) == ["waiting for the service's limit, 5 s"]
    assert (programs.clock.slept, other.asked) == ([5], 1)


async def test_the_limits_in_a_refusal_hold_where_it_asks_for_no_wait(programs):
    busy = Failure(FailureKind.RATE_LIMITED, "Busy.")
    limits = (Allowance("output-tokens", left=0, full_in=30),)
    await refused(programs.provider(Service(limits, busy)))
    assert await heard(programs.provider(Service())) == ["waiting for the service's limit, 30 s"]


@pytest.mark.parametrize(
    "failure",
    [
        Failure(FailureKind.RATE_LIMITED, "Busy."),
        Failure(FailureKind.RATE_LIMITED, "Tomorrow.", retry_after=18_000),
        Failure(FailureKind.SPENT, "No credit.", retry_after=5),
    ],
    ids=["no wait", "hours", "spent"],
)
async def test_a_refusal_that_no_wait_mends_holds_nobody(programs, failure):
    await refused(programs.provider(Service(refuses=failure)))
    assert await heard(programs.provider(Service())) == []


async def test_requests_of_all_programs_are_reckoned_together(programs):
    first = programs.provider(Service((Allowance("requests", left=2, full_in=60, most=60),)))
    await heard(first)
    silent = Service()
    others = [programs.provider(silent), programs.provider(silent), programs.provider(silent)]
    assert [len(await heard(provider)) for provider in others] == [0, 0, 1]


async def test_what_another_program_learns_at_the_same_moment_is_kept(programs):
    class Busy(Notes):
        """Notes that another program revises just before."""

        def revise(self, name, change):
            programs.clock.at += timedelta(milliseconds=1)
            now = programs.clock.at.timestamp()
            ledger = {**read_ledger(self.recall(name)), "another": Limits().shut(50, now)}
            self.kept[name] = kept_ledger(ledger, now)
            super().revise(name, change)

    programs.notes = Busy()
    await refused(programs.provider(Service(refuses=BUSY)))
    assert len(read_ledger(programs.notes.recall("limits"))) == 2


async def test_another_model_and_another_service_are_not_held(programs):
    await refused(programs.provider(Service(refuses=BUSY)))
    other_model = Request(REQUEST.prompt, "other-model")
    assert await heard(programs.provider(Service()), other_model) == []
    elsewhere = Service()
    elsewhere.destination = "other.example"
    assert await heard(programs.provider(elsewhere)) == []


async def test_one_question_never_waits_longer_than_two_minutes(programs):
    class Crowded(Clock):
        """While one program sleeps, another is refused once more."""

        async def sleep(self, seconds):
            await super().sleep(seconds)
            programs.notes.revise("limits", self.busy)

        def busy(self, kept):
            now = self.at.timestamp()
            return kept_ledger({name: Limits().shut(50, now) for name in read_ledger(kept)}, now)

    programs.clock = Crowded()
    await refused(programs.provider(Service(refuses=BUSY)))
    service = Service()
    said = await heard(programs.provider(service))
    assert (service.asked, programs.clock.slept) == (1, [5, 50, 50, 15])
    assert sum(programs.clock.slept) == LONGEST_WAIT
    assert said[-1] == "waiting for the service's limit, 15 s"


async def test_a_wait_can_be_stopped_and_nothing_is_asked_then(programs):
    class Endless(Clock):
        async def sleep(self, seconds):
            await asyncio.Event().wait()

    programs.clock = Endless()
    await refused(programs.provider(Service(refuses=BUSY)))
    service = Service()
    said = programs.provider(service).ask(REQUEST)
    assert (await anext(said)).waiting
    waiting = asyncio.ensure_future(anext(said))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert service.asked == 0


async def test_notes_that_nobody_can_read_hold_nobody(programs):
    programs.notes.kept["limits"] = b"\xff nonsense"
    assert await heard(programs.provider(Service((Allowance("requests", 5, 60, 5),)))) == []
