"""What is grouped at the end of a round, and how likely each belongs with each."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from workbench.core.identity.kinds import Nearest, kinds, nearest_half
from workbench.core.identity.likeness import Background, Comparison, Weights
from workbench.core.identity.nearby import near, usual
from workbench.core.readings import Finding

_NEGLIGIBLE = 0.01
"""Probabilities below this one count as 0, so that each finding has few others to consider."""


class Nodes:
    """What is grouped: each new finding by itself, then each known concern, as its kinds where it is merged.

    What joins one kind in a round must not keep another kind's from joining theirs. A known concern that
    is near no new finding is left out.
    """

    def __init__(
        self,
        read: Sequence[Finding],
        known: Iterable[tuple[int, Sequence[Sequence[Finding]]]],
        text: str,
        weights: Weights,
        threshold: float,
    ) -> None:
        """`known` is each concern's key with what was said of it, part by part where it is merged.

        `threshold` is the least probability for which a finding leaves its part.
        """
        self.read = read
        self._weights = weights
        self.concerns: list[int] = []
        """Of each node after the new findings, the known concern that it is, or is a kind of."""
        self.near: list[dict[int, Nearest]] = [{} for _ in read]
        """By new finding: the nodes it may share a concern with."""
        self._positions: list[Sequence[int]] = [(new,) for new in range(len(read))]
        """Of each node, where its findings are in the comparison."""
        if read:
            self._compare(known, text, threshold)

    def _compare(
        self, known: Iterable[tuple[int, Sequence[Sequence[Finding]]]], text: str, threshold: float
    ) -> None:
        concerns = sorted(((id, parts) for id, parts in known if parts), key=lambda concern: concern[0])
        findings = [list(chain(*parts)) for _, parts in concerns]
        background = Background(usual(self.read, list(chain(*findings))), text)
        to_compare = near(self.read, findings, background)
        compared = list(self.read)
        beside: list[Collection[int]] = []
        for (id, said), new in zip(concerns, to_compare.known, strict=True):
            for kind in kinds(said, background, self._weights, threshold) if new else ():
                self.concerns.append(id)
                self._positions.append(range(len(compared), len(compared) + len(kind)))
                beside.append(new)
                compared += kind
        self._comparison = Comparison(compared, background)
        self._look_around(to_compare.pairs, beside)

    def _look_around(self, pairs: Iterable[tuple[int, int]], beside: Sequence[Collection[int]]) -> None:
        probability, weights = self._comparison.probability, self._weights
        for one, two in pairs:
            likely = probability(one, two, weights)
            if likely >= _NEGLIGIBLE:
                self.near[one][two] = Nearest(likely, two)
                self.near[two][one] = Nearest(likely, one)
        for node, new in enumerate(beside, len(self.read)):
            for one in new:
                nearest = nearest_half((probability(one, i, weights), i) for i in self._positions[node])
                if nearest.probability >= _NEGLIGIBLE:
                    self.near[one][node] = nearest

    def concern(self, members: Sequence[int]) -> int:
        """Key of the known concern among a group's members, 0 where there is none."""
        known = [node - len(self.read) for node in members if node >= len(self.read)]
        return self.concerns[known[0]] if known else 0

    def fresh(self, members: Sequence[int]) -> list[Finding]:
        """The new findings among a group's members."""
        return [self.read[node] for node in members if node < len(self.read)]

    def links(self) -> list[dict[int, float]]:
        """The probabilities between nodes, in both directions."""
        links: list[dict[int, float]] = [{} for _ in range(len(self.read) + len(self.concerns))]
        for new, beside in enumerate(self.near):
            for node, (probability, _) in beside.items():
                links[new][node] = links[node][new] = probability
        return links

    def belongs(self, new: int, members: Sequence[int]) -> float:
        """How likely a new finding belongs with the others of a group; 1 with none but itself."""
        others = [node for node in members if node != new]
        near = [self.near[new][node].probability for node in others if node in self.near[new]]
        return sum(near) / len(others) if others else 1.0

    def rival(self, node: int, concern: int) -> float:
        """How likely a new finding is another known concern than this one; 0 for a node that is none."""
        beside = self.near[node].items() if node < len(self.read) else ()
        known = ((self.concern([other]), near.probability) for other, near in beside)
        return max((probability for id, probability in known if id not in (0, concern)), default=0.0)

    def why(self, new: int, members: Sequence[int]) -> str:
        """What a new finding shares with the one of its group that is most like it; empty for the first."""
        near = [self.near[new][node] for node in members if node in self.near[new]]
        if not near or (not self.concern(members) and new == min(members)):
            return ""
        return self._comparison.shared(*sorted((new, max(near).closest)))

    def at_one_place(self) -> list[set[int]]:
        """By new finding: the other nodes of which a finding points at a sentence that it points at too."""
        at: dict[int, set[int]] = {}
        for node, positions in enumerate(self._positions):
            for position in positions:
                for sentence in self._comparison.sentences(position):
                    at.setdefault(sentence, set()).add(node)
        found: list[set[int]] = []
        for new in range(len(self.read)):
            found.append(set().union(*(at[sentence] for sentence in self._comparison.sentences(new))) - {new})
        return found
