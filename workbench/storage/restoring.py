"""Putting the last good copy of a database back in its place."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from workbench.core.errors import StoreError
from workbench.storage.copies import STAMP, Copy, check, checked, newest_copy, read_only, synced
from workbench.storage.salvage import Salvage, salvage

try:
    import fcntl
except ImportError:  # pragma: no cover - Windows does not let an open file be renamed
    fcntl = None  # type: ignore[assignment]

_SHARED = (0x40000002, 510)
"""Where in its file SQLite locks a database that is open, and how many bytes."""
_NAMED = {
    "readings": "reading",
    "findings": "finding",
    "decisions": "decision",
    "own_answers": "answer",
    "comparison_choices": "choice",
    "tagline_reads": "read of a line",
    "tagline_marks": "mark on a grade",
}
"""Tables that a person is told about, in their words."""


def _plural(name: str, count: int) -> str:
    word, *rest = name.split(" ", 1)
    return name if count == 1 else " ".join((f"{word}s", *rest))


@dataclass(frozen=True, slots=True)
class Restored:
    """How a copy was put back."""

    copy: Copy
    kept: Path | None
    """Where the damaged file is now; None where there was none."""
    salvaged: Salvage | None
    """What the damaged file gave that the copy lacks; None where nothing of it could be read."""

    def sentences(self, now: datetime) -> Iterator[str]:
        """What was done, and what may be missing."""
        yield f"The copy made {self.copy.said(now)}, is the database now."
        if self.kept is None:
            yield "What was done since the copy is missing."
            return
        yield f"The damaged file is kept as {self.kept}."
        if self.salvaged is None:
            yield "Nothing could be read from it: what was done since the copy is missing."
            return
        rows = self.salvaged.rows
        added = [f"{rows[table]} {_plural(name, rows[table])}" for table, name in _NAMED.items()]
        new = [said for said, table in zip(added, _NAMED, strict=True) if rows[table]]
        yield f"Read from it and added to the copy: {', '.join(new) or 'nothing, the copy had it all'}."
        if self.salvaged.is_whole:
            yield "Nothing is missing: all of it could be read."
        else:
            yield "Some places of it could not be read: what was done since the copy may be missing there."


def restorable(database: Path) -> Copy:
    """The copy that would be put back.

    Raises:
        StoreError: there is none, the database needs none, or another program has it open.

    """
    database = database.resolve()
    copy = newest_copy(database)
    if copy is None:
        raise StoreError(f"There is no good copy of {database} beside it, so nothing can be put back.")
    if _is_open(database):
        raise StoreError(f"Another workbench has {database} open: close it, then restore.")
    if _is_whole(database):
        raise StoreError(
            f"The database {database} is whole, so nothing was put back. To go back to the copy all the "
            f"same, move {database.name} away first, with {database.name}-wal if it is there."
        )
    return copy


def restore(database: Path, now: datetime) -> Restored:
    """Put the newest copy back, with what can still be read from the damaged file, which is kept.

    Raises:
        StoreError: it cannot be done; nothing has changed then.

    """
    database = database.resolve()
    copy = restorable(database)
    part = database.with_name(f"{database.name}.{os.getpid()}.part")
    try:
        salvaged = _prepared(database, copy.path, part)
        kept = _moved_away(database, now.astimezone(UTC).strftime(STAMP))
        part.replace(database)
        synced(database.parent)
    except OSError as error:
        raise StoreError(
            f"The copy {copy.path} cannot be put back ({error.strerror}): make room and the folder writable."
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return Restored(copy, kept, salvaged)


def _prepared(database: Path, copy: Path, part: Path) -> Salvage | None:
    """Make the file that is to be the database; gives what the damaged one added to it."""
    _duplicate(copy, part)
    if not _has_content(database):
        return None
    try:
        salvaged = salvage(database, part)
        check(part)
    except sqlite3.Error:
        # What was read is no better than where it was read from.
        part.with_name(f"{part.name}-journal").unlink(missing_ok=True)
        _duplicate(copy, part)
        return None
    return salvaged


def _duplicate(copy: Path, part: Path) -> None:
    """Write a copy's content to a new file, down to the disk."""
    part.unlink(missing_ok=True)
    with copy.open("rb") as source, os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as target:
        shutil.copyfileobj(source, target)
        target.flush()
        os.fsync(target.fileno())


def _moved_away(database: Path, stamp: str) -> Path | None:
    """Give the damaged file another name; its log first, which would otherwise be read into the copy."""
    kept = database.with_name(f"{database.name}.{stamp}.damaged")
    log, shared = (database.with_name(f"{database.name}{end}") for end in ("-wal", "-shm"))
    if log.exists():
        log.replace(kept.with_name(f"{kept.name}-wal"))
    shared.unlink(missing_ok=True)
    if not database.exists():
        return None
    database.replace(kept)
    return kept


def _has_content(database: Path) -> bool:
    return database.exists() and database.stat().st_size > 0


def _is_whole(database: Path) -> bool:
    # SQLite throws away the log of an empty file, even where it may only read.
    if not _has_content(database):
        return False
    try:
        with closing(read_only(database)) as db:
            checked(db)
            return bool(db.execute("select 1 from sqlite_master where name = 'decisions'").fetchone())
    except sqlite3.Error:
        return False


def _is_open(database: Path) -> bool:
    """Whether another program has the file open, damaged or not."""
    if fcntl is None or not database.exists():
        return False
    with database.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _SHARED[1], _SHARED[0])
        except OSError:
            return True
    return False
