"""Average-link grouping over few, sparse likenesses, with groups that must stay apart."""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class _Group:
    members: list[int]
    fixed: bool
    """Whether it holds a node that must not meet another such node."""
    links: dict[int, float] = field(default_factory=dict)
    """By the other group's number: the sum of likenesses over the pairs of nodes between the two."""
    merges: int = 0


class _Grouper:
    def __init__(
        self, links: Sequence[Mapping[int, float]], fixed: int, threshold: float, joining: float
    ) -> None:
        self.groups = [_Group([node], node >= fixed, dict(near)) for node, near in enumerate(links)]
        self._threshold, self._joining = threshold, joining
        self._offers: list[tuple[float, int, int, int, int]] = []
        for one in range(len(links)):
            self._offer_all(one, above=one)

    def run(self) -> None:
        while self._offers:
            _, one, two, *merges = heapq.heappop(self._offers)
            if [self.groups[one].merges, self.groups[two].merges] == merges:
                self._merge(one, two)
                self._offer_all(one)

    def _offer_all(self, one: int, above: int = -1) -> None:
        a = self.groups[one]
        for two, total in a.links.items():
            b = self.groups[two]
            mean = total / (len(a.members) * len(b.members))
            if two > above and mean >= (self._joining if a.fixed or b.fixed else self._threshold):
                first, second = min(one, two), max(one, two)
                merges = self.groups[first].merges, self.groups[second].merges
                heapq.heappush(self._offers, (-mean, first, second, *merges))

    def _merge(self, keep: int, lose: int) -> None:
        kept, lost = self.groups[keep], self.groups[lose]
        for other, total in lost.links.items():
            neighbour = self.groups[other]
            del neighbour.links[lose]
            if other != keep:
                kept.links[other] = neighbour.links[keep] = kept.links.get(other, 0.0) + total
        kept.members += lost.members
        kept.fixed = kept.fixed or lost.fixed
        kept.merges, lost.merges = kept.merges + 1, lost.merges + 1
        lost.members, lost.links = [], {}
        if kept.fixed:
            for other in [other for other in kept.links if self.groups[other].fixed]:
                del kept.links[other], self.groups[other].links[keep]


def average_link(
    links: Sequence[Mapping[int, float]], fixed: int, threshold: float, joining: float | None = None
) -> list[list[int]]:
    """Groups of nodes whose mean likeness reaches the threshold, the most alike joined first.

    `joining` is the threshold for a group with a node from `fixed` on; None: the same one.

    `links` gives for every node its likeness to others, the same in both directions; what is not
    there is 0. Nodes from `fixed` on never meet in one group and are not linked to each other.
    Equally alike nodes are joined in the order of their numbers. Every node is in exactly one
    group; groups and their members come in that order too.
    """
    grouper = _Grouper(links, fixed, threshold, threshold if joining is None else joining)
    grouper.run()
    return [sorted(group.members) for group in grouper.groups if group.members]
