"""How likely it is that two findings are one concern: what they say, and the words they point at.

Nothing here knows a language. Wording is compared by what is rare among this artifact's own
findings and paragraphs, and a likeness counts by how far it stands out from that of findings
about different places of this artifact, so that weights found on English findings hold for
Japanese ones. Place counts through the words that stand there, in the present text also for a
finding of an earlier one.
"""

import math
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from workbench.core.readings import Finding, FindingKind, Span

Vector = Mapping[str, float]
"""Terms and their weights, of length 1; empty where nothing was said."""


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


WEIGHTS = Weights(constant=-5.05, whole=1.01, claim=0.43, change=0.03, asks=1.5, one_reading=-0.5)

_SAME_CHANGE = 2.0
"""Standard deviations from which two changes are called the same."""
_OTHER_CHANGE_APART = 0.35
"""The most that wording alone can say for findings apart that ask for different changes.

Opposites ("too long", "too short") read alike. It lies below what makes one concern.
"""
_TYPICAL_MEAN, _TYPICAL_DEVIATION, _TYPICAL_PAIRS = 0.06, 0.05, 40
"""Likeness of findings about different places, and how many own pairs outweigh it."""
_MOST_PLACES = 120
"""Places that are enough to know an artifact's usual likeness."""

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff]+"
)
"""Runs in scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, kana and Han."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_PARAGRAPH_END = re.compile(r"\n\s*\n|\n(?=[#|*\-])")
_SENTENCE_END = re.compile(r"[.!?](?=\s)|[。！？]|\n")


def terms(text: str) -> Iterator[str]:
    """The terms of a text: words, and pairs of characters where a script does not space its words."""
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        yield from _UNSPACED.sub(" ", word).split()
        for run in _UNSPACED.findall(word):
            yield from (run[i : i + 2] for i in range(max(1, len(run) - 1)))


def folded(quote: str) -> str:
    """A quote without what does not change its words: case, width and white space."""
    return " ".join(unicodedata.normalize("NFKC", quote).casefold().split())


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
        odds = (
            weights.constant
            + weights.whole * self.whole
            + weights.claim * self.claim
            + weights.change * self.change
            + weights.asks * self.asks
            + weights.one_reading * self.one_reading
        )
        probability = 1 / (1 + math.exp(-max(-50.0, min(50.0, odds))))
        if self.apart and self.both_ask and self.change < 0:
            return min(probability, _OTHER_CHANGE_APART)
        return probability


class Comparison:
    """New findings of one revision beside all findings that they may share a concern with."""

    def __init__(self, findings: Sequence[Finding], fresh: int, text: str) -> None:
        """Compare the first `fresh` findings with all; the spans of all of them are in `text`."""
        self._findings = findings
        ends = [match.end() for match in _SENTENCE_END.finditer(text)]
        self._sentences = [_sentences(finding.span, ends) for finding in findings]
        claims = [_claim(finding) for finding in findings]
        words = [text[f.span.start : f.span.end] if f.span else f.quote for f in findings]
        wholes = [list(terms(f"{here} {claim}")) for here, claim in zip(words, claims, strict=True)]
        rarity = _rarity([*wholes, *(list(terms(part)) for part in _PARAGRAPH_END.split(text))])
        places = _different_places([finding.span for finding in findings])
        self._terms = [_vector(whole, rarity) for whole in wholes]
        self._changes = [_vector(terms(finding.change), rarity) for finding in findings]
        self._whole = _standing_out(self._terms, fresh, places)
        self._claim = _standing_out([_vector(terms(claim), rarity) for claim in claims], fresh, places)
        self._change = _standing_out(self._changes, fresh, places)

    def evidence(self, new: int, other: int) -> Evidence:
        """What speaks for one concern in a new finding and another one, by their positions.

        A reader's *lost interest* and *one fix* may repeat its findings, so that only two of one
        kind count as told apart by their reading.
        """
        first, second = self._findings[new], self._findings[other]
        return Evidence(
            self._whole[new][other],
            self._claim[new][other],
            self._change[new][other],
            asks=first.asks == second.asks != "other" and _asked_alike(first, second),
            one_reading=first.reading == second.reading != 0 and first.kind == second.kind,
            apart=self._apart(new, other),
            both_ask=bool(self._changes[new] and self._changes[other]),
        )

    def shared(self, new: int, other: int) -> str:
        """What two findings share, in words, some of them untrusted: for the person who asks why."""
        evidence = self.evidence(new, other)
        where = self._where(new, other)
        if evidence.both_ask and evidence.change >= _SAME_CHANGE:
            return f"{where}, same change asked for"
        if common := self._common(new, other):
            return f"{where}, both about {' and '.join(common)}"
        return f"{where}, same question" if evidence.asks else where

    def _apart(self, one: int, two: int) -> bool:
        first, second = self._sentences[one], self._sentences[two]
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

    def _common(self, new: int, other: int) -> list[str]:
        """Up to two terms that both findings use, the most telling first."""
        one, two = self._terms[new], self._terms[other]
        telling = {term: one[term] * two[term] for term in one if term in two and len(term) > 1}
        return sorted(telling, key=lambda term: (-telling[term], term))[:2]


def _claim(finding: Finding) -> str:
    """What a finding says in its own words, each statement once.

    The consequence of losing interest is the same for every reader, so it is left out.
    """
    consequence = "" if finding.kind is FindingKind.LOST_INTEREST else finding.consequence
    return " ".join(dict.fromkeys([finding.problem, consequence, finding.change]))


def _sentences(span: Span | None, ends: Sequence[int]) -> tuple[int, int] | None:
    """The first and the last sentence that a span is in, by number; None without a span."""
    return None if span is None else (bisect_right(ends, span.start), bisect_left(ends, span.end))


def _rarity(documents: Sequence[Sequence[str]]) -> Mapping[str, float]:
    """The inverse document frequency of every term."""
    frequency = Counter(term for document in documents for term in set(document))
    return {term: math.log((len(documents) + 1) / (count + 0.5)) for term, count in frequency.items()}


def _vector(document: Iterable[str], rarity: Mapping[str, float]) -> Vector:
    vector = {term: (1 + math.log(n)) * rarity[term] for term, n in Counter(document).items()}
    length = math.sqrt(sum(weight * weight for weight in vector.values()))
    return {term: weight / length for term, weight in vector.items()} if length else {}


class _Index:
    """Vectors that another one can be compared with all at once."""

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self._size = len(vectors)
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for position, vector in enumerate(vectors):
            for term, weight in vector.items():
                self._postings.setdefault(term, []).append((position, weight))

    def cosines(self, vector: Vector) -> list[float]:
        """The cosine of a vector with each of these."""
        result = [0.0] * self._size
        for term, weight in vector.items():
            for position, other in self._postings.get(term, ()):
                result[position] += weight * other
        return result


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
    own = (first.mine or second.mine) and first.kind == second.kind == FindingKind.FAILS
    return own or first.source.name == second.source.name


def _standing_out(vectors: Sequence[Vector], fresh: int, places: Sequence[int]) -> list[list[float]]:
    """How far the cosine of each fresh vector with every other lies above that of different places.

    In standard deviations. However many findings one concern has, they do not make it the usual.
    """
    elsewhere = [vectors[i] for i in places if vectors[i]]
    index = _Index(elsewhere)
    usual = [cosine for i, vector in enumerate(elsewhere) for cosine in index.cosines(vector)[:i]]
    pairs = _TYPICAL_PAIRS + len(usual)
    mean = (_TYPICAL_PAIRS * _TYPICAL_MEAN + math.fsum(usual)) / pairs
    typical = _TYPICAL_PAIRS * (_TYPICAL_DEVIATION**2 + (_TYPICAL_MEAN - mean) ** 2)
    deviation = math.sqrt((typical + math.fsum((cosine - mean) ** 2 for cosine in usual)) / pairs)
    everything = _Index(vectors)
    return [
        [
            (cosine - mean) / deviation if vector and other else 0.0
            for cosine, other in zip(everything.cosines(vector), vectors, strict=True)
        ]
        for vector in vectors[:fresh]
    ]
