"""Which artifact a file is, wherever its repository was cloned to."""

import os
from pathlib import Path

from workbench.checks.git import ask_git, git_root


def artifact_identity(path: Path) -> str:
    """`git:<remote>#<path in the repository>` where git knows a remote, else `path:<absolute path>`.

    The remote is `origin`, else the first. Every clone and worktree gives the same.
    """
    real = path.resolve()
    root = git_root(real.parent)
    if root is not None:
        remotes = _lines(root, "remote")
        name = "origin" if "origin" in remotes else next(iter(remotes), None)
        urls = _lines(root, "config", "--get", f"remote.{name}.url") if name else []
        if urls:
            return f"git:{_place(urls[0])}#{real.relative_to(root).as_posix()}"
    return f"path:{real}"


def _lines(root: Path, *arguments: str) -> list[str]:
    return os.fsdecode(ask_git(root, *arguments) or b"").splitlines()


def _place(url: str) -> str:
    """A remote without what differs between the ways to write it: scheme, user, `.git`."""
    place = url.strip()
    host, _, rest = place.split("://", 1)[1].partition("/") if "://" in place else place.partition(":")
    return f"{host.rsplit('@', 1)[-1].lower()}/{rest.strip('/').removesuffix('.git')}"
