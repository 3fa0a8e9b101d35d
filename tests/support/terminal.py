"""A real terminal for the installed program: a pty that is written to and read from."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path

PROGRAM = str(Path(sys.executable).with_name("workbench"))
_ESCAPES = re.compile(rb"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[\]P][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()=>][0-9A-B]?")


class Terminal:
    """One run of the program; what it painted so far is in `seen`, without escape sequences."""

    def __init__(self, *words, columns=80, rows=24, environ=None, program=PROGRAM):
        self.raw = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            inherited = {**os.environ, "TERM": "xterm-256color", **(environ or {})}
            os.execve(program, [program, *map(str, words)], inherited)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def seen(self):
        return _ESCAPES.sub(b" ", self.raw).decode(errors="replace")

    def read(self, seconds=0.05):
        if select.select([self.fd], [], [], seconds)[0]:
            try:
                self.raw += os.read(self.fd, 1 << 16)
            except OSError:
                return False
        return True

    def wait_for(self, words, seconds=20):
        """Read until these words were painted since the last key."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if words in self.seen:
                return
            self.read()
        raise AssertionError(f"{words!r} never appeared in: {self.seen[-2000:]}")

    def settle(self, seconds=0.4):
        """Read for a moment, as long as a person needs to see what was painted."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read()

    def press(self, keys):
        self.raw = b""
        os.write(self.fd, keys.encode())

    def wait_for_end(self, seconds=20):
        """The exit code."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                os.close(self.fd)
                return os.waitstatus_to_exitcode(status)
            self.read()
        raise AssertionError(f"it did not end: {self.seen[-2000:]}")

    def kill(self):
        """End it without asking."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)
