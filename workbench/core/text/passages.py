"""The changed passages of a text: the blocks that an edit touched, with the headings above them."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.core.readings import Span
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.diff import Gap, between, matched
from workbench.core.text.document import Document
from workbench.core.text.parts import marked_outline

_SURENESS = ("exact", "folded")


@dataclass(frozen=True, slots=True)
class Passages:
    """Stretches of one text that are read without the rest of it."""

    document: Document
    stretches: tuple[tuple[int, int], ...]
    """Where each begins and ends, in order, as offsets into the text."""

    @property
    def named(self) -> tuple[str, ...]:
        """Which each is, with the lines at which it stands."""
        return tuple(
            f"passage {number}, lines {self._line(start)} to {self._line(max(start, end - 1))}"
            for number, (start, end) in enumerate(self.stretches, 1)
        )

    @property
    def outline(self) -> str:
        """The headings of the whole with their lines, and where each passage stands among them."""
        starts = (start for start, _ in self.stretches)
        marks = [(at, f"[{name}]") for at, name in zip(starts, self.named, strict=True)]
        return marked_outline(self.document, marks)

    @property
    def words(self) -> tuple[str, ...]:
        """What is shown of each: its words as they stand, under the lines of the headings above it."""
        return tuple(
            "\n\n".join([*self._headings(start), self.document.text[start:end].rstrip("\n")])
            for start, end in self.stretches
        )

    def _headings(self, start: int) -> Iterator[str]:
        """The headings that a passage stands under, as they stand, without those that begin it."""
        lines = self.document.lines
        for heading in self.document.section_at(start):
            if heading.start < start:
                yield lines[heading.line - 1]

    def _line(self, offset: int) -> int:
        return self.document.line_of(offset)


NOTE = """\
These are the passages of the text that were edited since all of it was judged, each under the headings it \
stands under in the text, between boundary lines that say its lines. You do not see the rest, which is as it \
was; where the text has headings, its outline stands after the passages, with their lines. Quote from these \
passages only. Answer for them: do not call missing what the rest may hold, and do not hold it against a \
passage that it begins and ends where it does. Where what a question asks for is not here but the rest may \
hold it, answer `cannot tell`, never `fails`. The verdict is on these passages."""
"""What is said to a judge that is shown passages only."""


def changed_passages(old: str, new: str) -> tuple[tuple[int, int], ...]:
    """Where the blocks of a text's body that an edit changed begin and end, neighbours in one.

    Of what was only taken out it is the blocks on both sides. Empty where nothing changed that is shown, and
    where everything did, or the title that the front matter states.
    """
    before, after = Document(old), Document(new)
    starts = [line for line, _ in after.block_lines]
    if not starts or before.stated_title != after.stated_title:
        return ()
    first = after.line_of(after.body_start)
    lines = {max(first, line) for line in _changed_lines(before, after) if line >= first}
    touched = {max(0, bisect_right(starts, line) - 1) for line in lines}
    # A heading says something of what follows it.
    bare = {number for number, (_, is_heading) in enumerate(after.block_lines) if is_heading}
    touched |= {number + 1 for number in touched & bare if number + 1 < len(starts)}
    if len(touched) == len(starts):
        return ()
    return tuple(_stretches(after, starts, sorted(touched)))


def _changed_lines(before: Document, after: Document) -> Iterator[int]:
    """The 1-based lines of the new text that an edit touched; blank ones alone are no change."""
    here, there = before.lines, after.lines
    body = before.line_of(before.body_start) - 1
    for gap in between(matched(here, there), Gap(0, len(here), 0, len(there))):
        gained = [at for at in range(gap.new, gap.new_end) if there[at].strip()]
        lost = any(here[at].strip() for at in range(max(gap.old, body), gap.old_end))
        yield from (at + 1 for at in gained)
        if lost and not gained:
            yield from _around(there, gap.new)


def _around(lines: Sequence[str], at: int) -> Iterator[int]:
    """The 1-based lines with words that are nearest to a place between lines, on both of its sides."""
    before = next((n for n in range(at - 1, -1, -1) if lines[n].strip()), None)
    after = next((n for n in range(at, len(lines)) if lines[n].strip()), None)
    yield from (n + 1 for n in (before, after) if n is not None)


def _stretches(
    document: Document, starts: Sequence[int], touched: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """The blocks of these numbers as stretches of the text, without what is blank at their ends."""
    open: tuple[int, int] | None = None
    for block in touched:
        begin, end = _bounds(document, starts, block)
        if open and not document.text[open[1] : begin].strip():
            open = (open[0], end)
            continue
        if open:
            yield open
        open = (begin, end)
    if open:
        yield open


def _bounds(document: Document, starts: Sequence[int], block: int) -> tuple[int, int]:
    # What stands before the first block, such as where links lead, belongs to it.
    begin = document.line_starts[starts[block] - 1] if block else document.body_start
    last = block + 1 == len(starts)
    end = len(document.text) if last else document.line_starts[starts[block + 1] - 1]
    return begin, begin + len(document.text[begin:end].rstrip())


class PassagesAnchorer(Anchorer):
    """Finds quotes in a whole text, first in those passages of it that were shown."""

    def __init__(self, passages: Passages, whole: Anchorer) -> None:
        """Take the passages, and what finds quotes in the whole."""
        self._whole = whole
        self._shown = [
            (start, Anchorer(passages.document.text[start:end])) for start, end in passages.stretches
        ]

    def anchor(self, quote: str, near: int | None = None) -> Span | None:
        """Where a quote stands in the whole text: in a passage, else anywhere; None where nowhere."""
        found = [
            Span(span.start + start, span.end + start, span.how)
            for start, anchorer in self._shown
            if (span := anchorer.anchor(quote))
        ]
        surest = sorted(found, key=lambda span: _SURENESS.index(span.how) if span.how in _SURENESS else 2)
        return surest[0] if surest else self._whole.anchor(quote, near)
