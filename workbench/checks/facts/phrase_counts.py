"""Phrases of content files, found in sentences and counted."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from workbench.checks.facts.sentences import Sentence, quoted
from workbench.checks.regex import regex
from workbench.core.text.phrases import PhraseList

MOST_PHRASES = 8
"""Phrases of a list that are named; the others are counted."""

_WORD = regex(r"[^\W_]+")
_GAP = "..."
_WITHOUT_BLANKS = frozenset({"ja"})
"""Languages that set no blanks between words."""
_COUNTED_OTHERWISE = frozenset({"references", "sources", "triads", "common-names"})


class Found(NamedTuple):
    """A phrase where it stands."""

    phrase: str
    """As the list has it."""
    sentence: Sentence
    start: int
    """Offset in the sentence."""
    end: int


@dataclass(frozen=True)
class Phrases:
    """One list, ready to be looked for."""

    listed: PhraseList

    def reads(self, sentence: Sentence) -> bool:
        """Whether a sentence is of its language, as far as the letters tell."""
        return sentence.japanese == (self.listed.language == "ja")

    def within(self, sentences: Iterable[Sentence]) -> Iterator[Found]:
        """Its phrases in some sentences, in order: the longest where several begin, none within another."""
        find = self._by_characters if self.listed.language in _WITHOUT_BLANKS else self._by_words
        for sentence in sentences:
            if self.reads(sentence):
                yield from find(sentence)

    def is_in(self, sentence: Sentence) -> bool:
        """Whether any of its phrases stands in a sentence."""
        return next(self.within([sentence]), None) is not None

    def _by_words(self, sentence: Sentence) -> Iterator[Found]:
        words, end = sentence.words.replace("’", "'"), 0
        for place, (word, start) in enumerate(sentence.tokens):
            if start < end or word not in self._first_words:
                continue
            for phrase in self._first_words[word]:
                found = _shape(phrase).match(words, start)
                if found is None or _is_a_name(phrase, found[0], place):
                    continue
                end = found.end()
                yield Found(phrase, sentence, start, end)
                break

    def _by_characters(self, sentence: Sentence) -> Iterator[Found]:
        for found in self._any.finditer(sentence.words):
            phrase = self.listed.phrases[self._order[found.lastindex - 1]] if found.lastindex else found[0]
            yield Found(phrase, sentence, *found.span())

    @cached_property
    def _first_words(self) -> dict[str, list[str]]:
        """Its phrases by their first word, the longest first."""
        known = defaultdict[str, list[str]](list)
        for phrase in sorted(self.listed.phrases, key=len, reverse=True):
            if first := _WORD.match(phrase):
                known[first[0].casefold()].append(phrase)
        return dict(known)

    @cached_property
    def _order(self) -> list[int]:
        """The places of its phrases, the longest first."""
        return sorted(range(len(self.listed.phrases)), key=lambda place: -len(self.listed.phrases[place]))

    @cached_property
    def _any(self) -> re.Pattern[str]:
        # Without regard to case the search could not skip to where a phrase may begin.
        shapes = (
            "[^。\n]{1,30}?".join(map(re.escape, self.listed.phrases[place].split(_GAP)))
            for place in self._order
        )
        return re.compile("|".join(f"({shape})" for shape in shapes))


def counted(lists: Iterable[Phrases], sentences: tuple[Sentence, ...]) -> Iterator[str]:
    """A line for each list that anything of stands in the text: how often, which, and where first."""
    for phrases in lists:
        if phrases.listed.name in _COUNTED_OTHERWISE:
            continue
        by_phrase: dict[str, list[Found]] = {}
        for found in phrases.within(sentences):
            by_phrase.setdefault(found.phrase, []).append(found)
        if by_phrase:
            yield _line(phrases, by_phrase, sum(map(phrases.reads, sentences)))


def _line(phrases: Phrases, by_phrase: dict[str, list[Found]], read: int) -> str:
    often = sorted(by_phrase.items(), key=lambda item: (-len(item[1]), item[1][0].sentence.line))
    named = [f"{quoted(p)} {len(all)} (line {all[0].sentence.line})" for p, all in often[:MOST_PHRASES]]
    rest = sum(len(all) for _, all in often[MOST_PHRASES:])
    where = len({id(found.sentence) for all in by_phrase.values() for found in all})
    total = sum(map(len, by_phrase.values()))
    more = f", {rest} of {len(often) - MOST_PHRASES} other phrases" if rest else ""
    return f"{phrases.listed.title}: {total}, in {where} of {read} sentences: {', '.join(named)}{more}."


@cache
def _shape(phrase: str) -> re.Pattern[str]:
    parts = [r"\s+".join(map(re.escape, part.split())) for part in phrase.split(_GAP)]
    ends = r"(?!\w)" if phrase[-1].isalnum() else ""
    return re.compile(r"\b[^\n]{1,60}?\b".join(parts) + ends, re.I)


def _is_a_name(phrase: str, found: str, place: int) -> bool:
    """Whether a word within a sentence has a capital letter that its phrase lacks: the month is no hedge."""
    return place > 0 and found[0].isupper() and phrase[0].islower()
