"""When a running program keeps a copy of its database."""

import asyncio

import pytest

from workbench.bootstrap import desks
from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.storage.copies import copy_files


@pytest.fixture
async def flags(tmp_path):
    """Flags that name a database with a text in it."""
    flags = Flags(db=tmp_path / "w.db", provider="none")
    async with open_desk(flags) as desk:
        await desk.store.open_artifact("path:/a.md", "/a.md", None)
    return flags


async def test_a_program_that_goes_on_keeps_a_copy(flags, monkeypatch):
    kept = asyncio.Event()
    keep = SystemClock.sleep

    async def sleep(clock, seconds):
        if seconds == desks._COPY_EVERY:
            kept.set()
            await keep(clock, seconds)

    monkeypatch.setattr(SystemClock, "sleep", sleep)
    async with open_desk(flags):
        await kept.wait()
    assert len(copy_files(flags.db)) == 1


async def test_a_program_that_is_over_soon_keeps_none(flags):
    async with open_desk(flags):
        await asyncio.sleep(0)
    assert copy_files(flags.db) == []
