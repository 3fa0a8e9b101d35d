"""What the core needs from outside, as roles."""

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from workbench.core.allowances import Allowance
from workbench.core.artifacts import Kind, Revision
from workbench.core.costs.usage import Usage
from workbench.core.errors import ContentError
from workbench.core.readings import Evidence, Finding, Span
from workbench.core.sources import CheckRule

if TYPE_CHECKING:
    # The checks run without personas and rubrics, whose models take long to import.
    from workbench.core.instruments import Persona, Rubric


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is sent, in the order that lets a cache be shared."""

    instructions: str
    """Common to every call of a cache group."""
    text: str
    """The fenced text; ends the part that a cache group shares."""
    task: str
    """What differs: the persona or the questions."""
    schema: dict[str, Any]
    """JSON schema of the answer."""

    @property
    def whole(self) -> str:
        """Everything in one piece, as a program on standard input gets it."""
        return f"{self.instructions}\n\n{self.text}\n\n{self.task}"


Keep = Literal["nothing", "text", "all"]
"""How much of a prompt, from its beginning, is sent again soon: what follows the text last."""


@dataclass(frozen=True, slots=True)
class Request:
    """One question to one model."""

    prompt: Prompt
    model: str
    effort: str | None = None
    """None leaves it to the service."""
    max_tokens: int = 16_000
    key: str = ""
    """Who asks what of which text, so that a recording can be found: `reader:editor@<revision's sha256>`."""
    keep: Keep = "text"
    """What is worth being kept by a service that caches; keeping what nobody asks for again costs more."""

    @property
    def group(self) -> tuple[str, str, str, str]:
        """What a service's cache is kept by: model, effort, schema and the shared beginning."""
        prompt = self.prompt
        return self.model, self.effort or "", str(prompt.schema), prompt.instructions + prompt.text


@dataclass(frozen=True, slots=True)
class Progress:
    """The answer has begun or goes on, or is waited for."""

    tokens: int
    """Output tokens so far, estimated."""
    waiting: str = ""
    """Why nothing was sent yet and for how long, in words; empty once it was."""
    limits: tuple[Allowance, ...] = ()
    """What the service said, as it began to answer, of how much more it may be asked."""
    usage: Usage | None = None
    """What the service has counted so far; None where it has not told."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer."""

    text: str
    model: str
    stop_reason: str
    """The Messages API's name for it, whatever the provider."""
    usage: Usage
    request_id: str = ""
    notes: tuple[str, ...] = ()
    """What was done differently from what was asked, a sentence each."""


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What a service says of a model; None where it does not say."""

    id: str
    max_input: int | None = None
    max_output: int | None = None
    retires: str | None = None
    structured: bool | None = None


class Provider(Protocol):
    """A way to ask a model. One attempt a call: waiting and trying again is the round's."""

    @property
    def name(self) -> str:
        """Its name on screen and in the database."""
        ...

    @property
    def destination(self) -> str:
        """Where a text goes when it is sent, as a person would name it."""
        ...

    def ask(self, request: Request) -> AsyncIterator[Progress | Reply]:
        """Progress while the answer comes, then exactly one reply.

        Raises:
            ProviderError: from the iterator, with what failed.

        """
        ...

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """The models it offers; None where it has no list.

        Raises:
            ProviderError: the list could not be had.

        """
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...


class Memory(Protocol):
    """Small notes that all programs of one user on this machine share, and that may be lost at any time.

    It may take a moment, as while another program writes: call it in a thread.
    """

    def recall(self, name: str) -> bytes:
        """The note of that name; empty where there is none."""
        ...

    def revise(self, name: str, change: Callable[[bytes], bytes]) -> None:
        """Put what `change` makes of a note in its place, while no other program can."""
        ...


