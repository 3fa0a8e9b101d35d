"""Which rounds a living program reads: one lock file each, let go of when its program ends."""

import os
from contextlib import suppress
from pathlib import Path

from workbench.core.errors import StoreError

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such locks, and there every claim succeeds
    fcntl = None  # type: ignore[assignment]


class RoundClaims:
    """The rounds that this store reads, claimed against every other program on the same database.

    A lock belongs to the open file, so a killed program claims nothing.
    """

    def __init__(self, database: Path) -> None:
        # One database may have several names, and each program may use another one.
        self._database = database.resolve()
        self._held: dict[int, int] = {}

    def take(self, round: int) -> bool:
        """Claim a round; False where another program has it. One that is held already stays held.

        Raises:
            StoreError: the lock file cannot be made.

        """
        if round in self._held:
            return True
        path = self._path(round)
        while (file := _locked(path)) is not None:
            if _is_there(path, file):
                self._held[round] = file
                return True
            # Whoever had it took the file away between our opening and locking it.
            os.close(file)
        return False

    def holds(self, round: int) -> bool:
        """Whether this program has claimed a round."""
        return round in self._held

    def is_taken(self, round: int) -> bool:
        """Whether another living program has a round; takes away the lock file that a killed one left.

        Raises:
            StoreError: the lock file cannot be opened.

        """
        if round in self._held or not self._path(round).exists():
            return False
        if not self.take(round):
            return True
        self.drop(round)
        return False

    def drop(self, round: int) -> None:
        """Let go of a round that is held."""
        file = self._held.pop(round, None)
        if file is not None:
            self._path(round).unlink(missing_ok=True)
            os.close(file)

    def close(self) -> None:
        """Let go of every round, and clear away the lock files that killed programs left."""
        for round in tuple(self._held):
            self.drop(round)
        with suppress(OSError, StoreError):
            for round in self._left():
                self.is_taken(round)

    def _left(self) -> list[int]:
        """The rounds that have a lock file."""
        start, end = f"{self._database.name}-round-", ".lock"
        names = [path.name for path in self._database.parent.iterdir()]
        rounds = [name.removeprefix(start).removesuffix(end) for name in names if name.startswith(start)]
        return [int(round) for round in rounds if round.isdecimal()]

    def _path(self, round: int) -> Path:
        return self._database.with_name(f"{self._database.name}-round-{round}.lock")


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
