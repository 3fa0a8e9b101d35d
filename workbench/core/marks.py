"""What the person decided: marks, reasons, deferrals and notes, and what stands of them now."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Literal


class Mark(StrEnum):
    """What the person says of a concern, a finding or an answer."""

    HIT = "hit"
    MISS = "miss"
    CANT_TELL = "can't tell"


REASONS: dict[Mark, tuple[str, ...]] = {
    Mark.HIT: (),
    Mark.MISS: ("wrong", "preference", "trivial", "out of scope"),
    Mark.CANT_TELL: ("code", "outside fact", "either view"),
}
"""The reasons a mark may have, in the order of their digit keys."""


@dataclass(frozen=True, slots=True, order=True)
class Target:
    """What a decision is about."""

    kind: Literal["concern", "finding", "answer", "reading"]
    """A reading: what a reader says that the text is about, a hit where that is right."""
    id: int


What = Literal["mark", "defer", "note", "overlooked", "merge", "split"]


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing the person decided; never changed, only undone."""

    target: Target
    what: What
    value: str | None = None
    """The mark or the note's text; `yes` for a deferral; None takes the earlier one back.

    For a merge or a split, JSON: by finding key, the concern that the finding was in before.
    """
    reason: str | None = None
    """One of `REASONS`, for a mark."""
    undone: bool = False
    dropped: bool = False
    """Undone before a later decision was made, so that redo no longer restores it."""
    blind: bool = False
    """Whether the source's own answer was hidden while deciding."""
    inside: bool = False
    """Whether it was made inside an opened concern, and so holds for that finding alone."""
    at: datetime | None = None
    id: int = 0
    """The store's key; 0 until stored. Later decisions have greater keys."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands about one target now."""

    mark: Mark | None = None
    reason: str | None = None
    deferred: bool = False
    note: str = ""
    blind: bool = False
    inside: bool = False
    decided: frozenset[What] = frozenset()
    """What was decided, taken back or not, so that an empty decision differs from none."""
    overlooked: bool = True
    """False for an overlooked problem whose adding was undone."""
    decision: Decision | None = None
    """The one that made the mark; None where there is no mark."""


@dataclass(frozen=True, slots=True)
class Standings:
    """What stands about every target."""

    by_target: dict[Target, Standing] = field(default_factory=dict)

    def of(self, target: Target) -> Standing:
        """What stands about a target; an empty standing where nothing was decided."""
        return self.by_target.get(target, NOTHING_STANDS)


NOTHING_STANDS = Standing()
"""What stands about a target that nothing was decided about."""


def standings(decisions: Iterable[Decision]) -> Standings:
    """What stands after a list of decisions in the order they were made.

    An overlooked problem is a hit from its adding on, until it is marked otherwise.
    """
    latest: dict[tuple[Target, What], Decision] = {}
    withdrawn: set[Target] = set()
    for decision in decisions:
        if decision.undone:
            if decision.what == "overlooked":
                withdrawn.add(decision.target)
            continue
        latest[(decision.target, decision.what)] = decision
        if decision.what == "overlooked":
            withdrawn.discard(decision.target)
    decided: defaultdict[Target, set[What]] = defaultdict(set)
    for target, what in latest:
        decided[target].add(what)
    result: dict[Target, Standing] = {}
    for target in {target for target, _ in latest} | withdrawn:
        marking = latest.get((target, "mark"), latest.get((target, "overlooked")))
        mark = _mark_of(marking)
        deferral = latest.get((target, "defer"))
        note = latest.get((target, "note"))
        result[target] = Standing(
            mark=mark,
            reason=marking.reason if marking and mark else None,
            deferred=bool(deferral and deferral.value),
            note=(note.value or "") if note else "",
            blind=bool(marking and mark and marking.blind),
            inside=bool(marking and mark and marking.inside),
            decided=frozenset(decided[target]),
            overlooked=target not in withdrawn,
            decision=marking if mark else None,
        )
    return Standings(result)


def _mark_of(decision: Decision | None) -> Mark | None:
    if decision is None:
        return None
    if decision.what == "overlooked":
        return Mark.HIT
    return Mark(decision.value) if decision.value else None


def undoable(decisions: Iterable[Decision]) -> Decision | None:
    """The decision that `undo` takes back next; None where there is none."""
    return next((d for d in reversed(list(decisions)) if not d.undone), None)


def redoable(decisions: Iterable[Decision]) -> Decision | None:
    """The decision that `redo` restores next; None where there is none.

    It is the first undone one after the last that stands. What was undone before a later decision was
    made is not restored, even when that later decision is undone in its turn.
    """
    found: Decision | None = None
    for decision in reversed(list(decisions)):
        if not decision.undone:
            break
        if not decision.dropped:
            found = decision
    return found
