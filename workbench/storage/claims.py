"""What a living program reads or asks about: one lock file each, let go of when its program ends."""

import os
from contextlib import suppress
from pathlib import Path

from workbench.core.errors import StoreError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such locks, and there every claim succeeds
    fcntl = None  # type: ignore[assignment]


class Claims:
    """Things of one kind that this store works on, claimed against every other program on the same database.

    A lock belongs to the open file, so a killed program claims nothing.
    """

    def __init__(self, database: Path, kind: str) -> None:
        """Take where the database is, and what is claimed, in a word: `round`."""
        # One database may have several names, and each program may use another one.
        self._database = database.resolve()
        self._kind = kind
        self._held: dict[int, int] = {}

    def take(self, key: int) -> bool:
        """Claim the thing of a key; False where another program has it. One that is held already stays held.

        Raises:
            StoreError: the lock file cannot be made.

        """
        if key in self._held:
            return True
        path = self._path(key)
        while (file := _locked(path)) is not None:
            if _is_there(path, file):
                self._held[key] = file
                return True
            # Whoever had it took the file away between our opening and locking it.
            os.close(file)
        return False

    def holds(self, key: int) -> bool:
        """Whether this program has claimed it."""
        return key in self._held

    def is_taken(self, key: int) -> bool:
        """Whether another living program has it; takes away the lock file that a killed one left.

        Raises:
            StoreError: the lock file cannot be opened.

        """
        if key in self._held or not self._path(key).exists():
            return False
        if not self.take(key):
            return True
        self.drop(key)
        return False

    def drop(self, key: int) -> None:
        """Let go of what is held."""
        file = self._held.pop(key, None)
        if file is not None:
            self._path(key).unlink(missing_ok=True)
            os.close(file)

    def close(self) -> None:
        """Let go of everything, and clear away the lock files that killed programs left."""
        for key in tuple(self._held):
            self.drop(key)
        with suppress(OSError, StoreError):
            for key in self._left():
                self.is_taken(key)

    def _left(self) -> list[int]:
        """The keys that have a lock file."""
        start, end = f"{self._database.name}-{self._kind}-", ".lock"
        names = [path.name for path in self._database.parent.iterdir()]
        keys = [name.removeprefix(start).removesuffix(end) for name in names if name.startswith(start)]
        return [int(key) for key in keys if key.isdecimal()]

    def _path(self, key: int) -> Path:
        return self._database.with_name(f"{self._database.name}-{self._kind}-{key}.lock")


def _locked(path: Path) -> int | None:
    """The open and locked file; None where another program has locked it."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(
            f"The file {path} cannot be made ({error.strerror}): make room and its folder writable, "
            "or choose another database with --db."
        ) from error
    try:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        return None
    return file


def _is_there(path: Path, file: int) -> bool:
    """Whether a path still names an open file."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False
