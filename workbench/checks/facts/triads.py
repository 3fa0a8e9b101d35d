"""Places with the shape of three things in a row."""

import re
from collections.abc import Iterable, Iterator

from workbench.checks.facts.phrase_counts import Phrases
from workbench.checks.facts.sentences import Sentence, quoted
from workbench.checks.regex import regex
from workbench.core.text.phrases import PhraseList

MOST_TRIADS = 4
"""Triads that are shown; the rest are counted."""
MOST_WORDS = 4
"""Of the second thing; a longer one is a clause."""
_REACH = 120
"""Characters before the last of the three in which the first two stand."""

_CLAUSE = regex(r"[.:;()\n—–]")
_NEXT = regex(r"(?:(?:an?|the|your|our|its)\s+)?(?P<first>[\w'’-]+)", re.I)
_ASIDE = regex(
    r"such|for|which|so|but|not|with|without|from|if|when|then|it|that|where|while|as|than|like|including|who"
    r"|how|to|in|on|at|by|there|this|they|you|we|he|she|is|are|was|were|be|has|have|had|does|do|did",
    re.I,
)
"""Words that begin a clause or an aside and no thing of three."""
_NOUN = "[A-Za-z0-9\u30a1-\u30faー\u3400-\u9fff々]{1,12}"


def triads(lists: tuple[Phrases, ...], sentences: tuple[Sentence, ...]) -> Iterator[str]:
    """One line on the places of the shape, with the first of them."""
    found = [each for phrases in lists for each in _of(phrases, sentences)]
    if not found:
        return
    listed = [f"line {sentence.line} {quoted(words)}" for sentence, words in found[:MOST_TRIADS]]
    more = f", and {len(found) - MOST_TRIADS} more" if len(found) > MOST_TRIADS else ""
    yield f"Three in a row, {len(found)}: {', '.join(listed)}{more}."


def _of(phrases: Phrases, sentences: Iterable[Sentence]) -> Iterator[tuple[Sentence, str]]:
    if phrases.listed.language == "ja":
        chain = _chain(phrases.listed)
        for sentence in filter(phrases.reads, sentences):
            for three in chain.finditer(sentence.words):
                if three["fourth"] is None:
                    yield sentence, three[0]
        return
    for found in phrases.within(sentences):
        if words := _three(found.sentence.words, found.start, found.end):
            yield found.sentence, words


def _three(words: str, start: int, end: int) -> str | None:
    """The three things whose last one a word joins; None where there are more, or fewer."""
    before = words[max(0, start - _REACH) : start].rstrip()
    clause = _CLAUSE.split(before.removesuffix(","))[-1].split(",")
    last = _NEXT.match(words, end + 1)
    if len(clause) != 2 or last is None:
        return None
    first, second = clause[0].split()[-MOST_WORDS:], clause[1].split()
    if (
        not first
        or not 1 <= len(second) <= MOST_WORDS
        or any(map(_ASIDE.fullmatch, (second[0], last["first"])))
    ):
        return None
    return f"{' '.join(first)}, {' '.join(second)} {words[start:end]} {last[0]}"


def _chain(joining: PhraseList) -> re.Pattern[str]:
    """Three nouns with nothing but joining words between them, and whether a fourth follows."""
    joins = "|".join(sorted(map(re.escape, joining.phrases), key=len, reverse=True))
    between = f"(?:、?(?:{joins})、?|、|・)"
    return re.compile(
        f"(?<![A-Za-z0-9\u30a1-\u30faー\u3400-\u9fff々、・])"
        f"{_NOUN}{between}{_NOUN}{between}{_NOUN}(?P<fourth>{between}{_NOUN})?"
    )
