"""Which rounds a living program reads: one lock file each, let go of when its program ends."""

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows has no such locks, and there every claim succeeds
    fcntl = None  # type: ignore[assignment]


class RoundClaims:
    """The rounds that this store reads, claimed against every other program on the same database.

    A lock belongs to the open file, so a killed program claims nothing.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._held: dict[int, int] = {}

    def take(self, round: int) -> bool:
        """Claim a round; False where another program has it. One that is held already stays held."""
        if round in self._held:
            return True
        file = os.open(self._path(round), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(file)
            return False
        self._held[round] = file
        return True

    def drop(self, round: int) -> None:
        """Let go of a round that is held."""
        file = self._held.pop(round, None)
        if file is not None:
            self._path(round).unlink(missing_ok=True)
            os.close(file)

    def close(self) -> None:
        """Let go of every round."""
        for round in tuple(self._held):
            self.drop(round)

    def _path(self, round: int) -> Path:
        return self._database.with_name(f"{self._database.name}-round-{round}.lock")
