"""Every artifact of the database, a line each: how it is ruled, and what of it waits for the person."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path, PurePath, PurePosixPath

from workbench.core.ages import age
from workbench.core.artifacts import Artifact, Revision, decoded
from workbench.core.board import opened
from workbench.core.errors import ArtifactError
from workbench.core.history import History
from workbench.core.outstanding import Outstanding, outstanding
from workbench.core.ports import Files, Store
from workbench.core.remembered import Known
from workbench.core.ruling import RulingValue
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

    @property
    def stands(self) -> str:
        """The ruling in a few words, or that there is no file that it could be of."""
        if self.file is not OnDisk.THERE:
            was = "" if self.ruling is RulingValue.UNJUDGED else f", was {self.ruling.value}"
            return f"{self.file.value}{was}"
        if self.ruling is RulingValue.UNJUDGED:
            return "not judged"
        if self.void:
            return f"void, was {self.ruling.value}"
        return f"{self.ruling.value}, binding" if self.binding else self.ruling.value


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
    )


def _last(history: History) -> Revision | None:
    """The revision that was left, else the newest."""
    left = history.revision(history.left.revision) if history.left else None
    return left or (history.revisions[-1] if history.revisions else None)


@dataclass(frozen=True, slots=True)
class Entry:
    """An artifact as it is listed."""

    known: Known
    place: str
    """What tells it from others of its name, as `places` gives it."""
    line: HomeLine | None = None
    """How it stands; None until that is known."""

    def cells(self, now: datetime) -> tuple[str, ...]:
        """What is said of it under each of `HEADINGS`; an ellipsis where that is not known yet."""
        artifact, line = self.known.artifact, self.line
        stands = (line.stands, str(line.waits.unmarked), str(line.waits.agreed)) if line else ("…", "", "")
        return (
            artifact.name,
            self.place,
            artifact.kind.value,
            *stands,
            age(self.known.read_at, now) or "never",
        )

    def holds(self, words: str) -> bool:
        """Whether it says each of some words, whatever their case."""
        artifact = self.known.artifact
        said = " ".join(
            (
                artifact.name,
                self.place,
                artifact.kind.value,
                self.line.stands if self.line else "",
                artifact.path,
            )
        ).casefold()
        return all(word in said for word in words.casefold().split())


HEADINGS = ("text", "where", "kind", "ruling", "unmarked", "to fix", "last read")
"""What each cell of an entry says; to fix is what was agreed and is not fixed."""


def places(artifacts: Iterable[Artifact]) -> dict[int, str]:
    """By key: where each artifact is, in as few words as tell it from others of its name.

    The repository and the folders in it, else the folder; more of what is before where that is not enough.
    """
    trails = {artifact.id: _trail(artifact) for artifact in artifacts}
    shown = {id: least for id, (_, _, least) in trails.items()}
    while True:
        same: dict[tuple[str, str], list[int]] = {}
        for id, (name, folders, _) in trails.items():
            same.setdefault((name, _place(folders, shown[id])), []).append(id)
        longer = [id for ids in same.values() if len(ids) > 1 for id in ids if shown[id] < len(trails[id][1])]
        if not longer:
            return {id: _place(folders, shown[id]) for id, (_, folders, _) in trails.items()}
        for id in longer:
            shown[id] += 1


def _trail(artifact: Artifact) -> tuple[str, tuple[str, ...], int]:
    """A name, the folders that it is in, and how many of them are shown at least."""
    kind, _, rest = artifact.identity.partition(":")
    if kind == "git":
        remote, _, inside = rest.rpartition("#")
        within = PurePosixPath(inside).parent.parts
        return artifact.name, (*PurePosixPath(remote).parts, *within), len(within) + 1
    return artifact.name, PurePath(artifact.path).parent.parts, 1


def _place(folders: tuple[str, ...], count: int) -> str:
    return str(PurePosixPath(*folders[-count:])) if folders else ""


@dataclass(frozen=True)
class Home:
    """Lists the artifacts at once, and says how each stands one by one."""

    store: Store
    files: Files

    async def entries(self) -> tuple[Entry, ...]:
        """Every artifact, the one used last first, without how it stands.

        One that was only ever checked and whose file is gone is left out: there is nothing to come back to.
        """
        known = [each for each in await self.store.known() if await self._has_something(each)]
        shown = places(each.artifact for each in known)
        ordered = sorted(known, key=lambda each: each.used_at, reverse=True)
        return tuple(Entry(each, shown[each.artifact.id]) for each in ordered)

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
