"""The person merges and splits concerns: which findings move where, what then holds, and the way back.

The program groups findings when a round ends and leaves its groups alone from then on. What the person
says of them is the truth: later findings are matched to the concerns as the person left them.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from workbench.core.artifacts import Artifact
from workbench.core.errors import UsageError
from workbench.core.events import Regrouped
from workbench.core.history import History, Placement
from workbench.core.identity.regrouping_record import Origin, RegroupingRecord, record_of
from workbench.core.identity.regrouping_standings import held_after_merge, held_after_split
from workbench.core.marks import Decision, Target, standings
from workbench.core.readings import Finding
from workbench.core.store import Store

MERGED = "merged by you"
TAKEN_OUT = "taken out by you"


@dataclass(frozen=True)
class Regrouping:
    """Merging and splitting over the store."""

    store: Store

    async def merge(self, artifact: Artifact, targets: Sequence[Target]) -> Regrouped:
        """Make concerns, and findings that are in none yet, one concern: the oldest of them.

        Raises:
            UsageError: they are fewer than two concerns, perhaps since another window merged them.
        """
        return Regrouped(*await self.store.merge(artifact, targets))

    async def split(self, artifact: Artifact, findings: Sequence[int]) -> Regrouped:
        """Take findings out of their concern into one of their own.

        Raises:
            UsageError: they are not in one concern, or nothing would stay in it.
        """
        return Regrouped(*await self.store.split(artifact, findings))


def merged_into(history: History, targets: Iterable[Target]) -> int:
    """The concern that stays when these are merged: the oldest; 0 where none of them is in one yet.

    Raises:
        UsageError: a concern among them has no finding any more.
    """
    concerns, _ = _parts(history, targets)
    return min(concerns, default=0)


def merge(
    history: History, targets: Iterable[Target], into: int, withdrawn: Iterable[Placement] = ()
) -> Decision:
    """The decision that makes these targets one concern.

    `into` is what `merged_into` gave, or a new concern. Of the history only the placements in these
    concerns and the decisions about them are looked at. `withdrawn` are placements of findings that stand
    no more: they move along, for a check may raise them again.

    Raises:
        UsageError: the targets are fewer than two concerns, or one has no finding any more.
    """
    concerns, loose = _parts(history, targets)
    if len(concerns) + len(loose) < 2:
        raise UsageError("That is one concern already: another window may have merged it.")
    moved = [p for p in (*history.placements.values(), *withdrawn) if p.concern in concerns - {into}]
    origins: dict[int, Origin | None] = {p.finding: Origin(p.concern, p.why, p.by) for p in moved}
    origins |= dict.fromkeys(sorted(loose))
    held = held_after_merge(history, sorted(concerns), sorted(loose), into)
    return Decision(Target("concern", into), "merge", RegroupingRecord(origins, held).as_json())


def _parts(history: History, targets: Iterable[Target]) -> tuple[set[int], set[int]]:
    """The concerns among targets, and the findings that are in none."""
    concerns: set[int] = set()
    loose: set[int] = set()
    for target in targets:
        placement = history.placements.get(target.id) if target.kind == "finding" else None
        if placement:
            concerns.add(placement.concern)
        else:
            (concerns if target.kind == "concern" else loose).add(target.id)
    there = {placement.concern for placement in history.placements.values()}
    decided = standings(history.decisions)
    if any(id not in there or not decided.of(Target("concern", id)).overlooked for id in concerns):
        raise UsageError(
            "A row that was to be merged is gone: another window has merged it or taken it back."
        )
    return concerns, loose


def split(history: History, findings: Iterable[int], into: int) -> Decision:
    """The decision that takes findings out of their concern into a new one.

    Of the history only the placements in that concern are looked at, the decisions about them, about what
    was merged into them, and every merge and split.

    Raises:
        UsageError: the findings are not in one concern, or nothing would stay in it.
    """
    taken = sorted(set(findings))
    concerns = {placement.concern if (placement := history.placements.get(id)) else 0 for id in taken}
    if len(concerns) != 1 or concerns == {0}:
        raise UsageError("Take findings out of one concern at a time; another window may have moved these.")
    (concern,) = concerns
    stay = [p.finding for p in history.placements.values() if p.concern == concern and p.finding not in taken]
    if not stay:
        raise UsageError("Nothing would stay in this concern: leave one finding in it.")
    origins = {id: Origin(concern, history.placements[id].why, history.placements[id].by) for id in taken}
    held = held_after_split(history, concern, {into: taken, concern: stay})
    return Decision(Target("concern", into), "split", RegroupingRecord(origins, held).as_json())


def merged_from(decisions: Iterable[Decision]) -> dict[int, tuple[int, ...]]:
    """By finding: the concerns that merges which stand moved it from, the first one first.

    A finding that was in none was one by itself, which its own key below 0 stands for.
    """
    came: defaultdict[int, tuple[int, ...]] = defaultdict(tuple)
    for decision in decisions:
        if decision.what == "merge" and not decision.undone:
            for finding, origin in record_of(decision.value).origins.items():
                came[finding] += (origin.concern if origin else -finding,)
    return dict(came)


def parts_of(history: History, findings: Iterable[Finding]) -> int:
    """How many concerns the person made one, of which these are the findings; 1 where none was merged in."""
    there = {finding.id: history.placements.get(finding.id) for finding in findings}
    if not any(placement and placement.why == MERGED for placement in there.values()):
        return 1
    came = merged_from(history.decisions)
    return len({came.get(finding, ()) for finding in there})


def moved(decision: Decision) -> tuple[Placement, ...]:
    """Where a merge or a split puts the findings that it moves."""
    why = MERGED if decision.what == "merge" else TAKEN_OUT
    return tuple(
        Placement(finding, decision.target.id, why, "person") for finding in record_of(decision.value).origins
    )


def put_back(decision: Decision, there: Iterable[Placement] = ()) -> tuple[Placement, ...]:
    """Where the findings were that a merge or a split had moved; in concern 0 those that were in none.

    `there` are the placements in the decision's concern now. A finding that later joined what a split made
    goes with the others: taken back, the split leaves nothing behind.
    """
    origins = record_of(decision.value).origins
    back = [
        Placement(finding, origin.concern, origin.why, origin.by) if origin else Placement(finding, 0, "")
        for finding, origin in origins.items()
    ]
    if decision.what == "split":
        (concern,) = {origin.concern for origin in origins.values() if origin}
        back += [replace(joined, concern=concern) for joined in there if joined.finding not in origins]
    return tuple(back)
