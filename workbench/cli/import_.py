"""`workbench import`: what another database exported, or what a reviewer outside Workbench found."""

import shlex
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from workbench.bootstrap.databases import open_exchange
from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.exits import Exit
from workbench.cli.opening import opened
from workbench.cli.options import _absolute, db_option
from workbench.cli.output import narrate, say
from workbench.cli.running import run
from workbench.core.artifacts import decoded
from workbench.core.errors import UsageError
from workbench.core.exchange.outside import LARGEST, Claimed, Reviewer, claimed, reviewer
from workbench.core.text.display_text import counted

if TYPE_CHECKING:
    from workbench.core.desk import Desk


@click.command("import")
@click.argument("file", type=click.Path(), callback=_absolute)
@click.option(
    "--as", "name", metavar="NAME[@VERSION]", help="FILE holds findings of this reviewer: JSON or SARIF."
)
@click.option(
    "--artifact",
    type=click.Path(),
    callback=_absolute,
    help="The file that the text in FILE is here.",
)
@click.option("--mine", is_flag=True, help="You made this export yourself, on another machine.")
@db_option
def import_command(file: Path, name: str | None, artifact: Path | None, mine: bool, db: Path | None) -> int:
    """Take in FILE: an export of another database or, with --as, findings of a reviewer outside Workbench.

    Importing again changes nothing. What another person marked stays theirs: it is shown beside and is in
    none of your rates.
    """
    if name is not None and mine:
        raise UsageError("--mine is for your own exports, and --as for another's findings: give one of them.")
    flags = Flags(db=db, provider="none")
    run(_findings(file, reviewer(name), artifact, flags) if name else _export(file, artifact, mine, flags))
    return Exit.FINE


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """A file to be read.

    Raises:
        UsageError: it cannot be.
    """
    try:
        if not path.is_file():
            raise UsageError(f"{path} is no file: name an export, or a file of findings.")
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error


async def _export(file: Path, artifact: Path | None, mine: bool, flags: Flags) -> None:
    into = None if artifact is None else await _key_of(artifact, flags)
    async with open_exchange(flags) as exchange:
        with _opened(file) as lines:
            found = await exchange.take(lines, mine, into)
    texts = f"{counted(len(found.texts), 'text')} in the export"
    if not found.changed:
        say(f"{texts}: everything was known already.")
        _say_how_to_open(found.without_file)
        return
    added = ", ".join(counted(n, kind) for kind, n in sorted(found.added.items()) if kind in _TOLD)
    told = ", ".join(counted(n, _CALLED.get(kind, kind)) for kind, n in sorted(found.joined.items()) if n)
    changed = f"; known before and told otherwise now: {told}" if told else ""
    say(f"{texts}: {added or 'nothing'} added{changed}.")
    if found.others.keys() - {"said"}:
        of = "another person" if len(found.markers) == 1 else f"{len(found.markers)} other people"
        said = counted(found.others.total(), "line")
        say(f"{said} by {of}: shown beside your marks, in none of your rates. Your own? Add --mine.")
    if found.frozen:
        rulings = counted(found.frozen, "ruling")
        say(f"{rulings} frozen by another person: a draft here until you freeze that text yourself.")
    if found.unproven:
        texts = counted(found.unproven, "text")
        narrate(f"{texts} could not be compared with the hash: mixed line ends, or bytes that were no text.")
    _say_how_to_open(found.without_file)


def _say_how_to_open(texts: list[tuple[str, str]]) -> None:
    """Give the command that goes on with each text that is at no file of this machine, as far as fits."""
    for name, path in texts[:_MOST]:
        here = Path.cwd() / name
        file = shlex.quote(str(name)) if here.is_file() else "PATH"
        which = "" if here.is_file() else ", PATH being the file that it is here"
        say(f"{name} is at no file of yours yet. To go on with it{which}:")
        say(f"  workbench open {file} --history-of {shlex.quote(path)}")
    if len(texts) > _MOST:
        say(f"And {len(texts) - _MOST} more: `workbench` lists each with the path for --history-of.")


_MOST = 5
"""Texts whose command is given at most."""
_CALLED = {"placement": "grouping", "said": "intent"}
"""What a type of line is called where its own name would not be understood."""
_TOLD = ("artifact", "revision", "round", "reading", "finding", "answer", "decision", "question", "replay")


async def _key_of(path: Path, flags: Flags) -> int:
    """The key of the artifact that a file is, stored as opening it does."""
    async with open_desk(flags) as desk:
        data = await desk.files.read(path)
        seen = await desk.store.open_artifact(await desk.files.identity(path), str(path), None)
        await desk.store.save_revision(seen, decoded(data, path.name))
        return seen.id


async def _findings(file: Path, by: Reviewer, artifact: Path | None, flags: Flags) -> None:
    with _opened(file) as opened_file:
        claims = claimed(opened_file.read(LARGEST + 1))
    by_text = _by_text(claims, artifact)
    async with open_desk(flags) as desk:
        for path, about in by_text.items():
            await _take_in(desk, path, by, tuple(about))
    others = len(claims) - sum(map(len, by_text.values()))
    if others:
        narrate(f"{counted(others, 'finding')} about other files left out.")


def _by_text(claims: tuple[Claimed, ...], artifact: Path | None) -> dict[Path, list[Claimed]]:
    """The findings by the file that they are about: with --artifact those that name it, or none.

    Raises:
        UsageError: one names no file, and none was given.
    """
    files: defaultdict[Path, list[Claimed]] = defaultdict(list)
    if artifact is not None:
        files[artifact] = [claim for claim in claims if not claim.file or _names(claim.file, artifact)]
        return files
    for claim in claims:
        if not claim.file:
            raise UsageError("A finding names no file: say which with --artifact PATH.")
        files[Path(claim.file).absolute()].append(claim)
    if not files:
        raise UsageError("The file holds no findings: with --artifact PATH it is kept that there were none.")
    return files


def _names(file: str, path: Path) -> bool:
    """Whether a path as another program wrote it can be that of a file here: its last parts are the same."""
    parts = [part for part in file.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return bool(parts) and list(path.parts[-len(parts) :]) == parts


async def _take_in(desk: "Desk", path: Path, by: Reviewer, claims: tuple[Claimed, ...]) -> None:
    from workbench.core.exchange.outside_readings import take_in

    board, _ = await opened(desk, path)
    taken = await take_in(desk, board, by, claims)
    known = f", {taken.known} known before" if taken.known else ""
    joined = f"; {taken.joined} joined concerns that were known" if taken.joined else ""
    lost = f"; of {taken.lost} the words are not in the text" if taken.lost else ""
    say(f"{board.artifact.name}: {counted(taken.new, 'new finding')} by {by.wording}{known}{joined}{lost}.")
