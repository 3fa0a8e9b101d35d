"""A text that is too long to be read at once, in parts along its headings.

Nothing is cut off: every character of the body is in exactly one part, and each part comes with the
outline of the whole, so that its reader knows what the others may hold.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.readings import Span
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.document import Document, Heading
from workbench.core.text.graphemes import is_boundary

MOST_NAMED = 120
"""Headings that an outline names; of more it leaves the deepest levels out, then takes every so many."""
LONGEST_NAMED = 60
"""Characters of a heading in an outline."""

_BLOCK, _BLANK, _BLANK_IN_CODE, _LINE = 7, 8, 9, 10
"""How good a place a line is to begin a part at, after the levels of headings, 1 to 6."""
_GRAPHEME = 64
"""Characters that are looked back over for a place that cuts none that a person sees."""
_AFTER = " 。．.!?！？"
"""What a line that is too long is best cut after."""


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a text that is read alone."""

    start: int
    """Offset into the revision's text."""
    end: int
    number: int = 1
    """1 for the first."""
    of: int = 1
    """How many parts the text has; 1 where it is read whole."""
    first_line: int = 1
    """1-based."""
    last_line: int = 1

    @property
    def name(self) -> str:
        """Which it is, in words."""
        return f"part {self.number} of {self.of}"


def parts_of(document: Document, limit_tokens: int) -> tuple[Part, ...]:
    """The body in stretches of at most so many estimated tokens each; one where it fits whole.

    A section that fits is never divided, and of one that does not its sub-sections are not, then its
    paragraphs, its lines; a line is cut only where it is too long alone. Small neighbours share a part,
    the parts are about as long as each other, and none ends with a heading whose text is in the next,
    unless that text fills a part alone.
    """
    text, start = document.text, document.body_start
    limit = max(1, limit_tokens)
    if estimated_tokens(text[start:]) <= limit:
        ends = [len(text)]
    else:
        ends = _even(_Packing(text, start, tuple(_Cutting(document, limit).ends()), _bare(document)), limit)
    starts = [start, *ends[:-1]]
    return tuple(
        Part(
            first,
            after,
            number,
            len(ends),
            document.line_of(first),
            document.line_of(max(first, after - 1)),
        )
        for number, (first, after) in enumerate(zip(starts, ends, strict=True), start=1)
    )


class _Cutting:
    """The stretches that stay together: every section, paragraph or line that fits, however small."""

    def __init__(self, document: Document, limit: int) -> None:
        self._text, self._limit = document.text, limit
        self._first = document.line_of(document.body_start) - 1
        self._starts = (*document.line_starts, len(document.text))
        self._ranks = _ranks(document)

    def ends(self) -> Iterator[int]:
        """The offset at which each ends, in order; the last is the text's."""
        return self._cut(self._first, len(self._starts) - 1, 1)

    def _cut(self, first: int, after: int, rank: int) -> Iterator[int]:
        """The ends within some 0-based lines that no better place than of this rank divides."""
        start, end = self._starts[first], self._starts[after]
        if self._fits(start, end):
            yield end
            return
        places: list[int] = []
        while rank <= _LINE and not places:
            places = self._places(first, after, rank)
            rank += 1
        if not places:
            yield from self._cut_line(start, end)
            return
        for one, next_one in pairwise([first, *places, after]):
            yield from self._cut(one, next_one, rank)

    def _places(self, first: int, after: int, rank: int) -> list[int]:
        """The lines of one rank inside a stretch, without its first."""
        places: list[int] = []
        at = self._ranks.find(rank, first + 1, after)
        while at >= 0:
            places.append(at)
            at = self._ranks.find(rank, at + 1, after)
        return places

    def _fits(self, start: int, end: int) -> bool:
        # No text has fewer tokens than a fourth of its characters.
        most = 4 * self._limit + 4
        return end - start <= most and estimated_tokens(self._text[start:end]) <= self._limit

    def _cut_line(self, start: int, end: int) -> Iterator[int]:
        while not self._fits(start, end):
            window = self._text[start : min(end, start + 4 * self._limit + 4)]
            fitting = bisect_right(
                range(1, len(window) + 1), self._limit, key=lambda n: estimated_tokens(window[:n])
            )
            start += _good_cut(window, max(1, fitting))
            yield start
        yield end


