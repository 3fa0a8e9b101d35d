"""What ends a program that was started when this one is killed and can end nothing any more."""

import asyncio
import contextlib
from asyncio.subprocess import DEVNULL, PIPE, Process

_GUARD = 'read group || exit; read _; kill -s KILL -- "-$group"'
"""Waits for the end of a pipe whose other end only this program holds, then kills a group of processes."""


class Guard:
    """A shell that outlives this program by as long as it takes to kill what this program started."""

    def __init__(self, shell: Process) -> None:
        self._shell = shell

    @classmethod
    async def begin(cls) -> "Guard | None":
        """A guard that is over nothing yet; None where there is no shell to be one."""
        with contextlib.suppress(OSError):
            shell = await asyncio.create_subprocess_exec(
                "/bin/sh",
                *("-c", _GUARD, "workbench-guard"),
                stdin=PIPE,
                stdout=DEVNULL,
                stderr=DEVNULL,
                # What ends this program's own group must not end its guard.
                start_new_session=True,
            )
            return cls(shell)
        return None

    def watch(self, group: int) -> None:
        """Be over a group of processes from now on."""
        assert self._shell.stdin is not None, "it was opened as a pipe"
        self._shell.stdin.write(f"{group}\n".encode())

    async def leave(self) -> None:
        """End the guard, once there is nothing left to kill."""
        with contextlib.suppress(ProcessLookupError):
            self._shell.kill()
        await self._shell.wait()
