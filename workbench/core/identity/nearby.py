"""What a new finding may be one concern with at all, found without comparing each with each.

Two findings are near each other where they point at one sentence, or where what they say has several rare
words of the newer one in common. A loop of many rounds knows thousands of findings, and nearly all of them
are near nothing new.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from workbench.core.identity.likeness import Background
from workbench.core.identity.wording import terms
from workbench.core.readings import Finding, Span

EACH_WITH_EACH = 300
"""Findings up to which each is compared with each: that takes no longer than looking for what is near."""
_MOST_USUAL = 80
"""Known findings that are enough to say what is usual in an artifact."""
_RARE = 8
"""The rarest terms of a new finding that are looked for."""
_ASCII_WORDS = bytes(
    ord(chr(code).lower()) if code < 128 and (chr(code).isalnum() or chr(code) in "_\0") else ord(" ")
    for code in range(256)
)
"""What is left of each ASCII character where only words in lower case, and what parts findings, are."""
_SHARED = 3
"""How many of these another finding uses that is near, wherever it stands."""


@dataclass(frozen=True, slots=True)
class Near:
    """What has to be compared."""

    pairs: Sequence[tuple[int, int]]
    """New findings, by number, the smaller first."""
    known: Sequence[Collection[int]]
    """By known concern: the new findings that one of its findings is near."""


def usual(read: Sequence[Finding], known: Sequence[Finding]) -> list[Finding]:
    """Findings that say what is usual in an artifact: the new ones, and known ones of all times."""
    return [*read, *known[:: max(1, -(-len(known) // _MOST_USUAL))]]


def near(read: Sequence[Finding], known: Sequence[Sequence[Finding]], background: Background) -> Near:
    """Which new findings are to be compared with each other, and with which known concerns.

    `known` are the findings of each concern. With `EACH_WITH_EACH` findings or fewer, all are.
    """
    everyone = range(len(read))
    if len(read) + sum(map(len, known)) <= EACH_WITH_EACH:
        return Near(list(combinations(everyone, 2)), [everyone] * len(known))
    around = _Around(read, background)
    beside = zip(everyone, around.sharing(read), strict=True)
    pairs = {(min(one, two), max(one, two)) for one, others in beside for two in others}
    pairs |= {(one, two) for one in everyone for two in around.pointing_at(read[one].span) if one < two}
    # What is said of a concern is told by what was said first and last.
    told = iter(around.sharing([finding for said in known for finding in (said[0], said[-1])]))
    found = []
    pointed_at = around.pointed_at.find
    for said in known:
        new = {*next(told), *next(told)}
        for finding in said:
            # Of all that is known most stands where nothing new does.
            if (span := finding.span) and pointed_at(1, span.start, span.end) >= 0:
                new.update(around.pointing_at(span))
        found.append(new)
    return Near(sorted(pair for pair in pairs if pair[0] < pair[1]), [sorted(new) for new in found])


class _Around:
    """Which findings are near some new ones."""

    def __init__(self, read: Sequence[Finding], background: Background) -> None:
        self._ends = background.sentence_ends
        self._at: dict[int, set[int]] = {}
        """By sentence: the new findings that point at it."""
        self._using: dict[str, list[int]] = {}
        """By rare term: the new findings that use it."""
        edges = [0, *self._ends, background.length]
        self.pointed_at = bytearray(background.length)
        """By offset in the text: 1 in a sentence that a new finding points at, else 0."""
        for new, finding in enumerate(read):
            first, last = background.sentences(finding.span) or (0, -1)
            for sentence in range(first, last + 1):
                self._at.setdefault(sentence, set()).add(new)
                start, end = edges[sentence], edges[sentence + 1]
                self.pointed_at[start:end] = b"\1" * (end - start)
            for term in background.rarity.rarest(background.said(finding).claim, _RARE):
                self._using.setdefault(term, []).append(new)
        self._rare = frozenset(self._using)

    def sharing(self, findings: Sequence[Finding]) -> list[Collection[int]]:
        """For each finding, the new ones of which it uses several rare terms, by number."""
        rare, sharing = self._rare, self._sharing
        commons = [rare.intersection(words) for words in _words(findings)]
        return [sharing(common) if len(common) >= _SHARED else () for common in commons]

    def pointing_at(self, span: Span | None) -> Collection[int]:
        """The new findings that point at one of the sentences of a span, by number."""
        if span is None:
            return ()
        first, last = bisect_right(self._ends, span.start), bisect_left(self._ends, span.end)
        if first == last:
            return self._at.get(first, ())
        return set().union(*(self._at.get(sentence, ()) for sentence in range(first, last + 1)))

    def _sharing(self, terms: Iterable[str]) -> list[int]:
        shared: dict[int, int] = {}
        for term in terms:
            for new in self._using[term]:
                shared[new] = shared.get(new, 0) + 1
        return [new for new, count in shared.items() if count >= _SHARED]


def _words(findings: Sequence[Finding]) -> Iterable[Sequence[str]]:
    """The terms of what each finding says goes wrong and asks for, all at once where that is much faster."""
    said = [f"{finding.problem} {finding.change}" for finding in findings]
    everything = "\0".join(said)
    if everything.isascii() and everything.count("\0") == len(said) - 1:
        return map(str.split, everything.encode().translate(_ASCII_WORDS).decode().split("\0"))
    return map(terms, said)
