"""The artifact's file on disk: its bytes, when it changed, and which artifact it is."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from workbench.core.errors import ArtifactError

LARGEST = 10_000_000
"""Bytes; a text under review is never larger."""


class ArtifactFiles:
    """The disk, as far as an artifact needs it; everything runs in a thread."""

    def __init__(self, identity_of: Callable[[Path], str]) -> None:
        """Take what knows which artifact a path is."""
        self._identity_of = identity_of

    async def read(self, path: Path) -> bytes:
        """A file's bytes.

        Raises:
            ArtifactError: it is missing, a folder, too large or not readable.
        """
        return await asyncio.to_thread(_bytes, path)

    async def identity(self, path: Path) -> str:
        """`git:<remote>#<path in the repository>` where git knows a remote, else `path:<absolute path>`."""
        return await asyncio.to_thread(self._identity_of, path)

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
