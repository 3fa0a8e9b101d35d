"""The artifact's file on disk: its bytes, when it changed, and which artifact it is."""

import asyncio
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from workbench.core.errors import ArtifactError
from workbench.core.git import git_command, git_environment, remote_identity

LARGEST = 10_000_000
"""Bytes; a text under review is never larger."""
_GIT_SECONDS = 5


class ArtifactFiles:
    """The disk, as far as an artifact needs it; everything runs in a thread."""

    async def read(self, path: Path) -> bytes:
        """A file's bytes.

        Raises:
            ArtifactError: it is missing, a folder, too large or not readable.
        """
        return await asyncio.to_thread(_bytes, path)

    async def identity(self, path: Path) -> str:
        """`git:<remote>#<path in the repository>` where git knows a remote, else `path:<absolute path>`."""
        return await asyncio.to_thread(_identity, path)

    async def changed_at(self, path: Path) -> datetime | None:
        """When the file was last written; None where it is gone."""
        return await asyncio.to_thread(_changed_at, path)


def _bytes(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise ArtifactError(f"{path} is a folder: name a file in it, such as {path / 'README.md'}.")
        if not path.is_file():
            raise ArtifactError(f"There is no file {path}.")
        if path.stat().st_size > LARGEST:
            raise ArtifactError(
                f"{path} is larger than {LARGEST // 1_000_000} MB: give a text, or a part of it."
            )
        return path.read_bytes()
    except OSError as error:
        raise ArtifactError(f"{path} cannot be read: {error.strerror or error}.") from error


def _changed_at(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None


def _identity(path: Path) -> str:
    real = path.resolve()
    root = _git(real.parent, "rev-parse", "--show-toplevel")
    if root:
        remotes = (_git(real.parent, "remote") or "").splitlines()
        name = "origin" if "origin" in remotes else next(iter(remotes), None)
        url = _git(real.parent, "config", "--get", f"remote.{name}.url") if name else None
        if url and real.is_relative_to(root):
            return remote_identity(url, real.relative_to(root).as_posix())
    return f"path:{real}"


def _git(folder: Path, *arguments: str) -> str | None:
    """What git says, without its last newline; None where it cannot or will not."""
    try:
        said = subprocess.run(
            git_command(str(folder), arguments),
            env=git_environment(os.environ),
            capture_output=True,
            timeout=_GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return said.stdout.decode(errors="surrogateescape").strip("\n") if said.returncode == 0 else None
