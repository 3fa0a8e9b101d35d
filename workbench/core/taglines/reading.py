"""Candidates read and answers graded, each stored as it ends, until nothing further is wanted."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from workbench.core.attempts import Attempts, Call, Outcome, Tell
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.instruments import Persona
from workbench.core.ports import Clock, Models
from workbench.core.prompts import prompt_sha256
from workbench.core.sources import Source
from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.events import (
    GradeEnded,
    Moved,
    ReadEnded,
    ReadStarted,
    RunEnded,
    RunEvent,
    RunStarted,
    Waiting,
)
from workbench.core.taglines.prompts import GRADERS, Understood, graded, understood
from workbench.core.taglines.proposal import (
    GRADE_TOKENS,
    READ_TOKENS,
    grade_request,
    likely,
    read_request,
)
from workbench.core.taglines.racing import Standing, standing
from workbench.core.taglines.reads import Asked, Grade, Read, Slot, Value
from workbench.core.taglines.rows import Grades
from workbench.core.taglines.store import Taglines
from workbench.core.text.display_text import counted
from workbench.core.under_way import stored, told_by

_OF_ONE = frozenset(
    {
        FailureKind.REFUSAL,
        FailureKind.UNREADABLE,
        FailureKind.OUT_OF_ROOM,
        FailureKind.BAD_REQUEST,
        FailureKind.TOO_LONG,
    }
)
"""Failures that say nothing of the next call; after any other, asking on would only fail again."""
_STOPPED = "Reading was stopped. What was read is kept, and reading again goes on from there."

_T = TypeVar("_T")
_Job = Callable[[], Coroutine[None, None, None]]
_Grading = tuple[Value, str, str, bool]


@dataclass
class TaglineReading:
    """One run over a board: further reads, and what was read and not graded."""

    board: TaglineBoard
    personas: Mapping[Source, Persona]
    models: Models
    attempts: Attempts
    clock: Clock
    store: Taglines
    parallel: int
    reads: dict[Slot, Read] = field(init=False)
    grades: dict[tuple[str, str], Grade] = field(init=False)
    _events: "asyncio.Queue[RunEvent]" = field(init=False)
    _asked: set[tuple[str, str]] = field(default_factory=set)
    """What is being graded, or could not be graded in this run."""
    _failed: Counter[str] = field(default_factory=Counter)
    """How many of which calls failed."""
    _messages: Counter[str] = field(default_factory=Counter)
    """What was said of that."""
    _why: str = ""
    """Why nothing more is asked; empty while it is."""

    def __post_init__(self) -> None:
        shown = {candidate.id for candidate in self.board.shown}
        self.reads = {read.slot: read for read in self.board.reads if read.slot.candidate in shown}
        self.grades = dict(self.board.grades)
        self._events = asyncio.Queue()

    async def run(self, stop: asyncio.Event) -> AsyncGenerator[RunEvent, None]:
        """Read what the race wants, round after round, and grade every answer by the intent.

        Setting `stop`, or closing the generator, ends it; what was read and graded is stored.
        """
        yield RunStarted(self.board.race)
        asked = Asked(self.board.intent)
        async with aclosing(self._graded(asked, stop)) as events:
            async for event in events:
                yield event
        while not self._over(stop):
            where = self._standing()
            yield Moved(where)
            if not where.wanted:
                break
            jobs = [partial(self._read, slot, asked) for slot in where.wanted]
            async with aclosing(self._batch(jobs, stop)) as events:
                async for event in events:
                    yield event
            if self._failed:
                break
        yield RunEnded(self._ended(stop))

    async def grade(self, asked: Asked, stop: asyncio.Event) -> AsyncGenerator[RunEvent, None]:
        """Grade every stored answer by a question, without reading anything anew."""
        yield RunStarted(self.board.race)
        async with aclosing(self._graded(asked, stop)) as events:
            async for event in events:
                yield event
        yield RunEnded(self._ended(stop))

    def _graded(self, asked: Asked, stop: asyncio.Event) -> AsyncGenerator[RunEvent, None]:
        """The answers that have no grade yet, each graded once."""
        answers = ungraded(self.reads.values(), self.grades, asked)
        return self._batch([partial(self._grade, answer, asked, None) for answer in answers], stop)

    def _standing(self) -> Standing:
        key = Asked(self.board.intent).key
        told = {
            slot: grade.holds is Value.RIGHT
            for slot, read in self.reads.items()
            if (grade := self.grades.get((key, read.answer)))
        }
        return standing(self.board.race, [candidate.id for candidate in self.board.shown], told)

    def _over(self, stop: asyncio.Event) -> bool:
        return bool(self._why or self._failed or stop.is_set())

    def _ended(self, stop: asyncio.Event) -> str:
        if self._why or stop.is_set():
            return self._why or _STOPPED
        if not self._failed:
            return ""
        failed = " and ".join(counted(number, what) for what, number in self._failed.items())
        (often, _), *others = self._messages.most_common()
        more = f" {counted(len(others), 'other reason')} beside that." if others else ""
        return f"{failed} failed, so what was asked is missing. {often}{more}"

    @property
    def _too_dear(self) -> str:
        return self.attempts.meter.too_dear("the next read")

    async def _batch(self, jobs: Sequence[_Job], stop: asyncio.Event) -> AsyncGenerator[RunEvent, None]:
        """The events of some jobs, a few of them under way at once."""
        left = iter(jobs)

        async def work() -> None:
            for job in left:
                if self._why:
                    return
                await job()

        workers = [asyncio.create_task(work()) for _ in range(min(self.parallel, len(jobs)))]
        async with aclosing(told_by(workers, self._events, stop)) as events:
            async for event in events:
                yield event

    async def _read(self, slot: Slot, asked: Asked) -> None:
        candidate = self.board.candidate(slot.candidate)
        assert candidate is not None, "only what is on the board is read"
        self._events.put_nowait(ReadStarted(slot))
        request = read_request(
            self.personas[slot.reader], candidate.text, self.board.title, slot, self.models
        )
        call: Call[Understood] = Call(
            request, likely(request, READ_TOKENS), lambda said: (understood(said), None), self._too_dear
        )
        outcome = await self.attempts.answered(call, self._tell(slot), asyncio.Event())
        what, for_whom, thought = outcome.answer or ("", "", "")
        read = Read(
            slot,
            what,
            for_whom,
            thought,
            self.board.title,
            self.attempts.provider.name,
            request.model,
            request.effort or "",
            prompt_sha256(request.prompt),
            outcome.failure,
            outcome.usage,
            _raw(outcome),
            self.clock.now(),
        )
        self._note("read", outcome.failure)
        if _was_sent(outcome.failure):
            read = await stored(self.store.save_read(read), self._tells(ReadEnded))
        else:
            self._events.put_nowait(ReadEnded(read))
        if read.failure is None:
            self.reads[slot] = read
            await self._grade(read.answer, asked, slot)

    async def _grade(self, answer: str, asked: Asked, slot: Slot | None) -> None:
        """Grade an answer that has no grade, unless somebody does already."""
        key = (asked.key, answer)
        if key in self.grades or key in self._asked or self._why:
            return
        self._asked.add(key)
        source = GRADERS[not asked.question]
        request = grade_request(asked, answer, source, self.models)
        call: Call[_Grading] = Call(
            request, likely(request, GRADE_TOKENS), lambda said: (graded(said, answer), None), self._too_dear
        )
        outcome = await self.attempts.answered(call, self._tell(slot), asyncio.Event())
        value, quote, reason, found = outcome.answer or (Value.CANNOT_TELL, "", "", True)
        grade = Grade(
            source,
            asked,
            answer,
            value,
            quote,
            reason,
            found,
            None,
            self.attempts.provider.name,
            request.model,
            request.effort or "",
            prompt_sha256(request.prompt),
            outcome.failure,
            outcome.usage,
            _raw(outcome),
            self.clock.now(),
        )
        self._note("grading", outcome.failure)
        if _was_sent(outcome.failure):
            saving = self.store.save_grade(self.board.artifact, grade)
            grade = await stored(saving, self._tells(GradeEnded))
        if grade.failure is None:
            self.grades[key] = grade

    def _tells(self, event: Callable[[_T], RunEvent]) -> Callable[[_T], None]:
        return lambda made: self._events.put_nowait(event(made))

    def _tell(self, slot: Slot | None) -> Tell:
        def tell(tokens: int, waiting: str, used: Usage) -> None:
            if waiting and slot:
                self._events.put_nowait(Waiting(slot, waiting))

        return tell

    def _note(self, what: str, failure: Failure | None) -> None:
        """Remember that a call failed, and whether everything else would."""
        if failure:
            self._failed[what] += 1
            self._messages[failure.message] += 1
            if failure.kind not in _OF_ONE:
                self._why = self._why or failure.message


def ungraded(reads: Iterable[Read], grades: Grades, asked: Asked) -> tuple[str, ...]:
    """The answers of some reads that have no grade, each once."""
    answers = dict.fromkeys(read.answer for read in reads)
    return tuple(answer for answer in answers if (asked.key, answer) not in grades)


def _was_sent(failure: Failure | None) -> bool:
    return failure is None or failure.kind is not FailureKind.OVER_BUDGET


def _raw(outcome: Outcome[_T]) -> str:
    return outcome.replies[-1].text if outcome.replies else ""