@dataclass(frozen=True, slots=True)
class Claim:
    """Something the text says that a check confirmed or could not decide."""

    check: str
    quote: str
    start: int
    end: int
    why: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What the checks say of a revision."""

    faults: tuple[Finding, ...] = ()
    confirmed: tuple[Claim, ...] = ()
    undecided: tuple[Claim, ...] = ()
    facts: tuple[str, ...] = ()
    """Counts and lists for the judge, a line each; never a finding."""
    notices: tuple[str, ...] = ()
    """What the repository brings and is not used, a sentence each."""

    def confirmed_at(self, span: Span) -> tuple[Claim, ...]:
        """What was confirmed about some of the words of a place of the checked text."""
        return tuple(claim for claim in self.confirmed if claim.start < span.end and span.start < claim.end)

    @property
    def secrets(self) -> tuple[Finding, ...]:
        """The faults that must be decided before anything is sent."""
        return tuple(fault for fault in self.faults if fault.asks == "secrets")


PROJECT_UNUSED = "This repository's own personas and rubrics (.workbench) are not used."
"""The notice of a run that uses none of what the repository brings."""


class Checks(Protocol):
    """The deterministic instruments."""

    @property
    def rules(self) -> tuple[CheckRule, ...]:
        """Every check there is."""
        ...

    async def run(self, path: Path, revision: Revision, kind: Kind) -> CheckReport:
        """What they say of a revision, with the repository around its path as evidence."""
        ...


@dataclass(frozen=True, slots=True)
class Mention:
    """A line of the repository that names what some words of the text name."""

    path: str
    line: int
    """1-based."""
    text: str
    """The line, without the blanks around it."""
    name: str
    """What was looked up."""
    around: tuple[str, ...] = ()
    """The line among its neighbours, as they stand."""
    first: int = 1
    """The 1-based line of the first of these."""


class Lookup(Protocol):
    """The repository around a text, to be searched for names."""

    async def mentions(self, path: Path, words: str, most: int = 12) -> tuple[Mention, ...]:
        """The lines that name what some words of the text at a path name, the most telling first."""
        ...


class Files(Protocol):
    """The disk, as far as an artifact needs it."""

    async def read(self, path: Path) -> bytes:
        """A file's bytes.

        Raises:
            ArtifactError: it is missing, a folder, too large or not readable.

        """
        ...

    async def identity(self, path: Path) -> str:
        """`git:<remote>#<path in the repository>` where git knows a remote, else `path:<absolute path>`."""
        ...

    async def changed_at(self, path: Path) -> datetime | None:
        """When the file was last written; None where it is gone."""
        ...

    def changes(self, path: Path) -> AsyncIterator[None]:
        """Once each time the file is another than before: written, replaced, removed or put back.

        The writes of one save are told once. It ends with whoever iterates over it.
        """
        ...


class Clock(Protocol):
    """Time."""

    def now(self) -> datetime:
        """The time with its zone."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait; cancelled like any task."""
        ...


@dataclass(frozen=True, slots=True)
class Library:
    """The personas and rubrics that can be used, nearest origin winning."""

    personas: "tuple[Persona, ...]" = ()
    rubrics: "tuple[Rubric, ...]" = ()
    errors: tuple[ContentError, ...] = ()
    """Files that could not be used; the rest still loads."""

    def persona(self, name: str) -> "Persona | None":
        """The persona of that name."""
        return next((p for p in self.personas if p.name == name), None)

    def rubric(self, name: str) -> "Rubric | None":
        """The rubric of that name."""
        return next((r for r in self.rubrics if r.name == name), None)

    def readers(self, kind: Kind) -> "tuple[Persona, ...]":
        """The default readers of a kind."""
        return tuple(p for p in self.personas if kind in p.default_for)

    def judge(self, kind: Kind) -> "Rubric | None":
        """The rubric of a kind: the one named like it, else somebody's own that fits.

        What else ships for a kind is used by whoever asks for it.
        """
        fitting = [r for r in self.rubrics if kind in r.kinds]
        named = next((r for r in fitting if r.name == kind), None)
        return named or next((r for r in fitting if r.origin != "bundled"), None)


@dataclass(frozen=True, slots=True)
class Models:
    """Which model and effort plays each role."""

    readers: tuple[str, ...]
    """At least one; each plays every persona."""
    judges: tuple[str, ...]
    """At least one; each answers the whole rubric."""
    matcher: str
    reader_effort: str | None = None
    judge_effort: str | None = None
    matcher_effort: str | None = None
    max_tokens: int = 16_000
    window: int = 200_000
    """Tokens that every one of them can take in and give out together."""

    @property
    def reader(self) -> str:
        """The first model of its role, which alone does what one reading of a persona is enough for."""
        return self.readers[0]

    @property
    def judge(self) -> str:
        """The same of judges: it alone makes the questions about a text, which all of them are asked."""
        return self.judges[0]


Match = Literal["model", "rules"]
"""Who settles which findings are the same concern."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How this run was set up."""

    models: Models
    budget: float | None = None
    """Dollars a round may cost; None for no cap."""
    loop_budget: float | None = None
    """Dollars that all rounds of one loop may cost; None for no cap."""
    trials: int = 1
    judge_trials: int = 1
    parallel: int = 8
    """Readings under way at once."""
    readers: Mapping[Kind, tuple[str, ...]] = field(default_factory=dict)
    """By kind: names of personas to read instead of its default ones."""
    rubric: str | None = None
    attempts: int = 4
    """Tries a reading gets before it counts as failed."""
    text_questions: bool = True
    """Whether a judge is also asked what a model derived from the text."""
    match: Match = "rules"
    """Who says which findings are the same concern where the rules are unsure."""
    again: bool = False
    """Whether the same text is read once more at once, so that a service had better keep every prompt."""
    inline_ignores: bool = False
    """Whether comments that have faults ignored are heeded in this run though nobody accepted them."""
