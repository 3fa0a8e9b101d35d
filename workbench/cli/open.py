"""`workbench open`: the full-screen workbench; without a terminal, what `status` prints."""

import sys
from pathlib import Path
from typing import Any

import click

from workbench.bootstrap import Flags, open_desk, read_configuration
from workbench.cli.editor import edit
from workbench.cli.exits import Exit
from workbench.cli.options import flags_of, kind_option, path_argument, reading_options
from workbench.cli.output import narrate
from workbench.cli.running import run
from workbench.cli.status import print_status
from workbench.core.artifacts import Kind


@click.command()
@path_argument
@kind_option
@reading_options
def open_command(path: Path, **values: Any) -> int:
    """Open PATH in the full-screen workbench. Nothing is sent until you say so."""
    kind = values.pop("kind")
    flags = flags_of(values)
    # Textual paints on standard error.
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        run(print_status(path, kind, Flags(db=flags.db, provider="none"), "text"))
        narrate(f"This is no terminal, so nothing was opened or sent; `workbench review {path}` reads it.")
        return Exit.FINE
    return run(_run(path, Kind(kind) if kind else None, flags))


async def _run(path: Path, kind: Kind | None, flags: Flags) -> int:
    from workbench.tui.app import WorkbenchApp

    keys = read_configuration(flags).keys
    async with open_desk(flags) as desk:
        app = WorkbenchApp(desk, path, kind, keys, edit)
        await app.run_async()
    # Textual ends with 1 after a bug, whose traceback it has printed.
    return Exit.BUG if app.return_code == 1 else app.return_code or Exit.FINE
