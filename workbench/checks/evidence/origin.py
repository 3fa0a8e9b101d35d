"""Which artifact a file is, wherever its repository was cloned to."""

import os
import re
from pathlib import Path

from workbench.checks.evidence.git import ask_git, git_root
from workbench.checks.regex import regex

_REMOTE = regex(r"^(?P<name>[^\t\n]+)\t(?P<url>.+) \(fetch\)", re.MULTILINE)
_PORT = regex(r":\d*\Z")
_OTHER_NAMES = {
    "ssh.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
}
"""Hosts that serve a forge over the port of HTTPS."""
_MOST_CLONES = 8
"""How many clones of clones are followed to the place that they came from."""


def artifact_identity(path: Path) -> str:
    """`git:<remote>#<path in the repository>` where git knows a remote, else `path:<absolute path>`.

    The remote is `origin`, else the first. Every clone and worktree gives the same: without a remote a
    linked worktree's file is that of the main one, and a clone of a folder is what the folder's own is.
    """
    real = path.resolve()
    root = git_root(real.parent)
    return (
        f"path:{real}" if root is None else _identity(root, real.relative_to(root).as_posix(), _MOST_CLONES)
    )


def _identity(root: Path, inside: str, clones_left: int) -> str:
    """The identity of a path in the repository of a folder."""
    url = _remote(root)
    if url is None:
        return _without_remote(root, inside)
    source = _folder(url, root)
    if source is None:
        return f"git:{_place(url)}#{inside}"
    if clones_left and (source / ".git").exists():
        return _identity(source, inside, clones_left - 1)
    return _in_bare(source, inside)


def _remote(root: Path) -> str | None:
    """The address of `origin`, else of the first remote, as the person's own settings rewrite it."""
    found = {remote["name"]: remote["url"] for remote in _REMOTE.finditer(_said(root, "remote", "-v"))}
    return found.get("origin") or next(iter(found.values()), None)


def _without_remote(root: Path, inside: str) -> str:
    """The path in the main work tree; where there is none, in the bare repository."""
    asked = ("rev-parse", "--path-format=absolute", "--git-dir", "--git-common-dir")
    own, _, common = _said(root, *asked).rstrip("\n").partition("\n")
    if own == common:
        return f"path:{root / inside}"
    shared = Path(common).resolve()
    return f"path:{shared.parent / inside}" if shared.name == ".git" else _in_bare(shared, inside)


def _in_bare(repository: Path, inside: str) -> str:
    return f"git:{str(repository).removesuffix('.git')}#{inside}"


def _said(root: Path, *arguments: str) -> str:
    return os.fsdecode(ask_git(root, *arguments) or b"")


def _folder(url: str, root: Path) -> Path | None:
    """The folder that a remote is; None where it is on another machine."""
    if url.startswith("file://"):
        return Path(url.removeprefix("file://")).resolve()
    # As git tells them apart: a colon before any slash names a host.
    before_slash = url.partition("/")[0]
    return None if ":" in before_slash else (root / url).resolve()


def _place(url: str) -> str:
    """A remote without what differs between the ways to write it: scheme, user, port, case, `.git`."""
    written = url.strip()
    if "://" in written:
        host, _, rest = written.split("://", 1)[1].partition("/")
    else:
        host, _, rest = written.rpartition("@")[2].partition(":")
    named = _PORT.sub("", host.rpartition("@")[2].lower())
    return f"{_OTHER_NAMES.get(named, named)}/{rest.strip('/').removesuffix('.git').lower()}"
