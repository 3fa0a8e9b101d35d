"""`workbench demo`: a recorded loop to try every key on, over a database that is thrown away."""

import sys
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from workbench.bootstrap.desks import open_demo
from workbench.bootstrap.flags import Flags, read_configuration
from workbench.cli.exits import Exit
from workbench.cli.output import narrate
from workbench.cli.running import run
from workbench.core.errors import UsageError

if TYPE_CHECKING:
    from workbench.tui.app import WorkbenchApp

_AFTER = "That was a recording, and nothing of it was kept: `workbench open README.md` opens a text of yours."
_WELCOME = (
    "A recording of real readings: {read} plays a round, {edit} makes the author's edit. Nothing is sent.",
    "A recording: {read} plays a round, {edit} makes the author's edit.",
)


@click.command()
def demo() -> int:
    """Go through a recorded loop of three rounds. Nothing is sent, and nothing is kept."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageError("The demo is full-screen: run `workbench demo` in a terminal.")
    with TemporaryDirectory(prefix="workbench-demo-") as folder:
        code = run(_run(Path(folder)))
    narrate(_AFTER)
    return code


async def _run(folder: Path) -> int:
    async with AsyncExitStack() as stack:
        app = await _app(folder, stack)
        await app.run_to_the_end()
    # Textual ends with 1 after a bug, whose traceback it has printed.
    return Exit.BUG if app.return_code == 1 else app.return_code or Exit.FINE


async def _app(folder: Path, stack: AsyncExitStack) -> "WorkbenchApp":
    from workbench.content.demonstration import demonstration
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.keymaps import keys_of
    from workbench.tui.screens.review import ReviewScreen

    recorded = demonstration()
    desk = await stack.enter_async_context(open_demo(folder, recorded.recording))
    keys = keys_of(read_configuration(Flags()).keys)
    review = ReviewScreen(desk, recorded.begin(folder), None, keys, recorded.edit)
    shown = {"read": keys.shown("read"), "edit": keys.shown("edit")}
    review.welcome = tuple(words.format(**shown) for words in _WELCOME)
    return WorkbenchApp(review)
