"""Recorded answers in a model's place: for tests, the demo and rehearsal."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final, Self

import msgspec

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import MOST_COUNTED, Usage
from workbench.core.errors import ContentError, Failure, FailureKind, ProviderError
from workbench.core.misfits import misfit
from workbench.core.ports import ModelInfo, Progress, Reply, Request
from workbench.core.prompts import prompt_sha256
from workbench.core.retries import LONGEST_TOLD

Answer = str | Reply | Failure
"""What a question gets: a whole answer's text, a reply as it stands, or a failure."""
Script = Mapping[str, Sequence[Answer]] | Sequence[Answer] | Callable[[Request], Answer]
"""Answers in order, whatever is asked; in order for each prompt, by its sha256; or by a function.

By prompt, the empty name holds the answers to prompts that are not named.
"""


class ScriptedProvider:
    """Plays answers back, in pieces if wanted, and remembers what it was asked."""

    name: Final = "scripted"
    destination: Final = "nowhere: recorded answers"

    def __init__(
        self,
        script: Script,
        *,
        delay: float = 0.0,
        piece: int = 200,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Set the answers; `delay` is in seconds before each `piece` characters of an answer."""
        self.asked: list[Request] = []
        """Every question, in order."""
        self._script = script
        self._left = _left(script)
        self._delay = delay
        self._piece = piece
        self._sleep = sleep

    @classmethod
    def load(cls, path: Path, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> Self:
        """The script in a JSON file.

        The file is an object with any of: `by_prompt`, an object from the sha256 of a prompt to a list of
        entries; `answers`, a list of entries for any other prompt; `delay` and `piece` as in the
        constructor. Each entry is one of

            {"text": "...", "model": "...", "stop_reason": "...", "usage": {"input": 9, "output": 9}}
            {"answer": {...}, ...}      the same with the answer as JSON rather than text
            {"failure": "rate limited", "message": "...", "retry_after": 5}

        where everything but `text`, `answer`, `failure` and `message` may be left out. `usage` may also
        hold `cache_read`, `cache_written` and `seconds`; a `failure` is a value of `FailureKind`.

        Raises:
            ContentError: the file cannot be read or is not of that form.

        """
        try:
            file = msgspec.json.decode(path.read_bytes(), type=_File)
        except OSError as error:
            raise ContentError(path, f"it cannot be read ({error.strerror})") from error
        except msgspec.DecodeError as error:
            found = misfit(error)
            raise ContentError(path, found.problem, key=found.place or None) from error
        script = {sha: [entry.played for entry in entries] for sha, entries in file.by_prompt.items()}
        script[""] = [entry.played for entry in file.answers]
        return cls(script, delay=file.delay, piece=file.piece, sleep=sleep)

    async def ask(self, request: Request) -> AsyncIterator[Progress | Reply]:
        """Progress for each piece of the next answer, then the reply.

        Raises:
            ProviderError: a recorded failure, or nothing is recorded for the question.

        """
        self.asked.append(request)
        answer = self._next(request)
        if isinstance(answer, Failure):
            await self._sleep(self._delay)
            raise ProviderError(answer)
        reply = Reply(answer, request.model, "end_turn", Usage()) if isinstance(answer, str) else answer
        tokens = 0
        for start in range(0, len(reply.text), self._piece):
            await self._sleep(self._delay)
            tokens += estimated_tokens(reply.text[start : start + self._piece])
            yield Progress(tokens)
        yield reply if reply.model else replace(reply, model=request.model)

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """None: there is no model."""
        return None

    async def close(self) -> None:
        """Nothing to let go of."""

    def _next(self, request: Request) -> Answer:
        if callable(self._script):
            return self._script(request)
        sha = prompt_sha256(request.prompt)
        left = self._left.get(sha) or self._left.get("", iter(()))
        answer = next(left, None)
        if answer is None:
            return Failure(
                FailureKind.PROGRAM,
                f"No answer is recorded for this prompt, or none is left (sha256 {sha}). Record one.",
            )
        return answer


def _left(script: Script) -> dict[str, Iterator[Answer]]:
    """The answers still to be played, by prompt; those for any prompt under the empty name."""
    if isinstance(script, Mapping):
        return {sha: iter(answers) for sha, answers in script.items()}
    return {} if callable(script) else {"": iter(script)}


_Tokens = Annotated[int, msgspec.Meta(ge=0, le=MOST_COUNTED)]
_Seconds = Annotated[float, msgspec.Meta(ge=0)]


class _Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a script's file."""


class _Counts(_Recorded, frozen=True):
    input: _Tokens | None = None
    output: _Tokens | None = None
    cache_read: _Tokens | None = None
    cache_written: _Tokens | None = None
    seconds: _Seconds = 0.0


class _Entry(_Recorded, frozen=True):
    text: str | None = None
    answer: dict[str, Any] | None = None
    model: str = ""
    stop_reason: str = "end_turn"
    usage: _Counts = _Counts()
    failure: FailureKind | None = None
    message: str = ""
    retry_after: Annotated[float, msgspec.Meta(ge=0, le=LONGEST_TOLD)] | None = None

    def __post_init__(self) -> None:
        if sum(part is not None for part in (self.text, self.answer, self.failure)) != 1:
            raise ValueError("give one of text, answer and failure")
        if self.failure is not None and not self.message:
            raise ValueError("a failure needs its message")

    @property
    def played(self) -> Answer:
        if self.failure is not None:
            return Failure(self.failure, self.message, self.retry_after)
        text = json.dumps(self.answer, ensure_ascii=False) if self.text is None else self.text
        return Reply(text, self.model, self.stop_reason, Usage(**msgspec.structs.asdict(self.usage)))


class _File(_Recorded, frozen=True):
    by_prompt: dict[str, list[_Entry]] = {}
    answers: list[_Entry] = []
    delay: _Seconds = 0.0
    piece: Annotated[int, msgspec.Meta(gt=0)] = 200
