from datetime import UTC, datetime

import pytest

from workbench.content.memory import FolderMemory
from workbench.core.allowances import Allowance
from workbench.core.errors import ProviderError
from workbench.core.politeness import PoliteProvider
from workbench.core.ports import Progress
from workbench.providers.anthropic import AnthropicProvider
from workbench.providers.limit_headers import allowances

NOW = 1_790_000_000.0
"""14:13:20 on 21 September 2026."""


def headers(of="requests", limit="50", remaining="3", reset="2026-09-21T14:13:50Z", **more):
    named = {"limit": limit, "remaining": remaining, "reset": reset}
    said = {f"anthropic-ratelimit-{of}-{name}": value for name, value in named.items() if value is not None}
    return said | more


@pytest.mark.parametrize("of", ["requests", "input-tokens", "output-tokens", "tokens"])
def test_each_limit_is_read_with_what_is_left_and_when_it_is_full(of):
    assert allowances(headers(of), NOW) == (Allowance(of, 3, 30, 50),)


@pytest.mark.parametrize(
    ("changed", "full_in"),
    [
        ({"reset": "2026-09-21T16:13:50+02:00"}, 30),
        ({"reset": "2026-09-21T14:13:50"}, 30),
        ({"reset": "2026-09-21T14:00:00Z"}, 0),
        ({"date": "Mon, 21 Sep 2026 14:13:40 GMT"}, 10),
        ({"date": "Mon, 21 Sep 2020 14:13:40 GMT", "reset": "2020-09-21T14:13:50Z"}, 10),
        ({"date": "today"}, 30),
    ],
)
def test_when_it_is_full_is_reckoned_by_the_clock_of_the_service(changed, full_in):
    (said,) = allowances(headers(**changed), NOW)
    assert said.full_in == full_in


def test_a_service_need_not_say_how_much_it_is_in_all():
    assert allowances(headers(limit=None), NOW) == (Allowance("requests", 3, 30),)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"content-type": "text/event-stream", "date": "Mon, 21 Sep 2026 14:13:40 GMT"},
        headers(remaining=None),
        headers(reset=None),
        headers(remaining="many"),
        headers(remaining="nan"),
        headers(reset="soon"),
        headers(reset="9"),
        headers(of="unified-5h"),
    ],
)
def test_a_service_that_says_nothing_or_nonsense_has_no_limits(said):
    assert allowances(said, NOW) == ()


def written(moment):
    return datetime.fromtimestamp(moment, UTC).isoformat()


@pytest.fixture
async def program(service, tmp_path):
    """Makes a program of one user, all at one time."""
    clock, made = Clock(), []

    def make():
        asked = AnthropicProvider(base_url=service.url, api_key="key-1", timeout=60, now=clock.time)
        made.append(asked)
        return PoliteProvider(asked, FolderMemory(tmp_path / "notes"), clock)

    make.clock = clock
    yield make
    for asked in made:
        await asked.close()


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self):
        self.at = NOW

    def time(self):
        return self.at

    def now(self):
        return datetime.fromtimestamp(self.at, UTC)

    async def sleep(self, seconds):
        self.at += seconds


class Bucket:
    """A service that may be asked four times a minute, and says so."""

    def __init__(self, service, clock):
        self.service, self.clock = service, clock
        self.left, self.at = 4.0, clock.at
        self.refused = 0

    def answer(self, body):
        self.left = min(self.left + (self.clock.at - self.at) / 15, 4.0)
        self.at = self.clock.at
        # What its clock loses far from the epoch is no reason to refuse.
        if self.left < 1 - 1e-6:
            self.refused += 1
            response = self.service.error(429, "rate_limit_error", "Slow down.", retry_after="15")
        else:
            self.left -= 1
            response = self.service.whole()
        full = written(self.at + (4 - self.left) * 15)
        response.headers |= headers(limit="4", remaining=str(int(self.left + 1e-6)), reset=full)
        return response


async def said_by(program, request):
    return [said async for said in program.ask(request)]


async def test_the_first_progress_carries_what_the_service_said(service, program, question):
    answer = service.whole()
    answer.headers |= headers()
    service.respond(answer)
    first, *rest = await said_by(program(), question())
    assert first.limits == (Allowance("requests", 3, 30, 50),)
    assert not any(isinstance(said, Progress) and said.limits for said in rest)


async def test_a_refusal_carries_what_the_service_said(service, program, question):
    refusal = service.error(429, "rate_limit_error", "Slow down.", retry_after="1")
    refusal.headers |= headers(remaining="0")
    service.respond(refusal)
    with pytest.raises(ProviderError) as caught:
        await said_by(program(), question())
    assert caught.value.limits == (Allowance("requests", 0, 30, 50),)


async def test_two_programs_share_one_limit_and_are_never_refused(service, program, question):
    bucket = Bucket(service, program.clock)
    service.answering = bucket.answer
    one, other = program(), program()
    every = [await said_by(each, question()) for each in (one, other, one, other, other, one, other)]
    held = [bool(said[0].waiting) for said in every]
    assert held == [False] * 4 + [True] * 3
    assert (len(service.requests), bucket.refused) == (7, 0)


async def test_a_refusal_of_one_program_holds_the_other(service, program, question):
    service.respond(
        service.error(429, "rate_limit_error", "Slow down.", retry_after="7"),
        service.whole(),
    )
    one, other = program(), program()
    with pytest.raises(ProviderError):
        await said_by(one, question())
    first, *_ = await said_by(other, question())
    assert first == Progress(0, waiting="waiting for the service's limit, 7 s")
