"""Databases that tests begin with, made once instead of by every test."""

import asyncio
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from support.builders import FakeClock

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.storage.store import SqliteStore


def begin(path):
    """Put a database there in which nothing is stored yet, unless one is there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_new())


def open_text(text, db):
    """Store a text in a database, made if new, as opening it without a reader does."""
    begin(db)
    _apart(_open_text(text, db))


@cache
def _new():
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "w.db"
        _apart(_make(path))
        return path.read_bytes()


async def _make(path):
    store = SqliteStore(path, FakeClock().now)
    await store.open()
    await store.close()


async def _open_text(text, db):
    async with open_desk(Flags(provider="none", db=db)) as desk:
        await desk.open(text)


def _apart(work):
    """Run it in a loop of its own, whether or not a test's is running."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(asyncio.run, work).result()
