"""One SQLite file, opened on the only thread that touches it."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from workbench.core.errors import StoreError
from workbench.storage.copies import SMALL_CACHE, has_room, is_due, keep_copy, read_only, size_of
from workbench.storage.damage import DAMAGE, OpenFiles, damaged, primary_code, refuse_lost
from workbench.storage.schema import bring_up_to_date, is_behind, refuse_unknown

T = TypeVar("T")

OLDEST_SQLITE = (3, 37, 0)
"""The first SQLite with strict tables."""

SQLITE_VERSION = sqlite3.sqlite_version
"""The SQLite that this Python uses."""

BUSY_MILLISECONDS = 10_000
"""How long another program's write is waited for."""

_FULL = "cannot grow, the disk is full: make room and try again"
_EXPLAINED = {
    sqlite3.SQLITE_READONLY: "cannot be written: make it and its folder writable, or choose another "
    "file with --db",
    sqlite3.SQLITE_PERM: "may not be opened: change its permissions, or choose another file with --db",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: make it and its folder writable, or choose another "
    "file with --db",
    sqlite3.SQLITE_BUSY: f"has been locked by another program for {BUSY_MILLISECONDS // 1000} seconds: close "
    "that program and try again",
    sqlite3.SQLITE_FULL: _FULL,
    # The file that programs on one database share cannot be made long enough.
    sqlite3.SQLITE_IOERR_SHMSIZE: _FULL,
    sqlite3.SQLITE_IOERR: "could not be read or written by the disk: check the disk and try again",
}
"""What SQLite's result codes mean to a person; every other one is a bug."""


