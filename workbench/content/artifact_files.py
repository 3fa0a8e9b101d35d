"""The artifact's file on disk: its bytes, when it changed, and which artifact it is."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from os.path import normpath, realpath
from pathlib import Path

from workbench.content.file_changes import file_changes
from workbench.core.errors import ArtifactError

LARGEST = 20_000_000
"""Bytes; a text under review is never larger."""


class ArtifactFiles:
    """The disk, as far as an artifact needs it; everything runs in a thread."""

    def __init__(self, identity_of: Callable[[Path], str], root_of: Callable[[Path], Path | None]) -> None:
        """Take what knows which artifact a path is, and of which repository a folder is part."""
        self._identity_of, self._root_of = identity_of, root_of

    async def read(self, path: Path) -> bytes:
        """A file's bytes.

        Raises:
            ArtifactError: it is missing, no regular file, too large, not readable, or a link that leads
                out of its repository or, where there is none, of its folder.
        """
        return await asyncio.to_thread(self._bytes, path)

    async def identity(self, path: Path) -> str:
        """`git:<remote>#<path in the repository>` where git knows a remote, else `path:<absolute path>`."""
        return await asyncio.to_thread(self._identity_of, path)

    async def changed_at(self, path: Path) -> datetime | None:
        """When the file was last written; None where it is gone."""
        return await asyncio.to_thread(_changed_at, path)

    def changes(self, path: Path) -> AsyncIterator[None]:
        """Once each time the file is another than before: written, replaced, removed or put back."""
        return file_changes(path)

    def _bytes(self, path: Path) -> bytes:
        try:
            if path.is_dir():
                raise ArtifactError(f"{path} is a folder: name a file in it, such as {path / 'README.md'}.")
            if not path.is_file():
                raise ArtifactError(_no_file(path))
            self._stay_inside(path)
            with path.open("rb") as file:
                data = file.read(LARGEST + 1)
        except (OSError, ValueError, RuntimeError) as error:
            # Unreadable, or a name with NUL, or links that go in a circle (before Python 3.13).
            why = getattr(error, "strerror", None) or error
            raise ArtifactError(f"{path} cannot be read: {why}.") from error
        if len(data) > LARGEST:
            raise ArtifactError(
                f"{path} is larger than {LARGEST // 1_000_000} MB: give a text, or a part of it."
            )
        return data

    def _stay_inside(self, path: Path) -> None:
        """Follow no link that a hostile repository laid to a private file, which would be sent away.

        Raises:
            ArtifactError: the file is elsewhere.
        """
        folder, real = Path(normpath(path.absolute())).parent, Path(realpath(path))
        inside = Path(realpath(self._root_of(folder) or folder))
        if not real.is_relative_to(inside):
            raise ArtifactError(
                f"{path} is a link to {real}, which is not in {inside}: name that file if you mean it."
            )


def _no_file(path: Path) -> str:
    if path.is_symlink():
        return f"{path} is a link to a file that is not there."
    if path.exists():
        return f"{path} is no text but a pipe or a device: give a file."
    return f"There is no file {path}."


def _changed_at(path: Path) -> datetime | None:
    try:
        return datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except OSError:
        return None
