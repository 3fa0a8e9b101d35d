"""The persona and rubric files as the core needs them: which there are, how each stands, and writing them."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Literal, Protocol

from workbench.core.errors import ContentError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Library
from workbench.core.sources import OnFail, Origin

Sort = Literal["personas", "rubrics"]
SORTS: tuple[Sort, ...] = ("personas", "rubrics")
Writable = Literal["user", "project"]
"""Where files may be written: what ships never is."""


class Stand(StrEnum):
    """Whether a file is used, and if not why."""

    USED = "used"
    HIDDEN = "replaced"
    """A nearer file of its name is used."""
    DISABLED = "disabled"
    """The person does not want it."""
    UNTRUSTED = "not trusted"
    """It came with a project and nobody has looked at it."""
    CHANGED = "changed"
    """It came with a project and is another than the one that was trusted."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Shelved:
    """One persona or rubric file."""

    sort: Sort
    name: str
    """The file's stem."""
    origin: Origin
    path: Path
    stand: Stand
    text: str = ""
    """As it stands, with plain newlines; empty where it cannot be read."""
    item: Persona | Rubric | None = None
    """What the text says; None where it is broken, and where nobody asked."""
    errors: tuple[ContentError, ...] = ()

    @property
    def usable(self) -> Persona | Rubric | None:
        """What is used; None where it is not."""
        return self.item if self.stand is Stand.USED else None

    @property
    def waits(self) -> bool:
        """Whether the person has to look at it before it can be used."""
        return self.stand in (Stand.UNTRUSTED, Stand.CHANGED)


@dataclass(frozen=True, slots=True)
class Draft:
    """The text of a persona or rubric that is being written."""

    sort: Sort
    name: str
    text: str
    saved: str = ""
    """As it stands in its file; empty where there is none yet."""
    origin: Origin | None = None
    """Where that file is; None for a new one."""

    @property
    def unsaved(self) -> bool:
        """Whether it says something else than its file."""
        return self.text != self.saved

    @property
    def goes_to(self) -> Writable:
        """Where saving puts it unless asked otherwise: where it is, but never among what ships."""
        return "project" if self.origin == "project" else "user"


def draft_of(file: Shelved) -> Draft:
    """The text of a file, to be changed."""
    return Draft(file.sort, file.name, file.text, file.text, file.origin)


@dataclass(frozen=True, slots=True)
class QuestionChange:
    """One change of a rubric's questions, made in its text."""

    at: int
    """The question's place from 0."""
    to: int | None = None
    """The place that it is moved to."""
    on_fail: OnFail | None = None
    dominant: bool | None = None
    add: bool = False
    """Whether a question is put below it, to be written."""


class Shelf(Protocol):
    """The files. What is asked about a text's project is given that text's path; None leaves projects out."""

    async def listed(self, sort: Sort, text: Path | None = None) -> tuple[Shelved, ...]:
        """Every file of a sort, the nearest origin of a name first, with how it stands."""
        ...

    async def brings(self, text: Path) -> bool:
        """Whether a text's project has a folder of personas and rubrics."""
        ...

    async def library(self, text: Path | None = None) -> Library:
        """What can be used; of a project what the person trusted, at exactly that wording."""
        ...

    def read(self, draft: Draft) -> Persona | Rubric | tuple[ContentError, ...]:
        """What a draft says, or everything that is wrong with it."""
        ...

    def template(self, sort: Sort, name: str) -> str:
        """What a new file of that name starts from.

        Raises:
            UsageError: that is no name.
        """
        ...

    def copied(self, text: str, name: str) -> str:
        """A text under another name: with a title of that, and part of no usual round."""
        ...

    def lines_of_questions(self, text: str) -> tuple[int, ...]:
        """The 1-based line at which each question of a rubric's text begins; empty where it is broken."""
        ...

    def with_change(self, text: str, change: QuestionChange) -> str:
        """A rubric's text with its questions changed.

        Raises:
            UsageError: its questions are not written so that it can be done line by line.
        """
        ...

    async def save(self, draft: Draft, into: Writable, text: Path | None = None) -> Draft:
        """A draft as it was written; a project's file is trusted with that.

        Raises:
            UsageError: it is broken, its file was changed meanwhile, or it cannot be written there.
        """
        ...

    async def rename(self, file: Shelved, name: str) -> Path:
        """Give a file another name.

        Raises:
            UsageError: it ships, the name is none or is taken, or it cannot be done.
        """
        ...

    async def trash(self, file: Shelved) -> Path:
        """Move a file into a folder `trash` beside it, and say where it is then.

        Raises:
            UsageError: it ships, or it cannot be done.
        """
        ...

    async def enable(self, sort: Sort, name: str, enabled: bool) -> None:
        """Have whatever stands under a name used, or not.

        Raises:
            UsageError: it cannot be kept.
        """
        ...

    async def trust(self, file: Shelved) -> None:
        """Have a project's file used for as long as it says what it says here.

        Raises:
            UsageError: it cannot be kept.
        """
        ...


def library_of(files: Mapping[Sort, tuple[Shelved, ...]], errors: tuple[ContentError, ...] = ()) -> Library:
    """What can be used of some files, and what is wrong with those that would be."""
    used = {sort: [file.usable for file in of] for sort, of in files.items()}
    broken = (e for of in files.values() for file in of if file.stand is Stand.BROKEN for e in file.errors)
    return Library(
        tuple(sorted((p for p in used["personas"] if isinstance(p, Persona)), key=lambda p: p.name)),
        tuple(sorted((r for r in used["rubrics"] if isinstance(r, Rubric)), key=lambda r: r.name)),
        (*broken, *errors),
    )
