"""`workbench personas` and `workbench rubrics`: the instruments, as files."""

import json
from pathlib import Path

import click

from workbench.bootstrap.disk import file_shelf, read_everything
from workbench.cli.anchors import check_rubrics
from workbench.cli.content_adding import adding
from workbench.cli.editor import edit
from workbench.cli.exits import Exit
from workbench.cli.output import narrate, say, say_json
from workbench.content.library import check as check_path
from workbench.content.locations import ContentName, bundled, user_config
from workbench.content.templates import template
from workbench.core.errors import ContentError, UsageError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Library
from workbench.core.shelf import Stand


def _items(library: Library, name: ContentName) -> tuple[Persona | Rubric, ...]:
    return library.personas if name == "personas" else library.rubrics


def _file(name: ContentName, item: Persona | Rubric) -> Path:
    folder = bundled(name) if item.origin == "bundled" else user_config() / name
    return folder / f"{item.name}.md"


def _found(name: ContentName, wanted: str) -> Persona | Rubric:
    library = read_everything()
    for item in _items(library, name):
        if item.name == wanted:
            return item
    for error in library.errors:
        if error.file.stem == wanted:
            raise error
    raise UsageError(f"There is none called {wanted!r}: `workbench {name} list` shows them.")


def _about(item: Persona | Rubric) -> str:
    if isinstance(item, Persona):
        kinds = ", ".join(kind.value for kind in item.kinds)
        usual = ", ".join(kind.value for kind in item.default_for)
        return f"{kinds}; reads {usual} by default" if usual else kinds
    return f"{', '.join(kind.value for kind in item.kinds)}; {len(item.questions)} questions"


def _shape(item: Persona | Rubric) -> dict[str, object]:
    shape: dict[str, object] = json.loads(item.as_json)
    return shape


def _group(name: ContentName, what: str) -> click.Group:
    """The commands over one sort of content."""

    @click.group(name, help=f"List, show, write and check {what}.")
    def group() -> None:
        """Carry the commands below."""

    for made in (_list, _show, _new, _edit, adding, _check):
        group.add_command(made(name))
    return group


def _list(name: ContentName) -> click.Command:
    @click.command("list", help=f"Every one of the {name} that can be used, and every file that cannot.")
    @click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
    def command(form: str) -> int:
        library = read_everything()
        items = _items(library, name)
        disabled = [file for file in file_shelf().listed_now(name) if file.stand is Stand.DISABLED]
        if form == "json":
            errors = [str(error) for error in library.errors]
            unused = [file.name for file in disabled]
            say_json({name: [_shape(item) for item in items], "disabled": unused, "errors": errors})
        else:
            width = max((len(item.name) for item in items), default=0)
            for item in items:
                say(f"{item.name:<{width}}  {item.origin:<7}  {item.wording[:7]}  {_about(item)}")
            for file in disabled:
                say(f"{file.name:<{width}}  {file.origin:<7}  disabled in `workbench open`, not used")
        return _report(library.errors)

    return command


def _show(name: ContentName) -> click.Command:
    @click.command("show", help="Print its file as it stands.")
    @click.argument("wanted", metavar="NAME")
    def command(wanted: str) -> int:
        for line in _file(name, _found(name, wanted)).read_text(encoding="utf-8").rstrip("\n").split("\n"):
            say(line)
        return Exit.FINE

    return command


def _new(name: ContentName) -> click.Command:
    @click.command("new", help="Make one of your own, from a template or as a copy of another.")
    @click.argument("wanted", metavar="NAME")
    @click.option(
        "--from", "origin", metavar="NAME", help="Copy this one; a copy of the same name replaces it."
    )
    def command(wanted: str, origin: str | None) -> int:
        text = template(name, wanted)
        if origin:
            text = _file(name, _found(name, origin)).read_text(encoding="utf-8")
        path = user_config() / name / f"{wanted}.md"
        if path.exists():
            raise UsageError(f"{path} is there already: `workbench {name} edit {wanted}` opens it.")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        say(str(path))
        narrate(f"`workbench {name} edit {wanted}` opens it in your editor.")
        return Exit.FINE

    return command


def _edit(name: ContentName) -> click.Command:
    @click.command("edit", help="Open your own in your editor, then check it; a bundled one is copied first.")
    @click.argument("wanted", metavar="NAME")
    def command(wanted: str) -> int:
        path = user_config() / name / f"{wanted}.md"
        copied = None
        if not path.exists():
            copied = _file(name, _found(name, wanted)).read_text(encoding="utf-8")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(copied, encoding="utf-8")
        edit(path, 1)
        if copied is not None and path.read_text(encoding="utf-8") == copied:
            path.unlink()
            narrate("Nothing was changed, so the bundled one stays in use.")
            return Exit.FINE
        narrate(f"{path} is used from now on, and its statistics begin anew.")
        return _report(check_path(path, name))

    return command


def _check(name: ContentName) -> click.Command:
    @click.command("check", help="Say what is wrong with a file or folder, or with everything that is used.")
    @click.argument("path", required=False, type=click.Path(path_type=Path, exists=True))
    def command(path: Path | None) -> int:
        return checked(path, name)

    return command


def checked(path: Path | None, name: ContentName) -> int:
    """The exit code of a look at a file, a folder, or all that is used; what is wrong with it is told."""
    errors = check_path(path, name) if path else read_everything().errors
    if not errors:
        say("All is well.")
    return _report(errors)


def _report(errors: tuple[ContentError, ...]) -> int:
    for error in errors:
        narrate(str(error))
    return Exit.USAGE if errors else Exit.FINE


personas = _group("personas", "readers")
rubrics = _group("rubrics", "rubrics")
rubrics.add_command(check_rubrics)
