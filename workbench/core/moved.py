"""Files that moved: a newly opened text is offered the history of a known one that it looks like."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from os.path import normpath
from pathlib import Path

from workbench.core.ages import age
from workbench.core.artifacts import NOWHERE, Artifact, Revision
from workbench.core.errors import UsageError
from workbench.core.ports import Files
from workbench.core.remembered import Known, Remembered
from workbench.core.store import Store

ALIKE = 0.4
"""Least likeness of two texts of which one may be the other, moved.

On the pages of three repositories' histories (textual, httpx, click) a page edited within a week kept more
than that in 94 of 100 cases, within a month in 90. Of 44,850 pairs of different READMEs five were more alike,
each a copy or fork of the other or the same form filled in; READMEs made from one template reached 0.31.
"""
ALIKE_IN_PLACE = 0.1
"""The same for a text at the very path where the other was, which is half an answer already.

Of 1,596 pairs of different pages of one repository 14 were more alike.
"""
_ENDS = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known artifact whose history a newly opened text may take over."""

    known: Known
    opened: Artifact
    """The one that was opened."""
    likeness: float
    """0 to 1, as `likeness` gives it."""
    gone: bool = True
    """Whether its file is no longer there; where it is, it belongs to another artifact now."""

    @property
    def in_place(self) -> bool:
        """Whether it was at the very path that was opened."""
        return _is_at(self.known.artifact, self.opened.path)

    @property
    def name(self) -> str:
        """Its path: in the repository where that is the same, else the whole."""
        old, new = (one.identity.rpartition("#") for one in (self.known.artifact, self.opened))
        return old[2] if old[0] and old[0] == new[0] else self.known.artifact.path

    def sentence(self, now: datetime) -> str:
        """What it is taken for, and what became of that."""
        read = age(self.known.read_at, now)
        read = f"last read {read}" if read else "not read by a model yet"
        if self.known.artifact.identity.startswith(NOWHERE):
            return f"This looks like the {Path(self.known.artifact.path).name} that you imported, {read}."
        if self.in_place:
            return f"This file was known before its repository had this remote, {read}."
        became = "is gone" if self.gone else "is in a repository with another remote now"
        return f"This looks like {self.name}, {read}, which {became}."


def likeness(old: str, new: str) -> float:
    """How much of the longer text stands in the other, 0 to 1, wherever in it.

    Compared by lines and the sentences in them, each as heavy as it is long.
    """
    here, there = _passages(old), _passages(new)
    whole = max(_weight(here), _weight(there))
    return _weight(here & there) / whole if whole else 0.0


def _passages(text: str) -> Counter[str]:
    return Counter(passage for part in _ENDS.split(text) if (passage := part.strip()))


def _weight(passages: Counter[str]) -> int:
    return sum(len(passage) * count for passage, count in passages.items())


def alike(remembered: Iterable[Remembered], opened: Artifact, revision: Revision) -> tuple[Candidate, ...]:
    """The artifacts that an opened text may have been, the likeliest first, as far as the texts tell."""
    found = [
        Candidate(
            each.known, opened, max((likeness(text, revision.text) for text in each.texts), default=0.0)
        )
        for each in remembered
        if each.known.artifact.id != opened.id
    ]
    enough = [one for one in found if one.likeness >= (ALIKE_IN_PLACE if one.in_place else ALIKE)]
    return tuple(sorted(enough, key=lambda one: (not one.in_place, -one.likeness, -one.known.artifact.id)))


@dataclass(frozen=True)
class MovedFiles:
    """Finds what an opened file may have been, and lets it take over."""

    store: Store
    files: Files

    async def candidates(self, artifact: Artifact, revision: Revision) -> tuple[Candidate, ...]:
        """The artifacts whose history an opened one may take over, the likeliest first.

        Only those that are no longer where they were: their file is gone, or is another artifact now,
        since its repository got a remote or another one. None where the opened one has a history or was
        left before, which says that it is a text of its own.
        """
        remembered = await self.store.remembered()
        own = next((each.known for each in remembered if each.known.artifact.id == artifact.id), None)
        if own and (own.has_history or own.left_at):
            return ()
        others = [each for each in remembered if each.known.has_history]
        found = [await self._lost(one) for one in alike(others, artifact, revision)]
        return tuple(one for one in found if one)

    async def _lost(self, candidate: Candidate) -> Candidate | None:
        """The candidate where it is no longer what is at its path; None where it still is."""
        path = Path(candidate.known.artifact.path)
        if await self.files.changed_at(path) is None:
            return candidate
        other = await self.files.identity(path) != candidate.known.artifact.identity
        return replace(candidate, gone=False) if other else None

    async def opened_at(self, path: Path, new: Artifact) -> Artifact:
        """The artifact with a history that was last opened at a path, other than an opened one.

        Raises:
            UsageError: none was.
        """
        known = [
            each
            for each in await self.store.known()
            if each.has_history and each.artifact.id != new.id and _is_at(each.artifact, str(path))
        ]
        if not known:
            raise UsageError(
                f"No other text with a history was last opened at {path}: `workbench` lists where each was."
            )
        return max(known, key=lambda each: each.used_at).artifact

    async def take_over(self, old: Artifact, new: Artifact) -> Artifact:
        """The old artifact under the new one's identity and path.

        Raises:
            UsageError: the new one has a history of its own by now, which stays.
        """
        return await self.store.take_over(old, new)


def _is_at(artifact: Artifact, path: str) -> bool:
    return normpath(artifact.path) == normpath(path)
