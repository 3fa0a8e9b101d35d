"""A round: the readings of one revision, made at once, each stored as it ends."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from workbench.core import retries
from workbench.core.anchoring import Anchorer
from workbench.core.answers import ReadAnswer, read_judge, read_reader
from workbench.core.artifacts import Artifact, Revision
from workbench.core.costs import PriceTable, Usage
from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.events import (
    ReadingFailed,
    ReadingFinished,
    ReadingProgressed,
    ReadingStarted,
    RoundEvent,
)
from workbench.core.history import Round
from workbench.core.instruments import Persona
from workbench.core.plans import CACHED_FROM, Assignment
from workbench.core.ports import Clock, Provider, Reply, Request, Store
from workbench.core.readings import Reading, ReadingState


@dataclass
class Meter:
    """What a round has spent so far, against its cap."""

    prices: PriceTable
    cap: float | None
    """Dollars; None for no cap."""
    spent: float = 0.0
    promised: float = 0.0
    """What the calls under way are expected to cost."""

    def admit(self, request: Request, usage: Usage) -> float | None:
        """Reserve a call's expected price; None where it does not fit under the cap.

        A call of unknown price is never refused: there is nothing to hold against the cap.
        """
        expected = self.prices.dollars(request.model, usage) or 0.0
        if self.cap is not None and expected and self.spent + self.promised + expected > self.cap:
            return None
        self.promised += expected
        return expected

    def settle(self, expected: float, model: str, usage: Usage) -> None:
        """Replace a reserved price by the real one."""
        self.promised -= expected
        self.spent += self.prices.dollars(model, usage) or 0.0


@dataclass(frozen=True)
class RoundReadings:
    """The readings of a round under way."""

    artifact: Artifact
    revision: Revision
    round: Round
    provider: Provider
    store: Store
    clock: Clock
    meter: Meter
    parallel: int
    attempts: int

    async def run(
        self, assignments: Sequence[Assignment], stop: asyncio.Event
    ) -> AsyncGenerator[RoundEvent, None]:
        """Every event of these readings until the last has ended.

        Setting `stop`, or closing the generator, ends what is under way; what was read is stored
        already. Within a cache group with much to share one reading goes first and the others start
        when it is being answered.
        """
        events: asyncio.Queue[RoundEvent] = asyncio.Queue()
        left = {assignment.seat: assignment for assignment in assignments}
        tasks = [asyncio.create_task(reading) for reading in self._readings(assignments, events)]
        stopping = asyncio.create_task(stop.wait())
        try:
            while left and (event := await _next(events, tasks, stopping)):
                if isinstance(event, ReadingFinished | ReadingFailed):
                    del left[event.seat]
                yield event
        finally:
            for task in (*tasks, stopping):
                task.cancel()
            await asyncio.gather(*tasks, stopping, return_exceptions=True)
        while not events.empty():
            event = events.get_nowait()
            if isinstance(event, ReadingFinished | ReadingFailed):
                del left[event.seat]
                yield event
        for assignment in left.values():
            blank = self._blank(assignment, self.clock.now())
            stored = await self.store.save_reading(self.artifact, replace(blank, state=ReadingState.STOPPED))
            yield ReadingFailed(assignment.seat, stored)

    def _readings(
        self, assignments: Sequence[Assignment], events: asyncio.Queue[RoundEvent]
    ) -> Iterator[Coroutine[None, None, None]]:
        places = asyncio.Semaphore(self.parallel)
        anchorer = Anchorer(self.revision.text)
        leads: dict[tuple[str, str, str, str], asyncio.Event] = {}
        for assignment in assignments:
            begun, wait = leads.get(assignment.group), None
            if begun is None:
                begun = leads[assignment.group] = asyncio.Event()
            elif assignment.shared_tokens >= CACHED_FROM:
                wait = begun
            yield self._read(assignment, anchorer, events, places, wait, begun)

    async def _read(
        self,
        assignment: Assignment,
        anchorer: Anchorer,
        events: asyncio.Queue[RoundEvent],
        places: asyncio.Semaphore,
        wait: asyncio.Event | None,
        begun: asyncio.Event,
    ) -> None:
        try:
            if wait is not None:
                await wait.wait()
            async with places:
                reading = await self._attempts(assignment, anchorer, events, begun)
        finally:
            begun.set()
        saving = asyncio.create_task(self.store.save_reading(self.artifact, reading))
        try:
            await asyncio.shield(saving)
        finally:
            # A reading that is being stored when the round stops was read: it is announced, not lost.
            stored = await saving
            ended = ReadingFinished if stored.state is ReadingState.FINISHED else ReadingFailed
            events.put_nowait(ended(assignment.seat, stored))

    async def _attempts(
        self,
        assignment: Assignment,
        anchorer: Anchorer,
        events: asyncio.Queue[RoundEvent],
        begun: asyncio.Event,
    ) -> Reading:
        """The reading, however many attempts it takes; a failed one where none gave it."""
        seat = assignment.seat
        started = self.clock.now()
        events.put_nowait(ReadingStarted(seat))
        used = Usage(0, 0)
        attempt = 0
        while True:
            attempt += 1
            reading = await self._attempt(assignment, anchorer, events, begun, started)
            used += reading.usage
            reading = replace(reading, usage=used)
            if reading.failure is None:
                return reading
            wait = retries.delay(reading.failure, attempt, self.attempts)
            if wait is None:
                return reading
            again = f"{reading.failure.kind.value}, again in {retries.in_words(wait)}"
            of = retries.allowed(reading.failure, self.attempts)
            events.put_nowait(ReadingProgressed(seat, waiting=f"{again} ({attempt + 1} of {of})"))
            await self.clock.sleep(wait)

    async def _attempt(
        self,
        assignment: Assignment,
        anchorer: Anchorer,
        events: asyncio.Queue[RoundEvent],
        begun: asyncio.Event,
        started: datetime,
    ) -> Reading:
        blank = self._blank(assignment, started)
        expected = self.meter.admit(assignment.request, assignment.estimated_usage)
        if expected is None:
            failure = Failure(
                FailureKind.OVER_BUDGET,
                f"The budget of ${self.meter.cap:.2f} does not cover this reading: give a higher --budget.",
            )
            unsent = replace(blank, state=ReadingState.FAILED, failure=failure, usage=Usage(0, 0))
            return replace(unsent, ended_at=self.clock.now())
        reply: Reply | None = None
        used = Usage(0, 0)
        try:
            reply = await self._reply(assignment, events, begun)
            used = reply.usage
            reading = _with_answer(blank, _read_answer(assignment, reply, anchorer))
        except ProviderError as error:
            used = error.failure.usage or used
            reading = replace(blank, state=ReadingState.FAILED, failure=error.failure, usage=used)
        finally:
            self.meter.settle(expected, reply.model if reply else assignment.request.model, used)
        return replace(_with_reply(reading, reply), ended_at=self.clock.now())

    def _blank(self, assignment: Assignment, started: datetime) -> Reading:
        return Reading(
            assignment.seat.source,
            assignment.seat.trial,
            ReadingState.FINISHED,
            self.revision.id,
            self.round.id,
            self.provider.name,
            assignment.request.model,
            assignment.request.effort or "",
            assignment.prompt_sha256,
            started_at=started,
        )

    async def _reply(
        self, assignment: Assignment, events: asyncio.Queue[RoundEvent], begun: asyncio.Event
    ) -> Reply:
        reply: Reply | None = None
        async for said in self.provider.ask(assignment.request):
            begun.set()
            if isinstance(said, Reply):
                reply = said
            else:
                events.put_nowait(ReadingProgressed(assignment.seat, said.tokens))
        assert reply is not None, f"{self.provider.name} ended without a reply or an error"
        return reply


async def _next(
    events: asyncio.Queue[RoundEvent], tasks: Sequence[asyncio.Task[None]], stopping: asyncio.Task[bool]
) -> RoundEvent | None:
    """The next event, None once the round is to stop; a bug in a reading is raised, not waited for."""
    getting = asyncio.create_task(events.get())
    try:
        while True:
            under_way = [task for task in tasks if not task.done()]
            await asyncio.wait([getting, stopping, *under_way], return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
            if getting.done():
                return getting.result()
            if stopping.done():
                return None
    finally:
        getting.cancel()


def _read_answer(assignment: Assignment, reply: Reply, anchorer: Anchorer) -> ReadAnswer:
    instrument = assignment.instrument
    if isinstance(instrument, Persona):
        return read_reader(reply.text, instrument, anchorer)
    return read_judge(reply.text, instrument, anchorer)


def _with_answer(blank: Reading, answer: ReadAnswer) -> Reading:
    if answer.failure:
        return replace(blank, state=ReadingState.FAILED, failure=answer.failure, notes=answer.notes)
    return replace(
        blank,
        about=answer.about,
        for_whom=answer.for_whom,
        verdict=answer.verdict,
        why=answer.why,
        worst=answer.worst,
        findings=tuple(replace(f, revision=blank.revision) for f in answer.findings),
        answers=tuple(replace(a, revision=blank.revision) for a in answer.answers),
        notes=answer.notes,
    )


def _with_reply(reading: Reading, reply: Reply | None) -> Reading:
    if reply is None:
        return reading
    return replace(
        reading,
        model=reply.model,
        usage=reply.usage,
        stop_reason=reply.stop_reason,
        request_id=reply.request_id,
        raw=reply.text,
        notes=(*reading.notes, *reply.notes),
    )
