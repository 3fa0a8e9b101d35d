"""`workbench fixes`: what the person agreed to fix, for a person or an agent."""

from pathlib import Path

import click

from workbench.bootstrap import Flags, open_desk
from workbench.cli.exits import Exit
from workbench.cli.opening import opened
from workbench.cli.options import db_option, format_option, history_option, path_argument
from workbench.cli.running import run


@click.command()
@path_argument
@history_option
@db_option
@format_option("markdown", "json")
def fixes(path: Path, history_of: Path | None, db: Path | None, form: str) -> int:
    """List the concerns of PATH that you marked hit, neither deferred nor fixed, in the order of the text."""
    run(_print(path, history_of, Flags(db=db, provider="none"), form))
    return Exit.FINE


async def _print(path: Path, history_of: Path | None, flags: Flags, form: str) -> None:
    from workbench.core.fixes import as_json, as_markdown, fixes_of

    async with open_desk(flags) as desk:
        board, _ = await opened(desk, path, None, history_of)
        agreed = fixes_of(board.history, board.revision)
        click.echo(as_json(board.artifact, agreed) if form == "json" else as_markdown(board.artifact, agreed))
