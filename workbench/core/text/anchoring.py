"""Where the words of a quote stand in a text: exactly, with their typography folded, or close.

A model quotes from memory: it re-wraps, straightens quotes, drops markup, leaves out the middle.
Close is a rapidfuzz alignment of 90 and over whose numbers and negations are the quote's.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from workbench.core.readings import AnchoredHow, Span
from workbench.core.text.folding import Folded
from workbench.core.text.graphemes import is_boundary, is_wide, widened

_CLOSE = 90.0
"""Least likeness, 0 to 100, at which other words count as the quote's."""
_SHORTEST_CLOSE = 12
"""Shorter quotes, folded, are never close nor in parts: a word more or less is another statement."""
_LONGEST_CLOSE = 4_000
"""Longer quotes, folded, are never close: aligning one takes time with the square of its length."""
_SHORTEST_CUT = 12
"""Shorter quotes, folded, must be whole words: `api` is not in `rapid`."""
_LARGEST_OMISSION = 2_000
"""Most folded characters that an ellipsis inside a quote may stand for."""
_VICINITY = 2_000
"""How far around `near` a close match is looked for before the rest, in folded characters."""
_SLACK = 40
"""How far beyond an alignment's window, which is as long as the quote, its edges are sought."""
_MOST_OCCURRENCES = 50_000
"""How many places of one quote are looked at."""

_ELLIPSIS = re.compile(r"\s*(?:[\[(]\s*(?:\.{3}|…)\s*[\])]|\.{3,}|[…⋯]+)\s*")
_ESCAPED = re.compile(r'\\(?:[nrt]|(?="))')
_LINE_PREFIX = re.compile(r"\A(?:(?:L|[Ll]ine )?\d{1,6}\s*[:|.)\]]\s+|[-*+•·>]\s+|\[[ xX]\]\s+)+")
_QUOTE_MARKS = " \t\n\"'`“”„‟«»‘’‚‛‹›「」『』"
_END_MARKS = " .,;:!?…。、，．；：！？"
_NUMBER = re.compile(r"\d+")
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nor|neither|without|cannot)\b|n't\b|ない|なか(?=った)|ません|[不没沒未無无非]"
)


def anchor(quote: str, text: str, near: int | None = None) -> Span | None:
    """Where a quote stands in a text; `Anchorer` answers many quotes faster."""
    return Anchorer(text).anchor(quote, near)


class Anchorer:
    """Finds quotes in one text."""

    def __init__(self, text: str) -> None:
        self._text = text

    def anchor(self, quote: str, near: int | None = None) -> Span | None:
        """Where a quote stands; None where its words are not there.

        Of several places the one nearest to the offset `near` is taken, else the first, and whole
        words before parts of words. None also for a quote of under three characters, or
        without a letter or number.
        """
        wanted = quote.strip()
        if not _is_telling(wanted):
            return None
        return self._exact(wanted, near) or self._not_exact(wanted, near)

    @cached_property
    def _folded(self) -> Folded:
        return Folded(self._text)

    def _exact(self, wanted: str, near: int | None) -> Span | None:
        places = (
            (at, at + len(wanted))
            for at in _occurrences(self._text, wanted)
            if is_boundary(self._text, at) and is_boundary(self._text, at + len(wanted))
        )
        best = _best(self._text, places, near)
        return None if best is None else Span(*best, "exact")

    def _not_exact(self, wanted: str, near: int | None) -> Span | None:
        forms = _forms(wanted)
        near = None if near is None else self._folded.index(near)
        for form in forms:
            best = _best(self._folded.text, self._whole_places(form), near)
            if best is not None:
                return self._span(*best, "folded")
        return self._split(wanted) or self._elided(wanted, near) or self._close(forms, near)

    def _split(self, wanted: str) -> Span | None:
        """The words where they are only found inside graphemes, which are then taken whole."""
        at = self._text.find(wanted)
        return None if at < 0 else Span(*widened(self._text, at, at + len(wanted)), "folded")

    def _whole_places(self, form: str) -> Iterator[tuple[int, int]]:
        """Where a folded form stands without cutting a character, nor a word if it is short."""
        text = self._folded.text
        for at in _occurrences(text, form):
            end = at + len(form)
            if _cuts_mark(text, at) or _cuts_mark(text, end):
                continue
            if len(form) >= _SHORTEST_CUT or not _cuts_words(text, at, end):
                yield at, end

    def _elided(self, wanted: str, near: int | None) -> Span | None:
        """The stretch from the first to the last part of a quote whose middle is left out."""
        if not _ELLIPSIS.search(wanted):
            return None
        folded = (Folded(part).text for part in _ELLIPSIS.split(wanted.strip(_QUOTE_MARKS)))
        parts = [part for part in folded if _is_telling(part)]
        if sum(map(len, parts)) < _SHORTEST_CLOSE:
            return None
        places = ((at, self._end_of_parts(end, parts[1:])) for at, end in self._whole_places(parts[0]))
        found = ((at, end) for at, end in places if end is not None)
        best = _best(self._folded.text, found, near)
        return None if best is None else self._span(*best, "folded")

    def _end_of_parts(self, end: int, parts: list[str]) -> int | None:
        """Where the last of several parts ends when each follows the one before; None if one does not."""
        for part in parts:
            limit = end + _LARGEST_OMISSION + len(part)
            at = self._folded.text.find(part, end, limit)
            if at < 0:
                return None
            end = at + len(part)
        return end

    def _close(self, forms: list[str], near: int | None) -> Span | None:
        text = self._folded.text
        form = forms[-1] if forms else ""
        if not _SHORTEST_CLOSE <= len(form) <= min(_LONGEST_CLOSE, len(text)):
            return None
        # Opening a text that was read seldom needs it, and it takes several megabytes.
        from rapidfuzz.fuzz import partial_ratio_alignment

        reach = len(form) + _VICINITY
        vicinity = [] if near is None else [(max(0, near - reach), near + reach)]
        for start, end in [*vicinity, (0, len(text))]:
            window = text[start:end]
            if len(window) < len(form):
                continue
            found = partial_ratio_alignment(form, window, score_cutoff=_CLOSE)
            if found is None:
                continue
            edges = _edges(form, text, start + found.dest_start, start + found.dest_end)
            span = self._span(*edges, "close")
            if self._says_the_same(form, edges, span):
                return span
        return None

    def _says_the_same(self, form: str, edges: tuple[int, int], span: Span) -> bool:
        """Whether close words are as long as the quote, with its numbers and its negations."""
        from rapidfuzz.fuzz import ratio

        words = self._folded.text[slice(*edges)]
        source = unicodedata.normalize("NFKC", self._text[span.start : span.end])
        return (
            ratio(form, words) >= _CLOSE
            and not Counter(_NUMBER.findall(form)) - Counter(_NUMBER.findall(source))
            and Counter(_NEGATION.findall(form)) == Counter(_NEGATION.findall(words))
        )

    def _span(self, start: int, end: int, how: AnchoredHow) -> Span:
        """The source's span of a stretch of the folded text."""
        return Span(*widened(self._text, *self._folded.source(start, end)), how)