def _good_cut(words: str, most: int) -> int:
    """Where to cut a line of which so many characters fit: after a word, else between characters."""
    spaced = 1 + max(words.rfind(mark, most // 2, most) for mark in _AFTER)
    if spaced and is_boundary(words[: most + 1], spaced):
        return spaced
    begin = max(0, most - _GRAPHEME)
    near = words[begin : most + 1]
    return next((at for at in range(most, begin, -1) if is_boundary(near, at - begin)), most)


def _ranks(document: Document) -> bytearray:
    """How good a place each line is to begin a part at."""
    lines = document.lines
    ranks = bytearray([_LINE]) * len(lines)
    blank = True
    for number, line in enumerate(lines):
        was_blank, blank = blank, not line.strip()
        if was_blank and not blank:
            ranks[number] = _BLANK
    for code in document.fenced_lines:
        for number in code[1:]:
            ranks[number - 1] = max(ranks[number - 1], _BLANK_IN_CODE)
    for first, _ in document.block_lines:
        ranks[first - 1] = _BLOCK
    for heading in document.headings:
        ranks[heading.line - 1] = heading.level
    return ranks


def _bare(document: Document) -> frozenset[int]:
    """The offsets of blocks that follow right after a heading: no part should begin there."""
    return frozenset(
        document.line_starts[second - 1]
        for (_, is_heading), (second, _) in pairwise(document.block_lines)
        if is_heading
    )


@dataclass(frozen=True, slots=True)
class _Packing:
    """Stretches to be put together into parts."""

    text: str
    start: int
    ends: Sequence[int]
    bare: frozenset[int]

    def packed(self, limit: int) -> list[int]:
        """The ends of parts of at most so many tokens, each at least one stretch."""
        packed: list[int] = []
        start, done = self.start, 0
        while done < len(self.ends):
            far = bisect_right(self.ends, start + 4 * limit + 4, done)
            fitting = bisect_right(self.ends, limit, done, far, key=partial(self._tokens, start))
            after = max(done + 1, fitting)
            good = after
            while good > done + 1 and self.ends[good - 1] in self.bare:
                good -= 1
            done = after if self.ends[good - 1] in self.bare else good
            start = self.ends[done - 1]
            packed.append(start)
        return packed

    def _tokens(self, start: int, end: int) -> int:
        return estimated_tokens(self.text[start:end])


def _even(packing: _Packing, limit: int) -> list[int]:
    """The fewest parts within the limit, about as long as each other: a short rest is nothing to read."""
    fewest = packing.packed(limit)
    share = estimated_tokens(packing.text[packing.start :]) // len(fewest)
    for tenths in range(10, 20):
        even = share * tenths // 10 + 1
        if even >= limit:
            break
        packed = packing.packed(even)
        if len(packed) == len(fewest):
            return packed
    return fewest


def outline(document: Document, part: Part) -> str:
    """The headings of the whole, a line each with its line number, and where a part stands among them.

    Empty where the text has none. Of many headings the deepest levels are left out, and where even one
    level has too many, all but every so many; then the last line says how many were left out. It is the
    author's words, so it is fenced like the text.
    """
    begins = (part.start, f"[{part.name} begins, line {part.first_line}]")
    ends = (part.end, f"[{part.name} ends, line {part.last_line}]")
    return marked_outline(document, (begins, ends))


def marked_outline(document: Document, marks: Sequence[tuple[int, str]]) -> str:
    """An outline with further lines in it, each before the first heading at or after its offset."""
    named = _named(document.headings)
    shallowest = min((heading.level for heading in named), default=1)
    if not named:
        return ""
    placed = [(at, 0, said) for at, said in marks]
    placed += [(heading.start, 1, _line(heading, shallowest)) for heading in named]
    lines = [said for _, _, said in sorted(placed, key=lambda line: line[:2])]
    if left := len(document.headings) - len(named):
        lines.append(f"[{left:,} of {len(document.headings):,} headings are not named here]")
    return "\n".join(lines)


def _named(headings: Sequence[Heading]) -> Sequence[Heading]:
    """Those of the shallowest levels that are few enough, else every so many of the shallowest."""
    named: Sequence[Heading] = ()
    for level in range(1, 7):
        down_to = [heading for heading in headings if heading.level <= level]
        if len(down_to) > MOST_NAMED and named:
            break
        named = down_to
        if len(named) > MOST_NAMED:
            break
    return named[:: -(-len(named) // MOST_NAMED)] if named else ()


def _line(heading: Heading, shallowest: int) -> str:
    title = heading.title
    if len(title) > LONGEST_NAMED:
        title = title[: LONGEST_NAMED - 1] + "…"
    return f"line {heading.line}: {'  ' * (heading.level - shallowest)}{title}"


def part_text(document: Document, part: Part) -> str:
    """What is fenced of a part: its own words as they stand, under the title that the front matter states."""
    words = document.text[part.start : part.end]
    return f"{document.stated_title}\n\n{words}" if document.stated_title else words


def part_note(part: Part, judges: bool = False) -> str:
    """What is said to whoever reads a part alone; `judges` for a rubric. Empty where the text is whole."""
    if part.of == 1:
        return ""
    note = (
        f"This is {part.name}, lines {part.first_line} to {part.last_line}, of a text that is too long to be "
        "read at once; others read the other parts. Where the whole has headings, its outline stands beside "
        "this part, with their lines, between boundary lines of its own. Quote from this part only. Do not "
        "call missing what another part may hold, and do not hold it against the text that this part begins "
        "and ends where it does."
    )
    if not judges:
        return note
    return (
        f"{note} Answer for this part. Where what a question asks for is not here but another part may hold "
        "it, answer `cannot tell`, never `fails`; answer `does not apply` only where no part could have what "
        "the question is about. The verdict is on this part."
    )


class PartAnchorer(Anchorer):
    """Finds quotes in a whole text, first in one part of it."""

    def __init__(self, document: Document, part: Part, whole: Anchorer) -> None:
        """Take the part, and what finds quotes in the whole."""
        super().__init__(document.text[part.start : part.end])
        self._part, self._whole = part, whole

    def anchor(self, quote: str, near: int | None = None) -> Span | None:
        """Where a quote stands in the whole text: in the part, else nearest to it; None where nowhere.

        `near` is an offset into the whole text.
        """
        start = self._part.start
        span = super().anchor(quote, None if near is None else max(0, near - start))
        if span is not None:
            return replace(span, start=span.start + start, end=span.end + start)
        return self._whole.anchor(quote, start if near is None else near)
