import asyncio
from threading import Event, get_ident

import pytest

from workbench.cli.running import elsewhere
from workbench.core.errors import StoreError


async def where():
    await asyncio.sleep(0)
    return get_ident()


async def test_work_is_done_on_a_loop_of_its_own():
    assert await elsewhere(where()) != get_ident()


async def test_its_failure_is_the_callers():
    async def fails():
        raise StoreError("It cannot be used.")

    with pytest.raises(StoreError):
        await elsewhere(fails())


async def test_this_loop_goes_on_while_it_computes():
    computing, seen = Event(), Event()

    async def computes():
        computing.set()
        return seen.wait(10)

    work = asyncio.create_task(elsewhere(computes()))
    await asyncio.to_thread(computing.wait)
    seen.set()
    assert await work


async def test_it_is_not_waited_for_once_its_caller_is_cancelled():
    computing, let_go = Event(), Event()

    async def computes():
        computing.set()
        let_go.wait(10)

    work = asyncio.create_task(elsewhere(computes()))
    await asyncio.to_thread(computing.wait)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    let_go.set()
