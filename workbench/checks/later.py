"""The checks and the look-up as they are before they are asked: importing all that they know takes long."""

import asyncio
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.artifacts import Kind, Revision
from workbench.core.beside import beside
from workbench.core.ports import CheckReport, Mention
from workbench.core.sources import CheckRule
from workbench.core.text.phrases import PhraseList

if TYPE_CHECKING:
    from workbench.checks.evidence.naming_lines import RepositoryLookup
    from workbench.checks.registry import StandardChecks


class LaterChecks:
    """The standard checks, imported when they are first asked."""

    def __init__(self, phrases: Callable[[], tuple[PhraseList, ...]] = tuple) -> None:
        """Set where the phrases come from that are counted for the judge; asked once, at the first run."""
        self._phrases = phrases

    @property
    def rules(self) -> tuple[CheckRule, ...]:
        """Every check there is."""
        return self._checks.rules

    async def run(self, path: Path, revision: Revision, kind: Kind) -> CheckReport:
        """What they say of a revision, with the repository around its path as evidence."""
        # The checks of a large repository may take longer than somebody who leaves wants to wait.
        return await beside(lambda: self._checks.report(path, revision), "checks")

    @cached_property
    def _checks(self) -> "StandardChecks":
        from workbench.checks.registry import StandardChecks

        return StandardChecks(self._phrases)


class LaterLookup:
    """The look-up in the repository, imported when it is first asked."""

    async def mentions(self, path: Path, words: str, most: int = 12) -> tuple[Mention, ...]:
        """The lines of the repository that name what some words of a text name, the most telling first."""
        lookup = await asyncio.to_thread(_lookup)
        return await lookup.mentions(path, words, most)


def _lookup() -> "RepositoryLookup":
    from workbench.checks.evidence.naming_lines import RepositoryLookup

    return RepositoryLookup()
