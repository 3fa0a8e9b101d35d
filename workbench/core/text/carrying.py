"""Where the words of one revision stand in the next, by a diff of their texts.

Lines are matched first, then the words inside changed lines. What the diff did not match is looked
for where it stood, then among the changed lines; the same words come before similar ones.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from workbench.core.readings import AnchoredHow, Span
from workbench.core.text.anchoring import Anchorer
from workbench.core.text.diff import Gap, Run, between, joined, matched
from workbench.core.text.display_text import width

_KEPT = 0.7
"""Least share of a passage that an edit must have left: of it as it was, or of its mean length."""
_LONGEST_PLACE = 2
"""How many times as long an edited passage may have become."""
_NEARBY = 200
"""Characters from their place within which short words still count as the same ones, moved."""
_SHORT = 20
"""Words of fewer cells are not the same when they are edited, or moved far."""
_WORDS = re.compile(r"[A-Za-z0-9_\u00aa-\u024f\u0300-\u1fff]+|[ \t]+|.", re.DOTALL)
_SURENESS: tuple[AnchoredHow, ...] = ("exact", "folded", "close", "edited")


def carry(span: Span, old: str, new: str) -> Span | None:
    """Where a span of the old text stands in the new one; `Carrier` carries many faster."""
    return Carrier(old, new).carry(span)


class Carrier:
    """Carries spans from one text to the next."""

    def __init__(self, old: str, new: str) -> None:
        self._old = old
        self._new = new

    def carry(self, span: Span) -> Span | None:
        """Where the same words stand in the new text; None where they are gone or edited away.

        Words that the diff matched are shifted. Others are looked for where they stood, edited or
        re-wrapped, then among the changed lines, where short words must be near; the same words there
        come before edited ones where they stood. Words that stood elsewhere in the old text already are
        other words. The result is never surer than the span, and says where the words are not the same
        any more.
        """
        run = self._run_at(span.start)
        if run and span.end <= run.old + run.length:
            return Span(span.start - run.old + run.new, span.end - run.old + run.new, span.how)
        found = self._in_place(span)
        if found is None or found.how == "close":
            moved = self._moved(span)
            # What took the place of a passage that moved may be like it.
            found = moved if found is None or (moved and moved.how != "close") else found
        if found is None:
            return None
        how: AnchoredHow = "edited" if found.how == "close" else found.how
        return Span(found.start, found.end, max(how, span.how, key=_SURENESS.index))

    @cached_property
    def changed_lines(self) -> frozenset[int]:
        """The 1-based lines of the new text that the old one does not have there."""
        count = self._new.count("\n") + (not self._new.endswith("\n"))
        kept = {run.new + at for run in self._line_runs for at in range(1, run.length + 1)}
        return frozenset(range(1, count + 1)) - kept

    @cached_property
    def _line_runs(self) -> list[Run]:
        return matched(self._old.split("\n"), self._new.split("\n"))

    @cached_property
    def _changes(self) -> list[Gap]:
        """The changed lines of both texts as stretches of characters, newlines at their ends left out."""
        old_starts, new_starts = _line_starts(self._old), _line_starts(self._new)
        lines = between(self._line_runs, Gap(0, len(old_starts) - 1, 0, len(new_starts) - 1))
        return [
            Gap(
                old_starts[gap.old],
                max(old_starts[gap.old], old_starts[gap.old_end] - 1),
                new_starts[gap.new],
                max(new_starts[gap.new], new_starts[gap.new_end] - 1),
            )
            for gap in lines
        ]

    @cached_property
    def _runs(self) -> list[Run]:
        """Every run of characters that stayed: whole lines, and words inside changed ones."""
        old_starts, new_starts = _line_starts(self._old), _line_starts(self._new)
        runs = [
            Run(old_starts[r.old], new_starts[r.new], old_starts[r.old + r.length] - 1 - old_starts[r.old])
            for r in self._line_runs
        ]
        for gap in self._changes:
            runs += self._word_runs(gap)
        return joined(runs)

    def _word_runs(self, gap: Gap) -> Iterator[Run]:
        old_words = _WORDS.findall(self._old, gap.old, gap.old_end)
        new_words = _WORDS.findall(self._new, gap.new, gap.new_end)
        old_starts = list(accumulate(map(len, old_words), initial=gap.old))
        new_starts = list(accumulate(map(len, new_words), initial=gap.new))
        for run in matched(old_words, new_words):
            length = old_starts[run.old + run.length] - old_starts[run.old]
            yield Run(old_starts[run.old], new_starts[run.new], length)

    def _run_at(self, offset: int) -> Run | None:
        """The last run that begins at or before an offset of the old text."""
        position = bisect_right(self._runs, offset, key=lambda run: run.old)
        return self._runs[position - 1] if position else None

    def _place(self, span: Span) -> tuple[int, int]:
        """The stretch of the new text between what surrounds a span, or what its own ends became."""
        before, last = self._run_at(span.start), self._run_at(span.end - 1)
        start = before.new + min(span.start - before.old, before.length) if before else 0
        if last and span.end <= last.old + last.length:
            return start, last.new + span.end - last.old
        position = bisect_left(self._runs, span.end, key=lambda run: run.old)
        return start, self._runs[position].new if position < len(self._runs) else len(self._new)

    def _in_place(self, span: Span) -> Span | None:
        """A span's words where they stood: re-wrapped, or edited a little."""
        words = self._old[span.start : span.end]
        start, end = self._place(span)
        place = self._new[start:end]
        if len(place) > _LONGEST_PLACE * len(words):
            return None
        found = Anchorer(place).anchor(words)
        if found and found.how != "close":
            return Span(start + found.start, start + found.end, found.how)
        edited = place.strip()
        if width(words) < _SHORT or self._kept(span) < _KEPT * min(
            len(words), (len(words) + len(edited)) / 2
        ):
            return None
        start += len(place) - len(place.lstrip())
        return Span(start, start + len(edited), "close")

    def _kept(self, span: Span) -> int:
        """How many of a span's characters the diff matched."""
        first = max(0, bisect_right(self._runs, span.start, key=lambda run: run.old) - 1)
        after = bisect_left(self._runs, span.end, key=lambda run: run.old)
        overlaps = (
            min(span.end, run.old + run.length) - max(span.start, run.old) for run in self._runs[first:after]
        )
        return sum(overlap for overlap in overlaps if overlap > 0)

    def _moved(self, span: Span) -> Span | None:
        """A span's words elsewhere among the changed lines."""
        words = self._old[span.start : span.end]
        place, _ = self._place(span)
        found = self._among_changes(words, place)
        if found is None or self._stood_before(found):
            return None
        is_far = width(words) < _SHORT and abs(found.start - place) > _NEARBY
        return None if is_far else found

    def _among_changes(self, words: str, place: int) -> Span | None:
        """Words in the changed lines, nearest to a place in the new text; never over two changes."""
        if not self._changes:
            return None
        anchorer, starts = self._rewritten
        nearest = max(0, bisect_right(self._changes, place, key=lambda change: change.new) - 1)
        found = anchorer.anchor(words, starts[nearest] + place - self._changes[nearest].new)
        if found is None:
            return None
        change = bisect_right(starts, found.start) - 1
        shift = self._changes[change].new - starts[change]
        end = found.end + shift
        return Span(found.start + shift, end, found.how) if end <= self._changes[change].new_end else None

    def _stood_before(self, found: Span) -> bool:
        """Whether a stretch of the new text is a stretch of the old one that stayed."""
        position = bisect_right(self._runs, found.start, key=lambda run: run.new)
        return position > 0 and found.end <= self._runs[position - 1].new + self._runs[position - 1].length

    @cached_property
    def _rewritten(self) -> tuple[Anchorer, list[int]]:
        """The new text's changed lines alone, and where each change begins in them."""
        changed = [self._new[gap.new : gap.new_end] for gap in self._changes]
        starts = list(accumulate((len(text) + 1 for text in changed), initial=0))
        return Anchorer("\0".join(changed)), starts[: len(changed)]


def _line_starts(text: str) -> list[int]:
    """The offset of each line, then the one that a further line would have."""
    return list(accumulate((len(line) + 1 for line in text.split("\n")), initial=0))
