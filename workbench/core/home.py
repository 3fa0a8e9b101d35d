"""Every artifact of the database, a line each: how it is ruled, and what of it waits for the person."""

import asyncio
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from workbench.core.artifacts import Kind, Revision, decoded
from workbench.core.board import opened
from workbench.core.entries import Entry, entries_of
from workbench.core.errors import ArtifactError
from workbench.core.history import History
from workbench.core.outstanding import Outstanding, outstanding
from workbench.core.ports import Files
from workbench.core.remembered import Known
from workbench.core.ruling import RulingValue
from workbench.core.store import Store
from workbench.core.void_rulings import void_ruling


class OnDisk(StrEnum):
    """What is at the path where an artifact was last opened."""

    THERE = "there"
    GONE = "gone"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class HomeLine:
    """How one artifact stands."""

    file: OnDisk
    ruling: RulingValue
    """As it stands now; where it is void, what it was."""
    void: bool
    """Whether the file is no longer the revision that was ruled."""
    binding: bool
    """Whether the ruling binds, or did where it is void."""
    waits: Outstanding
    """Where the file is gone, what waited in its last revision."""
    candidates: bool = False
    """Whether it holds candidates, which nobody rules."""

    @property
    def is_current(self) -> bool:
        """Whether the ruling is of what the file holds."""
        return self.file is OnDisk.THERE and not self.void

    @property
    def stands(self) -> str:
        """The ruling in a few words, or that there is no file that it could be of."""
        if self.file is not OnDisk.THERE:
            was = "" if self.ruling is RulingValue.UNJUDGED else f", was {self.ruling.value}"
            return f"{self.file.value}{was}"
        if self.ruling is RulingValue.UNJUDGED:
            return "candidates" if self.candidates else "not judged"
        if self.void:
            return f"void, was {self.ruling.value}"
        return f"{self.ruling.value}, {'binding' if self.binding else 'draft'}"


def home_line(history: History, on_disk: Revision | OnDisk) -> HomeLine:
    """How an artifact stands on what its file holds, or on its last revision where it holds nothing.

    The checks are not run, so a fault that an edit mended still waits until the artifact is opened.
    """
    held = on_disk if isinstance(on_disk, Revision) else None
    revision = held or _last(history)
    if revision is None:
        return HomeLine(OnDisk.GONE, RulingValue.UNJUDGED, False, False, Outstanding())
    stored = next((r for r in history.revisions if r.sha256 == revision.sha256), revision)
    board = opened(history, stored)
    void = void_ruling(board.history, stored, board.marks)
    return HomeLine(
        OnDisk.THERE if isinstance(on_disk, Revision) else on_disk,
        void.value if void else board.ruling.value,
        void is not None,
        void.bound if void else board.binding,
        outstanding(board.rows),
        history.artifact.kind is Kind.TAGLINES,
    )


def _last(history: History) -> Revision | None:
    """The revision that was left, else the newest."""
    left = history.revision(history.left.revision) if history.left else None
    return left or (history.revisions[-1] if history.revisions else None)


@dataclass(frozen=True)
class Home:
    """Lists the artifacts at once, and says how each stands one by one."""

    store: Store
    files: Files

    async def entries(self) -> tuple[Entry, ...]:
        """Every artifact, the one used last first, without how it stands.

        One that was only ever checked and whose file is gone is left out: there is nothing to come back to.
        """
        return entries_of([each for each in await self.store.known() if await self._has_something(each)])

    async def _has_something(self, known: Known) -> bool:
        if known.has_history or known.left_at:
            return True
        return await self.files.changed_at(Path(known.artifact.path)) is not None

    async def completed(self, entry: Entry) -> Entry:
        """An entry with how it stands now."""
        artifact = entry.known.artifact
        history = await self.store.history(artifact)
        on_disk = await self._on_disk(Path(artifact.path))
        # In a thread, so that a screen stays responsive: there may be thousands of findings.
        return replace(entry, line=await asyncio.to_thread(home_line, history, on_disk))

    async def _on_disk(self, path: Path) -> Revision | OnDisk:
        try:
            return decoded(await self.files.read(path), path.name)
        except ArtifactError:
            gone = await self.files.changed_at(path) is None
            return OnDisk.GONE if gone else OnDisk.UNREADABLE