def _is_telling(words: str) -> bool:
    """Whether words are enough to be found: three characters, one of them a letter or number."""
    return len("".join(words.split())) >= 3 and any(char.isalnum() for char in words)


def _forms(wanted: str) -> list[str]:
    """A quote folded as it stands, then less and less of what models put around one."""
    unescaped = _ESCAPED.sub(lambda found: "\n" if found[0] != "\\" else "", wanted)
    unwrapped = unescaped.strip(_QUOTE_MARKS)
    bare = _LINE_PREFIX.sub("", unwrapped)
    stripped = bare.strip(_QUOTE_MARKS).rstrip(_END_MARKS)
    # Most of these are one and the same, and folding is what takes the time.
    folded = (Folded(form).text for form in dict.fromkeys((wanted, unescaped, unwrapped, bare, stripped)))
    return [form for form in dict.fromkeys(folded) if _is_telling(form)]


def _occurrences(text: str, wanted: str) -> Iterator[int]:
    """Every offset at which the words begin, overlapping ones too, up to a number that bounds the work."""

    def every() -> Iterator[int]:
        at = text.find(wanted)
        while at >= 0:
            yield at
            at = text.find(wanted, at + 1)

    return islice(every(), _MOST_OCCURRENCES)


def _best(text: str, places: Iterator[tuple[int, int]], near: int | None) -> tuple[int, int] | None:
    """The place that cuts no word and is nearest to an offset, else first; None where there is none."""
    if near is not None:
        return min(places, key=lambda place: (_cuts_words(text, *place), abs(place[0] - near)), default=None)
    first: tuple[int, int] | None = None
    for place in places:
        if not _cuts_words(text, *place):
            return place
        first = first or place
    return first


def _cuts_mark(text: str, at: int) -> bool:
    return at < len(text) and unicodedata.combining(text[at]) > 0


def _cuts_words(text: str, start: int, end: int) -> bool:
    return _cuts_word(text, start) or _cuts_word(text, end)


def _cuts_word(text: str, at: int) -> bool:
    """Whether an offset is inside a word of a script that puts spaces between words."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    return before.isalnum() and after.isalnum() and not is_wide(before) and not is_wide(after)


def _edges(form: str, text: str, start: int, end: int) -> tuple[int, int]:
    """The edges, at whole words, of what a quote was aligned with.

    The alignment's window is as long as the quote, so where words were dropped the true edges are
    outside it; but common words outside may be mistaken for edges, so the likelier pair wins.
    """
    from rapidfuzz.fuzz import ratio

    pairs = [
        pair
        for slack in (0, _SLACK)
        for pair in _matched(form, text, max(0, start - slack), min(len(text), end + slack))
    ]
    return max(pairs, key=lambda pair: ratio(form, text[slice(*pair)]))


def _matched(form: str, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """From the first to the last run that a quote shares with a stretch of the text, as whole words.

    Then the same with as many characters before and after as the quote has there.
    """
    from rapidfuzz.distance import Levenshtein

    runs = [op for op in Levenshtein.opcodes(form, text[start:end]) if op.tag == "equal"]
    runs = [op for op in runs if op.src_end - op.src_start >= 3] or runs
    first, last = runs[0], runs[-1]
    begins, ends = start + first.dest_start, start + last.dest_end
    for before, after in ((0, 0), (first.src_start, len(form) - last.src_end)):
        yield _whole_words(text, max(0, begins - before), min(len(text), ends + after))


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch without white space at its edges, grown to the words that these cut."""
    while start < end and text[start] == " ":
        start += 1
    while end > start and text[end - 1] == " ":
        end -= 1
    while _cuts_word(text, start):
        start -= 1
    while _cuts_word(text, end):
        end += 1
    return start, end
