"""What the core needs from outside, as roles."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.costs import Usage
from workbench.core.errors import ContentError
from workbench.core.history import History, Placement, Round, Turned
from workbench.core.instruments import Persona, Rubric
from workbench.core.marks import Decision, Target
from workbench.core.own_answers import OwnAnswer
from workbench.core.previews import Preview
from workbench.core.readings import Evidence, Finding, Reading
from workbench.core.remembered import Known, Remembered
from workbench.core.ruling import Ruling
from workbench.core.sources import CheckRule, Source
from workbench.core.text_questions import TextQuestion


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


@dataclass(frozen=True, slots=True)
class Progress:
    """The answer has begun or goes on."""

    tokens: int
    """Output tokens so far, estimated."""


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

    @property
    def secrets(self) -> tuple[Finding, ...]:
        """The faults that must be decided before anything is sent."""
        return tuple(fault for fault in self.faults if fault.asks == "secrets")


class Checks(Protocol):
    """The deterministic instruments."""

    @property
    def rules(self) -> tuple[CheckRule, ...]:
        """Every check there is."""
        ...

    async def run(self, path: Path, revision: Revision, kind: Kind) -> CheckReport:
        """What they say of a revision, with the repository around its path as evidence."""
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

    personas: tuple[Persona, ...] = ()
    rubrics: tuple[Rubric, ...] = ()
    errors: tuple[ContentError, ...] = ()
    """Files that could not be used; the rest still loads."""

    def persona(self, name: str) -> Persona | None:
        """The persona of that name."""
        return next((p for p in self.personas if p.name == name), None)

    def rubric(self, name: str) -> Rubric | None:
        """The rubric of that name."""
        return next((r for r in self.rubrics if r.name == name), None)

    def readers(self, kind: Kind) -> tuple[Persona, ...]:
        """The default readers of a kind."""
        return tuple(p for p in self.personas if kind in p.default_for)

    def judge(self, kind: Kind) -> Rubric | None:
        """The rubric of a kind: the one named like it, else the first that fits."""
        fitting = [r for r in self.rubrics if kind in r.kinds]
        return next((r for r in fitting if r.name == kind), fitting[0] if fitting else None)


@dataclass(frozen=True, slots=True)
class Models:
    """Which model and effort plays each role."""

    reader: str
    judge: str
    matcher: str
    reader_effort: str | None = None
    judge_effort: str | None = None
    max_tokens: int = 16_000
    window: int = 200_000
    """Tokens that every one of them can take in and give out together."""


class Store(Protocol):
    """The database. Every method has committed when it returns."""

    async def open_artifact(self, identity: str, path: str, kind: Kind | None) -> Artifact:
        """The artifact of that identity, made if new; its path and, where given, its kind are renewed."""
        ...

    async def set_intent(self, artifact: Artifact, intent: str) -> Artifact:
        """The artifact with the author's sentence."""
        ...

    async def save_revision(self, artifact: Artifact, revision: Revision) -> Revision:
        """The revision with its key and number, stored once however often it is seen."""
        ...

    async def save_sources(self, bodies: Mapping[Source, str]) -> None:
        """Keep the texts that define sources, so that an old wording can be shown."""
        ...

    async def history(self, artifact: Artifact) -> History:
        """Everything stored about an artifact, which stays at the path that it has here."""
        ...

    async def known(self) -> tuple[Known, ...]:
        """Every artifact, found by a light query."""
        ...

    async def remembered(self) -> tuple[Remembered, ...]:
        """Every artifact with the texts by which it would be recognised."""
        ...

    async def leave(self, artifact: Artifact, revision: Revision, place: Target | None) -> None:
        """Remember that the person left, what was shown and the row they were at."""
        ...

    async def take_over(self, old: Artifact, new: Artifact) -> Artifact:
        """The old artifact under a new one's identity and path, which gets the old one's in exchange.

        Raises:
            UsageError: the new one has a history of its own, or either is no longer what it was.

        """
        ...

    async def begin_round(self, artifact: Artifact, round: Round) -> Round | None:
        """The round with its key and number, claimed by this program.

        None where another program reads the artifact, or has made one of the readings meanwhile.
        """
        ...

    async def reopen_round(self, round: Round) -> Round:
        """A round that ended and is claimed by this program, running again."""
        ...

    async def claim(self, round: Round) -> bool:
        """Take a round to be read by this program; False where another living program reads it."""
        ...

    async def release(self, round: Round) -> None:
        """Let another program take a round."""
        ...

    async def end_round(
        self, round: Round, ruling: Ruling, placements: Sequence[Placement]
    ) -> tuple[Round, tuple[Placement, ...]]:
        """Close a round and place its findings, in one transaction.

        A placement in concern 0 or below starts a new concern; equal numbers start the same one.
        """
        ...

    async def save_reading(self, artifact: Artifact, reading: Reading) -> Reading:
        """The reading with keys for itself, its findings and its answers."""
        ...

    async def save_questioning(
        self, artifact: Artifact, reading: Reading, questions: Sequence[TextQuestion]
    ) -> tuple[Reading, tuple[TextQuestion, ...]]:
        """A reading and the questions that it derived, named and keyed, in one transaction."""
        ...

    async def add_question(self, artifact: Artifact, question: TextQuestion) -> TextQuestion:
        """A question that the person added, with its key."""
        ...

    async def withdraw_question(self, question: TextQuestion) -> None:
        """Ask a question about a text no more; what was answered to it stays."""
        ...

    async def save_checks(
        self, artifact: Artifact, revision: Revision, readings: Sequence[Reading]
    ) -> tuple[Reading, ...]:
        """The checks' readings of a revision; those whose faults are as stored keep their keys."""
        ...

    async def place(self, artifact: Artifact, placements: Sequence[Placement]) -> tuple[Placement, ...]:
        """Placements with real concern keys; numbers as in `end_round`.

        Only the person moves a finding that is in a concern already: for any other its placement comes back.
        """
        ...

    async def own_answers(self, artifact: Artifact) -> tuple[OwnAnswer, ...]:
        """What the person answered about any revision and made no reading of yet, the oldest first."""
        ...

    async def save_own_answer(self, answer: OwnAnswer) -> None:
        """Keep an answer, in place of an earlier one to the same question about the same revision."""
        ...

    async def save_own_reading(
        self,
        artifact: Artifact,
        reading: Reading,
        placements: Sequence[Placement],
        decisions: Sequence[Decision],
    ) -> tuple[Reading, tuple[Placement, ...], tuple[Decision, ...]]:
        """Make the person's answers a reading, in one transaction.

        Its findings are placed and decided about, its answers are no longer kept one by one, and what
        the person made of the revision with this rubric before is withdrawn. Placements and decisions
        name a finding by its place in the reading: -1 is the first. Concerns are numbered as in `end_round`.
        """
        ...

    async def decide(self, artifact: Artifact, decision: Decision) -> Decision:
        """The decision with its key and time."""
        ...

    async def merge(
        self, artifact: Artifact, targets: Sequence[Target]
    ) -> tuple[Decision, tuple[Placement, ...]]:
        """Make concerns and unplaced findings one, with where it puts the findings that it moves.

        Raises:
            UsageError: they are fewer than two concerns, or one has no finding any more.
        """
        ...

    async def split(
        self, artifact: Artifact, findings: Sequence[int]
    ) -> tuple[Decision, tuple[Placement, ...]]:
        """Take findings out of their concern into a new one, with where they are then.

        Raises:
            UsageError: they are not in one concern, or nothing would stay in it.
        """
        ...

    async def undo(self, artifact: Artifact) -> Turned | None:
        """Take the last standing decision back; None where there is none."""
        ...

    async def redo(self, artifact: Artifact) -> Turned | None:
        """Restore the decision last taken back; None where there is none."""
        ...

    async def overlook(self, artifact: Artifact, finding: Finding) -> tuple[Finding, Placement, Decision]:
        """Store a problem that the person added, as a concern of its own, marked hit."""
        ...

    async def consented(self, artifact: Artifact, destination: str) -> bool:
        """Whether the person agreed to send this artifact there."""
        ...

    async def consent(self, artifact: Artifact, destination: str) -> None:
        """Remember that the person agreed."""
        ...

    async def save_preview(self, artifact: Artifact, preview: Preview) -> None:
        """Keep what the artifact's screen shows first when it is opened next."""
        ...

    async def histories(self) -> tuple[History, ...]:
        """Every artifact's history without its texts and the words of its findings, for the report."""
        ...

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        ...


@dataclass(frozen=True, slots=True)
class Settings:
    """How this run was set up."""

    models: Models
    budget: float | None = None
    """Dollars a round may cost; None for no cap."""
    trials: int = 1
    judge_trials: int = 1
    parallel: int = 4
    """Readings under way at once."""
    readers: Mapping[Kind, tuple[str, ...]] = field(default_factory=dict)
    """By kind: names of personas to read instead of its default ones."""
    rubric: str | None = None
    attempts: int = 4
    """Tries a reading gets before it counts as failed."""
    text_questions: bool = True
    """Whether a judge is also asked what a model derived from the text."""
