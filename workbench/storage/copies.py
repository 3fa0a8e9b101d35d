"""Good copies of the database beside it: one a day at most and one before each migration, three in all."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from workbench.core.ages import age

KEPT = 3
"""Copies that are kept."""
A_DAY = timedelta(days=1)
"""How old the newest copy is before another one is made, unless a migration comes first."""
_PAGES = 1024
"""Copied at a time; between two such pieces copying can be ended."""
_LONGEST_COPYING = timedelta(hours=1)
"""After which an unfinished copy is nobody's."""
STAMP = "%Y%m%dT%H%M%SZ"
"""How the names of copies, and of damaged files, tell when."""


class Malformed(sqlite3.DatabaseError):
    """A check found the file damaged before a query did."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    sqlite_errorname = "SQLITE_CORRUPT"


class _Ended(Exception):
    """Nobody waits for the copy any more."""


@dataclass(frozen=True, slots=True)
class Copy:
    """One good copy."""

    path: Path
    made_at: datetime
    texts: int
    marks: int

    def said(self, now: datetime) -> str:
        """How old it is and how much it holds."""
        return f"{age(self.made_at, now)}, with {in_words(self.texts, self.marks)}"


def newest_copy(database: Path) -> Copy | None:
    """The newest copy that is whole; None where there is none."""
    for path in reversed(copy_files(database)):
        with suppress(sqlite3.Error, OSError):
            check(path)
            return _copy(path, database)
    return None


def copy_files(database: Path) -> list[Path]:
    """The copies of a database, the oldest first, whatever their state."""
    database = database.resolve()
    try:
        beside = list(database.parent.iterdir())
    except OSError:
        return []
    return sorted(path for path in beside if _made_at(path, database) is not None)


def is_due(database: Path, now: datetime) -> bool:
    """Whether the newest copy is a day old, or there is none."""
    files = copy_files(database)
    made_at = _made_at(files[-1], database.resolve()) if files else None
    # A clock that was set back makes one of the future; it is not waited for.
    return made_at is None or abs(now - made_at) >= A_DAY


def has_room(database: Path) -> bool:
    """Whether the disk holds a copy and as much again."""
    return shutil.disk_usage(database.parent).free > 2 * size_of(database)


def size_of(database: Path) -> int:
    """Bytes of a database and its log."""
    database = database.resolve()
    files = (database, database.with_name(f"{database.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


SMALL_CACHE = "pragma cache_size = -256"
"""A quarter of a MiB of pages: what is copied is read once, and of a history its values are held instead."""


def keep_copy(database: Path, now: datetime, is_wanted: Callable[[], bool] = lambda: True) -> Copy | None:
    """A new copy of the database as it is at one moment, in place of the oldest.

    None where nothing is stored yet, or where `is_wanted` became false. Others read and write the
    database meanwhile. What is not whole is not kept: the copy is the same page by page, so its check
    is the database's too.

    Raises:
        OSError, sqlite3.Error: it could not be made; the database is damaged where that is `Malformed`.

    """
    database = database.resolve()
    made = database.with_name(f"{database.name}.{now.astimezone(UTC).strftime(STAMP)}.copy")
    part = made.with_name(f"{made.name}-{os.getpid()}.part")
    _clear(database, now)
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        if not _written(database, part, is_wanted):
            return None
        check(part)
        part.replace(made)
        synced(made.parent)
    except _Ended:
        return None
    finally:
        part.unlink(missing_ok=True)
    for old in copy_files(database)[:-KEPT]:
        old.unlink(missing_ok=True)
    return _copy(made, database)


def check(file: Path) -> None:
    """Raise where a file that nobody writes is not a whole database.

    Raises:
        Malformed: what SQLite's quick check says first.
        sqlite3.Error: it could not even be checked.

    """
    with closing(read_only(file, "immutable=1")) as db:
        checked(db)


def checked(db: sqlite3.Connection) -> None:
    """Raise where a database that is open is not whole.

    Raises:
        Malformed: what SQLite's quick check says first.
        sqlite3.Error: it could not even be checked.

    """
    said = db.execute("pragma quick_check(1)").fetchone()[0]
    if said != "ok":
        raise Malformed(said)


def read_only(file: Path, *options: str) -> sqlite3.Connection:
    """A connection that never writes, not even a log into its database.

    Raises:
        sqlite3.Error: the file cannot be opened.

    """
    words = "&".join(("mode=ro", *options))
    location = f"file:{quote(str(file.absolute()))}?{words}"
    db = sqlite3.connect(location, uri=True, isolation_level=None)  # noqa: TID251
    db.execute(SMALL_CACHE)
    return db


def held(db: sqlite3.Connection) -> tuple[int, int]:
    """How many texts and how many marks that stand a database holds."""
    texts = db.execute("select count(*) from artifacts").fetchone()[0]
    marks = db.execute("select count(*) from decisions where what = 'mark' and undone = 0").fetchone()[0]
    return texts, marks


def _written(database: Path, part: Path, is_wanted: Callable[[], bool]) -> bool:
    """Write a copy down to the disk; False where the database holds nothing to keep."""
    with closing(read_only(database)) as source:
        # One moment for all of it, however often others write meanwhile.
        source.execute("begin")
        if not source.execute("select exists (select 1 from artifacts)").fetchone()[0]:
            return False
        with closing(sqlite3.connect(part, isolation_level=None)) as target:  # noqa: TID251
            target.execute(SMALL_CACHE)
            target.execute("pragma journal_mode = off")
            target.execute("pragma synchronous = off")

            def went_on(status: int, remaining: int, total: int) -> None:
                if not is_wanted():
                    raise _Ended

            source.backup(target, pages=_PAGES, progress=went_on)
    file = os.open(part, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
    return True


def synced(folder: Path) -> None:
    """Have a folder's names on the disk, where the system can."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def _clear(database: Path, now: datetime) -> None:
    """Take away what programs that were killed left unfinished; another one may be copying now."""
    for path in database.parent.iterdir():
        if path.name.startswith(f"{database.name}.") and path.name.endswith(".part"):
            with suppress(OSError):
                if now.timestamp() - path.stat().st_mtime > _LONGEST_COPYING.total_seconds():
                    path.unlink()


def _made_at(path: Path, database: Path) -> datetime | None:
    """When a copy was made, by its name; None where it is no copy of that database."""
    name = path.name.removeprefix(f"{database.name}.").removesuffix(".copy")
    if path.name != f"{database.name}.{name}.copy":
        return None
    with suppress(ValueError):
        return datetime.strptime(name, STAMP).replace(tzinfo=UTC)
    return None


def _copy(path: Path, database: Path) -> Copy:
    made_at = _made_at(path, database.resolve())
    assert made_at is not None, "a copy is named by when it was made"
    with closing(read_only(path, "immutable=1")) as db:
        return Copy(path, made_at, *held(db))


def in_words(texts: int, marks: int) -> str:
    """How much a database holds."""
    return " and ".join(
        f"{number} {what}" if number == 1 else f"{number} {what}s"
        for number, what in ((texts, "text"), (marks, "mark"))
    )
