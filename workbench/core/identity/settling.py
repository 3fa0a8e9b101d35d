"""What the rules cannot place for sure, and what becomes of it where somebody else chooses.

Whoever chooses may only choose among what the rules offer: it takes no finding away, parts none that the
rules are sure of, and makes no two known concerns one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.core.identity.nodes import Nodes
from workbench.core.readings import Finding

_OFFERED = 0.03
"""Probability from which something is offered, wherever it stands."""
_MOST_OFFERED = 8


@dataclass(frozen=True, slots=True)
class Unsettled:
    """New findings that are surely one concern, of which the rules cannot say for sure which."""

    findings: tuple[Finding, ...]
    """In the order of the text."""
    likeness: float
    """The greatest probability that it belongs with something offered, 0 to 1."""
    known: tuple[int, ...]
    """The known concerns that it may be, by key, the likeliest first."""
    others: tuple[int, ...]
    """The others like it that it may be one with, each by the key of its first finding."""

    @property
    def id(self) -> int:
        """The key of its first finding, which stands for it."""
        return self.findings[0].id


@dataclass(frozen=True, slots=True)
class Chosen:
    """Where a new finding belongs, as somebody else than the rules has it; nowhere known where both are 0."""

    why: str
    concern: int = 0
    """Key of a known concern."""
    finding: int = 0
    """Key of a new finding that it is one concern with."""


def unsettled(nodes: Nodes, cores: Sequence[Sequence[int]]) -> tuple[Unsettled, ...]:
    """What is unsettled among groups of nodes of which each is surely one concern."""
    home = {node: core for core, members in enumerate(cores) for node in members}
    beside = nodes.at_one_place()
    place = {finding.id: position for position, finding in enumerate(nodes.read)}
    found = []
    for members in cores:
        if nodes.concern(members):
            continue
        likely: dict[int, float] = {}
        for new in members:
            for node in beside[new] - set(members):
                likely.setdefault(home[node], 0.0)
            for node, near in nodes.near[new].items():
                if node not in members and near.probability >= _OFFERED:
                    likely[home[node]] = max(likely.get(home[node], 0.0), near.probability)
        if likely:
            found.append(_unsettled(nodes, cores, members, likely))
    return tuple(sorted(found, key=lambda each: place[each.id]))


def _unsettled(
    nodes: Nodes, cores: Sequence[Sequence[int]], members: Sequence[int], likely: Mapping[int, float]
) -> Unsettled:
    """What is offered for a group, given how likely it belongs with each other one."""
    offered: dict[tuple[int, int], float] = {}
    for core, probability in likely.items():
        concern = nodes.concern(cores[core])
        key = (concern, 0) if concern else (0, nodes.fresh(cores[core])[0].id)
        offered[key] = max(probability, offered.get(key, 0.0))
    # Equally likely ones in the order of the text: keys follow the order in which readings ended.
    place = {finding.id: position for position, finding in enumerate(nodes.read)}
    first = sorted(offered, key=lambda key: (-offered[key], key[0], place.get(key[1], 0)))[:_MOST_OFFERED]
    return Unsettled(
        tuple(nodes.fresh(members)),
        max(offered.values()),
        tuple(concern for concern, _ in first if concern),
        tuple(finding for _, finding in first if finding),
    )


def settled(
    nodes: Nodes,
    groups: Sequence[Sequence[int]],
    cores: Sequence[Sequence[int]],
    chosen: Mapping[int, Chosen],
) -> tuple[list[list[int]], frozenset[int]]:
    """The groups of nodes where some are chosen, and the new ones that were.

    `groups` are those of the rules; `cores` are surely one concern each. Only what is unsettled is chosen,
    and only as it was offered.
    """
    node_of = {finding.id: node for node, finding in enumerate(nodes.read)}
    known = {concern: len(nodes.read) + at for at, concern in enumerate(nodes.concerns)}
    choices = [
        (each, chosen[each.id])
        for each in unsettled(nodes, cores)
        if each.id in chosen and _is_offered(chosen[each.id], each)
    ]
    union = _Union(nodes)
    for members in cores:
        union.join_all(members)
    for each, choice in choices:
        if choice.concern:
            union.join(node_of[each.id], known[choice.concern])
    for each, choice in choices:
        if choice.finding:
            union.join(node_of[each.id], node_of[choice.finding])
    made = {node_of[finding.id] for each, _ in choices for finding in each.findings}
    for members in groups:
        for node in members:
            if node not in made:
                union.join(node, members[-1] if nodes.concern(members) else members[0])
    return union.groups(), frozenset(made)


def _is_offered(choice: Chosen, each: Unsettled) -> bool:
    if choice.concern:
        return choice.concern in each.known
    return not choice.finding or choice.finding in each.others


class _Union:
    """Groups of nodes that grow, and never hold two known concerns."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._group: list[list[int]] = [[node] for node in range(len(nodes.read) + len(nodes.concerns))]
        """Of each node: the group that it is in, the same list for all that are in it."""

    def join(self, one: int, two: int) -> None:
        """Make the groups of two nodes one, unless that would make two known concerns one."""
        first, second = self._group[one], self._group[two]
        concerns = {self._nodes.concern(first), self._nodes.concern(second)} - {0}
        if first is not second and len(concerns) < 2:
            first += second
            for node in second:
                self._group[node] = first

    def join_all(self, members: Sequence[int]) -> None:
        """Make some nodes one group."""
        for node in members[1:]:
            self.join(members[0], node)

    def groups(self) -> list[list[int]]:
        """The groups, and the members of each, in the order of their numbers."""
        distinct = {id(group): group for group in self._group}
        return sorted(sorted(group) for group in distinct.values())
