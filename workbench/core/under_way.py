"""Events of tasks that are under way, one after the other."""

import asyncio
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


async def next_event(
    events: "asyncio.Queue[T]", tasks: Sequence["asyncio.Task[None]"], stopping: "asyncio.Task[bool]"
) -> T | None:
    """The next event, None once it is to stop; a bug in a task is raised, not waited for."""
    getting = asyncio.create_task(events.get())
    try:
        while True:
            under_way = [task for task in tasks if not task.done()]
            await asyncio.wait([getting, stopping, *under_way], return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
            if getting.done():
                return getting.result()
            if stopping.done():
                return None
    finally:
        getting.cancel()
