"""One reading got from a provider: part by part, each tried again where that may help."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from workbench.core import retries
from workbench.core.answers import ReadAnswer, mended, read_judge, read_reader
from workbench.core.costs.meter import Meter
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import UNUSED, Usage
from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.focusing import of_passages
from workbench.core.instruments import Persona, Questioner
from workbench.core.part_answers import joined
from workbench.core.plans import Assignment
from workbench.core.ports import Clock, Progress, Provider, Reply, Request
from workbench.core.questioning import read_questions
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.document import Document
from workbench.core.text.parts import Part, PartAnchorer
from workbench.core.text.passages import PassagesAnchorer

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came of asking: an answer, or why there is none."""

    answer: T | None = None
    failure: Failure | None = None
    replies: tuple[Reply, ...] = ()
    """One for each part that was answered, of its last attempt."""
    usage: Usage = UNUSED
    """Of every attempt together."""


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One question to a model, and how what it says is read."""

    request: Request
    expected: Usage
    """What it is likely to use."""
    read: Callable[[str], tuple[T, Failure | None]]
    """The answer of a text, and what is wrong with it; raises `ProviderError` where it is none."""
    too_dear: str
    """What is said where the budget does not cover it."""


Tell = Callable[[int, str, Usage], None]
"""Takes the output tokens so far, why it waits, in words, and what was used.

It does not wait where these are empty. What was used is that of all attempts, as far as the service has told.
"""


@dataclass
class _Asking:
    """One attempt under way, and what its service has told so far."""

    call: "Call[Any]"
    tell: Tell
    begun: asyncio.Event
    before: Usage
    """What earlier attempts used."""
    used: Usage = field(default_factory=lambda: Usage(0, 0))
    """Nothing until it is being answered; without figures where it is and the service has told none."""

    def heard(self, progress: Progress) -> None:
        """Take in how far the answer is."""
        if progress.usage is not None:
            said = max(progress.tokens, progress.usage.output or 0)
            self.used = _estimated(replace(progress.usage, output=said), self.call.request)
        elif not self.used.input:
            self.used = Usage()
        self.tell(progress.tokens, "", self.before + self.used)


@dataclass(frozen=True)
class Attempts:
    """How often and at what cost a provider may be asked."""

    provider: Provider
    clock: Clock
    meter: Meter
    most: int
    """Attempts that a question gets."""

    async def outcome(
        self, assignment: Assignment, anchorer: Anchorer, tell: Tell, begun: asyncio.Event
    ) -> Outcome[ReadAnswer]:
        """What an assignment gives; `begun` is set when the first answer begins."""
        read: list[tuple[Part, ReadAnswer]] = []
        whole: Outcome[ReadAnswer] = Outcome()
        document = Document(assignment.brief.revision.text)
        parts = assignment.brief.parts_of(assignment.instrument)
        for part, request in zip(parts, assignment.requests, strict=True):
            finds = anchorer if part is None else PartAnchorer(document, part, anchorer)
            if shown := assignment.brief.passages_of(assignment.instrument):
                finds = PassagesAnchorer(shown, anchorer)
            call = self._call(assignment, request, finds)
            outcome = await self.answered(call, tell, begun, whole.usage)
            replies = (*whole.replies, *outcome.replies)
            whole = Outcome(None, outcome.failure, replies, whole.usage + outcome.usage)
            if outcome.answer is None:
                return whole
            read.append((part or Part(0, len(document.text)), outcome.answer))
        answer = joined(read)
        return replace(whole, answer=answer, failure=answer.failure)

    def _call(self, assignment: Assignment, request: Request, anchorer: Anchorer) -> Call[ReadAnswer]:
        """The call for one part of an assignment."""

        def read(said: str) -> tuple[ReadAnswer, Failure | None]:
            answer = _read(assignment, said, anchorer)
            return answer, answer.failure

        expected = self.meter.experience.usage(request, assignment.seat.source)
        return Call(request, expected, read, self.meter.too_dear("this reading"))

    async def answered(
        self, call: Call[T], tell: Tell, begun: asyncio.Event, before: Usage = UNUSED
    ) -> Outcome[T]:
        """What a call gives, however many attempts it takes; `before` is what earlier calls of it used."""
        used = UNUSED
        attempt = 0
        while True:
            attempt += 1
            outcome = await self._attempt(_Asking(call, tell, begun, before + used))
            used += outcome.usage
            outcome = replace(outcome, usage=used)
            if outcome.failure is None:
                return outcome
            wait = retries.delay(outcome.failure, attempt, self.most)
            if wait is None:
                return replace(outcome, failure=retries.given_up(outcome.failure, attempt))
            again = f"again in {retries.in_words(wait)}" if wait else "again at once"
            of = retries.allowed(outcome.failure, self.most)
            tell(0, f"{outcome.failure.kind.value}, {again} ({attempt + 1} of {of})", before + used)
            await self.clock.sleep(wait)

    async def _attempt(self, asking: _Asking) -> Outcome[Any]:
        call, request = asking.call, asking.call.request
        expected = await self.meter.admit(request.model, call.expected)
        if expected is None:
            return Outcome(failure=Failure(FailureKind.OVER_BUDGET, call.too_dear))
        reply: Reply | None = None
        try:
            reply = await self._reply(asking)
            asking.used = _estimated(reply.usage, request)
            answer, failure = call.read(reply.text)
            return Outcome(answer, failure, (reply,), asking.used)
        except ProviderError as error:
            if error.failure.usage is not None:
                asking.used = _estimated(error.failure.usage, request)
            return Outcome(None, error.failure, (reply,) if reply else (), asking.used)
        finally:
            # Also where it was stopped: the service bills what it has read and said until then.
            self.meter.settle(expected, reply.model if reply else request.model, asking.used)

    async def _reply(self, asking: _Asking) -> Reply:
        reply: Reply | None = None
        async for said in self.provider.ask(asking.call.request):
            if isinstance(said, Progress) and said.waiting:
                asking.tell(0, said.waiting, asking.before)
                continue
            asking.begun.set()
            if isinstance(said, Reply):
                reply = replace(said, text=mended(said.text))
            else:
                asking.heard(said)
        assert reply is not None, f"{self.provider.name} ended without a reply or an error"
        return reply


def _estimated(usage: Usage, request: Request) -> Usage:
    """What was used, beside what was sent as it had been taken for."""
    if not usage.total_input:
        return usage
    return replace(usage, estimated=estimated_tokens(request.prompt.whole))


def _read(assignment: Assignment, said: str, anchorer: Anchorer) -> ReadAnswer:
    instrument = assignment.instrument
    if isinstance(instrument, Persona):
        return read_reader(said, instrument, anchorer)
    if isinstance(instrument, Questioner):
        assert assignment.brief.rubric is not None, "questions are derived for a rubric's judge"
        return read_questions(said, assignment.brief.rubric, anchorer)
    answer = read_judge(said, instrument, anchorer, assignment.about)
    return of_passages(answer) if assignment.passages else answer
