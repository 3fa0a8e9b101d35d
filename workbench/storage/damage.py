"""What is said of a database file that is damaged or gone, and of the copies that are left of it."""

import sqlite3
from collections.abc import Callable
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
    log = path.resolve().with_name(f"{path.resolve().name}-wal")
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


def _size(path: Path) -> int | None:
    """A file's bytes; None where there is none, or none that can be seen."""
    try:
        return path.stat().st_size
    except OSError:
        return None
