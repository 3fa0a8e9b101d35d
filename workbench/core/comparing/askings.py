"""Readers asked about two texts, each in both orders: what is still to be asked, and the asking of it."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from workbench.core.artifacts import Revision
from workbench.core.attempts import Attempts, Call, Outcome
from workbench.core.comparing.asking import compare_prompt, read_preference
from workbench.core.comparing.comparison import Comparison
from workbench.core.comparing.readings import CompareReading, Player, Preference
from workbench.core.costs.caching import Lead, kept_text
from workbench.core.costs.estimates import Planned
from workbench.core.costs.meter import Meter
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.instruments import Persona
from workbench.core.ports import Clock, Keep, Models, Provider, Request
from workbench.core.prompts import prompt_sha256
from workbench.core.readings import ReadingState
from workbench.core.under_way import stored, told_by

ANSWER_TOKENS = 600
"""Output that an answer is expected to take, for the estimate only."""
_NOT_SENT = (FailureKind.OVER_BUDGET, FailureKind.NOT_ASKED)


@dataclass(frozen=True, slots=True)
class Asking:
    """One reader to be asked in one order."""

    persona: Persona
    first: Revision
    second: Revision
    request: Request
    provider: str

    @property
    def player(self) -> Player:
        """Who is asked, played by which model."""
        request = self.request
        return Player(self.persona.source, self.provider, request.model, request.effort or "")

    @property
    def key(self) -> tuple[Player, str]:
        """What tells it from every other asking."""
        return self.player, prompt_sha256(self.request.prompt)

    @property
    def expected(self) -> Usage:
        """About what it will use, as if nothing were cached."""
        return Usage(estimated_tokens(self.request.prompt.whole), ANSWER_TOKENS)

    @property
    def planned(self) -> Planned:
        """The call, for the estimate."""
        return Planned(self.request, self.persona.source, output=ANSWER_TOKENS)

    def keeping(self, keep: Keep) -> "Asking":
        """The same, with what a service is to keep of it for others."""
        return replace(self, request=replace(self.request, keep=keep))

    def blank(self, started: datetime) -> CompareReading:
        """Its reading before anything came of it."""
        sha = prompt_sha256(self.request.prompt)
        return CompareReading(self.player, self.first.id, self.second.id, sha, started_at=started)


def askings(
    comparison: Comparison, personas: Sequence[Persona], models: Models, provider: str
) -> tuple[Asking, ...]:
    """Every reader asked in both orders, those who are shown the same beginning beside each other."""
    a, b = (text.revision for text in comparison.texts)
    # By the keys, so that the same is asked however the texts were named.
    low, high = sorted((a, b), key=lambda revision: revision.id)
    made = []
    for first, second in ((low, high), (high, low)):
        for persona in personas:
            prompt = compare_prompt(persona, first, second, comparison.question)
            most = min(models.max_tokens, models.window // 4)
            key = f"compare:{persona.name}@{first.sha256}:{second.sha256}"
            request = Request(prompt, models.reader, models.reader_effort, most, key)
            made.append(Asking(persona, first, second, request, provider))
    return tuple(made)


def sharing(made: Sequence[Asking]) -> tuple[Asking, ...]:
    """The same, each with what a service is to keep of it: what others of them begin with too."""
    groups = Counter(asking.request.group for asking in made)
    return tuple(a.keeping("text" if groups[a.request.group] > 1 else "nothing") for a in made)


class Began(NamedTuple):
    """A reader was asked."""

    asking: Asking


class Waits(NamedTuple):
    """It goes on, or waits before it is asked again."""

    asking: Asking
    tokens: int
    waiting: str
    """Why it waits and for how long, in words; empty while it is being answered."""


class Ended(NamedTuple):
    """It was answered or failed, and is stored; stopped where it never ended."""

    asking: Asking
    reading: CompareReading


AskingEvent = Began | Waits | Ended
Stores = Callable[[CompareReading], Awaitable[None]]


@dataclass(frozen=True)
class Askings:
    """Readers being asked, so many at once and under one budget."""

    provider: Provider
    clock: Clock
    meter: Meter
    parallel: int
    attempts: int
    keep: Stores
    """Stores what something was sent for."""

    async def run(self, made: Sequence[Asking], stop: asyncio.Event) -> AsyncGenerator[AskingEvent, None]:
        """Every event until the last has ended.

        Setting `stop`, or closing the generator, ends what is under way; what was answered is stored already.
        Of those that share a beginning worth caching one goes first, and the others start as it is answered.
        """
        events: asyncio.Queue[AskingEvent] = asyncio.Queue()
        places, leads = asyncio.Semaphore(self.parallel), dict[tuple[str, ...], Lead]()
        tasks: list[asyncio.Task[None]] = []
        for asking in made:
            is_first = asking.request.group not in leads
            lead = leads.setdefault(asking.request.group, Lead())
            follows = not is_first and self._is_kept(asking.request)
            tasks.append(asyncio.create_task(self._ask(asking, events, places, lead, follows)))
        left = {asking.key: asking for asking in made}
        async with aclosing(told_by(tasks, events, stop)) as told:
            async for event in told:
                if isinstance(event, Ended):
                    del left[event.asking.key]
                yield event
        for asking in left.values():
            yield Ended(asking, replace(asking.blank(self.clock.now()), state=ReadingState.STOPPED))

    def _is_kept(self, request: Request) -> bool:
        """Whether a service keeps what a call shares with the first of its group."""
        shared = self.meter.experience.input(request.model, kept_text(request))
        return shared >= self.meter.prices.cached_from(request.model)

    async def _ask(
        self,
        asking: Asking,
        events: asyncio.Queue[AskingEvent],
        places: asyncio.Semaphore,
        lead: Lead,
        follows: bool,
    ) -> None:
        def tell(tokens: int, waiting: str, used: Usage) -> None:
            lead.has_written |= bool(used.cache_written)
            events.put_nowait(Waits(asking, tokens, waiting))

        def read(said: str) -> tuple[Preference, Failure | None]:
            return read_preference(said, asking.first, asking.second)

        try:
            if follows:
                await lead.followed(self.clock)
            async with places:
                events.put_nowait(Began(asking))
                blank = asking.blank(self.clock.now())
                attempts = Attempts(self.provider, self.clock, self.meter, self.attempts)
                call: Call[Preference] = Call(
                    asking.request, asking.expected, read, self.meter.too_dear("this reader")
                )
                outcome = await attempts.answered(call, tell, lead.begun)
        finally:
            lead.begun.set()
        reading = _with_outcome(replace(blank, ended_at=self.clock.now()), outcome)
        await stored(self._save(reading), lambda _: events.put_nowait(Ended(asking, reading)))

    async def _save(self, reading: CompareReading) -> None:
        if reading.failure is None or reading.failure.kind not in _NOT_SENT:
            await self.keep(reading)


def _with_outcome(reading: CompareReading, outcome: Outcome[Preference]) -> CompareReading:
    """A reading with what came of asking."""
    reading = replace(reading, usage=outcome.usage, preference=outcome.answer)
    for reply in outcome.replies:
        reading = replace(
            reading,
            answered_by=reply.model,
            stop_reason=reply.stop_reason,
            request_id=reply.request_id,
            raw=reply.text,
            notes=reply.notes,
        )
    if outcome.failure is None:
        return reading
    return replace(reading, state=ReadingState.FAILED, failure=outcome.failure)
