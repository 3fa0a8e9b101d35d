"""Git, asked about a repository that may be hostile: it runs nothing of its settings."""

import os
import re
import shutil
import subprocess
from os.path import realpath
from pathlib import Path

from workbench.checks.regex import regex

PATIENCE = 20.0
"""Seconds git may take to answer."""
_POINTER = regex(r"gitdir:[ \t]*([^\n]+)")
_WORK_TREE = regex(r"^[ \t]*worktree[ \t]*=[ \t]*(.+)$", re.MULTILINE | re.IGNORECASE)
_SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat")


def git_root(folder: Path) -> Path | None:
    """The nearest folder at or above one that holds a `.git`; None where there is none."""
    return next((place for place in (folder, *folder.parents) if os.path.lexists(place / ".git")), None)


def ask_git(root: Path, *arguments: str, stdin: bytes = b"") -> bytes | None:
    """What git prints about the repository of a folder.

    None where git is absent, fails or takes too long, or where the folder's `.git` leads to another
    folder's repository.
    """
    program = shutil.which("git")
    # A relative PATH entry would take the program from the folder under review.
    if program is None or not Path(program).is_absolute() or not _is_own(root):
        return None
    # The repository's own settings may name another folder as its work tree, such as the whole disk.
    places = (f"--git-dir={root / '.git'}", f"--work-tree={root}")
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    try:
        done = subprocess.run(
            [program, "-C", str(root), *settings, "--no-optional-locks", *places, *arguments],
            input=stdin,
            capture_output=True,
            env=_environment(),
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def _is_own(root: Path) -> bool:
    """Whether a folder's `.git` is in it, or leads to a repository that is no other folder's.

    Else whoever wrote a folder could have the names of a private repository on this machine listed.
    """
    link = root / ".git"
    try:
        leads_to = _POINTER.match(_beginning(link)) if link.is_file() else None
        place = Path(realpath(root / leads_to[1] if leads_to else link))
        if place.is_relative_to(realpath(root)):
            return True
        trees = [
            Path(found[1].strip().strip('"')) for found in _WORK_TREE.finditer(_beginning(place / "config"))
        ]
        if linked := _beginning(place / "gitdir").strip():
            trees.append(Path(linked).parent)
    except (OSError, ValueError):
        return False
    if trees:
        return any(realpath(place / tree) == realpath(root) for tree in trees)
    return place.name != ".git"


def _beginning(file: Path) -> str:
    """What a file begins with; empty where it is not there."""
    if not file.is_file():
        return ""
    with file.open(errors="replace") as opened:
        return opened.read(65536)


def _environment() -> dict[str, str]:
    """Nothing of `GIT_*` from outside, no locks, no prompts, no network."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        # A partial clone would fetch what it lacks by a command of its own settings.
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C.UTF-8",
    }
