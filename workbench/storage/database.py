"""One SQLite file, opened on the only thread that touches it."""

import asyncio
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from workbench.core.errors import StoreError
from workbench.storage.schema import bring_up_to_date, refuse_unknown

T = TypeVar("T")

OLDEST_SQLITE = (3, 37, 0)
"""The first SQLite with strict tables."""

SQLITE_VERSION = sqlite3.sqlite_version
"""The SQLite that this Python uses."""

BUSY_MILLISECONDS = 10_000
"""How long another program's write is waited for."""

_EXPLAINED = {
    sqlite3.SQLITE_NOTADB: "is not a database: choose another file with --db",
    sqlite3.SQLITE_CORRUPT: "is damaged: restore a copy, or save what can be read with "
    "`sqlite3 OLD .recover | sqlite3 NEW`",
    sqlite3.SQLITE_READONLY: "cannot be written: make it and its folder writable, or choose another "
    "file with --db",
    sqlite3.SQLITE_PERM: "may not be opened: change its permissions, or choose another file with --db",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened: make it and its folder writable, or choose another "
    "file with --db",
    sqlite3.SQLITE_BUSY: f"has been locked by another program for {BUSY_MILLISECONDS // 1000} seconds: close "
    "that program and try again",
    sqlite3.SQLITE_FULL: "cannot grow, the disk is full: make room and try again",
    sqlite3.SQLITE_IOERR: "could not be read or written by the disk: check the disk and try again",
}
"""What SQLite's primary result codes mean to a person; every other one is a bug."""


class DatabaseThread:
    """A database file and the thread that opens it when it is first used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="workbench-store")
        self._db: Database | None = None

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
        closing = asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown(wait=False)
        await asyncio.shield(closing)

    def _run(
        self, way: Callable[[Callable[[Database], T]], T], work: Callable[[Database], T]
    ) -> asyncio.Future[T]:
        return asyncio.get_running_loop().run_in_executor(self._thread, way, work)

    def _read(self, work: Callable[[Database], T]) -> T:
        with _explained(self._path):
            db = self._opened()
            with db.atomic():
                return work(db)

    def _write(self, work: Callable[[Database], T]) -> T:
        with _explained(self._path):
            db = self._opened()
            with _immediate(db):
                return work(db)

    def _opened(self) -> Database:
        if self._db is None:
            self._db = _open(self._path)
        return self._db

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
            self._db = None


def rows(db: Database, sql: str, parameters: Sequence[object] = ()) -> list[sqlite3.Row]:
    """The rows of a query, their columns by name."""
    cursor = db.conn.cursor()
    cursor.row_factory = sqlite3.Row
    return cursor.execute(sql, parameters).fetchall()


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Raise what SQLite says of an unusable file as a sentence.

    Raises:
        StoreError: the file cannot be used.

    """
    try:
        yield
    except sqlite3.Error as error:
        meaning = _EXPLAINED.get(_primary_code(error))
        if meaning is None:
            raise
        raise StoreError(f"The file {path} {meaning}.") from error


def _primary_code(error: sqlite3.Error) -> int:
    """SQLite's result code without what refines it; 0 where Python's own wrapper raised the error."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


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


def _open(path: Path) -> Database:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise StoreError(
            f"This Python comes with SQLite {sqlite3.sqlite_version}, and the workbench needs "
            f"{'.'.join(map(str, OLDEST_SQLITE[:2]))} or newer: install a newer Python or SQLite."
        )
    _make(path)
    db = Database(path, execute_plugins=False)
    try:
        db.execute(f"pragma busy_timeout = {BUSY_MILLISECONDS}")
        refuse_unknown(db, path)
        db.execute("pragma synchronous = normal")
        _write_ahead(db)
        db.execute("pragma foreign_keys = off")
        with _immediate(db):
            bring_up_to_date(db)
        db.execute("pragma foreign_keys = on")
    except BaseException:
        db.close()
        raise
    return db


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
            if _primary_code(error) != sqlite3.SQLITE_BUSY or not waits_left:
                raise
        with _immediate(db):
            pass


def _make(path: Path) -> None:
    """Make the file for its owner alone, before SQLite would make it for everyone.

    The files that SQLite puts beside it take over its permissions.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as error:
        raise StoreError(
            f"The file {path} cannot be opened for writing ({error.strerror}): make it and its folder "
            "writable, or choose another file with --db."
        ) from error
