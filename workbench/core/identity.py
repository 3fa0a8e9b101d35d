"""Which findings are the same concern: one edit that fully answers the first would also answer the second."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from workbench.core.grouping import average_link
from workbench.core.history import Placement
from workbench.core.kinds import Nearest, kinds, nearest_half
from workbench.core.likeness import WEIGHTS, Comparison, Weights, folded
from workbench.core.readings import Finding, FindingKind, Span

ONE_CONCERN = 0.4
"""Mean probability from which two groups of findings are one concern."""
GREY = (0.1, 0.75)
"""Mean probabilities between which the rules may well be wrong."""
FIRST = "first of its concern"
REPEATED = "the same reader's one fix, on the same words"
_NEGLIGIBLE = 0.01
"""Probabilities below this one count as 0, so that each finding has few others to consider."""


@dataclass(frozen=True, slots=True)
class KnownConcern:
    """A concern of earlier rounds with all its findings."""

    id: int
    findings: tuple[Finding, ...]
    """Each with its span carried into the present text; None where its words are gone."""
    merged: tuple[tuple[Finding, ...], ...] = ()
    """What the person merged with them, concern by concern: each of them attracts its own kind."""

    @property
    def parts(self) -> tuple[tuple[Finding, ...], ...]:
        """All its findings, as they were grouped before the person merged any."""
        return (self.findings, *self.merged)


@dataclass(frozen=True, slots=True)
class Doubt:
    """A new finding beside a concern of which the rules cannot be sure."""

    finding: int
    concern: int
    """Key of a known concern, or the number of a new one as in `Placement`."""
    probability: float
    """That the finding belongs with the concern's others, 0 to 1."""
    chosen: bool
    """Whether the rules put it there all the same."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """Where the rules put new findings, and where they are unsure."""

    placements: tuple[Placement, ...]
    """One for each new finding, in the order they were given."""
    doubts: tuple[Doubt, ...]
    """Each new finding and concern whose probability lies in the grey zone, the likeliest first."""


def place(
    findings: Sequence[Finding],
    known: Sequence[KnownConcern],
    text: str,
    weights: Weights = WEIGHTS,
) -> tuple[Placement, ...]:
    """In which concern each new finding of one revision is, as `group` finds it."""
    return group(findings, known, text, weights).placements


def group(
    findings: Sequence[Finding],
    known: Sequence[KnownConcern],
    text: str,
    weights: Weights = WEIGHTS,
) -> Grouping:
    """Put every new finding of one revision into a known concern or a new one, whatever their order.

    `text` is the revision's. Known concerns are never merged or split. New ones are numbered
    0, -1, -2 ... in the order of their first words. A check's faults are one concern where the
    same check found the same words, and never one with a reader's or judge's finding. A reader's one
    fix on the words of a finding of the same reading is that finding again, as readers are told.
    """
    repeats = _repeats(findings, _told_apart(known))
    ordered = sorted((finding for finding in findings if finding.id not in repeats), key=_by_place)
    nodes = _Nodes([f for f in ordered if f.kind is not FindingKind.FAULT], known, text, weights)
    groups = average_link(nodes.links(), fixed=len(nodes.read), threshold=ONE_CONCERN)
    faults = _faults([f for f in ordered if f.kind is FindingKind.FAULT], known)
    numbers = _numbered([(nodes.concern(members), nodes.fresh(members)) for members in groups] + faults)

    placements: dict[int, Placement] = {}
    for members, number in zip(groups, numbers, strict=False):
        for node in members:
            if node < len(nodes.read):
                key = nodes.read[node].id
                placements[key] = Placement(key, number, nodes.why(node, members))
    for (concern, same), number in zip(faults, numbers[len(groups) :], strict=True):
        for fault in same:
            first = not concern and fault is same[0]
            placements[fault.id] = Placement(fault.id, number, FIRST if first else "same check, same words")
    for remark, finding in repeats.items():
        placements[remark] = Placement(remark, placements[finding].concern, REPEATED)
    return Grouping(tuple(placements[f.id] for f in findings), _doubts(nodes, groups, numbers))


def _repeats(findings: Iterable[Finding], apart: Sequence[Finding] = ()) -> dict[int, int]:
    """By key of a reader's one fix: the finding of the same reading that stands on the same words.

    One fix of a reader on the words of a fix of its that the person took `apart` repeats nothing.
    """
    found: dict[int, list[Finding]] = {}
    ordered = sorted(findings, key=_by_place)
    for finding in ordered:
        if finding.kind is FindingKind.FINDING and finding.span:
            found.setdefault(finding.reading, []).append(finding)
    repeats: dict[int, int] = {}
    for remark in ordered:
        if remark.kind is FindingKind.ONE_FIX and remark.span and not _stands_with(remark, apart):
            common = [(_common(remark.span, f.span), f) for f in found.get(remark.reading, ()) if f.span]
            most, nearest = max(common, key=lambda pair: pair[0], default=(0, remark))
            if most > 0:
                repeats[remark.id] = nearest.id
    return repeats


def _told_apart(known: Iterable[KnownConcern]) -> list[Finding]:
    """The readers' one fixes that are in another concern than the finding that they would repeat."""
    findings = {f.id: (f, concern.id) for concern in known for f in chain.from_iterable(concern.parts)}
    repeats = _repeats(finding for finding, _ in findings.values())
    return [findings[fix][0] for fix, finding in repeats.items() if findings[fix][1] != findings[finding][1]]


