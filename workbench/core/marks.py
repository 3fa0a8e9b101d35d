"""What the person decided: marks, reasons, deferrals and notes, and what stands of them now."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from workbench.core.identity.regrouping_record import Held, record_of


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


What = Literal["mark", "defer", "fixed", "note", "overlooked", "merge", "split", "answered", "again"]
"""Answered: a judge's question, before its answer was seen; again: a second mark, the first one hidden."""
BLIND: tuple[What, ...] = ("answered", "again")
"""What changes no mark: it says how right a judge is, or how steady the person."""
REGROUPING: tuple[What, ...] = ("merge", "split")
"""What moves findings from one concern to another."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing the person decided; never changed, only undone."""

    target: Target
    what: What
    value: str | None = None
    """The mark or the note's text; `yes` for a deferral; None takes the earlier one back.

    For `fixed`, the key of the revision in which the person says that it is.
    For a merge or a split, its `RegroupingRecord` as JSON; for `answered` one of a judge's answers.
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
    fixed: Decision | None = None
    """The one that says that the text was changed so that this is answered; None where none stands."""
    note: str = ""
    blind: bool = False
    inside: bool = False
    decided: frozenset[What] = frozenset()
    """What was decided, taken back or not, so that an empty decision differs from none."""
    overlooked: bool = True
    """False for an overlooked problem whose adding was undone."""
    ignored: str = ""
    """Why an accepted comment in the text has every fault of it ignored; empty where none does."""
    returned: str = ""
    """Why its can't tell is asked anew, in words; empty where it is not."""
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
    """What stands after a list of decisions in the order they were made."""
    made: defaultdict[Target, list[Decision]] = defaultdict(list)
    for decision in with_what_held(decisions):
        made[decision.target].append(decision)
    return Standings({target: standing(about) for target, about in made.items()})


def standing(decisions: Iterable[Decision]) -> Standing:
    """What stands about one target after the decisions about it, in the order they were made.

    An overlooked problem is a hit from its adding on, until it is marked otherwise.
    """
    latest: dict[What, Decision] = {}
    overlooked = True
    for decision in decisions:
        if decision.what == "overlooked":
            overlooked = not decision.undone
        if not decision.undone:
            latest[decision.what] = decision
    marking = latest.get("mark", latest.get("overlooked"))
    mark = _mark_of(marking)
    deferral, fixed, note = latest.get("defer"), latest.get("fixed"), latest.get("note")
    return Standing(
        mark=mark,
        reason=marking.reason if marking and mark else None,
        deferred=bool(deferral and deferral.value),
        fixed=fixed if fixed and fixed.value else None,
        note=(note.value or "") if note else "",
        blind=bool(marking and mark and marking.blind),
        inside=bool(marking and mark and marking.inside),
        decided=_kinds(tuple(latest)),
        overlooked=overlooked,
        decision=marking if mark else None,
    )


@lru_cache
def _kinds(decided: tuple[What, ...]) -> frozenset[What]:
    """The same few sets, each once: there are thousands of standings."""
    return frozenset(decided)


def with_what_held(decisions: Iterable[Decision]) -> Sequence[Decision]:
    """The decisions, each merge or split that stands followed by what it says stands from then on.

    Concerns that are merged bring their marks along, and both parts of one that is split keep its mark:
    so these marks are made anew, as the same decisions about other targets. Nothing but the merge or split
    is stored, and when it is taken back they go with it.
    """
    made = tuple(decisions)
    if not any(decision.what in REGROUPING for decision in made):
        return made
    by_key = {decision.id: decision for decision in made}
    anew: list[Decision] = []
    for decision in made:
        anew.append(decision)
        if decision.what in REGROUPING and not decision.undone:
            for held in record_of(decision.value).held:
                anew += _made_anew(held, by_key)
    return anew


def _made_anew(held: Held, by_key: Mapping[int, Decision]) -> Iterator[Decision]:
    target = Target(held.kind, held.id)
    mark = Decision(target, "mark") if held.mark is None else by_key.get(held.mark)
    # A window that has not yet seen what another one marked knows nothing of that mark.
    if mark is not None:
        value = _mark_of(mark)
        yield replace(mark, target=target, what="mark", value=value and value.value, inside=False)
    if held.deferred is not None:
        yield Decision(target, "defer", "yes" if held.deferred else None)
    if held.fixed is not None:
        fixed = by_key.get(held.fixed) if held.fixed else Decision(target, "fixed")
        yield from [replace(fixed, target=target)] if fixed else []
    if held.note is not None:
        yield Decision(target, "note", held.note or None)


def _mark_of(decision: Decision | None) -> Mark | None:
    if decision is None:
        return None
    if decision.what == "overlooked":
        return Mark.HIT
    return Mark(decision.value) if decision.value else None


def undoable(decisions: Iterable[Decision]) -> Decision | None:
    """The decision that `undo` takes back next; None where there is none.

    What was answered blind is taken back where it was answered.
    """
    return next((d for d in reversed(list(decisions)) if not d.undone and d.what not in BLIND), None)


def redoable(decisions: Iterable[Decision]) -> Decision | None:
    """The decision that `redo` restores next; None where there is none.

    It is the first undone one after the last that stands. What was undone before a later decision was
    made is not restored, even when that later decision is undone in its turn.
    """
    found: Decision | None = None
    for decision in reversed([d for d in decisions if d.what not in BLIND]):
        if not decision.undone:
            break
        if not decision.dropped:
            found = decision
    return found
