"""Small notes in a folder, which all programs of one user share."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.content.writing import write_text

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such locks, and there the last to write wins
    fcntl = None  # type: ignore[assignment]

_PATIENCE = 1.0
"""Seconds that another program may keep a note; one that was stopped in the middle keeps it for ever."""
_APART = 0.01


class FolderMemory:
    """Notes in files that nobody else may read.

    Where they cannot be written, they are kept for as long as this program runs.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own: dict[str, bytes] = {}

    def recall(self, name: str) -> bytes:
        """The note of that name; empty where there is none or it cannot be read."""
        if name in self._own:
            return self._own[name]
        try:
            return self._file(name).read_bytes()
        except OSError:
            return b""

    def revise(self, name: str, change: Callable[[bytes], bytes]) -> None:
        """Put what `change` makes of a note in its place, while no other program can."""
        with self._locked(name):
            before = self.recall(name)
            after = change(before)
            if after == before:
                return
            try:
                write_text(self._file(name), after.decode(), 0o600)
                self._own.pop(name, None)
            except OSError:
                self._own[name] = after

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    @contextmanager
    def _locked(self, name: str) -> Iterator[None]:
        """Keep other programs from revising a note; a killed one keeps nobody from it."""
        lock = None
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(self._folder / f"{name}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if lock is not None:
                _wait_for(lock)
            yield
        finally:
            if lock is not None:
                os.close(lock)


def _wait_for(lock: int) -> None:
    """Take a lock, or go on without it once that takes too long."""
    if fcntl is None:
        return
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() > deadline:
                return
            time.sleep(_APART)  # noqa: TID251 - on a thread, for a second at most
