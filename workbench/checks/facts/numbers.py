"""Numbers that a text states, where nothing in their sentence says where they come from."""

import re
from collections.abc import Iterable, Iterator

from workbench.checks.facts.phrase_counts import Phrases
from workbench.checks.facts.sentences import Sentence, quoted
from workbench.checks.regex import regex

MOST_NUMBERS = 8
"""Numbers that are listed; the rest are counted."""

_NUMBER = regex(
    r"(?<![\w.,/#:=+-])[~≈$€£]?(?P<digits>\d{1,3}(?:,\d{3}){1,4}|\d{1,12})(?P<part>\.\d{1,6})?(?P<more>\.\d+)?"
    r"(?P<unit>\+?\s?(?:%|percent\b|x\b|×|times\b|fold\b|[kKMGT]i?B\b|[kKM]\b|ms\b|µs\b|ns\b|s\b|seconds?\b"
    r"|minutes?\b|hours?\b|days?\b|weeks?\b|million\b|billion\b|thousand\b|倍|割|万|億|秒|分|時間|人|件|行|個|社|台)"
    r"|-(?:fold|times)\b|\+)?"
)
_VERSION = regex(
    r"(?<![\w.])v?\d{1,4}\.\d{1,4}(?:\.\d{1,6}){1,2}(?![\w])|(?<![\w.])v\d{1,4}(?:\.\d{1,4})?(?![\w.])"
)
_DATED = regex(r"(?:19|20)\d\d\Z")
_AS_A_NAME = regex(
    r"(?:\b[A-Z][\w+#.]*|\b(?:version|line|section|step|chapter|figure|table|page|issue|part|第))\s?\Z"
)
"""What makes the number behind it a part of a name: `Python 3`, `step 12`."""
_CALENDAR = regex(r"\s?(?:年|月|日|章|節|st\b|nd\b|rd\b|th\b|[-/:]\d)")
_SOURCED = regex(r"\]\(|\bhttps?://|\[\^|\]\[|\[\d{1,3}\]|<a\b", re.I)


def unsourced(sentences: Iterable[Sentence], sources: tuple[Phrases, ...]) -> Iterator[str]:
    """One line on the numbers in sentences with no link, footnote or word of a source."""
    found = [
        (number, sentence)
        for sentence in sentences
        if any(map(str.isdigit, sentence.words))
        for number in _stated(sentence)
        if not _SOURCED.search(sentence.text) and not any(words.is_in(sentence) for words in sources)
    ]
    if not found:
        return
    listed = [
        f"{number} (line {sentence.line}, {sentence.said})" for number, sentence in found[:MOST_NUMBERS]
    ]
    more = f"; and {len(found) - MOST_NUMBERS} more" if len(found) > MOST_NUMBERS else ""
    yield (
        f"Numbers in a sentence without a link, a footnote or a word of where they come from, {len(found)}: "
        f"{'; '.join(listed)}{more}."
    )


def versions(sentences: Iterable[Sentence]) -> Iterator[str]:
    """One line on the numbers of versions in sentences."""
    found = [(each[0], s.line) for s in sentences for each in _VERSION.finditer(s.words)]
    if not found:
        return
    first = dict(reversed(found))
    listed = [f"{number} (line {first[number]})" for number in dict.fromkeys(each for each, _ in found)]
    more = f", and {len(listed) - MOST_NUMBERS} more" if len(listed) > MOST_NUMBERS else ""
    yield f"Numbers of versions in sentences, {len(found)}: {', '.join(listed[:MOST_NUMBERS])}{more}."


def _stated(sentence: Sentence) -> Iterator[str]:
    """The numbers of a sentence that count or measure something; versions, dates and names are left out."""
    words = sentence.words
    for found in _NUMBER.finditer(words):
        if found["more"] or (found["unit"] is None and not _counts(words, found)):
            continue
        yield quoted(found[0].strip())


def _counts(words: str, found: re.Match[str]) -> bool:
    """Whether a number without a unit is of two digits or more and neither a date nor a part of a name."""
    if len(found["digits"]) < 2 or _DATED.match(found["digits"]) or _CALENDAR.match(words, found.end()):
        return False
    return not _AS_A_NAME.search(words, max(0, found.start() - 20), found.start())