class DatabaseThread:
    """A database file and the thread that opens it when it is first used."""

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self._path = path
        self._now = now
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="workbench-store")
        self._db: Database | None = None
        self._files: OpenFiles | None = None
        self._layout = 0
        """How often the schema had been changed when this program looked."""
        self._damage = ""
        """Why the file is not touched any more; empty while nothing is known against it."""
        self._closed = False

    async def read(self, work: Callable[[Database], T]) -> T:
        """What `work` finds, all of it at one moment.

        Raises:
            StoreError: the database cannot be used.

        """
        return await self._run(self._read, work)

    async def write(self, work: Callable[[Database], T]) -> T:
        """What `work` gives, once all that it wrote is committed; nothing is written where it raises.

        A write that was asked for is finished even if its caller is cancelled meanwhile.

        Raises:
            StoreError: the database cannot be used.

        """
        return await asyncio.shield(self._run(self._write, work))

    async def close(self) -> None:
        """Finish what was asked for and close the file; nothing may be asked for afterwards."""
        if self._closed:
            return
        self._closed = True
        ending = asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)
        await asyncio.shield(ending)

    async def keep_copy(self) -> None:
        """Keep a copy of the file where the newest is a day old, beside all else; closing ends it.

        Where it turns out to be damaged every later call says so. Anything else that keeps a copy from
        being made keeps nobody from working.
        """
        await asyncio.to_thread(self._keep_copy)

    def _run(
        self, way: Callable[[Callable[[Database], T]], T], work: Callable[[Database], T]
    ) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, way, work)

    def _read(self, work: Callable[[Database], T]) -> T:
        with self._explained():
            db = self._opened()
            with db.atomic():
                self._refuse_changed(db)
                return work(db)

    def _write(self, work: Callable[[Database], T]) -> T:
        with self._explained():
            db = self._opened()
            # Before, as what is left of a file that was cut short may look damaged; after, as late as can be.
            self._refuse_lost()
            with _immediate(db):
                self._refuse_changed(db)
                written = work(db)
                self._refuse_lost()
                return written

    def _opened(self) -> Database:
        if self._damage:
            self._leave_as_it_is()
            raise StoreError(self._damage)
        if self._db is None:
            self._db = _open(self._path, self._now)
            self._files = OpenFiles.at(self._path)
            self._layout = _layout(self._db)
        return self._db

    def _refuse_lost(self) -> None:
        """Refuse to write where nothing that is written would be found again.

        Raises:
            StoreError: the file was deleted, replaced or cut short since it was opened.

        """
        if self._files is not None:
            self._files.refuse_lost()

    def _refuse_changed(self, db: Database) -> None:
        """Refuse a database that a newer workbench has brought up to date since it was opened.

        Raises:
            StoreError: it is newer than this program.

        """
        layout = _layout(db)
        if layout != self._layout:
            refuse_unknown(db, self._path)
            self._layout = layout

    def _keep_copy(self) -> None:
        try:
            now = self._now()
            if is_due(self._path, now) and has_room(self._path):
                keep_copy(self._path, now, lambda: not self._closed)
        except sqlite3.Error as error:
            if primary_code(error) in DAMAGE:
                self._damage = damaged(self._path, error, self._now)
        except OSError:
            pass

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Raise what SQLite says of an unusable file as a sentence; a damaged one is left alone from then on.

        Raises:
            StoreError: the file cannot be used.

        """
        try:
            yield
        except sqlite3.Error as error:
            if primary_code(error) in DAMAGE:
                self._damage = damaged(self._path, error, self._now)
                self._leave_as_it_is()
                raise StoreError(self._damage) from error
            code = getattr(error, "sqlite_errorcode", 0)
            meaning = _EXPLAINED.get(code) or _EXPLAINED.get(primary_code(error))
            if meaning is None:
                raise
            raise StoreError(f"The file {self._path} {meaning}.") from error

    def _leave_as_it_is(self) -> None:
        """Close the file without what the last connection to it does: writing its log into it."""
        db, self._db = self._db, None
        if db is not None:
            _abandon(db, self._path)

    def _close(self) -> None:
        if self._damage:
            self._leave_as_it_is()
        if self._db is not None:
            self._db.close()
            self._db = None


def rows(
    db: Database, sql: str, parameters: Sequence[object] | Mapping[str, object] = ()
) -> list[sqlite3.Row]:
    """The rows of a query, their columns by name."""
    return list(each_row(db, sql, parameters))


def each_row(
    db: Database, sql: str, parameters: Sequence[object] | Mapping[str, object] = ()
) -> Iterator[sqlite3.Row]:
    """The rows of a query one by one, their columns by name."""
    cursor = db.conn.cursor()
    cursor.row_factory = sqlite3.Row
    yield from cursor.execute(sql, parameters)


@contextmanager
def _immediate(db: Database) -> Iterator[None]:
    """A transaction that has the right to write from its start, so that it can wait for it."""
    db.execute("begin immediate")
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _layout(db: Database) -> int:
    """How often the schema has been changed."""
    found: int = db.execute("pragma schema_version").fetchone()[0]
    return found


def _abandon(db: Database, path: Path) -> None:
    """Close a connection while another one is there, which may not write: so that no log is written back."""
    with suppress(sqlite3.Error), closing(read_only(path)) as other:
        with suppress(sqlite3.Error):
            other.execute("select 1 from sqlite_master").fetchone()
        db.close()
    # Again, where there is no such other one: it was closed already otherwise.
    db.close()


def _open(path: Path, now: Callable[[], datetime]) -> Database:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(
            f"This Python comes with SQLite {sqlite3.sqlite_version}, and the workbench needs "
            f"{'.'.join(map(str, OLDEST_SQLITE[:2]))} or newer: install a newer Python or SQLite."
        )
    refuse_lost(path, now)
    _make(path)
    db = Database(path, execute_plugins=False)
    try:
        db.execute(f"pragma busy_timeout = {BUSY_MILLISECONDS}")
        refuse_unknown(db, path)
        db.execute("pragma synchronous = normal")
        db.execute(SMALL_CACHE)
        _write_ahead(db)
        db.execute("pragma foreign_keys = off")
        with _immediate(db):
            if is_behind(db):
                _copy_first(path, now())
            bring_up_to_date(db)
        db.execute("pragma foreign_keys = on")
    except sqlite3.DatabaseError as error:
        if primary_code(error) in DAMAGE:
            _abandon(db, path)
        else:
            db.close()
        raise
    except BaseException:
        db.close()
        raise
    return db


def _copy_first(path: Path, now: datetime) -> None:
    """Keep a copy of a database that is about to be changed by a migration.

    Raises:
        StoreError: there is no room for it.
        Malformed: the database is damaged.

    """
    no_room = (
        f"The database {path} has to be brought up to date, and there is no room for a copy of it first "
        f"({size_of(path) // 1_000_000 + 1} MB): make room and try again."
    )
    if not has_room(path):
        raise StoreError(no_room)
    try:
        keep_copy(path, now)
    except OSError as error:
        raise StoreError(no_room) from error


def _write_ahead(db: Database) -> None:
    """Switch to write-ahead logging, which a file keeps from then on.

    Programs that switch a new file at the same moment are refused at once instead of waiting for
    each other: wait as a writer does, then look again.
    """
    for waits_left in (2, 1, 0):
        try:
            db.enable_wal()
            return
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_BUSY or not waits_left:
                raise
        with _immediate(db):
            pass


def _make(path: Path) -> None:
    """Make the file for its owner alone, before SQLite would make it for everyone.

    The files that SQLite puts beside it take over its permissions. One that is there and can be written
    is not opened: closing it would take away every lock that this program has on it, and with them what
    keeps other programs from throwing away the log that this one writes.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        effective = os.access in os.supports_effective_ids
        usable = path.is_file() and os.access(path, os.R_OK | os.W_OK, effective_ids=effective)
        if not usable:
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(
            f"The file {path} cannot be opened for writing ({error.strerror}): make it and its folder "
            "writable, or choose another file with --db."
        ) from error
