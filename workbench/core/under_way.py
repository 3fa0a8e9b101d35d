"""What tasks tell while they are under way, and what they store where they are stopped meanwhile."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


async def told_by(
    tasks: Sequence["asyncio.Task[Any]"], events: "asyncio.Queue[T]", stop: asyncio.Event
) -> AsyncGenerator[T, None]:
    """Every event that tasks put into a queue, until all have ended; a bug in one of them is raised.

    Setting `stop`, or closing the generator, ends the tasks. What they still tell as they end is given too,
    but for a generator that was closed.
    """
    stopping = asyncio.create_task(stop.wait())
    try:
        while (event := await _next(events, tasks, stopping)) is not None:
            yield event
    finally:
        for task in (*tasks, stopping):
            task.cancel()
        await asyncio.gather(*tasks, stopping, return_exceptions=True)
    while not events.empty():
        yield events.get_nowait()


async def _next(
    events: "asyncio.Queue[T]", tasks: Sequence["asyncio.Task[Any]"], stopping: "asyncio.Task[bool]"
) -> T | None:
    """The next event; None once all have ended, or it is to stop."""
    getting = asyncio.create_task(events.get())
    try:
        while True:
            for task in tasks:
                if task.done():
                    task.result()
            if getting.done():
                return getting.result()
            under_way = [task for task in tasks if not task.done()]
            if stopping.done() or not (under_way or events.qsize()):
                return None
            await asyncio.wait([getting, stopping, *under_way], return_when=asyncio.FIRST_COMPLETED)
    finally:
        getting.cancel()


async def stored(saving: Coroutine[Any, Any, T], tell: Callable[[T], None]) -> T:
    """What was stored, once it is told.

    Whoever is stopped meanwhile is stopped after that: what was answered is neither lost nor untold.
    """
    task = asyncio.create_task(saving)
    try:
        await asyncio.shield(task)
    finally:
        kept = await task
        tell(kept)
    return kept
