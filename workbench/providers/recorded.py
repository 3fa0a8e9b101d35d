"""A recording of real readings, played back for the demo."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from workbench.core.costs.usage import Usage
from workbench.core.errors import ContentError, Failure, FailureKind
from workbench.core.misfits import misfit
from workbench.core.ports import ModelInfo, Progress, Reply, Request
from workbench.providers.scripted import Answer, ScriptedProvider

_DERIVED = re.compile(r"^## (D\d+)$", re.MULTILINE)


class RecordedProvider:
    """Answers what was answered when the same reader read the same text; a reading can be played again."""

    name: Final = "recording"
    destination: Final = "nowhere: a recording of real readings"

    def __init__(
        self,
        answers: Mapping[str, Mapping[str, Any]],
        model: str,
        delay: float = 0.06,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Set the answers by the key of their request; `delay` is in seconds for each 200 characters."""
        self._answers = answers
        self.model = model
        """What answered when it was recorded."""
        self._played = ScriptedProvider(self._answer, delay=delay, sleep=sleep)

    @classmethod
    def load(cls, path: Path, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> Self:
        """The recording in a JSON file: `model`, and `answers` by the key of their request.

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
        return cls(file.answers, file.model, sleep=sleep)

    async def ask(self, request: Request) -> AsyncIterator[Progress | Reply]:
        """Progress as the recorded answer comes, then the reply.

        Raises:
            ProviderError: nothing was recorded for this reader and text.
        """
        async for said in self._played.ask(request):
            yield said

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """None: there is no model."""
        return None

    async def close(self) -> None:
        """Nothing to let go of."""

    def _answer(self, request: Request) -> Answer:
        recorded = self._answers.get(request.key)
        if recorded is None:
            return Failure(
                FailureKind.PROGRAM,
                "This is a recording, and this was not asked when it was made: to have a text of yours read "
                "you need a reader, see `workbench doctor`.",
            )
        answer = _renamed(recorded, _DERIVED.findall(request.prompt.task))
        return Reply(json.dumps(answer, ensure_ascii=False), self.model, "end_turn", Usage())


def _renamed(answer: Mapping[str, Any], asked: list[str]) -> Mapping[str, Any]:
    """A judge's answer with the names that the questions about the text have this time.

    They are numbered on from one set to the next, so that a set that is played again has other numbers.
    """
    given = [a["question"] for a in answer.get("answers", ()) if re.fullmatch(r"D\d+", a["question"])]
    names = dict(zip(given, asked, strict=False))

    def renamed(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{**entry, "question": names.get(entry["question"], entry["question"])} for entry in entries]

    parts = {part: renamed(answer[part]) for part in ("answers", "challenges") if part in answer}
    return {**answer, **parts}


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    model: str
    recorded: str
    """When, and how."""
    answers: dict[str, dict[str, Any]]
