"""Work on a thread that neither a caller who leaves nor the end of the program waits for."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from typing import TypeVar, cast

_T = TypeVar("_T")


async def beside(work: Callable[[], _T], name: str) -> _T:
    """What some work gives, or raises, on a thread of its own."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_T] = loop.create_future()

    def give(result: _T | None, error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(cast(_T, result))
        else:
            done.set_exception(error)

    def work_through() -> None:
        result, failed = None, None
        try:
            result = work()
        except BaseException as error:
            failed = error
        # Where nobody waits any more there is no loop to tell.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(give, result, failed)

    Thread(target=work_through, name=name, daemon=True).start()
    return await done
