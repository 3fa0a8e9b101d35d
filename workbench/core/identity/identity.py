"""Which findings are the same concern: one edit that fully answers the first would also answer the second."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from workbench.core.history import Placement
from workbench.core.identity.grouping import average_link
from workbench.core.identity.likeness import WEIGHTS, Weights
from workbench.core.identity.nodes import Nodes
from workbench.core.identity.repeats import by_place, repeats, told_apart
from workbench.core.identity.settling import Chosen, Unsettled, settled, unsettled
from workbench.core.identity.wording import folded
from workbench.core.readings import Finding, FindingKind, Span

ONE_CONCERN = 0.4
"""Mean probability from which two groups of findings are one concern."""
KNOWN_CONCERN = 0.3
"""Mean probability from which new findings are a known concern: most of what a round raises is known."""
SURE = 0.9
"""Mean probability from which the rules are hardly ever wrong, so that no model is asked."""
GREY = (0.1, SURE)
"""Mean probabilities between which they may well be."""
FIRST = "first of its concern"
REPEATED = "the same reader's one fix, on the same words"


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
    return Sorting(findings, known, text, weights).grouping()


class Sorting:
    """The new findings of one revision, sorted by the rules, and what these leave unsettled."""

    def __init__(
        self,
        findings: Sequence[Finding],
        known: Sequence[KnownConcern],
        text: str,
        weights: Weights = WEIGHTS,
    ) -> None:
        self._findings = findings
        self._repeats: Mapping[int, int] = {}
        if any(finding.kind is FindingKind.ONE_FIX for finding in findings):
            apart = told_apart(list(chain.from_iterable(concern.parts)) for concern in known)
            self._repeats = repeats(findings, apart)
        ordered = sorted((f for f in findings if f.id not in self._repeats), key=by_place)
        read = [f for f in ordered if f.kind is not FindingKind.FAULT]
        said = [(concern.id, _said(concern)) for concern in known]
        self._nodes = Nodes(read, said, text, weights, ONE_CONCERN)
        self._links = self._nodes.links()
        self._groups = self._linked(ONE_CONCERN, KNOWN_CONCERN)
        self._faults = _faults([f for f in ordered if f.kind is FindingKind.FAULT], known)

    def _linked(self, threshold: float, joining: float) -> list[list[int]]:
        return average_link(self._links, len(self._nodes.read), threshold, joining)

    def _cores(self) -> list[list[int]]:
        """The groups that are surely one concern each.

        What may be another known concern too is surely in neither, however like it is to one of them.
        """
        nodes, cores = self._nodes, []
        for members in self._linked(SURE, SURE):
            concern = nodes.concern(members)
            torn = [n for n in members if concern and nodes.rival(n, concern) >= GREY[0]]
            cores += [[node for node in members if node not in torn], *([new] for new in torn)]
        return cores

    def unsettled(self) -> tuple[Unsettled, ...]:
        """What the rules cannot place for sure, in the order of the text."""
        return unsettled(self._nodes, self._cores())

    def grouping(self, chosen: Mapping[int, Chosen] | None = None) -> Grouping:
        """Where every new finding belongs: by the rules, and where these are unsure as it was `chosen`.

        What is chosen is given by finding; what nothing is chosen of, or what was not to be chosen, is
        as the rules have it.
        """
        nodes, groups, made = self._nodes, self._groups, frozenset[int]()
        if chosen:
            groups, made = settled(nodes, groups, self._cores(), chosen)
        found = [(nodes.concern(members), nodes.fresh(members)) for members in groups]
        numbers = _numbered(found + self._faults)
        placements: dict[int, Placement] = {}
        for members, number in zip(groups, numbers, strict=False):
            for node in members:
                if node in made and chosen:
                    key = nodes.read[node].id
                    placements[key] = Placement(key, number, chosen[key].why, by="model")
                elif node < len(nodes.read):
                    key = nodes.read[node].id
                    placements[key] = Placement(key, number, nodes.why(node, members) or FIRST)
        for (concern, same), number in zip(self._faults, numbers[len(groups) :], strict=True):
            for fault in same:
                why = FIRST if not concern and fault is same[0] else "same check, same words"
                placements[fault.id] = Placement(fault.id, number, why)
        for remark, finding in self._repeats.items():
            placements[remark] = Placement(remark, placements[finding].concern, REPEATED)
        return Grouping(tuple(placements[f.id] for f in self._findings), _doubts(nodes, groups, numbers))


def _doubts(nodes: Nodes, groups: Sequence[list[int]], numbers: Sequence[int]) -> tuple[Doubt, ...]:
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


def _said(concern: KnownConcern) -> list[list[Finding]]:
    """What readers and judges said of a concern, as it was grouped before the person merged any."""
    fault = FindingKind.FAULT
    own = [finding for finding in concern.findings if finding.kind is not fault]
    if not concern.merged:
        return [own] if own else []
    others = ([finding for finding in part if finding.kind is not fault] for part in concern.merged)
    return [part for part in (own, *others) if part]


def _faults(faults: Sequence[Finding], known: Sequence[KnownConcern]) -> list[tuple[int, list[Finding]]]:
    """The faults by check and words, each group with its known concern or 0.

    Where the person took one of them apart from the others, each goes with the nearest in the text.
    """
    homes: dict[tuple[str, str], list[tuple[int, Finding]]] = {}
    for concern in sorted(known, key=lambda concern: concern.id) if faults else ():
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
    for number, index in enumerate(sorted(new, key=lambda index: by_place(found[index][1][0]))):
        numbers[index] = -number
    return numbers
