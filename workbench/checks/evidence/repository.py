"""The repository around a text, as facts that are read once and when they are asked for."""

import codecs
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path, PurePosixPath

from workbench.checks.evidence.git import git_root
from workbench.checks.evidence.listing import entries, git_ignored, git_names, walked_names

LARGEST_FILE = 1_000_000
"""Bytes; a larger file counts as not readable."""
MOST_COMPARED = 2_000
"""Files; a larger repository is not searched for a path that is merely like another."""

# Whoever opens a pipe for reading waits for a writer, unless told not to; a terminal could become ours.
_OPENED = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
_UNLINKED = _OPENED | os.O_NOFOLLOW if hasattr(os, "O_NOFOLLOW") else None
"""How a file is opened that is none where it is a symlink; None where the system cannot tell."""


class Presence(Enum):
    """What is known of a path."""

    FILE = "file"
    FOLDER = "folder"
    ABSENT = "absent"
    UNLISTED = "unlisted"
    """It is on disk, but git would not add it."""
    DELETED = "deleted"
    """Git tracks it, but it is not on disk."""
    ELSEWHERE = "elsewhere"
    """Its way leads through a symlink, a submodule or a nested repository."""


@dataclass
class Repository:
    """A folder of files, with or without git. Paths are `/`-separated and relative to its root."""

    root: Path
    """Absolute."""
    by_git: bool
    """Whether a `.git` marks the root; else it is only the folder that the text stands in."""
    _texts: dict[str, str | None] = field(default_factory=dict, init=False, repr=False)
    _folders: dict[str, dict[str, bool]] = field(default_factory=dict, init=False, repr=False)
    _real_folders: dict[str, str | None] = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def around(cls, file: Path) -> "Repository":
        """The repository that a file belongs to, else the file's folder."""
        folder = file.absolute().parent.resolve()
        root = git_root(folder)
        return cls(folder if root is None else root, by_git=root is not None)

    def path_of(self, file: Path) -> str:
        """Where a file of this repository stands, whatever its own last step links to."""
        return (file.absolute().parent.resolve() / file.name).relative_to(self.root).as_posix()

    @cached_property
    def files(self) -> frozenset[str]:
        """Every file: by git those it tracks or would add, else those on disk up to a limit."""
        return walked_names(self.root) if self._listed is None else self._listed

    @cached_property
    def inside(self) -> dict[str, list[str]]:
        """The files that stand directly in each folder, in no order; none for a folder without any."""
        found: dict[str, list[str]] = {}
        for path in self.files:
            found.setdefault(path.rpartition("/")[0], []).append(path)
        return found

    @cached_property
    def folders(self) -> frozenset[str]:
        """Every folder that holds a file; the root is the empty path."""
        found: set[str] = {""}
        for folder in self.inside:
            parent = folder
            while parent not in found:
                found.add(parent)
                parent = parent.rpartition("/")[0]
        return frozenset(found)

    def presence(self, path: str) -> Presence:
        """What is known of a path; letter case counts, whatever the file system thinks."""
        on_disk = self._on_disk(path)
        if self._listed is None:
            return on_disk
        if path in self._listed:
            return Presence.DELETED if on_disk is Presence.ABSENT else Presence.FILE
        if path in self.folders:
            return Presence.FOLDER
        above = path.rpartition("/")[0]
        while above and above not in self._listed:
            above = above.rpartition("/")[0]
        if above and self._on_disk(above) is not Presence.FILE:
            return Presence.ELSEWHERE
        return Presence.UNLISTED if on_disk in (Presence.FILE, Presence.FOLDER) else on_disk

    def ignored(self, paths: set[str]) -> frozenset[str]:
        """Those of some absent paths that git would ignore if they were there: a build may make them."""
        return frozenset() if self._listed is None else git_ignored(self.root, sorted(paths))

    def text(self, path: str) -> str | None:
        """A file's text; None where it is no regular file inside the root, is too large or is not UTF-8."""
        if path not in self._texts:
            self._texts[path] = self._read(path)
        return self._texts[path]

    def near(self, path: str, most: int = 3) -> tuple[str, ...]:
        """Files that a path may have meant, the likeliest first.

        The path in another letter case, else files of the same name elsewhere, else a like name in the
        same folder, else a like path anywhere.
        """
        from rapidfuzz import fuzz, process, utils

        place = PurePosixPath(path)
        namesakes = self._namesakes.get(place.name.casefold(), [])
        if same := [name for name in namesakes if name.casefold() == path.casefold()]:
            return tuple(same[:most])
        if namesakes:
            return tuple(sorted(namesakes, key=lambda name: (name.count("/"), name))[:most])
        like = process.extract(
            place.stem,
            {near: PurePosixPath(near).stem for near in sorted(self.inside.get(path.rpartition("/")[0], ()))},
            scorer=fuzz.token_sort_ratio,
            processor=utils.default_process,
            score_cutoff=70,
            limit=most,
        )
        if not like and len(self.files) <= MOST_COMPARED:
            whole = path.removesuffix(place.suffix)
            like = process.extract(whole, self._paths, scorer=fuzz.ratio, score_cutoff=80, limit=most)
        return tuple(name for _, _, name in like)

    @cached_property
    def _namesakes(self) -> dict[str, list[str]]:
        """Every file and folder by its own name, case folded."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.files | self.folders - {""}):
            found.setdefault(path.rpartition("/")[2].casefold(), []).append(path)
        return found

    @cached_property
    def _paths(self) -> dict[str, str]:
        """The files in their order, each with its path up to the last dot of its name."""
        return {path: path.removesuffix(PurePosixPath(path).suffix) for path in sorted(self.files)}

    @cached_property
    def _listed(self) -> frozenset[str] | None:
        return git_names(self.root) if self.by_git else None

    def _on_disk(self, path: str) -> Presence:
        """What the folders say, without following a symlink and without trusting the disk's letter case."""
        folder, presence = "", Presence.FOLDER
        for part in _parts(path):
            if presence is not Presence.FOLDER:
                return Presence.ABSENT
            kinds = self._kinds(folder)
            folder = f"{folder}{part}/"
            if part not in kinds:
                return Presence.ABSENT
            presence = Presence.FOLDER if kinds[part] else Presence.FILE
            if presence is Presence.FILE and folder != f"{path}/" and (self.root / folder[:-1]).is_symlink():
                return Presence.ELSEWHERE
        return presence

    def _kinds(self, folder: str) -> dict[str, bool]:
        """The names in a folder, each with whether it is a folder itself."""
        if folder not in self._folders:
            found = entries(self.root / folder)
            self._folders[folder] = {entry.name: entry.is_dir(follow_symlinks=False) for entry in found}
        return self._folders[folder]

    def _read(self, path: str) -> str | None:
        folder, _, name = path.rpartition("/")
        try:
            real = self._real_folder(folder)
            data = None if real is None else self._bytes(f"{real}/{name}")
            text = None if data is None else data.removeprefix(codecs.BOM_UTF8).decode()
        except (OSError, ValueError):
            # Missing, unreadable or in a circle of symlinks; not UTF-8, or a name with NUL.
            return None
        return text and text.replace("\r\n", "\n").replace("\r", "\n")

    def _real_folder(self, folder: str) -> str | None:
        """Where a folder is, its symlinks followed once for all its files; None where that is outside."""
        if folder not in self._real_folders:
            self._real_folders[folder] = self._inside(f"{self.root}/{folder}")
        return self._real_folders[folder]

    def _inside(self, place: str) -> str | None:
        """Where a path leads; None where that is outside the root."""
        # Not by `Path`, which takes longer than to read a file.
        real = os.path.realpath(place, strict=True)
        return real if f"{real}/".startswith(f"{self.root}/") else None

    def _bytes(self, place: str) -> bytes | None:
        """What a file in a real folder holds; None where it is no regular one, too large or outside."""
        try:
            opened = os.open(place, _UNLINKED) if _UNLINKED else None
        except OSError:
            opened = None
        if opened is None:
            # It may be a symlink, which counts where it stays inside.
            real = self._inside(place)
            if real is None:
                return None
            opened = os.open(real, _OPENED)
        # Not by a file object, which asks the system twice as much.
        try:
            found = os.fstat(opened)
            if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST_FILE:
                return None
            data = os.read(opened, found.st_size)
            while len(data) < found.st_size and (more := os.read(opened, found.st_size - len(data))):
                data += more
            return data
        finally:
            os.close(opened)


def _parts(path: str) -> Sequence[str]:
    """A path's parts; most are plain, and parted without `Path` many times as fast."""
    plain = path and path[0] not in "./" and "/." not in path and "//" not in path and path[-1] != "/"
    return path.split("/") if plain else PurePosixPath(path).parts
