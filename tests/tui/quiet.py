"""When an app has done all that a key or an event made it do."""

import asyncio

import textual.app
import textual.pilot
import textual.screen

_PAINTING = 1 / 1000
"""Seconds between two paintings; sixty a second would be most of what a test takes."""
_SOON = 0.02
"""Seconds in which what is due is waited for: the next painting, not the next look at the file."""
_TIMERS = 10
"""How often timers alone are waited for; a screen that was left is due for ever."""
_LOOK = 0.001
"""Seconds between two looks at a thread."""


_LONGEST = 10.0
"""Seconds after which a test goes on all the same, and fails if that was not done which it looks at."""


def install(patch):
    """Have pilots wait for what is left to do.

    Textual's own wait samples the processor's time until it has rested for a fiftieth of a second, three
    times a key. On a slow machine a program that was not given the processor looks as if it rested.
    """
    working = set()
    begin = asyncio.BaseEventLoop.run_in_executor

    def run_in_executor(loop, *work):
        future = begin(loop, *work)
        working.add(future)
        future.add_done_callback(working.discard)
        return future

    async def wait(least=0.0, most=_LONGEST):
        await asyncio.sleep(least)
        await _until_quiet(working, most)

    patch.setattr(asyncio.BaseEventLoop, "run_in_executor", run_in_executor)
    patch.setattr(textual.pilot, "wait_for_idle", wait)
    patch.setattr(textual.app, "wait_for_idle", wait)
    patch.setattr(textual.screen, "UPDATE_PERIOD", _PAINTING)


async def _until_quiet(working, most):
    """Wait until nothing is ready to run, no thread works and nothing is due soon, for `most` seconds."""
    loop = asyncio.get_running_loop()
    end, timers = loop.time() + most, 0
    while loop.time() < end:
        # Twice: what comes from outside is ready only after the loop has looked there.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        due = _due(loop)
        if loop._ready:
            continue
        if any(future.get_loop() is loop for future in working):
            await asyncio.sleep(_LOOK)
        elif due is not None and timers < _TIMERS:
            timers += 1
            await asyncio.sleep(due)
        else:
            return


def _due(loop):
    """Seconds until the next timer is due; None where that is not soon."""
    due = min((timer.when() for timer in loop._scheduled if not timer.cancelled()), default=None)
    left = None if due is None else max(due - loop.time(), 0)
    return left if left is not None and left <= _SOON else None
