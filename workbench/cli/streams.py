"""The three streams of a program, which whoever started it may have closed or filled."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The errors of a stream that takes no more."""


def opened() -> None:
    """Have a stream that was closed lead nowhere: nobody wants to read it, or there is nothing to read.

    Python has None for it, and the next file that is opened would get its number: a database that takes
    what is printed.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest number that is free is this one.
            os.open(os.devnull, os.O_RDWR)
    # They stay open as long as the program does.
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115
    if sys.stdout is None:
        sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115


@contextmanager
def screen_on_terminal() -> Iterator[None]:
    """Have standard output lead to where standard error does meanwhile, which is the terminal.

    What is asked for its size, and where an editor paints, is standard output, which may be a file or a pipe.
    """
    if os.isatty(1) or not os.isatty(2):
        yield
        return
    sys.stdout.flush()
    kept = os.dup(1)
    os.dup2(2, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)


def told(tell: Callable[[], object]) -> None:
    """Tell the person something on standard error; a disk that is full there changes nothing else."""
    try:
        tell()
        sys.stderr.flush()
    except OSError as error:
        if error.errno not in FULL:
            raise
        discarded(sys.stderr)


def discarded(stream: TextIO) -> None:
    """Have nothing more come of a stream: what it still holds would fail again as Python ends.

    That would change the exit code.
    """
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
