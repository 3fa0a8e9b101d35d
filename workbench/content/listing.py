"""Every persona or rubric file there is, the nearest origin first, and how each stands."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.content.files import content_files, content_text
from workbench.content.locations import ContentName, bundled
from workbench.content.personas import persona_of
from workbench.content.rubrics import rubric_of
from workbench.content.standing import NOTHING, Standing
from workbench.core.errors import ContentError
from workbench.core.instruments import Persona, Rubric
from workbench.core.shelf import Shelved, Stand
from workbench.core.sources import Origin, wording_of


@dataclass(frozen=True, slots=True)
class Places:
    """The folders that hold `personas` and `rubrics`, besides what ships."""

    user: Path | None = None
    project: Path | None = None
    standing: Standing = NOTHING
    trusting: bool = False
    """Whether whatever the project brings is trusted."""

    def folders(self, sort: ContentName) -> Iterator[tuple[Origin, Path, Path | None]]:
        """Each origin's folder, and the one out of which no link of it is followed."""
        if self.project is not None:
            yield "project", self.project / sort, self.project
        if self.user is not None:
            yield "user", self.user / sort, None
        yield "bundled", bundled(sort), None


def listing(
    places: Places, sort: ContentName, whole: bool = False
) -> tuple[tuple[Shelved, ...], tuple[ContentError, ...]]:
    """The files of a sort, and what else is wrong with their folders.

    A broken file replaces the ones of its name that are further away: nobody is to be read by a wording
    that they believe they replaced. Of a project's file that is not trusted nothing follows. `whole` reads
    the files that are replaced too.
    """
    files: list[Shelved] = []
    errors: list[ContentError] = []
    taken: set[str] = set()
    for origin, folder, inside in places.folders(sort):
        paths, unlisted = content_files(folder, inside)
        errors += unlisted if origin != "project" or places.trusting else ()
        for path in paths:
            hidden = path.stem in taken
            if hidden and not whole:
                continue
            file = _stood(_read(sort, path, origin, places), places, hidden)
            files.append(file)
            if not file.waits:
                taken.add(path.stem)
    return tuple(files), tuple(errors)


def instrument_of(
    sort: ContentName, text: str, path: Path, origin: Origin
) -> Persona | Rubric | tuple[ContentError, ...]:
    """The persona or rubric of a text, or everything that is wrong with it."""
    return persona_of(text, path, origin) if sort == "personas" else rubric_of(text, path, origin)


def _read(sort: ContentName, path: Path, origin: Origin, places: Places) -> Shelved:
    file = Shelved(sort, path.stem, origin, path, Stand.BROKEN)
    unseen = origin == "project" and not places.trusting
    waits = Stand.CHANGED if places.standing.knows(sort, path.stem) else Stand.UNTRUSTED
    try:
        text = content_text(path)
    except ContentError as error:
        return replace(file, errors=(error,), stand=waits if unseen else Stand.BROKEN)
    file = replace(file, text=text)
    # Not even taken apart before: a hostile file could be made to take long.
    if unseen and not places.standing.trusts(sort, path.stem, wording_of(text)):
        return replace(file, stand=waits)
    item = instrument_of(sort, text, path, origin)
    if isinstance(item, tuple):
        return replace(file, errors=item)
    return replace(file, item=item, stand=Stand.USED)


def _stood(file: Shelved, places: Places, hidden: bool) -> Shelved:
    """How a file stands among the others of its name."""
    if file.waits:
        return file
    if f"{file.sort}/{file.name}" in places.standing.disabled:
        return replace(file, stand=Stand.DISABLED)
    return replace(file, stand=Stand.HIDDEN) if hidden else file
