"""`workbench status`: where a text stands, from what is stored and its checks."""

from pathlib import Path

import click

from workbench.bootstrap import Flags, open_desk
from workbench.cli.exits import Exit
from workbench.cli.lines import status_lines
from workbench.cli.options import db_option, format_option, kind_option, path_argument
from workbench.cli.output import say, say_json
from workbench.cli.running import run
from workbench.cli.shapes import review_shape
from workbench.core.artifacts import Kind


@click.command()
@path_argument
@kind_option
@db_option
@format_option("text", "json")
def status(path: Path, kind: str | None, db: Path | None, form: str) -> int:
    """Say where PATH stands: its ruling, rounds, concerns and marks. Sends nothing."""
    run(print_status(path, kind, Flags(db=db, provider="none"), form))
    return Exit.FINE


async def print_status(path: Path, kind: str | None, flags: Flags, form: str) -> None:
    """Print where an artifact stands, after running its checks."""
    async with open_desk(flags) as desk:
        board, report = await desk.open(path, Kind(kind) if kind else None)
        if form == "json":
            say_json(review_shape(board, report, desk.prices))
            return
        for line in status_lines(board, report):
            say(line)
