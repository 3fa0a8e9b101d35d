"""What stands about concerns that the person merges or splits: which mark, deferral, fix and note."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History, Placement
from workbench.core.identity.regrouping_record import Held, record_of
from workbench.core.marks import REGROUPING, Standing, Target, What


def held_after_merge(
    history: History, concerns: Sequence[int], loose: Sequence[int], into: int
) -> tuple[Held, ...]:
    """What stands about the concern that concerns and findings in none become.

    The mark that all parts agree on, or that one part alone has, holds. Where parts differ the concern
    has no mark, not even the one that the oldest had, until the person says which holds; meanwhile every
    finding keeps the one it had. Whatever is deferred or said to be fixed stays so, and notes are joined.
    """
    marks = EffectiveMarks(history)
    of_concerns = {concern: marks.of_concern(concern) for concern in concerns}
    of_parts = [*of_concerns.values(), *(marks.standings.of(Target("finding", id)) for id in loose)]
    said = [part.decision for part in of_parts if part.decision]
    disputed = len({part.mark for part in of_parts} - {None}) > 1 or any(map(marks.disagree, concerns))
    mark = None if disputed else max((decision.id for decision in said), default=None)
    notes = dict.fromkeys(part.note for part in of_parts if part.note)
    fixed = max((part.fixed.id for part in of_parts if part.fixed), default=None)
    deferred = any(part.deferred for part in of_parts) or None
    held = [Held("concern", into, mark, deferred, "; ".join(notes) or None, fixed)]
    if disputed:
        held += [
            Held("finding", placement.finding, part.decision.id)
            for placement in history.placements.values()
            if (part := of_concerns.get(placement.concern)) and part.decision
            if not marks.standings.of(Target("finding", placement.finding)).inside
        ]
    return tuple(held)


def held_after_split(
    history: History, concern: int, parts: Mapping[int, Collection[int]]
) -> tuple[Held, ...]:
    """What stands about both parts of a concern; `parts` are their findings, by the concern each becomes.

    A split that takes a merge apart gives each part back what it had before that, as far as nothing of the
    kind was decided since. Otherwise what stood about the whole stands about both: the person marked what
    every finding in it claims, so neither part is a new question, and a hit that became unmarked by being
    split would be lost to the fix list. A note is not doubled: it stays with the concern.

    A finding that is left alone has nothing to be an exception from, and its row cannot be opened: a mark
    that was made on it inside the concern is its part's.
    """
    marks = EffectiveMarks(history)
    whole, unmerged = marks.of_concern(concern), _unmerged(history, concern, parts.values())
    held: list[Held] = []
    for part, findings in parts.items():
        of_part = _of_the_whole(whole, part, stays=part == concern)
        if unmerged:
            first, *others = unmerged.held(part, findings)
            held += others
            of_part = _mixed(of_part, first, unmerged.decided_since)
        alone = marks.standings.of(Target("finding", min(findings))) if len(findings) == 1 else Standing()
        if alone.inside and alone.decision:
            held.append(Held("finding", min(findings), alone.decision.id))
            of_part = replace(of_part, mark=alone.decision.id)
        if of_part != Held("concern", part):
            held.append(of_part)
    return tuple(held)


def _of_the_whole(whole: Standing, part: int, *, stays: bool) -> Held:
    mark = whole.decision.id if whole.decision else None
    fixed = whole.fixed.id if whole.fixed else None
    note = "" if "note" in whole.decided and not stays else None
    return Held("concern", part, mark, whole.deferred or None, note, fixed)


def _mixed(whole: Held, before: Held, decided_since: Collection[What]) -> Held:
    """What a part had before it was merged, but what the whole has of the kinds that were decided since."""
    return Held(
        "concern",
        whole.id,
        whole.mark if "mark" in decided_since else before.mark,
        whole.deferred if "defer" in decided_since else bool(before.deferred),
        whole.note if "note" in decided_since else before.note or "",
        whole.fixed if "fixed" in decided_since else before.fixed or 0,
    )


@dataclass(frozen=True)
class _Unmerged:
    """A history before the merge that a split takes apart."""

    history: History
    decided_since: frozenset[What]
    """What was decided after the merge about anything that was merged."""

    def held(self, part: int, findings: Collection[int]) -> tuple[Held, ...]:
        """What stood about these findings, that of the concern which they become first."""
        homes = _homes(self.history.placements, findings)
        concerns, loose = [home for home in homes if home > 0], [-home for home in homes if home < 0]
        return held_after_merge(self.history, sorted(concerns), sorted(loose), part)


def _unmerged(history: History, concern: int, parts: Iterable[Collection[int]]) -> _Unmerged | None:
    """The history before the last merge that had put these parts together; None where none had."""
    one, two = parts
    placements = dict(history.placements)
    for number in reversed(range(len(history.decisions))):
        decision = history.decisions[number]
        if decision.what not in REGROUPING or decision.undone:
            continue
        for finding, origin in record_of(decision.value).origins.items():
            placed = placements.pop(finding, None)
            if placed and origin:
                placements[finding] = Placement(finding, origin.concern, origin.why, origin.by)
        homes = _homes(placements, one), _homes(placements, two)
        if decision.what == "merge" and homes[0].isdisjoint(homes[1]):
            merged = {_target(home) for home in homes[0] | homes[1] | {concern}}
            later = history.decisions[number + 1 :]
            since = frozenset(d.what for d in later if not d.undone and d.target in merged)
            before = replace(history, decisions=history.decisions[:number], placements=placements)
            return _Unmerged(before, since)
    return None


def _homes(placements: Mapping[int, Placement], findings: Iterable[int]) -> frozenset[int]:
    """The concerns of findings; of one that is in none its own key below 0."""
    return frozenset(placements[id].concern if id in placements else -id for id in findings)


def _target(home: int) -> Target:
    return Target("concern", home) if home > 0 else Target("finding", -home)
