"""The matching call of a round: made once its readings have ended, stored with what it placed."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from workbench.core.artifacts import Artifact
from workbench.core.attempts import Attempts, Call, Outcome
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import Usage
from workbench.core.events import (
    ReadingFailed,
    ReadingFinished,
    ReadingProgressed,
    ReadingStarted,
    RoundEvent,
)
from workbench.core.history import History
from workbench.core.identity.matching import MATCHER, MATCHER_BODY, MOST_TOKENS, Matching, matching
from workbench.core.identity.placing import known_concerns, placed, unplaced_in
from workbench.core.identity.settling import Chosen
from workbench.core.plans import Assignment
from workbench.core.ports import Models, Request, Settings
from workbench.core.prompts import prompt_sha256
from workbench.core.readings import Reading, ReadingState
from workbench.core.replay.rebuilding import made_of_sent
from workbench.core.rounds import RoundReadings
from workbench.core.seats import Seat
from workbench.core.under_way import told_by

MATCHING_SEAT = Seat(MATCHER)
"""Under which the call is told of; no round plans it, so that no round is incomplete without it."""
_AN_ANSWER = 70
"""Output tokens for each finding that it is asked about."""
_RULES_DID = "Rules matched the findings instead."
_TOO_DEAR = (
    "What is left of the budget does not cover matching the findings by a model. "
    "Give a higher --budget, or --match rules."
)

_Chosen = Mapping[int, Chosen]
MatchingEvent = ReadingStarted | ReadingProgressed | ReadingFinished | ReadingFailed


async def read_and_matched(
    readings: RoundReadings,
    assignments: Sequence[Assignment],
    settings: Settings,
    known: Callable[[Artifact], Awaitable[History]],
    stop: asyncio.Event | None,
) -> AsyncGenerator[RoundEvent, None]:
    """Every event of a round's readings and then of matching what they found; `stop` ends both.

    None for `stop`: nobody ends them. `known` gives what is stored of an artifact now.
    """
    stop = stop or asyncio.Event()
    async with aclosing(readings.run(assignments, stop)) as events:
        async for event in events:
            yield event
    if settings.match == "model":
        async with aclosing(MatchingCall(readings, settings.models, known).run(stop)) as matching_events:
            async for event in matching_events:
                yield event


@dataclass(frozen=True)
class MatchingCall:
    """One call to settle what the rules cannot; whatever fails of it, the rules place."""

    readings: RoundReadings
    """Those whose findings are to be matched, all of them ended."""
    models: Models
    known: Callable[[Artifact], Awaitable[History]]
    """Gives what is stored of an artifact now."""

    async def run(self, stop: asyncio.Event) -> AsyncGenerator[MatchingEvent, None]:
        """Make the call where the rules leave something unsettled.

        When it is told to have ended it is stored, together with the placements that it made. Setting
        `stop`, or closing the generator, ends it; then nothing is placed.
        """
        if stop.is_set():
            return
        history = await self.known(self.readings.artifact)
        concerns = known_concerns(history, self.readings.revision)
        most = min(MOST_TOKENS, self.models.window // 3)
        asked = matching(unplaced_in(history, self.readings.round.id), concerns, self.readings.revision, most)
        if asked is None:
            return
        events: asyncio.Queue[MatchingEvent] = asyncio.Queue()
        events.put_nowait(ReadingStarted(MATCHING_SEAT))
        request = self._request(asked)
        blank = replace(self._blank(request, history), started_at=self.readings.clock.now())
        asking = asyncio.create_task(self._answered(asked, request, events))
        async with aclosing(told_by([asking], events, stop)) as told:
            async for event in told:
                yield event
        answered = None if asking.cancelled() else asking.result()
        yield await self._stored(asked, answered, blank)

    async def _stored(
        self, asked: Matching, answered: Outcome[_Chosen] | None, blank: Reading
    ) -> MatchingEvent:
        """Store what came of asking with what it places; None came of it where it was stopped."""
        await self.readings.store.save_sources({MATCHER: MATCHER_BODY})
        reading = _with_answer(replace(blank, ended_at=self.readings.clock.now()), answered)
        if answered is None or answered.answer is None:
            stored, _ = await self.readings.store.save_matching(self.readings.artifact, reading, ())
            return ReadingFailed(MATCHING_SEAT, stored)
        # The person may have merged, split and placed while the model was asked.
        history = await self.known(self.readings.artifact)
        new = placed(
            history, self.readings.revision, unplaced_in(history, self.readings.round.id), answered.answer
        )
        saving = asyncio.create_task(self.readings.store.save_matching(self.readings.artifact, reading, new))
        try:
            await asyncio.shield(saving)
        finally:
            stored, placements = await saving
        return ReadingFinished(MATCHING_SEAT, stored, placements=placements)

    def _request(self, asked: Matching) -> Request:
        key = f"{MATCHER.kind.value}:{MATCHER.name}@{self.readings.revision.sha256}"
        most = min(self.models.max_tokens, self.models.window // 4)
        return Request(asked.prompt, self.models.matcher, self.models.matcher_effort, most, key)

    def _blank(self, request: Request, history: History) -> Reading:
        # A round that is resumed may be matched again: what its first part found stays where it is.
        before = sum(r.source == MATCHER and r.round == self.readings.round.id for r in history.readings)
        return Reading(
            MATCHER,
            before + 1,
            ReadingState.FINISHED,
            self.readings.revision.id,
            self.readings.round.id,
            self.readings.provider.name,
            request.model,
            request.effort or "",
            asked=request.model,
            prompt_sha256=prompt_sha256(request.prompt),
            made_of=made_of_sent(request.prompt),
        )

    async def _answered(
        self, asked: Matching, request: Request, events: "asyncio.Queue[MatchingEvent]"
    ) -> Outcome[_Chosen]:
        """What a provider answers, however many attempts it takes."""
        of = self.readings
        attempts = Attempts(of.provider, of.clock, of.meter, of.attempts)
        sent = of.meter.experience.input(request.model, estimated_tokens(request.prompt.whole))
        likely = Usage(sent, _AN_ANSWER * len(asked.findings))
        call: Call[_Chosen] = Call(request, likely, lambda said: (asked.chosen(said), None), _TOO_DEAR)

        def tell(tokens: int, waiting: str, used: Usage) -> None:
            events.put_nowait(ReadingProgressed(MATCHING_SEAT, tokens, waiting, used, request.model))

        return await attempts.answered(call, tell, asyncio.Event())


def _with_answer(reading: Reading, answered: Outcome[_Chosen] | None) -> Reading:
    """A reading with what came of asking; stopped where nothing did."""
    if answered is None:
        return replace(reading, state=ReadingState.STOPPED)
    for reply in answered.replies:
        reading = replace(
            reading,
            model=reply.model,
            stop_reason=reply.stop_reason,
            request_id=reply.request_id,
            raw=reply.text,
            notes=reply.notes,
        )
    if answered.failure is None:
        return replace(reading, usage=answered.usage)
    failure = replace(answered.failure, message=f"{answered.failure.message} {_RULES_DID}")
    return replace(reading, usage=answered.usage, failure=failure, state=ReadingState.FAILED)
