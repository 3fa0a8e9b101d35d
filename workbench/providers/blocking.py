"""An iterator that blocks, read on a thread that nobody waits for."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from threading import Thread
from typing import Any

END = object()
"""In place of an item after the last one."""


class Blocking:
    """What a blocking iterator gives, one item after the other.

    To stop ends its thread where that can be done, and else leaves it alone.
    """

    def __init__(self, read: Callable[["Blocking"], Generator[Any, None, None]], name: str) -> None:
        """Begin to read what a function gives; it is called, and read, on the thread."""
        self.stopped = False
        self._wake: Callable[[], None] | None = None
        self._items: asyncio.Queue[tuple[Any, BaseException | None]] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        Thread(target=self._read_through, args=(read,), name=name, daemon=True).start()

    async def next(self) -> Any:
        """The next item; `END` after the last one. Raises whatever reading it raised."""
        item, error = await self._items.get()
        if error is not None:
            raise error
        return item

    def woken_by(self, wake: Callable[[], None]) -> None:
        """Have it woken so, from another thread, where it waits for something and is stopped."""
        self._wake = wake
        if self.stopped:
            wake()

    def stop(self) -> None:
        """Read no further."""
        self.stopped = True
        if self._wake is not None:
            self._wake()

    def _read_through(self, read: Callable[["Blocking"], Generator[Any, None, None]]) -> None:
        error: BaseException | None = None
        try:
            with closing(read(self)) as items:
                for item in items:
                    if self.stopped:
                        return
                    self._give(item, None)
        except BaseException as raised:
            error = raised
        self._give(END, error)

    def _give(self, item: Any, error: BaseException | None) -> None:
        # Where nobody waits any more there is no loop to tell.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._items.put_nowait, (item, error))
