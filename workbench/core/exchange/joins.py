"""Two tellings of one thing become one, the same whichever came first and however often."""

from collections.abc import Callable
from typing import TypeVar, cast

from msgspec import structs

from workbench.core.exchange.lines import (
    AnswerLine,
    DecisionLine,
    FindingLine,
    IgnoreLine,
    Line,
    OwnAnswerLine,
    PlacementLine,
    QuestionLine,
    ReadingLine,
    RevisionLine,
    RoundLine,
    SaidLine,
    SourceLine,
)
from workbench.core.exchange.records import canonical
from workbench.core.sources import wording_of

L = TypeVar("L", bound=Line)


def joined(one: L, other: L) -> L:
    """What both lines say of one thing: nothing that either adds is lost, the later state holds."""
    join = _JOINS.get(type(one))
    if join is None or one == other:
        return one
    first, second = sorted((one, other), key=_said)
    return cast(L, join(first, second))


def _said(line: Line) -> str:
    return canonical(line.shape())


def _later(one: Line, other: Line, *names: str) -> Line:
    """The line that is later by some of its fields; of two alike the one that sorts last."""

    def place(line: Line) -> tuple[str, ...]:
        return (*(str(getattr(line, name) or "") for name in names), _said(line))

    return max((one, other), key=place)


def _earliest(one: str | None, other: str | None) -> str | None:
    return min((at for at in (one, other) if at), default=None)


def _source(one: SourceLine, other: SourceLine) -> Line:
    first_seen = min(one.first_seen_at, other.first_seen_at)
    bodies = [body for body in (one.body, other.body) if body is not None]
    # A text that its wording is the hash of is surely the right one.
    body = min(bodies, key=lambda body: (wording_of(body) != one.wording, body), default=None)
    return structs.replace(one, body=body, first_seen_at=first_seen)


def _revision(one: RevisionLine, other: RevisionLine) -> Line:
    told = other if one.text is None else one
    return structs.replace(told, created_at=min(one.created_at, other.created_at))


def _round(one: RoundLine, other: RoundLine) -> Line:
    return _later(one, other, "ended_at")


def _reading(one: ReadingLine, other: ReadingLine) -> Line:
    """Of a check the later run; of anything else both say the same, and one may be withdrawn."""
    if one.check:
        return _later(one, other, "ended_at")
    return structs.replace(
        one,
        withdrawn_at=_earliest(one.withdrawn_at, other.withdrawn_at),
        raw=one.raw if one.raw is not None else other.raw,
        marker=_earliest(one.marker, other.marker),
    )


def _withdrawn(one: FindingLine | QuestionLine, other: FindingLine | QuestionLine) -> Line:
    at = _earliest(one.withdrawn_at, other.withdrawn_at)
    return structs.replace(one, withdrawn_at=at, marker=_earliest(one.marker, other.marker))


def _answer(one: AnswerLine, other: AnswerLine) -> Line:
    return structs.replace(one, marker=_earliest(one.marker, other.marker))


def _register(one: Line, other: Line) -> Line:
    return _later(one, other, "at")


def _ignore(one: IgnoreLine, other: IgnoreLine) -> Line:
    return min((one, other), key=lambda line: line.at)


def _decision(one: DecisionLine, other: DecisionLine) -> Line:
    """What was dropped stays so; else it stands as it was turned last, and of two alike it is undone."""
    place = max((line.turned_at or "", line.undone) for line in (one, other))
    dropped = one.dropped or other.dropped
    update = {
        "dropped": dropped,
        "undone": dropped or place[1],
        "turned_at": place[0] or None,
        "looked_up": one.looked_up if one.looked_up is not None else other.looked_up,
    }
    return structs.replace(one, **update)


_JOINS: dict[type[Line], Callable[..., Line]] = {
    SourceLine: _source,
    RevisionLine: _revision,
    RoundLine: _round,
    ReadingLine: _reading,
    FindingLine: _withdrawn,
    AnswerLine: _answer,
    QuestionLine: _withdrawn,
    PlacementLine: _register,
    SaidLine: _register,
    OwnAnswerLine: _register,
    IgnoreLine: _ignore,
    DecisionLine: _decision,
}
