"""What the values in the lines of an export are."""

import sys
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from workbench.core.errors import FailureKind

Id = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
Sha256 = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
_TIME = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}\+00:00\Z"
Time = Annotated[str, Meta(pattern=_TIME)]
"""In UTC with microseconds, so that times sort as they pass; that there is such a day is seen to apart."""
Kind = Literal["reader", "rubric", "question", "questions", "matcher", "check", "person", "outside"]
Name = Annotated[str, Meta(max_length=200)]
Word = Annotated[str, Meta(max_length=20_000)]
Words = Annotated[str, Meta(max_length=1_000_000)]
Whole = Annotated[str, Meta(max_length=40_000_000)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Nth = Count
"""Which of those with the same content a line is; 0 for the first."""
Offset = Annotated[int, Meta(ge=0, le=40_000_000)]
Figure = Annotated[float, Meta(ge=-sys.float_info.max, le=sys.float_info.max)]
"""Neither infinite nor no number."""
FailureName = Annotated[str, Meta(pattern=rf"^(?:{'|'.join(kind.value for kind in FailureKind)})\Z")]
Answer = Literal["meets", "fails", "cannot tell", "does not apply"]
How = Literal["exact", "folded", "close"]
OnFail = Literal["note", "fix", "rewrite"]

SIMPLE = frozenset({str, int, bool, float})
"""The types of values that are JSON values as they stand."""


def plain(value: Any) -> Any:
    """A field's value as JSON values."""
    if isinstance(value, Struct):
        return {name: plain(each) for name, each in structs.asdict(value).items() if each is not None}
    if isinstance(value, list) and value and not isinstance(value[0], str):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value


class Seat(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A source and trial that a round set out to read with."""

    kind: Kind
    name: Word
    wording: Word
    trial: Annotated[int, Meta(gt=0, le=1_000_000)]
    model: Word | None = None
    called: Word | None = None
    reused: bool | None = None


class EvidenceShape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line outside the text."""

    path: Word
    line: Annotated[int, Meta(ge=-1, le=2**53)]
    text: Words = ""


class SpanShape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A stretch of a revision."""

    start: Offset
    end: Offset
    how: Literal["exact", "folded", "close", "edited"] = "exact"


class PlaceShape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One of a judge's worst places."""

    quote: Words
    why: Words
    span: SpanShape | None = None


class LookedUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stood at a place when a person could not tell."""

    place: Sha256
    evidence: Sha256 | None = None


class OriginShape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a finding was before it was moved."""

    concern: Id
    why: Words = ""
    by: Literal["rules", "model", "person"] = "rules"


class HeldShape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands about a concern or a finding from a merge or a split on."""

    concern: Id | None = None
    finding: Id | None = None
    mark: Id | None = None
    deferred: bool | None = None
    note: Words | None = None
    fixed: Id | Literal[0] | None = None


class RecordShape(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a merge or a split records."""

    findings: dict[Id, OriginShape | None]
    held: list[HeldShape]
