"""As much of a text as a pane shows, wrapped without wrapping all of it or knowing its Markdown."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice

from workbench.core.display_text import neutralised, wrapped
from workbench.tui.source_layout import Highlight, Ink, SourceRow, pieces_of, rows_of_line

MOST = 500_000
"""Characters that are looked at; what stands after them is shown once the text is open."""
_LONGEST = 20_000
"""Characters of a line that are looked at."""
_COUNTED, _COUNTED_WIDE = 200_000, 20_000
"""Characters up to which every row is counted, in ASCII and in other texts; else many are estimated."""


@dataclass(frozen=True, slots=True)
class Window:
    """The rows that are seen, and where they stand among all."""

    rows: Sequence[SourceRow]
    top: int
    count: int


@dataclass(frozen=True)
class GlimpsedText:
    """The beginning of a text, with what is known of how it is drawn."""

    text: str
    highlights: Sequence[Highlight] = ()
    remarks: Mapping[int, Sequence[str]] = field(default_factory=dict)
    """By 1-based line: what is said below it."""
    words: tuple[int, int] = (0, 0)
    """Offsets of words that are in sight; equal where there are none."""

    @cached_property
    def shown(self) -> str:
        """The text as it may be drawn, character for character."""
        return neutralised(self.text[:MOST])

    @cached_property
    def starts(self) -> list[int]:
        """The offset at which each line starts; a newline at the very end starts no further line."""
        starts = [0, *(found.end() for found in re.finditer("\n", self.shown))]
        return starts[:-1] if len(starts) > 1 and starts[-1] == len(self.shown) else starts

    @property
    def gutter(self) -> int:
        """Cells that the widest line number fills."""
        return len(str(len(self.starts)))

    def pieces(self, row: SourceRow) -> list[tuple[str, Ink]]:
        """A row's words in stretches of one ink."""
        touching = [h for h in self.highlights if h.start < row.end and h.end > row.start]
        return pieces_of(self.shown, row, touching)

    def window(self, room: int, height: int) -> Window:
        """What a pane of so many cells and rows shows: the beginning, or the words where they stand lower."""
        rows = list(islice(self._from(1, room), height))
        words = self._rows_of_words(room)[:height]
        if words and words[-1] not in rows:
            rows = self._around(words, room, height)
        top = sum(self._count(line, room) for line in range(1, rows[0].line))
        top += self._rows(rows[0].line, room).index(rows[0])
        count = top + len(rows) + self._count_after(rows[-1], room)
        return Window(rows, top, count)

    def _around(self, words: Sequence[SourceRow], room: int, height: int) -> list[SourceRow]:
        """The rows seen when these are brought into the upper part of the pane."""
        line = self._rows(words[0].line, room)
        first = line.index(words[0])
        wanted = min(height // 3, height - len(words))
        before = list(islice(chain(line[:first][::-1], self._before(words[0].line, room)), height))
        after = list(islice(self._from(words[0].line, room), first, first + height - wanted))
        missing = height - len(after)
        return [*before[:missing][::-1], *after][:height]

    def _rows_of_words(self, room: int) -> list[SourceRow]:
        start, end = self.words
        if start >= end or end > len(self.shown):
            return []
        lines = range(self._line_of(start), self._line_of(end - 1) + 1)
        rows = [row for line in lines for row in self._rows(line, room) if not row.remark]
        ends = [*(row.start for row in rows[1:]), len(self.shown)]
        return [row for row, after in zip(rows, ends, strict=True) if row.start < end and start < after]

    def _line_of(self, offset: int) -> int:
        return bisect_right(self.starts, offset)

    def _line(self, line: int) -> str:
        after = self.starts[line] if line < len(self.starts) else len(self.shown)
        start = self.starts[line - 1]
        return self.shown[start : min(after, start + _LONGEST)].removesuffix("\n")

    def _rows(self, line: int, room: int) -> list[SourceRow]:
        return rows_of_line(line, self.starts[line - 1], self._line(line), room, self.remarks.get(line, ()))

    def _from(self, line: int, room: int) -> Iterator[SourceRow]:
        return chain.from_iterable(self._rows(n, room) for n in range(line, len(self.starts) + 1))

    def _before(self, line: int, room: int) -> Iterator[SourceRow]:
        return chain.from_iterable(self._rows(n, room)[::-1] for n in range(line - 1, 0, -1))

    def _count(self, line: int, room: int) -> int:
        """How many rows a line fills."""
        text = self._line(line)
        if len(text) <= room and text.isascii():
            return 1 + len(self.remarks.get(line, ()))
        if len(self.shown) > (_COUNTED if self.shown.isascii() else _COUNTED_WIDE):
            return -(-len(text) // room)
        return len(wrapped(text, room)) + len(self.remarks.get(line, ()))

    def _count_after(self, row: SourceRow, room: int) -> int:
        rows = self._rows(row.line, room)
        left = len(rows) - rows.index(row) - 1
        return left + sum(self._count(line, room) for line in range(row.line + 1, len(self.starts) + 1))
