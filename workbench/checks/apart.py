"""The checks in a process of their own: what they import and read is let go of when they are done.

A screen keeps its memory and its keys then, however large the repository is. The two processes speak to
each other through pipes, in pickles that nobody else can write.
"""

import asyncio
import pickle
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable
from functools import cached_property
from pathlib import Path

from workbench.core.artifacts import Kind, Revision
from workbench.core.ports import CheckReport
from workbench.core.sources import CheckRule
from workbench.core.text.phrases import PhraseList

_PROGRAM = (sys.executable, "-P", "-m", "workbench.checks.apart")
"""With `-P` nothing is imported from the folder that happens to be the current one."""


class ChecksApart:
    """The standard checks, each run in a process that ends with it."""

    def __init__(self, phrases: Callable[[], tuple[PhraseList, ...]] = tuple) -> None:
        """Set where the phrases come from that are counted for the judge; asked once, at the first run."""
        self._phrases = phrases
        self._told: tuple[CheckRule, ...] = ()

    @property
    def rules(self) -> tuple[CheckRule, ...]:
        """Every check there is; imported here only where none has run yet."""
        return self._told or self._imported

    async def run(self, path: Path, revision: Revision, kind: Kind) -> CheckReport:
        """What they say of a revision, with the repository around its path as evidence.

        A process that fails is a bug, and said with what it printed.
        """
        asked = pickle.dumps((path, revision, self._known_phrases))
        process = await asyncio.create_subprocess_exec(*_PROGRAM, stdin=PIPE, stdout=PIPE, stderr=PIPE)
        try:
            answer, complaint = await process.communicate(asked)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode:
            raise RuntimeError(
                f"The checks ended with {process.returncode}:\n{complaint.decode(errors='replace')}"
            )
        self._told, report = pickle.loads(answer)
        assert isinstance(report, CheckReport), "the checks answer with their rules and a report"
        return report

    @cached_property
    def _known_phrases(self) -> tuple[PhraseList, ...]:
        return self._phrases()

    @cached_property
    def _imported(self) -> tuple[CheckRule, ...]:
        from workbench.checks.registry import RULES

        return RULES


def main() -> None:
    """Answer what standard input asks on standard output."""
    from workbench.checks.registry import RULES, StandardChecks

    path, revision, phrases = pickle.load(sys.stdin.buffer)
    report = StandardChecks(lambda: phrases).report(path, revision)
    sys.stdout.buffer.write(pickle.dumps((RULES, report)))


if __name__ == "__main__":
    main()
