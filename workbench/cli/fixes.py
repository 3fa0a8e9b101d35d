"""`workbench fixes`: what the person agreed to fix, for a person or an agent."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.opening import opened
from workbench.cli.options import db_option, history_option, path_argument
from workbench.cli.output import terminal_columns
from workbench.cli.running import run

if TYPE_CHECKING:
    from workbench.core.board import Board


@click.command()
@path_argument
@history_option
@db_option
@click.option(
    "--format",
    "form",
    type=click.Choice(("text", "markdown", "json")),
    help="What to print.  [default: text in a terminal, else markdown]",
)
def fixes(path: Path, history_of: Path | None, db: Path | None, form: str | None) -> int:
    """List the concerns of PATH that you marked hit, neither deferred nor fixed, in the order of the text."""
    run(_print(path, history_of, Flags(db=db, provider="none"), form))
    return Exit.FINE


async def _print(path: Path, history_of: Path | None, flags: Flags, form: str | None) -> None:
    async with open_desk(flags) as desk:
        board, _ = await opened(desk, path, None, history_of)
        print_fixes(board, form or ("markdown" if terminal_columns() is None else "text"))


def print_fixes(board: "Board", form: str) -> None:
    """Print what is to fix in the text of a board: as `text`, `markdown` or `json`."""
    from workbench.core.fixes import as_json, as_markdown, as_text, fixes_of

    to_fix = fixes_of(board.history, board.revision)
    match form:
        case "json":
            click.echo(as_json(board.artifact, to_fix))
        case "text":
            click.echo(as_text(board.artifact, to_fix, terminal_columns() or 80), nl=False)
        case _:
            click.echo(as_markdown(board.artifact, to_fix))
