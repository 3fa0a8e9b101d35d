"""`workbench personas add` and `rubrics add`: somebody else's files, looked at before they are used."""

import sys
from pathlib import Path

import click

from workbench.bootstrap.disk import file_shelf
from workbench.cli.exits import Exit
from workbench.cli.output import narrate, say
from workbench.cli.running import run
from workbench.content.files import content_files, content_text
from workbench.content.locations import ContentName
from workbench.core.errors import ContentError, UsageError
from workbench.core.shelf import Draft


def adding(name: ContentName) -> click.Command:
    """The command that copies files into the user's own folder once they were seen."""

    @click.command("add", help="Show a file, or all of a folder, and copy it into your own once you agree.")
    @click.argument("path", type=click.Path(path_type=Path, exists=True))
    @click.option("--yes", is_flag=True, help="Copy without asking; it is shown all the same.")
    def command(path: Path, yes: bool) -> int:
        files, errors = content_files(path) if path.is_dir() else ([path], [])
        for error in errors:
            narrate(str(error))
        if not files:
            raise UsageError(f"{path} holds no {name}: they are files that end in .md.")
        return run(_add(name, files, yes, bool(errors)))

    return command


async def _add(name: ContentName, files: list[Path], yes: bool, broken: bool) -> int:
    shelf = file_shelf()
    for file in files:
        try:
            text = content_text(file)
        except ContentError as error:
            narrate(str(error))
            broken = True
            continue
        _show(file, text)
        draft = Draft(name, file.stem, text)
        found = shelf.read(draft)
        if isinstance(found, tuple):
            for problem in found:
                narrate(f"Not added: {problem}")
            broken = True
        elif yes or _agreed(file):
            await shelf.save(draft, "user")
            narrate(f"{file.stem} is used from now on.")
        else:
            narrate(f"{file.stem} is not added.")
    return Exit.USAGE if broken else Exit.FINE


def _show(file: Path, text: str) -> None:
    lines = text.rstrip("\n").split("\n")
    say(f"{file}:")
    for number, line in enumerate(lines, 1):
        say(f"{number:>{len(str(len(lines)))}}  {line}")


def _agreed(file: Path) -> bool:
    if not sys.stdin.isatty():
        raise UsageError(f"Nothing was added: give --yes once you have read {file}.")
    return click.confirm(f"Use {file.stem}?", default=False, err=True)