def _stands_with(remark: Finding, others: Iterable[Finding]) -> bool:
    """Whether a remark shares words with one of the same source."""
    return any(
        other.source.name == remark.source.name
        and remark.span is not None
        and other.span is not None
        and remark.span.overlaps(other.span)
        for other in others
    )


def _common(one: Span, other: Span) -> int:
    """How many characters two spans share; below 1 where they share none."""
    return min(one.end, other.end) - max(one.start, other.start)


def _by_place(finding: Finding) -> tuple[object, ...]:
    """Sorts by what a finding is about and says, so that nothing depends on which reading ended first."""
    span = (finding.span.start, finding.span.end) if finding.span else (1 << 62, 0)
    said = (finding.quote, finding.problem, finding.consequence, finding.change)
    return (*span, finding.source, finding.kind, finding.asks, *said, finding.reading, finding.id)


class _Nodes:
    """What is grouped: each new finding by itself, then each known concern, as its kinds where it is merged.

    What joins one kind in a round must not keep another kind's from joining theirs.
    """

    def __init__(
        self,
        read: Sequence[Finding],
        known: Sequence[KnownConcern],
        text: str,
        weights: Weights,
    ) -> None:
        self.read = read
        self._weights = weights
        compared = list(read)
        self._concerns: list[int] = []
        self._positions: list[range] = []
        for concern in sorted(known, key=lambda concern: concern.id):
            parts = [[f for f in part if f.kind is not FindingKind.FAULT] for part in concern.parts]
            for kind in kinds([part for part in parts if part], text, weights, ONE_CONCERN):
                self._concerns.append(concern.id)
                self._positions.append(range(len(compared), len(compared) + len(kind)))
                compared += kind
        self._comparison = Comparison(compared, len(read), text)
        self.near: list[dict[int, Nearest]] = [{} for _ in read]
        """By new finding: the nodes it may share a concern with."""
        for new in range(len(read)):
            self._look_around(new)

    def _look_around(self, new: int) -> None:
        for other in range(new + 1, len(self.read)):
            probability = self._comparison.evidence(new, other).probability(self._weights)
            if probability >= _NEGLIGIBLE:
                self.near[new][other] = Nearest(probability, other)
                self.near[other][new] = Nearest(probability, new)
        for node, positions in enumerate(self._positions, len(self.read)):
            near = nearest_half(
                (self._comparison.evidence(new, i).probability(self._weights), i) for i in positions
            )
            if near.probability >= _NEGLIGIBLE:
                self.near[new][node] = near

    def concern(self, members: Sequence[int]) -> int:
        """Key of the known concern among a group's members, 0 where there is none."""
        known = [node - len(self.read) for node in members if node >= len(self.read)]
        return self._concerns[known[0]] if known else 0

    def fresh(self, members: Sequence[int]) -> list[Finding]:
        """The new findings among a group's members."""
        return [self.read[node] for node in members if node < len(self.read)]

    def links(self) -> list[dict[int, float]]:
        """The probabilities between nodes, in both directions."""
        links: list[dict[int, float]] = [{} for _ in range(len(self.read) + len(self._concerns))]
        for new, near in enumerate(self.near):
            for node, (probability, _) in near.items():
                links[new][node] = links[node][new] = probability
        return links

    def belongs(self, new: int, members: Sequence[int]) -> float:
        """How likely a new finding belongs with the others of a group; 1 with none but itself."""
        others = [node for node in members if node != new]
        near = [self.near[new][node].probability for node in others if node in self.near[new]]
        return sum(near) / len(others) if others else 1.0

    def why(self, new: int, members: Sequence[int]) -> str:
        """What a new finding shares with the one of its group that is most like it."""
        near = [self.near[new][node] for node in members if node in self.near[new]]
        if not near or (not self.concern(members) and new == min(members)):
            return FIRST
        return self._comparison.shared(*sorted((new, max(near).closest)))


