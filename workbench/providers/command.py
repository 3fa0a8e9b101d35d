"""Any program as a model: the prompt on its standard input, the answer on its standard output."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from typing import Final

from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind, ProviderError
from workbench.core.ports import ModelInfo, Progress, Reply, Request
from workbench.providers.failures import quoted
from workbench.providers.pace import Pace
from workbench.providers.program import Program
from workbench.providers.structured import in_words, json_object, without_colours


class CommandProvider:
    """A program that the person named in their own configuration, run alone for each question."""

    name: Final = "command"

    def __init__(
        self,
        argv: Sequence[str],
        *,
        keep: Sequence[str] = (),
        timeout: float = 600.0,
        environ: Mapping[str, str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Name a program and its arguments.

        `keep` names environment variables it may see besides PATH and the language; `timeout` is in
        seconds; `environ` is this process's environment unless another is given.
        """
        environ = os.environ if environ is None else environ
        self._program = Program(tuple(argv), tuple(keep), timeout, environ)
        self._clock = clock

    @property
    def destination(self) -> str:
        """The program: where it sends a text on, only its maker can say."""
        return f"the program `{self._program.name}`"

    async def ask(self, request: Request) -> AsyncIterator[Progress | Reply]:
        """Progress while the program writes, then the reply. Its tokens are unknown.

        Raises:
            ProviderError: the program failed, took too long, or printed no answer.

        """
        started = self._clock()
        pace = Pace(self._clock)
        pieces = []
        prompt = in_words(request.prompt.whole, request.prompt.schema)
        try:
            async with aclosing(self._program.run(prompt)) as output:
                async for piece in output:
                    pieces.append(piece)
                    if progress := pace.after(piece):
                        yield progress
        except ProviderError as error:
            raise ProviderError(self._used(error.failure, started)) from error
        text = self._program.hidden(without_colours("".join(pieces)))
        answer = await asyncio.to_thread(json_object, text, request.prompt.schema)
        if answer is None:
            raise ProviderError(self._used(self._without_answer(text), started))
        yield Reply(
            answer,
            request.model,
            "end_turn",
            Usage(seconds=self._clock() - started),
            notes=self._unheeded(request),
        )

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """None: only the program knows its models."""
        return None

    async def close(self) -> None:
        """Nothing to let go of: a program lives as long as its question."""

    def _used(self, failure: Failure, started: float) -> Failure:
        """A failure that says that the program ran, so that it used what nobody here can count."""
        return replace(failure, usage=Usage(seconds=self._clock() - started))

    def _without_answer(self, text: str) -> Failure:
        if not text.strip():
            sentence = (
                f"The program `{self._program.name}` printed nothing. Run it by hand to see why, then read "
                "again."
            )
            return Failure(FailureKind.PROGRAM, sentence)
        return Failure(
            FailureKind.UNREADABLE,
            f"The program `{self._program.name}` printed no answer in the form that was asked for: it began "
            f"{quoted(text)}. Read again, or choose a stronger model.",
        )

    def _unheeded(self, request: Request) -> tuple[str, ...]:
        if request.effort is None:
            return ()
        return (
            f"The effort {request.effort} was not passed on: "
            f"the program `{self._program.name}` decides its own.",
        )
