"""Running a command's coroutine so that whatever ends it is noticed."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from workbench.core.beside import beside

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
    return await beside(lambda: asyncio.run(work), "elsewhere")