def _doubts(nodes: _Nodes, groups: Sequence[list[int]], numbers: Sequence[int]) -> tuple[Doubt, ...]:
    """Where the grouping leaves new findings in the grey zone."""
    home = {node: index for index, members in enumerate(groups) for node in members}
    doubts = []
    for new, finding in enumerate(nodes.read):
        chances: dict[int, float] = {}
        for index in {home[new], *(home[node] for node in nodes.near[new])}:
            # A merged concern is as likely as the likeliest of its kinds.
            chance = nodes.belongs(new, groups[index])
            chances[numbers[index]] = max(chance, chances.get(numbers[index], 0.0))
        doubts += [
            Doubt(finding.id, concern, chance, chosen=concern == numbers[home[new]])
            for concern, chance in chances.items()
            if GREY[0] <= chance < GREY[1]
        ]
    return tuple(sorted(doubts, key=lambda doubt: (-doubt.probability, doubt.finding, doubt.concern)))


def _faults(faults: Iterable[Finding], known: Sequence[KnownConcern]) -> list[tuple[int, list[Finding]]]:
    """The faults by check and words, each group with its known concern or 0.

    Where the person took one of them apart from the others, each goes with the nearest in the text.
    """
    homes: dict[tuple[str, str], list[tuple[int, Finding]]] = {}
    for concern in sorted(known, key=lambda concern: concern.id):
        for finding in chain.from_iterable(concern.parts):
            if finding.kind is FindingKind.FAULT:
                homes.setdefault(_words_of(finding), []).append((concern.id, finding))
    groups: dict[tuple[int, tuple[str, str]], list[Finding]] = {}
    for fault in faults:
        words = _words_of(fault)
        near = [(_distance(fault.span, other.span), concern) for concern, other in homes.get(words, ())]
        groups.setdefault((min(near, default=(0, 0))[1], words), []).append(fault)
    return [(concern, same) for (concern, _), same in groups.items()]


def _words_of(fault: Finding) -> tuple[str, str]:
    """What makes faults one concern: the check, and the words."""
    return fault.asks, folded(fault.quote)


def _distance(one: Span | None, other: Span | None) -> int:
    """How far apart two spans begin, in code points; further than any text is long where one is gone."""
    return abs(one.start - other.start) if one and other else 1 << 62


def _numbered(found: Sequence[tuple[int, Sequence[Finding]]]) -> list[int]:
    """The concern of each group: its own, or for new ones 0, -1, -2 ... as their first words come."""
    numbers = [concern for concern, _ in found]
    new = [index for index, concern in enumerate(numbers) if not concern]
    for number, index in enumerate(sorted(new, key=lambda index: _by_place(found[index][1][0]))):
        numbers[index] = -number
    return numbers
