"""Desks wired from flags, environment and the user's configuration."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.databases import database_path
from workbench.bootstrap.disk import (
    disk_and_checks,
    file_shelf,
    line_checks,
    read_everything,
    repository_lookup,
)
from workbench.bootstrap.flags import Flags, read_configuration, settings
from workbench.bootstrap.providers import chosen_provider, provider_named

if TYPE_CHECKING:
    from workbench.core.comparing.desk import CompareDesk
    from workbench.core.desk import Desk
    from workbench.core.taglines.desk import TaglineDesk
    from workbench.storage.store import SqliteStore


_COPY_AFTER = 2.0
"""Seconds that a program runs before it thinks of copying the database: most commands are over by then."""
_COPY_EVERY = 3600.0
"""Seconds between two looks whether the copy has become old."""


@asynccontextmanager
async def open_desk(flags: Flags, apart: bool = False) -> "AsyncIterator[Desk]":
    """A desk wired from flags, environment and the user's configuration, closed at the end.

    With `apart` the checks run in a process of their own, as suits a screen that stays open.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
        UsageError: the provider that was asked for does not exist.
    """
    from workbench.core.desk import Desk
    from workbench.storage.store import SqliteStore

    files, checks = disk_and_checks(apart)
    configured = read_configuration(flags)
    name = chosen_provider(flags, configured)
    clock = SystemClock()
    store = SqliteStore(database_path(flags), clock.now)
    provider = provider_named(name, configured)
    await store.open()
    copying = asyncio.create_task(_keep_copies(store, clock))
    try:
        yield Desk(
            store,
            files,
            checks,
            provider,
            clock,
            await asyncio.to_thread(read_everything),
            settings(flags, configured, name.partition(":")[0]),
            configured.price_table(),
            repository_lookup(),
            file_shelf(),
        )
    finally:
        copying.cancel()
        with suppress(asyncio.CancelledError):
            await copying
        if provider is not None:
            await provider.close()
        await store.close()


@asynccontextmanager
async def open_compare(flags: Flags, apart: bool = False) -> "AsyncIterator[CompareDesk]":
    """As `open_desk`, for two texts beside each other.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
        UsageError: the provider that was asked for does not exist.
    """
    from workbench.core.comparing.desk import CompareDesk

    async with open_desk(flags, apart) as desk:
        yield CompareDesk(desk)


@asynccontextmanager
async def open_taglines(flags: Flags, apart: bool = False) -> "AsyncIterator[TaglineDesk]":
    """As `open_desk`, for candidates that are tried on readers.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
        UsageError: the provider that was asked for does not exist.
    """
    from workbench.core.taglines.desk import TaglineDesk

    async with open_desk(flags, apart) as desk:
        yield TaglineDesk(desk, line_checks())


@asynccontextmanager
async def open_demo(folder: Path, recording: Path) -> "AsyncIterator[Desk]":
    """A desk over a database in a folder that is thrown away, read by a recording.

    Neither the environment nor the user's configuration, personas and rubrics take part.

    Raises:
        ContentError: the recording cannot be used.
        StoreError: the database cannot be made.
    """
    from workbench.content.library import read_library
    from workbench.content.settings import configuration
    from workbench.core.desk import Desk
    from workbench.providers.recorded import RecordedProvider
    from workbench.storage.store import SqliteStore

    files, checks = disk_and_checks()
    clock = SystemClock()
    store = SqliteStore(folder / "demo.db", clock.now)
    provider = RecordedProvider.load(recording)
    made = configuration({"budget": "none", "models": dict.fromkeys(("reader", "judge"), provider.model)})
    try:
        shelf, lookup = file_shelf(folder / "content"), repository_lookup()
        limits, prices = made.settings("scripted"), made.price_table()
        yield Desk(store, files, checks, provider, clock, read_library(), limits, prices, lookup, shelf)
    finally:
        await store.close()


async def _keep_copies(store: "SqliteStore", clock: SystemClock) -> None:
    """See now and then whether the database wants a copy, once the first frame is long painted."""
    wait = _COPY_AFTER
    while True:
        await clock.sleep(wait)
        await store.keep_copy()
        wait = _COPY_EVERY
