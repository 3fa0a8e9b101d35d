"""How likely it is that two findings are one concern: what they say, and the words they point at.

Nothing here knows a language. Wording is compared by what is rare among this artifact's own
findings and paragraphs, and a likeness counts by how far it stands out from that of findings
about different places of this artifact, so that weights found on English findings hold for
Japanese ones. Place counts through the words that stand there, in the present text also for a
finding of an earlier one.
"""

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from workbench.core.identity.wording import Rarity, Usual, Vector, paragraphs, terms
from workbench.core.readings import Finding, FindingKind, Span


@dataclass(frozen=True, slots=True)
class Weights:
    """A logistic over what two findings share.

    `constant`, `whole`, `claim` and `change` are fitted to four English texts whose findings two
    labellers sorted into concerns; those hold too few pairs for `asks` and `one_reading`, which
    are set by hand to the side on which they lie. `benchmarks/identity.py` measures them.
    """

    constant: float
    whole: float
    """For the likeness of the words they point at and their claims together, in standard deviations."""
    claim: float
    """For the likeness of what they say in their own words, in standard deviations."""
    change: float
    """For the likeness of the changes they ask for, in standard deviations."""
    asks: float
    """Where the same source asked the same in both."""
    one_reading: float
    """Where one reading told them apart."""

    def probability(self, whole: float, claim: float, change: float, asks: bool, one_reading: bool) -> float:
        """How likely two findings are one concern by what they share, 0 to 1."""
        odds = self.constant + self.whole * whole + self.claim * claim + self.change * change
        odds += self.asks * asks + self.one_reading * one_reading
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))


WEIGHTS = Weights(constant=-5.05, whole=1.01, claim=0.43, change=0.03, asks=1.5, one_reading=-0.5)

_SAME_CHANGE = 2.0
"""Standard deviations from which two changes are called the same."""
_OTHER_CHANGE_APART = 0.25
"""The most that wording alone can say for findings apart that ask for different changes.

Opposites ("too long", "too short") read alike. It lies below what makes any finding part of a concern.
"""
_MOST_PLACES = 32
"""Places that are enough to know an artifact's usual likeness."""

_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]|\n")


