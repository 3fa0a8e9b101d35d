"""When a file is written, replaced, removed or put back: by the system's own events, else by looking."""

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from pathlib import Path

Stamp = tuple[int, int, int, int] | None
"""What differs once a file was written or replaced: device, inode, time of writing, size; None for none."""

_DEBOUNCE = 200
"""Milliseconds within which several writes of one save count as one."""
_STEP = 50
"""Milliseconds of quiet after which a change is told."""
_LOOK_EVERY = 2.0
"""Seconds between two looks at a file, for file systems that tell nothing, as those of a network."""


async def file_changes(path: Path, look_every: float = _LOOK_EVERY) -> AsyncGenerator[None, None]:
    """Once each time the file at a path is another than before; it need not exist.

    What happens to its folder is listened to, so that a file that an editor puts in place of it counts. It
    ends with whoever iterates over it.
    """
    stamp = await asyncio.to_thread(_stamp, path)
    async with aclosing(_hints(path, look_every)) as hints:
        async for _ in hints:
            now = await asyncio.to_thread(_stamp, path)
            if now != stamp:
                stamp = now
                yield


async def _hints(path: Path, look_every: float) -> AsyncGenerator[None, None]:
    """Whenever the file may have changed: at an event in its folder, and every so many seconds."""
    told = asyncio.Event()
    stop = threading.Event()
    loop = asyncio.get_running_loop()

    def tell() -> None:
        # Once the program has ended there is nobody left to tell.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(told.set)

    # A thread of its own: it waits for as long as the file is looked at, and the end for nobody.
    threading.Thread(target=_listen, args=(path, tell, stop), name="file changes", daemon=True).start()
    try:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(told.wait(), look_every)
            told.clear()
            yield
    finally:
        stop.set()


def _listen(path: Path, tell: Callable[[], object], stop: threading.Event) -> None:
    """Tell of events about a file until it is stopped; at once over where there are none to be had."""
    try:
        # Not its `awatch`: that brings an event loop's whole library for the one thread that this is.
        from watchfiles import watch
    except ImportError:
        return
    folders, names = _watched(path)

    def concerns_it(_: object, changed: str) -> bool:
        return changed in names

    # A folder that is gone, or more watches than the system allows: looking goes on.
    with suppress(OSError, RuntimeError):
        for _ in watch(
            *folders,
            watch_filter=concerns_it,
            debounce=_DEBOUNCE,
            step=_STEP,
            stop_event=stop,
            recursive=False,
            ignore_permission_denied=True,
        ):
            tell()


def _watched(path: Path) -> tuple[list[Path], set[str]]:
    """The folders that are there of a file and of what it is a link to, and its names in them."""
    folders = {Path(os.path.realpath(path.absolute().parent)), Path(os.path.realpath(path)).parent}
    real = os.path.realpath(path)
    there = [folder for folder in sorted(folders) if folder.is_dir()]
    return there, {real, str(Path(os.path.realpath(path.absolute().parent)) / path.name)}


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size
