"""What the values in the lines of an export are."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from workbench.core.errors import FailureKind


def _possible(time: str) -> str:
    datetime.fromisoformat(time)
    return time


Id = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
_TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}\+00:00$"
Time = Annotated[str, Field(pattern=_TIME), AfterValidator(_possible)]
"""In UTC with microseconds, so that times sort as they pass."""
Kind = Literal["reader", "rubric", "question", "questions", "matcher", "check", "person", "outside"]
Name = Annotated[str, Field(max_length=200)]
Word = Annotated[str, Field(max_length=20_000)]
Words = Annotated[str, Field(max_length=1_000_000)]
Whole = Annotated[str, Field(max_length=40_000_000)]
Count = Annotated[int, Field(ge=0, le=2**53)]
Offset = Annotated[int, Field(ge=0, le=40_000_000)]
Figure = Annotated[float, Field(allow_inf_nan=False)]
FailureName = Annotated[str, Field(pattern=rf"^(?:{'|'.join(kind.value for kind in FailureKind)})$")]
Answer = Literal["meets", "fails", "cannot tell", "does not apply"]
How = Literal["exact", "folded", "close"]
OnFail = Literal["note", "fix", "rewrite"]

SIMPLE = frozenset({str, int, bool, float})
"""The types of values that are JSON values as they stand."""


def plain(value: Any) -> Any:
    """A field's value as JSON values."""
    if isinstance(value, BaseModel):
        return {name: plain(each) for name, each in value.__dict__.items() if each is not None}
    if isinstance(value, list) and value and not isinstance(value[0], str):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value


class Seat(BaseModel):
    """A source and trial that a round set out to read with."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    kind: Kind
    name: Word
    wording: Word
    trial: Annotated[int, Field(gt=0, le=1_000_000)]


class EvidenceShape(BaseModel):
    """A line outside the text."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    path: Word
    line: Annotated[int, Field(ge=-1, le=2**53)]
    text: Words = ""


class SpanShape(BaseModel):
    """A stretch of a revision."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    start: Offset
    end: Offset
    how: Literal["exact", "folded", "close", "edited"] = "exact"


class PlaceShape(BaseModel):
    """One of a judge's worst places."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    quote: Words
    why: Words
    span: SpanShape | None = None


class LookedUp(BaseModel):
    """What stood at a place when a person could not tell."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    place: Sha256
    evidence: Sha256 | None = None


class OriginShape(BaseModel):
    """Where a finding was before it was moved."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    concern: Id
    why: Words = ""
    by: Literal["rules", "model", "person"] = "rules"


class HeldShape(BaseModel):
    """What stands about a concern or a finding from a merge or a split on."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    concern: Id | None = None
    finding: Id | None = None
    mark: Id | None = None
    deferred: bool | None = None
    note: Words | None = None
    fixed: Id | Literal[0] | None = None


class RecordShape(BaseModel):
    """What a merge or a split records."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    findings: dict[Id, OriginShape | None]
    held: list[HeldShape]
