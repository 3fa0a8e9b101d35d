"""Personas and rubrics: the instruments that a model plays, as their content files define them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, json

from workbench.core.artifacts import Kind
from workbench.core.sources import FixableBy, OnFail, Origin, Source, SourceKind, wording_of

OWNS = r"[a-z][a-z-]*"
"""How an id of what is asked of a text is written."""


_Said = Annotated[str, Meta(min_length=1)]
_Kinds = Annotated[tuple[Kind, ...], Meta(min_length=1)]


class Content(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What front matter and body of a content file become; only what is read of a file is looked through."""

    @property
    def as_json(self) -> str:
        """All of it as one JSON object, which `persona_of` and `rubric_of` read."""
        return json.encode(self).decode()


class Persona(Content, frozen=True, kw_only=True):
    """A reader: who reads, for what, and how."""

    name: str
    """The file's stem."""
    title: str
    kinds: _Kinds
    """The kinds of text it may be asked to read."""
    default_for: tuple[Kind, ...] = ()
    """The kinds whose default round it is part of."""
    sees: Literal["whole", "first-screen"] = "whole"
    reads_for: Annotated[tuple[str, ...], Meta(min_length=1)]
    """Closed list of ids a finding of this reader may give as what it asks."""
    body: _Said
    """The prompt, Markdown."""
    origin: Origin = "bundled"
    wording: str
    """sha256 of the whole file."""

    @property
    def source(self) -> Source:
        """This persona at its exact wording."""
        return Source(SourceKind.READER, self.name, self.wording)


class Questioner(Content, frozen=True, kw_only=True):
    """The call that asks what one text in particular should be asked."""

    name: str = "text-questions"
    title: str = "Questions about this text"
    wording: str
    """sha256 of what it is told."""

    @property
    def source(self) -> Source:
        """This call at its exact wording."""
        return Source(SourceKind.QUESTIONS, self.name, self.wording)


class Question(Content, frozen=True, kw_only=True):
    """One yes/no question of a rubric."""

    id: Annotated[str, Meta(pattern=r"^[A-Z][A-Z0-9]{0,7}$")]
    ask: _Said
    on_fail: OnFail
    dominant: bool = False
    """A dominant question that fails decides alone, so its `on_fail` is never `note`."""
    owns: Annotated[str, Meta(pattern=f"^{OWNS}$")]
    """What only this question decides: an id of `ownership.OWNED`, or of the form that a person may add."""
    meets: str | None = None
    """An example that meets it; None where the anchor is missing."""
    fails: str | None = None
    """An example that fails it; None where the anchor is missing."""
    fixable_by: FixableBy

    def __post_init__(self) -> None:
        if self.dominant and self.on_fail == "note":
            raise ValueError("a dominant question needs on_fail: fix or rewrite")

    @property
    def wording(self) -> str:
        """sha256 of everything that the judge is told of this question."""
        return wording_of("\n".join([self.ask, self.meets or "", self.fails or "", str(self.dominant)]))


class Rubric(Content, frozen=True, kw_only=True):
    """Yes/no questions and the guidance under which a judge answers them."""

    name: str
    title: str
    kinds: _Kinds
    readers: tuple[str, ...] = ()
    """Names of the personas that read beside it unless others are asked for; empty for those of the kind."""
    language: Literal["ja"] | None = None
    """ISO 639-1 code of the language of the texts that it is offered for; None where that plays no part."""
    files: tuple[str, ...] = ()
    """Patterns of the names of files that it is offered for."""
    questions: Annotated[tuple[Question, ...], Meta(min_length=1)]
    body: _Said
    """Guidance for the judge, Markdown."""
    origin: Origin = "bundled"
    wording: str

    def __post_init__(self) -> None:
        ids = [question.id for question in self.questions]
        twice = sorted({id for id in ids if ids.count(id) > 1})
        if twice:
            raise ValueError(f"question ids must differ: {', '.join(twice)} stands twice")

    @property
    def source(self) -> Source:
        """The whole rubric at its exact wording."""
        return Source(SourceKind.RUBRIC, self.name, self.wording)

    def source_of(self, question: Question) -> Source:
        """One question at its exact wording."""
        return Source(SourceKind.QUESTION, f"{self.name}/{question.id}", question.wording)

    def question(self, id: str) -> Question | None:
        """The question of that id, None where the rubric has none."""
        return next((question for question in self.questions if question.id == id), None)


def persona_of(body: str) -> Persona:
    """The persona that some JSON is.

    Raises:
        msgspec.DecodeError: it is none that this version reads.
    """
    return json.decode(body, type=Persona)


def rubric_of(body: str) -> Rubric:
    """The rubric that some JSON is.

    Raises:
        msgspec.DecodeError: it is none that this version reads.
    """
    return json.decode(body, type=Rubric)