class Said:
    """What a finding points at and says, as terms."""

    __slots__ = ("change", "claim", "whole")

    def __init__(self, finding: Finding, text: str) -> None:
        here = text[finding.span.start : finding.span.end] if finding.span else finding.quote
        self.change = terms(finding.change)
        self.claim = [*terms(_claim(finding)), *(self.change if _is_own(finding.change, finding) else ())]
        self.whole = terms(here) + self.claim


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one concern in a pair of findings.

    Likenesses are in standard deviations above that of findings about different places of the
    artifact, 0 where one of the two says nothing.
    """

    whole: float
    claim: float
    change: float
    asks: bool
    one_reading: bool
    apart: bool
    """Whether the two point at different sentences."""
    both_ask: bool
    """Whether both ask for a change."""

    def probability(self, weights: Weights = WEIGHTS) -> float:
        """How likely the two are one concern, 0 to 1."""
        unlike = self.apart and self.both_ask and self.change < 0
        likely = weights.probability(self.whole, self.claim, self.change, self.asks, self.one_reading)
        return min(likely, _OTHER_CHANGE_APART) if unlike else likely


class Background:
    """What is usual in an artifact: how rare its words are, and how alike findings about different places."""

    def __init__(self, usual: Sequence[Finding], text: str) -> None:
        """`usual` are findings whose spans are in `text`, of whatever concern."""
        self._text = text
        self.length = len(text)
        """Characters of the text."""
        self.sentence_ends = [match.end() for match in _SENTENCE_END.finditer(text)]
        """Offsets after the last character of each sentence."""
        self._known: dict[int, tuple[Finding, Said]] = {}
        counted = [self.said(finding) for finding in usual]
        self.rarity = Rarity([*_said_once(counted), *map(terms, paragraphs(text))])
        vector = self.rarity.vector
        placed = (counted[i] for i in _different_places([finding.span for finding in usual]))
        # What is said in the same words about many places is one concern there, and not what is usual.
        elsewhere = {tuple(each.claim): each for each in placed}.values()
        self.whole = Usual(vector(each.whole) for each in elsewhere)
        self.claim = Usual(vector(each.claim) for each in elsewhere)
        self.change = Usual(vector(each.change) for each in elsewhere)

    def said(self, finding: Finding) -> Said:
        """What a finding points at and says, whose span is in the text."""
        # By the object: a finding of which two carried forms are compared is two.
        found = self._known.get(id(finding))
        if found is None:
            found = self._known[id(finding)] = (finding, Said(finding, self._text))
        return found[1]

    def sentences(self, span: Span | None) -> tuple[int, int] | None:
        """The first and the last sentence that a span is in, by number; None without a span."""
        if span is None:
            return None
        ends = self.sentence_ends
        return bisect_right(ends, span.start), bisect_left(ends, span.end)


class Comparison:
    """Findings of which each can be compared with each."""

    def __init__(self, findings: Sequence[Finding], background: Background) -> None:
        self._findings, self._background = findings, background
        self._said = [background.said(finding) for finding in findings]
        self._wholes = [background.rarity.vector(said.whole) for said in self._said]
        self._claims: list[Vector | None] = [None] * len(findings)
        self._changes: list[Vector | None] = [None] * len(findings)

    def evidence(self, one: int, two: int) -> Evidence:
        """What speaks for one concern in two findings, by their positions."""
        first, second = self._findings[one], self._findings[two]
        change, other_change = self._change_of(one), self._change_of(two)
        return Evidence(
            self._background.whole.stands_out(self._wholes[one], self._wholes[two]),
            self._background.claim.stands_out(self._claim_of(one), self._claim_of(two)),
            self._background.change.stands_out(change, other_change),
            asks=_asked_alike(first, second),
            one_reading=_one_reading(first, second),
            apart=self._apart(one, two),
            both_ask=bool(change and other_change),
        )

    def probability(self, one: int, two: int, weights: Weights) -> float:
        """How likely two findings are one concern, 0 to 1; 0 where they are no more alike than any others."""
        # As `evidence` has it, without what a thousand pairs need not make.
        first, second = self._findings[one], self._findings[two]
        asks = _asked_alike(first, second)
        background = self._background
        whole = background.whole.stands_out(self._wholes[one], self._wholes[two])
        if whole < 0 and not asks:
            return 0.0
        claim = background.claim.stands_out(self._claim_of(one), self._claim_of(two))
        changes = self._change_of(one), self._change_of(two)
        change = background.change.stands_out(*changes)
        likely = weights.probability(whole, claim, change, asks, _one_reading(first, second))
        unlike = change < 0 and likely > _OTHER_CHANGE_APART and all(changes) and self._apart(one, two)
        return _OTHER_CHANGE_APART if unlike else likely

    def _claim_of(self, position: int) -> Vector:
        vector = self._claims[position]
        if vector is None:
            vector = self._claims[position] = self._background.rarity.vector(self._said[position].claim)
        return vector

    def _change_of(self, position: int) -> Vector:
        vector = self._changes[position]
        if vector is None:
            vector = self._changes[position] = self._background.rarity.vector(self._said[position].change)
        return vector

    def _sentences_of(self, position: int) -> tuple[int, int] | None:
        return self._background.sentences(self._findings[position].span)

    def sentences(self, position: int) -> range:
        """The sentences that a finding points at, by number; none where its words are gone."""
        first, last = self._sentences_of(position) or (0, -1)
        return range(first, last + 1)

    def shared(self, new: int, other: int) -> str:
        """What two findings share, in words, some of them untrusted: for the person who asks why."""
        evidence = self.evidence(new, other)
        where = self._where(new, other)
        if evidence.both_ask and evidence.change >= _SAME_CHANGE:
            return f"{where}, same change asked for"
        if common := self._wholes[new].telling(self._wholes[other])[:2]:
            return f"{where}, both about {' and '.join(common)}"
        return f"{where}, same question" if evidence.asks else where

    def _apart(self, one: int, two: int) -> bool:
        first, second = self._sentences_of(one), self._sentences_of(two)
        if first is None or second is None:
            return True
        return first[1] < second[0] or second[1] < first[0]

    def _where(self, new: int, other: int) -> str:
        one, two = self._findings[new].span, self._findings[other].span
        if one is None or two is None:
            return "like wording"
        shared = min(one.end, two.end) - max(one.start, two.start)
        if shared > 0:
            shorter = min(one.end - one.start, two.end - two.start)
            return "same words" if shared > 0.8 * shorter else "overlapping words"
        return "another place" if self._apart(new, other) else "same sentence"


def _claim(finding: Finding) -> str:
    """What a finding says in its own words but for the change, each statement once.

    The consequence of losing interest is the same for every reader, so it is left out.
    """
    consequence = "" if finding.kind is FindingKind.LOST_INTEREST else finding.consequence
    return finding.problem if consequence == finding.problem else f"{finding.problem} {consequence}"


def _is_own(change: str, finding: Finding) -> bool:
    """Whether a finding's change is a statement of its own."""
    return change not in (finding.problem, finding.consequence) or (
        change == finding.consequence and finding.kind is FindingKind.LOST_INTEREST
    )


def _said_once(said: Iterable[Said]) -> Iterable[Collection[str]]:
    """The terms of what was said, those of one claim together however often it was made.

    What one concern says would otherwise be the less telling the more readers raise it.
    """
    found: dict[tuple[str, ...], set[str]] = {}
    for each in said:
        found.setdefault(tuple(each.claim), set()).update(each.whole)
    return found.values()


def _different_places(spans: Sequence[Span | None]) -> list[int]:
    """Positions of findings of which no two overlap, in the order of the text."""
    anchored = sorted((span.start, span.end, i) for i, span in enumerate(spans) if span)
    chosen: list[int] = []
    reached = 0
    for start, end, i in anchored:
        if start >= reached:
            chosen.append(i)
            reached = end
    return chosen[:: max(1, math.ceil(len(chosen) / _MOST_PLACES))]


def _asked_alike(first: Finding, second: Finding) -> bool:
    """Whether what two findings ask is the same in both: of one source, or the person's and a judge's."""
    if not first.asks == second.asks != "other":
        return False
    own = (first.mine or second.mine) and first.kind == second.kind == FindingKind.FAILS
    return own or first.source.name == second.source.name


def _one_reading(first: Finding, second: Finding) -> bool:
    """Whether one reading told two findings apart.

    A reader's *lost interest* and *one fix* may repeat its findings, so that only two of one kind count.
    """
    return first.reading == second.reading != 0 and first.kind == second.kind
