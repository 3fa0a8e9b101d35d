"""Running a command's coroutine so that whatever ends it is noticed."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any, TypeVar, cast

_T = TypeVar("_T")


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """What a command gives; a termination or a closed terminal ends it as ctrl+c does.

    So readings under way are stopped, with every program that they started, and what was read is kept.

    Raises:
        KeyboardInterrupt: it was ended from outside.
    """

    async def noticed() -> _T:
        task = asyncio.current_task()
        assert task is not None, "a running coroutine has a task"
        for name in ("SIGTERM", "SIGHUP"):
            with suppress(AttributeError, NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
        return await work

    try:
        return asyncio.run(noticed())
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def elsewhere(work: Coroutine[Any, Any, _T]) -> _T:
    """What a coroutine gives that runs on a loop of its own, so that what it computes holds up nothing here.

    It is not waited for where the caller is cancelled, nor by the end of the program.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[_T] = loop.create_future()

    def give(result: _T | None, error: BaseException | None) -> None:
        if done.cancelled():
            return
        if error is None:
            done.set_result(cast(_T, result))
        else:
            done.set_exception(error)

    def work_through() -> None:
        result, failed = None, None
        try:
            result = asyncio.run(work)
        except BaseException as error:
            failed = error
        # Where nobody waits any more there is no loop to tell.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(give, result, failed)

    Thread(target=work_through, daemon=True).start()
    return await done
