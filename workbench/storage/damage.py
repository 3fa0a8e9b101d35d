"""What is said of a database file that is damaged or gone, and of the copies that are left of it."""

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from workbench.core.errors import StoreError
from workbench.storage.copies import newest_copy

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's primary result codes for a file that must not be written any more."""
RESTORE = "workbench doctor --restore"
"""The command that puts the last good copy back; with --db where another database is meant."""


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without what refines it; 0 where Python's own wrapper raised the error."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def damaged(path: Path, error: sqlite3.Error, now: Callable[[], datetime]) -> str:
    """What is wrong with a damaged file, and what to do."""
    copy = newest_copy(path)
    # The next step comes first: a narrow screen shows no more.
    if copy is not None:
        return (
            f"The database is damaged: `{RESTORE}` puts its last good copy back, made {copy.said(now())}. "
            f"The file {path} was left as it is."
        )
    if primary_code(error) == sqlite3.SQLITE_NOTADB:
        return f"The file {path} is not a database: choose another file with --db."
    return (
        "The database is damaged and has no copy yet: save what can be read with "
        f"`sqlite3 OLD .recover | sqlite3 NEW`, then open NEW with --db. The file {path} was left as it is."
    )


def refuse_lost(path: Path, now: Callable[[], datetime]) -> None:
    """Refuse a database that is gone or empty though something is left of it.

    SQLite would begin a new one, and throw away the log of the old one first.

    Raises:
        StoreError: a log or a copy lies beside it.

    """
    log = _log(path)
    # The log first: a file that is being made now gets its first page before its log.
    has_log, size = bool(_size(log)), _size(path)
    if size:
        return
    how = "is gone" if size is None else "is empty"
    copy = newest_copy(path)
    if copy is not None:
        raise StoreError(
            f"The database {path} {how}, but a copy of it was made {copy.said(now())}: "
            f"`{RESTORE}` puts it back. To begin anew, move {copy.path.name} and every other copy "
            "away first."
        )
    if has_log:
        raise StoreError(
            f"The database {path} {how}, but its log {log.name} is not: put the database back beside "
            "it, or move the log away to begin anew."
        )


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """Which files a database was opened as: what is written to them is lost once their names mean others."""

    path: Path
    database: tuple[int, int]
    """Device and number."""
    bytes: int
    log: tuple[int, int] | None
    """Of the write-ahead log; None where the file system allows none."""

    @classmethod
    def at(cls, path: Path) -> "OpenFiles":
        """Those of a database that was opened just now."""
        there = path.stat()
        return cls(path, (there.st_dev, there.st_ino), there.st_size, _identity(_log(path)))

    def refuse_lost(self) -> None:
        """Refuse to write where a file was deleted, replaced or cut short while it was open.

        SQLite would write on into what nobody can open any more, and say nothing.

        Raises:
            StoreError: it was.

        """
        # The next step comes early and the path last: a narrow screen shows no more.
        anew = "Leave and open the text anew."
        try:
            there = self.path.stat()
        except (FileNotFoundError, NotADirectoryError):
            raise StoreError(
                "Not kept: the database is gone. Put it back, or leave and open the text anew. "
                f"The file {self.path} was deleted or moved while it was open."
            ) from None
        if (there.st_dev, there.st_ino) != self.database:
            raise StoreError(
                f"Not kept: the database was replaced. {anew} "
                f"The file {self.path} is not the one that was opened."
            )
        if there.st_size < self.bytes:
            raise StoreError(
                f"Not kept: the database was cut short. {anew} "
                f"The file {self.path} was written by something else while it was open."
            )
        log = _log(self.path)
        if self.log and _identity(log) != self.log:
            raise StoreError(
                f"Not kept: the database's log is gone. {anew} "
                f"The file {log} was deleted or replaced while it was open."
            )


def _log(path: Path) -> Path:
    """Where SQLite keeps a database's write-ahead log."""
    real = path.resolve()
    return real.with_name(f"{real.name}-wal")


def _identity(path: Path) -> tuple[int, int] | None:
    """A file's device and number; None where there is none."""
    with suppress(OSError):
        there = path.stat()
        return there.st_dev, there.st_ino
    return None


def _size(path: Path) -> int | None:
    """A file's bytes; None where there is none, or none that can be seen."""
    try:
        return path.stat().st_size
    except OSError:
        return None
