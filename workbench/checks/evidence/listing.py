"""The names of a repository's files, from git where it can be asked, else from the folder."""

import os
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from workbench.checks.evidence.git import ask_git

MOST_ENTRIES = 50_000
"""Files and folders that a walk without git looks at before it stops."""


def git_names(root: Path) -> frozenset[str] | None:
    """Every file that git tracks or would add, as `/`-separated paths below the root.

    A submodule or nested repository is one name. Names that are not UTF-8 are left out: no text can link
    to them. None where git is absent, refuses or takes too long.
    """
    answer = ask_git(root, "ls-files", "-co", "--exclude-standard", "-z")
    return None if answer is None else frozenset(_decoded(answer))


def git_ignored(root: Path, paths: Iterable[str]) -> frozenset[str]:
    """Those of some paths that git's ignore rules cover, whether they exist or not."""
    asked = "\0".join(paths)
    answer = ask_git(root, "check-ignore", "-z", "--stdin", stdin=asked.encode()) if asked else None
    return frozenset(_decoded(answer or b""))


def walked_names(root: Path) -> frozenset[str]:
    """The files below a folder, the nearest first and at most `MOST_ENTRIES`; symlinks are not followed."""
    names: list[str] = []
    folders = deque([""])
    seen = 0
    while folders and seen < MOST_ENTRIES:
        prefix = folders.popleft()
        for entry in entries(root / prefix):
            seen += 1
            if entry.is_dir(follow_symlinks=False):
                if entry.name != ".git":
                    folders.append(f"{prefix}{entry.name}/")
            elif _is_utf8(entry.name):
                names.append(f"{prefix}{entry.name}")
    return frozenset(names)


def entries(folder: Path) -> list[os.DirEntry[str]]:
    """What a folder holds; nothing where it cannot be read."""
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []


def _decoded(answer: bytes) -> list[str]:
    """The NUL-separated names of an answer that are UTF-8, a nested repository's without its last slash."""
    try:
        names = answer.decode().split("\0")
    except UnicodeDecodeError:
        names = [name for name in os.fsdecode(answer).split("\0") if _is_utf8(name)]
    return [name.removesuffix("/") for name in names if name]


def _is_utf8(name: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in name)
