"""The personas and rubrics that can be used: project, then user, then bundled, nearest winning."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from workbench.content.files import content_files
from workbench.content.locations import ContentName, bundled
from workbench.content.personas import read_persona
from workbench.content.rubrics import read_rubric
from workbench.core.errors import ContentError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Library
from workbench.core.sources import Origin

_Item = TypeVar("_Item", Persona, Rubric)


@dataclass(frozen=True, slots=True)
class _Shelf:
    """One place that holds personas and rubrics."""

    origin: Origin
    folder: Path | None = None
    """Holds `personas` and `rubrics`; None for what ships."""

    def files(self, name: ContentName) -> tuple[list[Path], list[ContentError]]:
        """The shelf's content files of a sort; a project's links are not followed out of it."""
        if self.folder is None:
            return content_files(bundled(name))
        return content_files(self.folder / name, self.folder if self.origin == "project" else None)


def read_library(user: Path | None = None, project: Path | None = None) -> Library:
    """Everything that can be used, by name, with an error for each file that cannot.

    `user` is the folder of the user's own configuration. `project` is a repository's `.workbench`, given
    only when the person trusts it; nothing is asked here. A broken file hides the ones of its name that
    are further away: nobody is to be read by a wording that they believe they replaced.
    """
    shelves = [_Shelf("bundled")]
    if user is not None:
        shelves.insert(0, _Shelf("user", user))
    if project is not None:
        shelves.insert(0, _Shelf("project", project))
    personas, persona_errors = _collected(shelves, "personas", read_persona)
    rubrics, rubric_errors = _collected(shelves, "rubrics", read_rubric)
    return Library(personas, rubrics, persona_errors + rubric_errors)


def check(path: Path, name: ContentName) -> tuple[ContentError, ...]:
    """What is wrong with one persona or rubric file, or with all of a folder; empty where all is well."""
    errors: list[ContentError] = []
    files = [path]
    if path.is_dir():
        files, errors = content_files(path)
        if not files and not errors:
            errors.append(ContentError(path, f"holds no {name}: they are files that end in .md"))
    for file in files:
        read = read_persona(file, "user") if name == "personas" else read_rubric(file, "user")
        errors += read if isinstance(read, tuple) else ()
    return tuple(errors)


def _collected(
    shelves: list[_Shelf],
    name: ContentName,
    read: Callable[[Path, Origin], _Item | tuple[ContentError, ...]],
) -> tuple[tuple[_Item, ...], tuple[ContentError, ...]]:
    """The items of a sort by name, the nearest of each, and every error on the way."""
    nearest: dict[str, _Item] = {}
    seen: set[str] = set()
    errors: list[ContentError] = []
    for shelf in shelves:
        files, unlisted = shelf.files(name)
        errors += unlisted
        for file in files:
            if file.stem in seen:
                continue
            seen.add(file.stem)
            item = read(file, shelf.origin)
            if isinstance(item, tuple):
                errors += item
            else:
                nearest[file.stem] = item
    return tuple(nearest[stem] for stem in sorted(nearest)), tuple(errors)
