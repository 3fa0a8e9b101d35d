"""Artifacts as home lists them. Nothing here imports what it takes to say how one stands: that takes time."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import PurePath, PurePosixPath
from typing import TYPE_CHECKING

from workbench.core.ages import age
from workbench.core.artifacts import Artifact
from workbench.core.remembered import Known

if TYPE_CHECKING:
    from workbench.core.home import HomeLine


@dataclass(frozen=True, slots=True)
class Entry:
    """An artifact as it is listed."""

    known: Known
    place: str
    """What tells it from others of its name, as `places` gives it."""
    line: "HomeLine | None" = None
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
"""What each cell of an entry says; to fix is what was marked hit and still stands."""


def entries_of(known: Iterable[Known]) -> tuple[Entry, ...]:
    """The listed ones of these artifacts, the one used last first, without how they stand."""
    ordered = sorted((each for each in known if each.is_listed), key=lambda each: each.used_at, reverse=True)
    shown = places(each.artifact for each in ordered)
    return tuple(Entry(each, shown[each.artifact.id]) for each in ordered)


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
