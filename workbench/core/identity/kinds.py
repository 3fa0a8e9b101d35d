"""What a merged concern consists of: the person's merge holds for ever, but what was merged stays unlike."""

import heapq
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.core.identity.likeness import Background, Comparison, Weights
from workbench.core.readings import Finding


class Nearest(NamedTuple):
    """How near a finding is to others."""

    probability: float
    """That it belongs with them, 0 to 1."""
    closest: int
    """Position of the one that is most like it."""


def nearest_half(probabilities: Iterable[tuple[float, int]]) -> Nearest:
    """How near a finding is to the half of some others that are most like it, from each one's probability.

    Over the rounds a concern is worded in many ways, and one more need not be like all.
    """
    found = list(probabilities)
    half = heapq.nlargest((len(found) + 1) // 2, found)
    return Nearest(sum(probability for probability, _ in half) / len(half), half[0][1])


def kinds(
    parts: Sequence[Sequence[Finding]], background: Background, weights: Weights, threshold: float
) -> list[list[Finding]]:
    """The findings of a merged concern by what each is like, in as many groups as were merged.

    What was placed after the merge came to the concern as a whole: it is with the part that it is most
    like, so that no part is watered down by what another one attracted. `threshold` is the least
    probability for which a finding leaves its part.
    """
    if len(parts) < 2:
        return [list(part) for part in parts]
    findings = [finding for part in parts for finding in part]
    comparison = Comparison(findings, background)
    grown: list[list[int]] = []
    rest: list[tuple[int, int, int]] = []
    for home, part in enumerate(parts):
        first = sum(map(len, parts[:home]))
        by_age = sorted(range(first, first + len(part)), key=lambda position: findings[position].id)
        grown.append(by_age[:1])
        rest += [(findings[position].id, position, home) for position in by_age[1:]]

    def near(position: int, others: Sequence[int]) -> float:
        return nearest_half(
            (comparison.probability(position, other, weights), other) for other in others
        ).probability

    for _, position, home in sorted(rest):
        nearness = [near(position, others) for others in grown]
        best = max(range(len(grown)), key=lambda part: (nearness[part], part == home, -part))
        grown[best if nearness[best] >= threshold else home].append(position)
    return [[findings[position] for position in sorted(part)] for part in grown]
