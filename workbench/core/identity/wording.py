"""Wording as terms: how rare each is among an artifact's own words, and how alike two wordings are.

Nothing here knows a language: a term is a word, or where a script does not space its words a pair of
characters, or an ideograph.
"""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff]+"
)
"""Runs in scripts that put no spaces between words: Thai, Lao, Burmese, Khmer, kana and Han."""
_IDEOGRAPH = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
"""Signs that mean something alone, and stay when a word of two is said in other words."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_ASCII_WORDS = bytes(
    ord(chr(code).lower()) if code < 128 and (chr(code).isalnum() or chr(code) in "_'") else ord(" ")
    for code in range(256)
)
"""What is left of each ASCII character where only words in lower case are."""
_PARAGRAPH_END = re.compile(r"\n\s*\n|\n(?=[#|*\-])")
_MOST_PARAGRAPHS = 200
_TYPICAL_MEAN, _TYPICAL_DEVIATION, _TYPICAL_PAIRS = 0.06, 0.05, 40
"""Likeness of findings about different places, and how many own pairs outweigh it."""


def terms(text: str) -> list[str]:
    """The terms of a text: words; where a script does not space these, pairs of characters and ideographs."""
    if text.isascii():
        # Several times as fast as looking for words one by one.
        words = text.encode().translate(_ASCII_WORDS).decode().split()
        return [part for word in words for part in _WORD.findall(word)] if "'" in text else words
    found: list[str] = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        runs = [] if word.isascii() else _UNSPACED.findall(word)
        found += _UNSPACED.sub(" ", word).split() if runs else [word]
        for run in runs:
            found += (run[i : i + 2] for i in range(max(1, len(run) - 1)))
            found += _IDEOGRAPH.findall(run) if len(run) > 1 else ()
    return found


def folded(quote: str) -> str:
    """A quote without what does not change its words: case, width and white space."""
    return " ".join(unicodedata.normalize("NFKC", quote).casefold().split())


class Vector(NamedTuple):
    """A wording as the weights of its terms; empty where nothing was said."""

    weights: Mapping[str, float]
    length: float

    def __bool__(self) -> bool:
        """Whether anything was said."""
        return self.length > 0

    def cosine(self, other: "Vector") -> float:
        """How alike two wordings are, 0 to 1; 0 where one of them says nothing."""
        common = self.weights.keys() & other.weights.keys()
        if not common:
            return 0.0
        # `fsum` rounds once: the order in which a set is kept does not matter.
        one, two = self.weights, other.weights
        return math.fsum([one[term] * two[term] for term in common]) / (self.length * other.length)

    def telling(self, other: "Vector") -> list[str]:
        """The terms of more than one character that both use, the most telling first."""
        common = [term for term in self.weights.keys() & other.weights.keys() if len(term) > 1]
        return sorted(common, key=lambda term: (-self.weights[term] * other.weights[term], term))


class Rarity:
    """How rare each term is among some documents: its inverse document frequency."""

    def __init__(self, documents: Iterable[Iterable[str]]) -> None:
        different = [set(document) for document in documents]
        frequency, size = Counter(chain.from_iterable(different)), len(different)
        by_count = {count: math.log((size + 1) / (count + 0.5)) for count in set(frequency.values())}
        known = {term: by_count[count] for term, count in frequency.items()}
        self._of = known.get
        self._rarest = math.log((size + 1) / 0.5)

    def vector(self, document: Sequence[str]) -> Vector:
        """The weights of a document's terms; a term of none of the documents is the rarest."""
        # Thousands of findings are made vectors of, and few terms of each are used again.
        of, rarest = self._of, self._rarest
        weights = {term: of(term, rarest) for term in document}
        if len(weights) < len(document):
            seen: set[str] = set()
            times: dict[str, int] = {}
            for term in document:
                if term in seen:
                    times[term] = times.get(term, 1) + 1
                else:
                    seen.add(term)
            for term, n in times.items():
                weights[term] *= 1 + math.log(n)
        return Vector(weights, math.hypot(*weights.values()))

    def rarest(self, document: Iterable[str], most: int) -> list[str]:
        """The rarest terms of a document, so many at most."""
        return sorted(set(document), key=lambda term: (-self._of(term, self._rarest), term))[:most]


class Usual:
    """How alike wordings about different places of one artifact usually are."""

    def __init__(self, elsewhere: Iterable[Vector]) -> None:
        """`elsewhere` are wordings about places of which no two overlap."""
        said = [vector for vector in elsewhere if vector]
        cosines = [one.cosine(two) for i, one in enumerate(said) for two in said[:i]]
        pairs = _TYPICAL_PAIRS + len(cosines)
        self._mean = (_TYPICAL_PAIRS * _TYPICAL_MEAN + math.fsum(cosines)) / pairs
        typical = _TYPICAL_PAIRS * (_TYPICAL_DEVIATION**2 + (_TYPICAL_MEAN - self._mean) ** 2)
        spread = math.fsum([(cosine - self._mean) ** 2 for cosine in cosines])
        self._deviation = math.sqrt((typical + spread) / pairs)

    def stands_out(self, one: Vector, two: Vector) -> float:
        """How far the likeness of two wordings lies above the usual, in standard deviations.

        0 where one of them says nothing. However many findings one concern has, they do not make it
        the usual.
        """
        if not (one.length and two.length):
            return 0.0
        return (one.cosine(two) - self._mean) / self._deviation


def paragraphs(text: str) -> Sequence[str]:
    """Paragraphs, list entries and headings of a Markdown text: of a long one as many as say what is rare."""
    every = _PARAGRAPH_END.split(text)
    return every[:: -(-len(every) // _MOST_PARAGRAPHS)]
