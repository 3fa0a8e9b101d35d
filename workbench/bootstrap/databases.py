"""The database: where it is, how it is, and what is counted in it before a desk is opened."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.flags import Flags, read_configuration
from workbench.content.locations import database
from workbench.core.errors import UsageError

if TYPE_CHECKING:
    from workbench.core.costs.account import Account, By
    from workbench.core.trust.instruments import Report
    from workbench.storage.condition import Condition
    from workbench.storage.exchange import Exchange


def database_path(flags: Flags) -> Path:
    """Where the database is: `--db`, `WORKBENCH_DB`, else the platform's user data folder.

    Raises:
        UsageError: what is there cannot be a database.
    """
    path = flags.db or database(os.environ)
    if path.is_dir():
        inside = path / "workbench.db"
        raise UsageError(
            f"The database {path} is a folder: name a file with --db or WORKBENCH_DB, such as {inside}."
        )
    if path.exists() and not path.is_file():
        raise UsageError(
            f"The database {path} is no file but a device or a pipe: name a file with --db or WORKBENCH_DB."
        )
    return path


@asynccontextmanager
async def open_exchange(flags: Flags) -> "AsyncIterator[Exchange]":
    """What exports the database and imports into it, closed at the end.

    Raises:
        StoreError: the database cannot be used.
    """
    from importlib.metadata import version

    from workbench.storage.exchange import Exchange

    exchange = Exchange(database_path(flags), SystemClock().now, version("review-loop-workbench"))
    try:
        yield exchange
    finally:
        await exchange.close()


async def look_at_database(path: Path) -> "Condition | None":
    """How a database is, all of it read; None where there is none yet.

    Raises:
        StoreError: it cannot be used.
    """
    # Slow to import, and the report does without it.
    import asyncio

    from workbench.storage.damage import refuse_lost
    from workbench.storage.store import SqliteStore

    clock = SystemClock()
    if not await asyncio.to_thread(path.exists):
        refuse_lost(path, clock.now)
        return None
    store = SqliteStore(path, clock.now)
    try:
        return await store.condition()
    finally:
        await store.close()


def report_at_once(flags: Flags) -> "Report | None":
    """The report on a database that nothing has opened yet; None where it must be opened first.

    Raises:
        ContentError: the configuration cannot be used.
        UsageError: what is there cannot be a database.
    """
    from workbench.core.trust.instruments import Report
    from workbench.storage.kept_counts import load_kept, save_kept
    from workbench.storage.report_counts import counted_at_once

    path, prices = database_path(flags), read_configuration(flags).price_table()
    kept = load_kept(path, prices)
    found = counted_at_once(path, kept, prices)
    if found is None:
        return None
    if kept.changed:
        save_kept(path, kept)
    return Report(found)


async def report_once_open(flags: Flags) -> "Report":
    """The report on a database that is made, or brought up to date, first.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
    """
    from workbench.core.trust.instruments import Report
    from workbench.storage.store import SqliteStore

    store = SqliteStore(database_path(flags), SystemClock().now)
    try:
        return Report(await store.counted(read_configuration(flags).price_table()))
    finally:
        await store.close()


async def account_of(flags: Flags, by: "By", since: date | None) -> "Account":
    """What was spent, by all that is stored; hits only where all of the time counts, and not by day.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
    """
    from workbench.core.costs.account import By, account, hits_of
    from workbench.core.trust.instruments import Report
    from workbench.storage.store import SqliteStore

    prices = read_configuration(flags).price_table()
    store = SqliteStore(database_path(flags), SystemClock().now)
    try:
        used = await store.used(prices.sizes, since)
        if since is not None or by is By.DAY:
            return account(used, prices, by, since=since)
        hits = await store.hits_by_path()
        costs = () if by is By.ARTIFACT else Report(await store.counted(prices)).costs
        of_sources = [(cost.source, cost.model, cost.hits) for cost in costs]
        return account(used, prices, by, hits_of(by, hits, of_sources))
    finally:
        await store.close()


def sqlite_version() -> str:
    """The SQLite that this Python uses, with its name."""
    from workbench.storage.database import SQLITE_VERSION

    return f"SQLite {SQLITE_VERSION}"


def restorable_copy(path: Path) -> str:
    """How old the copy is that would be put back as a database, and how much it holds.

    Raises:
        StoreError: there is none, or nothing to put it back for.
    """
    from workbench.storage.restoring import restorable

    return restorable(path).said(SystemClock().now())


def restore_database(path: Path) -> tuple[str, ...]:
    """Put the newest copy of a database back; what was done, a sentence each.

    Raises:
        StoreError: it cannot be done; nothing has changed then.
    """
    from workbench.storage.restoring import restore

    now = SystemClock().now()
    return tuple(restore(path, now).sentences(now))
