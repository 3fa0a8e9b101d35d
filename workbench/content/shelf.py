"""The persona and rubric files on disk, as `core.shelf.Shelf`: listed, written, trusted."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from os.path import realpath
from pathlib import Path

from workbench.content.files import KEBAB, LARGEST, content_text
from workbench.content.library import used_of
from workbench.content.listing import Places, instrument_of, listing
from workbench.content.locations import project_content
from workbench.content.question_lines import lines_of_questions, with_change
from workbench.content.standing import NOTHING, Standing, keep_standing, read_standing
from workbench.content.templates import copied, template
from workbench.content.writing import write_text
from workbench.core.errors import ContentError, UsageError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Library
from workbench.core.shelf import Draft, QuestionChange, Shelved, Sort, Writable
from workbench.core.sources import wording_of
from workbench.core.text.display_text import counted

_TRASH = "trash"
"""The folder beside the files into which they are moved; what is in it is not read."""


class FileShelf:
    """The files below the user's configuration folder and below that of a text's project."""

    def __init__(self, user: Path, root_of: Callable[[Path], Path | None]) -> None:
        """Take the folder of the user, who need not have one, and what knows the repository of a folder."""
        self._user, self._root_of = user, root_of

    def library_now(self, text: Path | None = None, trusting: bool = False) -> Library:
        """As `library`, on the caller's own thread; `trusting` uses all that the project brings unasked."""
        standing, errors = self._standing()
        found = used_of(Places(self._user, self._project(text), standing, trusting))
        return replace(found, errors=(*found.errors, *errors))

    def listed_now(self, sort: Sort, text: Path | None = None) -> tuple[Shelved, ...]:
        """As `listed`, on the caller's own thread."""
        standing, _ = self._standing()
        files, _ = listing(Places(self._user, self._project(text), standing), sort, whole=True)
        return files

    async def listed(self, sort: Sort, text: Path | None = None) -> tuple[Shelved, ...]:
        """Every file of a sort, the nearest origin of a name first, with how it stands."""
        return await asyncio.to_thread(self.listed_now, sort, text)

    async def brings(self, text: Path) -> bool:
        """Whether a text's project has a folder of personas and rubrics."""
        project = await asyncio.to_thread(self._project, text)
        return project is not None and await asyncio.to_thread(project.is_dir)

    async def library(self, text: Path | None = None) -> Library:
        """What can be used; of a project what the person trusted, at exactly that wording."""
        return await asyncio.to_thread(self.library_now, text)

    def read(self, draft: Draft) -> Persona | Rubric | tuple[ContentError, ...]:
        """What a draft says, or everything that is wrong with it."""
        path = Path(f"{draft.name}.md")
        if len(draft.text.encode(errors="replace")) > LARGEST:
            return (ContentError(path, f"is larger than {LARGEST // 1024} KB"),)
        return instrument_of(draft.sort, draft.text, path, draft.goes_to)

    def template(self, sort: Sort, name: str) -> str:
        """What a new file of that name starts from.

        Raises:
            UsageError: that is no name.
        """
        return template(sort, name)

    def copied(self, text: str, name: str) -> str:
        """A text under another name: with a title of that, and part of no usual round."""
        return copied(text, name)

    def lines_of_questions(self, text: str) -> tuple[int, ...]:
        """The 1-based line at which each question of a rubric's text begins; empty where it is broken."""
        return lines_of_questions(text)

    def with_change(self, text: str, change: QuestionChange) -> str:
        """A rubric's text with its questions changed.

        Raises:
            UsageError: its questions are not written so that it can be done line by line.
        """
        return with_change(text, change)

    async def save(self, draft: Draft, into: Writable, text: Path | None = None) -> Draft:
        """A draft as it was written; a project's file is trusted with that.

        Raises:
            UsageError: it is broken, its file was changed meanwhile, or it cannot be written there.
        """
        return await asyncio.to_thread(self._save, draft, into, text)

    def _save(self, draft: Draft, into: Writable, text: Path | None) -> Draft:
        if not KEBAB.fullmatch(draft.name):
            raise UsageError(f"{draft.name!r} is no name for a file: use lower-case words with hyphens.")
        found = self.read(draft)
        if isinstance(found, tuple):
            more = f", and {counted(len(found) - 1, 'more error')}" if len(found) > 1 else ""
            raise UsageError(f"Not saved: {found[0]}{more}.")
        path = self._folder(draft.sort, into, text) / f"{draft.name}.md"
        self._refuse_another(path, draft, into)
        kept = draft.text if draft.text.endswith("\n") else draft.text + "\n"
        if into == "project":
            # First, for a file that is there and not trusted would be neither used nor asked about as it is.
            self._keep(self._decided().with_trusted(draft.sort, draft.name, wording_of(kept)))
        _attempt(f"{path} cannot be written", lambda: write_text(path, kept))
        return replace(draft, text=kept, saved=kept, origin=into)

    def _refuse_another(self, path: Path, draft: Draft, into: Writable) -> None:
        """Write over nothing that the person has not seen."""
        if not path.exists():
            return
        try:
            there = content_text(path)
        except ContentError as error:
            raise UsageError(f"Not saved, since what is there cannot be read: {error}.") from error
        if draft.origin != into:
            raise UsageError(
                f"Not saved: {into} {path.name} is there already: open that one, or rename this one."
            )
        if there != draft.saved:
            raise UsageError(
                f"Not saved: {path.name} was changed elsewhere since it was opened: leave, look, do it again."
            )

    async def rename(self, file: Shelved, name: str) -> Path:
        """Give a file another name.

        Raises:
            UsageError: it ships, the name is none or is taken, or it cannot be done.
        """
        return await asyncio.to_thread(self._rename, file, name)

    def _rename(self, file: Shelved, name: str) -> Path:
        _refuse_bundled(file, "copy it under another name")
        if not KEBAB.fullmatch(name):
            raise UsageError(f"{name!r} is no name for a file: use lower-case words with hyphens.")
        place = file.path.with_name(f"{name}.md")
        if place.exists():
            raise UsageError(f"{place} is there already.")
        if file.origin == "project" and not file.waits:
            self._keep(self._decided().with_trusted(file.sort, name, wording_of(file.text)))
        _attempt(f"{file.path} cannot be renamed", lambda: file.path.rename(place))
        return place

    async def trash(self, file: Shelved) -> Path:
        """Move a file into a folder `trash` beside it, and say where it is then.

        Raises:
            UsageError: it ships, or it cannot be done.
        """
        return await asyncio.to_thread(self._trash, file)

    def _trash(self, file: Shelved) -> Path:
        _refuse_bundled(file, "disable it")
        folder = file.path.parent / _TRASH
        names = (f"{file.name}{f'-{n}' if n > 1 else ''}.md" for n in range(1, 10_000))
        place = next(folder / name for name in names if not (folder / name).exists())

        def move() -> None:
            folder.mkdir(exist_ok=True)
            file.path.rename(place)

        _attempt(f"{file.path} cannot be moved to {folder}", move)
        return place

    async def enable(self, sort: Sort, name: str, enabled: bool) -> None:
        """Have whatever stands under a name used, or not.

        Raises:
            UsageError: it cannot be kept.
        """
        await asyncio.to_thread(lambda: self._keep(self._decided().with_enabled(sort, name, enabled)))

    async def trust(self, file: Shelved) -> None:
        """Have a project's file used for as long as it says what it says here.

        Raises:
            UsageError: it cannot be kept.
        """
        wording = wording_of(file.text)
        await asyncio.to_thread(
            lambda: self._keep(self._decided().with_trusted(file.sort, file.name, wording))
        )

    def _standing(self) -> tuple[Standing, tuple[ContentError, ...]]:
        try:
            return read_standing(self._user), ()
        except ContentError as error:
            return NOTHING, (error,)

    def _decided(self) -> Standing:
        """What was decided so far, read anew: another window may have added to it."""
        try:
            return read_standing(self._user)
        except ContentError as error:
            raise UsageError(f"{error}.") from error

    def _keep(self, standing: Standing) -> None:
        _attempt(f"It cannot be kept in {self._user}", lambda: keep_standing(self._user, standing))

    def _project(self, text: Path | None) -> Path | None:
        """The folder of personas and rubrics that a text's project may bring."""
        if text is None:
            return None
        folder = text.absolute().parent
        return project_content(self._root_of(folder) or folder)

    def _folder(self, sort: Sort, into: Writable, text: Path | None) -> Path:
        project = self._project(text)
        if into == "user":
            return self._user / sort
        if project is None:
            raise UsageError("No text is open, so there is no project to save it into.")
        folder = project / sort
        if not Path(realpath(folder)).is_relative_to(realpath(project.parent)):
            raise UsageError(f"Not saved: {folder} is a link that leads out of the project.")
        return folder


def _refuse_bundled(file: Shelved, instead: str) -> None:
    if file.origin == "bundled":
        raise UsageError(f"{file.name} ships with the program and stays as it is: {instead}.")


def _attempt(failing: str, doing: Callable[[], object]) -> None:
    """Do something with files.

    Raises:
        UsageError: it could not be done.
    """
    try:
        doing()
    except OSError as error:
        raise UsageError(f"{failing}: {error.strerror or error}.") from error
