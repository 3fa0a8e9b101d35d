"""A round: the readings of one revision, made at once, each stored as it ends."""

import asyncio
import json
from collections.abc import AsyncGenerator, Coroutine, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from datetime import datetime

from workbench.core.answers import ReadAnswer
from workbench.core.artifacts import Artifact, Revision
from workbench.core.attempts import Attempts, Outcome
from workbench.core.costs.caching import Lead, keeping, shared_tokens
from workbench.core.costs.meter import Meter
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.events import (
    ReadingFailed,
    ReadingFinished,
    ReadingProgressed,
    ReadingStarted,
    RoundEvent,
)
from workbench.core.history import Round
from workbench.core.instruments import Questioner
from workbench.core.plans import Assignment
from workbench.core.ports import Clock, Provider
from workbench.core.readings import Reading, ReadingState
from workbench.core.replay.rebuilding import made_of
from workbench.core.seats import Seat
from workbench.core.store import Store
from workbench.core.text.anchoring import Anchorer
from workbench.core.text_questions import TextQuestion
from workbench.core.under_way import stored, told_by

_NOT_ASKED = Failure(
    FailureKind.NOT_ASKED,
    "The judge was not asked, since the questions about this text could not be made. Read again.",
)


@dataclass
class _Made:
    """The questions that this round derives from the text."""

    known: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when they are there, or will not be."""
    questions: tuple[TextQuestion, ...] | None = None


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
    first_question: int = 1
    """The number of the first question that is derived from the text."""
    again: bool = False
    """Whether the same is likely asked once more while a service still keeps it."""

    async def run(
        self, assignments: Sequence[Assignment], stop: asyncio.Event
    ) -> AsyncGenerator[RoundEvent, None]:
        """Every event of these readings until the last has ended.

        Setting `stop`, or closing the generator, ends what is under way; what was read is stored
        already. Within a cache group with much to share one reading goes first and the others start
        shortly after its answer has begun. Judges wait for the questions that are derived in the same round.
        """
        resumes = len(assignments) < len(self.round.made)
        assignments = keeping(assignments, self.again or resumes)
        events: asyncio.Queue[RoundEvent] = asyncio.Queue()
        left = {assignment.seat: assignment for assignment in assignments}
        seating = _Seating(Anchorer(self.revision.text), events, asyncio.Semaphore(self.parallel), _Made())
        tasks = [asyncio.create_task(reading) for reading in self._readings(assignments, seating)]
        async with aclosing(told_by(tasks, events, stop)) as told:
            async for event in told:
                if isinstance(event, ReadingFinished | ReadingFailed):
                    del left[event.seat]
                yield event
        for assignment in left.values():
            blank = self._blank(assignment, self.clock.now())
            used = seating.used.get(assignment.seat, blank.usage)
            stopped, _ = await self.save(replace(blank, state=ReadingState.STOPPED, usage=used), ())
            yield ReadingFailed(assignment.seat, stopped)

    def _readings(
        self, assignments: Sequence[Assignment], seating: "_Seating"
    ) -> Iterator[Coroutine[None, None, None]]:
        leads: dict[tuple[str, str, str, str], tuple[Assignment, Lead]] = {}
        for assignment in assignments:
            first, lead = leads.setdefault(assignment.group, (assignment, Lead()))
            follows = first is not assignment and self._is_kept(assignment, first)
            yield self._read(assignment, seating, lead, follows)

    def _is_kept(self, assignment: Assignment, first: Assignment) -> bool:
        """Whether a service keeps what a reading shares with the first of its group."""
        model, meter = assignment.request.model, self.meter
        shared = meter.experience.input(model, shared_tokens(assignment, first))
        return shared >= meter.prices.cached_from(model)

    async def _read(self, assignment: Assignment, seating: "_Seating", lead: Lead, follows: bool) -> None:
        outcome: Outcome[ReadAnswer] = Outcome(failure=_NOT_ASKED)
        started = self.clock.now()
        questions: tuple[TextQuestion, ...] = ()
        try:
            asked = await seating.asked(assignment)
            if asked is not None:
                assignment = asked
                if follows:
                    await lead.followed(self.clock)
                async with seating.places:
                    started = self.clock.now()
                    outcome = await self._outcome(assignment, seating, lead)
            if outcome.answer is not None and isinstance(assignment.instrument, Questioner):
                questions = self._named(outcome.answer.questions)
        finally:
            lead.begun.set()
            if isinstance(assignment.instrument, Questioner) and outcome.failure is not None:
                seating.made.known.set()
        reading = _with_outcome(self._blank(assignment, started), outcome, self.clock.now())
        await stored(self.save(reading, questions), lambda saved: seating.tell(assignment, *saved))

    async def _outcome(self, assignment: Assignment, seating: "_Seating", lead: Lead) -> Outcome[ReadAnswer]:
        seat = assignment.seat
        seating.events.put_nowait(ReadingStarted(seat))

        seating.used[seat] = Usage()

        def tell(tokens: int, waiting: str, used: Usage) -> None:
            seating.used[seat] = used
            lead.has_written |= bool(used.cache_written)
            model = assignment.request.model
            seating.events.put_nowait(ReadingProgressed(seat, tokens, waiting, used, model))

        attempts = Attempts(self.provider, self.clock, self.meter, self.attempts)
        return await attempts.outcome(assignment, seating.anchorer, tell, lead.begun)

    async def save(
        self, reading: Reading, questions: tuple[TextQuestion, ...]
    ) -> tuple[Reading, tuple[TextQuestion, ...]]:
        """Store a reading with the questions that it derived; both as they are stored."""
        if questions:
            return await self.store.save_questioning(self.artifact, reading, questions)
        return await self.store.save_reading(self.artifact, reading), ()

    def _named(self, questions: Sequence[TextQuestion]) -> tuple[TextQuestion, ...]:
        return tuple(
            replace(question, name=f"D{number}", revision=self.revision.id)
            for number, question in enumerate(questions, start=self.first_question)
        )

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
            made_of=made_of(assignment),
            started_at=started,
            parts=len(assignment.requests),
            asked=assignment.request.model,
            passages=assignment.passages,
        )


@dataclass(frozen=True)
class _Seating:
    """What the readings of a round share."""

    anchorer: Anchorer
    events: asyncio.Queue[RoundEvent]
    places: asyncio.Semaphore
    made: _Made
    used: dict[Seat, Usage] = field(default_factory=dict)
    """What each reading that was sent has used so far; without figures where the service has told none."""

    def tell(self, assignment: Assignment, reading: Reading, questions: tuple[TextQuestion, ...]) -> None:
        """Say that a reading is stored, and to who waits for it which questions it derived."""
        if isinstance(assignment.instrument, Questioner):
            self.made.questions = None if reading.failure else questions
            self.made.known.set()
        ended = (
            ReadingFinished(assignment.seat, reading, questions)
            if reading.state is ReadingState.FINISHED
            else ReadingFailed(assignment.seat, reading)
        )
        self.events.put_nowait(ended)

    async def asked(self, assignment: Assignment) -> Assignment | None:
        """The assignment with the questions that it waits for; None where they could not be made."""
        if not assignment.waits:
            return assignment
        await self.made.known.wait()
        return None if self.made.questions is None else assignment.asking(self.made.questions)


def _with_outcome(blank: Reading, outcome: Outcome[ReadAnswer], ended: datetime) -> Reading:
    """A reading with what came of asking."""
    replies = outcome.replies
    reading = replace(blank, usage=outcome.usage, ended_at=ended)
    if replies:
        reading = replace(
            reading,
            model=replies[-1].model,
            stop_reason=replies[-1].stop_reason,
            request_id=replies[-1].request_id,
            raw=replies[0].text if len(replies) == 1 else json.dumps([reply.text for reply in replies]),
            notes=tuple(note for reply in replies for note in reply.notes),
        )
    answer = outcome.answer
    if answer is None or outcome.failure is not None:
        notes = (*answer.notes, *reading.notes) if answer else reading.notes
        return replace(reading, state=ReadingState.FAILED, failure=outcome.failure, notes=notes)
    return replace(
        reading,
        about=answer.about,
        for_whom=answer.for_whom,
        verdict=answer.verdict,
        why=answer.why,
        worst=answer.worst,
        findings=tuple(replace(f, revision=blank.revision) for f in answer.findings),
        answers=tuple(replace(a, revision=blank.revision) for a in answer.answers),
        notes=(*answer.notes, *reading.notes),
    )
