"""The lines of an export: what each type of line holds, and which part of it makes its id."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, get_args

from msgspec import Meta, Struct, field, structs

from workbench.core.exchange.records import id_of, impersonal, impersonal_evidence, impersonal_values
from workbench.core.exchange.values import (
    SIMPLE,
    Answer,
    Count,
    EvidenceShape,
    FailureName,
    Figure,
    How,
    Id,
    Kind,
    LookedUp,
    Name,
    Nth,
    Offset,
    OnFail,
    PlaceShape,
    RecordShape,
    Seat,
    Sha256,
    Time,
    Whole,
    Word,
    Words,
    plain,
)
from workbench.core.marks import Mark, What

_UNSAID: Mapping[str, Any] = {"n": 0, "check": False, "also": [], "notices": []}
"""What a line does not say where it is so."""


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of an export."""

    content: ClassVar[tuple[str, ...]] = ()
    """The fields that its id is made of; all others may come to differ and be joined."""
    type: str

    def shape(self) -> dict[str, Any]:
        """The line as JSON values, without what it does not say."""
        return {
            name: value if type(value) in SIMPLE else plain(value)
            for name, value in structs.asdict(self).items()
            if value is not None and not (name in _UNSAID and value == _UNSAID[name])
        }


class Identified:
    """A line with an id that its content gives."""

    __slots__ = ()
    content: ClassVar[tuple[str, ...]]
    type: str
    id: str
    n: int

    def impersonal(self) -> dict[str, Any]:
        """The fields of its content, told so that they are the same with and without personal paths."""
        said = {name: plain(value) for name in self.content if (value := getattr(self, name)) is not None}
        return {**said, **self.told(said)}

    def told(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the fields that personal paths may stand in, without them."""
        return {}

    @property
    def proper_id(self) -> str:
        """The id that its content gives."""
        return id_of(self.type, {**self.impersonal(), "n": self.n})


class SourceLine(Line, Identified, frozen=True, kw_only=True):
    """An instrument at one exact wording."""

    content = ("kind", "name", "wording")
    type: Literal["source"] = "source"
    id: Id
    n: Nth = 0
    kind: Kind
    name: Word
    wording: Word
    body: Words | None = None
    first_seen_at: Time


class OfArtifact(Line, frozen=True, kw_only=True):
    """A line about one text."""

    artifact: Id


class ArtifactLine(Line, frozen=True, kw_only=True):
    """A text under review."""

    type: Literal["artifact"] = "artifact"
    id: Id
    also: Annotated[list[Id], Meta(max_length=1000)] = field(default_factory=list)
    """Other ids that it is told by: it became one with these."""
    identity: Word | None = None
    """Of a file in a repository with a remote; else only with personal paths."""
    name: Annotated[str, Meta(min_length=1, max_length=255)]
    path: Annotated[str, Meta(max_length=4096)] | None = None
    created_at: Time


class RevisionLine(OfArtifact, frozen=True, kw_only=True):
    """One exact content of a text; its id is the sha256 of the file's bytes."""

    type: Literal["revision"] = "revision"
    id: Sha256
    notices: Annotated[list[Words], Meta(max_length=100)] = field(default_factory=list)
    text: Whole | None = None
    created_at: Time


class RoundLine(OfArtifact, Identified, frozen=True, kw_only=True):
    """A round that ended."""

    content = ("revision", "planned", "freeze", "started_at")
    type: Literal["round"] = "round"
    id: Id
    n: Nth = 0
    revision: Sha256
    planned: Annotated[list[Seat], Meta(max_length=10_000)]
    freeze: bool
    started_at: Time
    state: Literal["complete", "incomplete"]
    ruling: dict[str, Any]
    ended_at: Time
    frozen_by: Id | None = None
    """The marker of who froze it, whom alone it binds; of a freeze without one, whoever exported it did."""


class OfPerson(OfArtifact, frozen=True, kw_only=True):
    """A line that may be a person's own; one without a marker is nobody's."""

    marker: Id | None = None


class Stretch(OfPerson, frozen=True, kw_only=True):
    """A line on words of the text."""

    span_start: Offset | None = None
    span_end: Offset | None = None
    span_how: How | None = None


_OF_READINGS = (
    "revision", "round", "source", "trial", "state", "provider", "model", "effort", "prompt_sha256", "about",
    "for_whom", "verdict", "why", "worst", "failure_kind", "failure_message", "failure_retry_after",
    "failure_request_id", "input_tokens", "output_tokens", "cache_read_tokens", "cache_written_tokens",
    "cache_written_1h_tokens", "calls", "estimated_tokens", "seconds", "stop_reason", "request_id", "notes",
    "parts", "started_at", "ended_at",
)  # fmt: skip


class ReadingLine(OfPerson, Identified, frozen=True, kw_only=True):
    """A reading without its findings and answers."""

    content = _OF_READINGS
    type: Literal["reading"] = "reading"
    id: Id
    n: Nth = 0
    check: bool = False
    """Whether a check made it: then it is told by its revision and source, and the last run holds."""
    revision: Sha256
    round: Id | None = None
    source: Id
    trial: Annotated[int, Meta(gt=0, le=1_000_000)]
    state: Literal["finished", "failed", "stopped"]
    provider: Word
    model: Word
    effort: Word
    prompt_sha256: Word
    about: Words
    for_whom: Words
    verdict: Literal["Publishable", "Fix", "Rewrite"] | None = None
    why: Words
    worst: Annotated[list[PlaceShape], Meta(max_length=1000)]
    failure_kind: FailureName | None = None
    failure_message: Words | None = None
    failure_retry_after: Figure | None = None
    failure_request_id: Word | None = None
    input_tokens: Count | None = None
    output_tokens: Count | None = None
    cache_read_tokens: Count | None = None
    cache_written_tokens: Count | None = None
    cache_written_1h_tokens: Count | None = None
    calls: Count | None = None
    estimated_tokens: Count | None = None
    seconds: Figure
    stop_reason: Word
    request_id: Word
    notes: Annotated[list[Words], Meta(max_length=1000)]
    parts: Annotated[int, Meta(gt=0, le=1_000_000)]
    started_at: Time | None = None
    ended_at: Time | None = None
    withdrawn_at: Time | None = None
    raw: Whole | None = None
    asked: Word | None = None
    """The model that was asked; None where that was not kept."""
    passages: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    """How many changed passages alone a judge was shown; None where all was read."""
    made_of: dict[str, Any] | None = None
    """What its prompt was made of, as `rebuilding.MadeOf` has it; None where that was not kept."""

    @property
    def proper_id(self) -> str:
        """The id that its content gives."""
        if self.check:
            return id_of("check", {"revision": self.revision, "source": self.source, "n": self.n})
        return super().proper_id

    def told(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Those of the fields that personal paths may stand in, without them."""
        names = ("failure_message", "notes", "model", "asked")
        return {name: impersonal_values(said[name]) for name in names if name in said}


class FindingLine(Stretch, Identified, frozen=True, kw_only=True):
    """A finding of a reading, or a problem that a person added."""

    content = (
        "revision", "reading", "source", "kind", "quote", "problem", "consequence", "change", "fixable_by",
        "asks", "span_start", "span_end", "span_how", "evidence", "expected", "on_fail",
    )  # fmt: skip
    type: Literal["finding"] = "finding"
    id: Id
    n: Nth = 0
    revision: Sha256
    reading: Id | None = None
    source: Id
    kind: Literal["finding", "lost interest", "one fix", "fails", "fault", "overlooked"]
    quote: Words
    problem: Words
    consequence: Words
    change: Words
    fixable_by: Literal["wording", "structure", "content", "code"] | None = None
    asks: Word
    evidence: Annotated[list[EvidenceShape], Meta(max_length=1000)]
    expected: Words | None = None
    on_fail: OnFail | None = None
    withdrawn_at: Time | None = None

    def told(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Its evidence without personal paths, and what a check says of it."""
        names = ("problem", "expected", "change") if self.kind == "fault" else ()
        told: dict[str, Any] = {name: impersonal(said[name]) for name in names if name in said}
        if said["evidence"]:
            told["evidence"] = [impersonal_evidence(each) for each in said["evidence"]]
        return told


class AnswerLine(Stretch, Identified, frozen=True, kw_only=True):
    """A judge's or a person's answer to one question."""

    content = (
        "reading", "source", "question", "value", "quote", "reason", "consequence", "span_start", "span_end",
        "span_how", "dominant", "on_fail", "first_value", "challenge",
    )  # fmt: skip
    type: Literal["answer"] = "answer"
    id: Id
    n: Nth = 0
    reading: Id
    source: Id
    question: Word
    value: Answer
    quote: Words
    reason: Words
    consequence: Words
    dominant: bool
    on_fail: OnFail
    first_value: Answer | None = None
    challenge: Words


class QuestionLine(OfPerson, Identified, frozen=True, kw_only=True):
    """A question about this text only."""

    content = (
        "revision", "reading", "name", "origin", "ask", "quote", "meets", "fails", "on_fail", "created_at",
    )  # fmt: skip
    type: Literal["question"] = "question"
    id: Id
    n: Nth = 0
    revision: Sha256
    reading: Id | None = None
    name: Name
    origin: Literal["derived", "added"]
    ask: Words
    quote: Words
    meets: Words | None = None
    fails: Words | None = None
    on_fail: OnFail
    created_at: Time
    withdrawn_at: Time | None = None


class ConcernLine(OfArtifact, frozen=True, kw_only=True):
    """A concern; its id is made once, of when it began and its first finding."""

    type: Literal["concern"] = "concern"
    id: Id
    created_at: Time


class PlacementLine(OfPerson, frozen=True, kw_only=True):
    """In which concern a finding is."""

    type: Literal["placement"] = "placement"
    finding: Id
    concern: Id
    why: Words
    by: Literal["rules", "model", "person"]
    at: Time


class SaidLine(OfPerson, frozen=True, kw_only=True):
    """What a person says that a text is, and for whom."""

    type: Literal["said"] = "said"
    kind: Literal["readme", "article", "taglines"]
    intent: Words | None = None
    at: Time


class OwnAnswerLine(OfPerson, frozen=True, kw_only=True):
    """What a person answered to one question, and made no reading of yet."""

    type: Literal["own answer"] = "own answer"
    revision: Sha256
    source: Id
    value: Answer
    reason: Words
    quote: Words
    span_start: Offset | None = None
    span_end: Offset | None = None
    at: Time


class IgnoreLine(OfPerson, frozen=True, kw_only=True):
    """A comment of the text that a person accepted."""

    type: Literal["ignore"] = "ignore"
    comment: Words
    at: Time


class DecisionLine(OfPerson, Identified, frozen=True, kw_only=True):
    """One thing that a person decided."""

    content = ("marker", "about", "key", "what", "value", "reason", "blind", "inside", "at")
    type: Literal["decision"] = "decision"
    id: Id
    n: Nth = 0
    about: Literal["concern", "finding", "answer", "reading"]
    key: Id
    what: What
    value: Words | RecordShape | None = None
    """For `fixed` the revision's id; for a merge or a split its record, told by ids."""
    reason: Name | None = None
    blind: bool
    inside: bool
    at: Time
    undone: bool
    dropped: bool
    turned_at: Time | None = None
    looked_up: LookedUp | None = None

    @property
    def fits(self) -> bool:
        """Whether its value is one that such a decision can have."""
        match self.what:
            case "mark" | "again":
                return self.value in [mark.value for mark in Mark]
            case "answered":
                return self.value in get_args(Answer) and self.about == "answer"
            case "merge" | "split":
                return isinstance(self.value, RecordShape) and self.about == "concern"
            case _:
                return self.value is None or isinstance(self.value, str)


class EndLine(Line, frozen=True, kw_only=True):
    """The last line: what comes without it was cut short."""

    type: Literal["end"] = "end"
    lines: Count
    """How many lines stand before it, the first included."""
