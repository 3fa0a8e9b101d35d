"""Plain `workbench`: home in full screen; without a terminal, the same list as lines."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from workbench.bootstrap.databases import database_path
from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.disk import line_checks
from workbench.bootstrap.flags import Flags, read_configuration
from workbench.cli.editor import edit
from workbench.cli.exits import Exit
from workbench.cli.output import narrate, say
from workbench.cli.running import run
from workbench.cli.slow_imports import imported
from workbench.core.entries import HEADINGS, entries_of
from workbench.core.text.display_text import fitted, neutralised_line, width

if TYPE_CHECKING:
    from workbench.tui.screens.action_screen import ActionScreen


def home() -> int:
    """Show every artifact of the database."""
    # Textual paints on standard error.
    if all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return run(_run(Flags()))
    run(_print(Flags(provider="none")))
    return Exit.FINE


async def _run(flags: Flags) -> int:
    from workbench.storage.known import known_at_once
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.screens.home_frame import HomeFrame

    async with AsyncExitStack() as stack:

        async def opened() -> "ActionScreen":
            await imported("workbench.tui.screens.home")
            from workbench.tui.keymaps import keys_of
            from workbench.tui.screens.home import HomeScreen

            keys = keys_of(read_configuration(flags).keys)
            desk = await stack.enter_async_context(open_desk(flags, apart=True))
            home = HomeScreen(desk, keys, edit, line_checks=line_checks)
            await home.load()
            return home

        app = WorkbenchApp(HomeFrame(entries_of(known_at_once(database_path(flags)))), opened)
        await app.run_to_the_end()
    if app.failure:
        raise app.failure
    # Textual ends with 1 after a bug, whose traceback it has printed.
    return Exit.BUG if app.return_code == 1 else app.return_code or Exit.FINE


async def _print(flags: Flags) -> None:
    """Print the list in columns, each line with its path at the end."""
    from workbench.core.home import Home

    async with open_desk(flags) as desk:
        listed = Home(desk.store, desk.files)
        entries = [await listed.completed(entry) for entry in await listed.entries()]
        now = desk.clock.now()
    if not entries:
        narrate("No text is listed: `workbench open README.md` opens one.")
        return
    table: list[tuple[str, ...]] = [(*HEADINGS, "path")]
    table += [(*entry.cells(now), entry.known.artifact.path) for entry in entries]
    for line in _in_columns(table):
        say(line)


def _in_columns(table: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows whose cells stand below each other."""
    shown = [[neutralised_line(cell) for cell in row] for row in table]
    widths = [max(map(width, column)) for column in zip(*shown, strict=True)]
    for row in shown:
        yield "  ".join(fitted(cell, room) for cell, room in zip(row, widths, strict=True)).rstrip()
