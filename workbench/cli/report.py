"""`workbench report`: how often each judge, reader and check is right."""

from pathlib import Path

import click

from workbench.bootstrap import Flags, open_desk
from workbench.cli.exits import Exit
from workbench.cli.options import db_option, format_option
from workbench.cli.output import say, say_json, terminal_columns
from workbench.cli.running import run


@click.command()
@db_option
@format_option("text", "json")
def report(db: Path | None, form: str) -> int:
    """Say how often each instrument is right, over every text you marked."""
    run(_print(Flags(db=db, provider="none"), form))
    return Exit.FINE


async def _print(flags: Flags, form: str) -> None:
    async with open_desk(flags) as desk:
        made = await desk.report()
    if form == "json":
        say_json(made.shape())
        return
    for line in made.lines(terminal_columns()):
        say(line)
