"""`workbench export`: what is stored, as lines that another database takes in."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from workbench.bootstrap.databases import database_path, open_exchange
from workbench.bootstrap.disk import disk_and_checks
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.options import _absolute, db_option
from workbench.cli.output import narrate
from workbench.cli.running import run
from workbench.core.errors import UsageError
from workbench.core.text.display_text import counted


@click.command()
@click.argument("paths", nargs=-1, type=click.Path())
@click.option("--out", type=click.Path(dir_okay=False), callback=_absolute, help="Write to this file.")
@click.option("--with-paths", is_flag=True, help="Tell also where files are on this machine.")
@click.option("--without-texts", is_flag=True, help="Leave the texts out; only their hashes are told.")
@db_option
def export(
    paths: tuple[str, ...], out: Path | None, with_paths: bool, without_texts: bool, db: Path | None
) -> int:
    """Print what is known of the texts at PATHS, or of every text, as JSON Lines for `workbench import`.

    The texts themselves are among it, as words can't be found again without them. No paths of this machine,
    no keys and no names of people are.
    """
    run(
        _export(
            tuple(Path(path).absolute() for path in paths), out, with_paths, not without_texts, Flags(db=db)
        )
    )
    return Exit.FINE


async def _export(
    paths: tuple[Path, ...], out: Path | None, with_paths: bool, with_texts: bool, flags: Flags
) -> None:
    files, _ = disk_and_checks()
    count = 0
    async with open_exchange(flags) as exchange:
        chosen = [await exchange.artifact(await files.identity(path), str(path)) for path in paths]
        with _written(out, database_path(flags)) as write:

            def line(text: str) -> None:
                nonlocal count
                count += 1
                write(text)

            left = await exchange.export(line, chosen or None, with_paths=with_paths, with_texts=with_texts)
    narrate(f"{counted(count, 'line')} exported{f' to {out}' if out else ''}.")
    if left.rounds:
        about = f", with {counted(left.decisions, 'decision')} about it" if left.decisions else ""
        narrate(f"{counted(left.rounds, 'round')} that has not ended is left out{about}: export again then.")


@contextmanager
def _written(out: Path | None, database: Path) -> Iterator[Callable[[str], object]]:
    """What writes a line: to a file that is there only once it is whole, else to standard output.

    Raises:
        UsageError: the file cannot be written.
    """
    if out is None:
        yield _to_terminal if sys.stdout.isatty() else click.echo
        return
    if out.resolve() == database.resolve():
        raise UsageError(f"{out} is the database itself: name another file with --out.")
    part = out.with_name(f"{out.name}.{os.getpid()}.part")
    try:
        try:
            with os.fdopen(
                os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8"
            ) as file:
                yield lambda text: file.write(f"{text}\n")
            part.replace(out)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror or error}.") from error


def _to_terminal(text: str) -> None:
    """Print a line so that nothing in it can act on the terminal."""
    click.echo(json.dumps(json.loads(text), ensure_ascii=True))
