"""What is said of a database file that is damaged or gone, and of the copies that are left of it."""

import shlex
import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from workbench.core.errors import StoreError
from workbench.storage.copies import newest_copy

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
"""SQLite's primary result codes for a file that must not be written any more."""


def primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without what refines it; 0 where Python's own wrapper raised the error."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def damaged(path: Path, error: sqlite3.Error, now: Callable[[], datetime]) -> str:
    """What is wrong with a damaged file, and what to do."""
    copy = newest_copy(path)
    if copy is not None:
        return (
            f"The database {path} is damaged and was left as it is. A good copy was made "
            f"{copy.said(now())}: `{restoring(path)}` puts it back and keeps the damaged file."
        )
    if primary_code(error) == sqlite3.SQLITE_NOTADB:
        return f"The file {path} is not a database: choose another file with --db."
    return (
        f"The database {path} is damaged and was left as it is, and there is no copy of it yet: save what "
        f"can be read with `sqlite3 OLD .recover | sqlite3 NEW`, then open the new file with --db."
    )


def refuse_lost(path: Path, now: Callable[[], datetime]) -> None:
    """Refuse a database that is gone or empty though something is left of it.

    SQLite would begin a new one, and throw away the log of the old one first.

    Raises:
        StoreError: a log or a copy lies beside it.

    """
    log = path.with_name(f"{path.name}-wal")
    # The log first: a file that is being made now gets its first page before its log.
    has_log = log.exists() and log.stat().st_size > 0
    if path.exists() and path.stat().st_size > 0:
        return
    how = "is empty" if path.exists() else "is gone"
    copy = newest_copy(path)
    if copy is not None:
        raise StoreError(
            f"The database {path} {how}, but a copy of it was made {copy.said(now())}: "
            f"`{restoring(path)}` puts it back. To begin anew, move {copy.path.name} and every other copy "
            "away first."
        )
    if has_log:
        raise StoreError(
            f"The database {path} {how}, but its log {log.name} is not: put the database back beside "
            "it, or move the log away to begin anew."
        )


def restoring(path: Path) -> str:
    """The command that puts the newest copy back."""
    return f"workbench doctor --restore --db {shlex.quote(str(path))}"
