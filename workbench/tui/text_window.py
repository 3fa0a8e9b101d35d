"""As much of a text as a pane shows, wrapped without wrapping all of it or knowing its Markdown."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice, pairwise
from typing import NamedTuple

from workbench.core.text.display_text import neutralised, wrapped
from workbench.tui.source_layout import Highlight, Ink, SourceRow, pieces_of, rows_of_line

MOST = 500_000
"""Characters that are looked at; what stands after them is shown once the text is open."""
_LONGEST = 20_000
"""Characters of a line that are looked at."""
_COUNTED = 20_000
"""Characters up to which every row is counted; in a longer text those of long lines are estimated."""


class Window(NamedTuple):
    """The rows that are seen, and where they stand among all."""

    rows: Sequence[SourceRow]
    top: int
    whole: int


class GlimpsedText:
    """The beginning of a text, with what is known of how it is drawn."""

    def __init__(
        self,
        text: str,
        highlights: Sequence[Highlight] = (),
        remarks: Mapping[int, Sequence[str]] | None = None,
        words: tuple[int, int] = (0, 0),
    ) -> None:
        """Set what is known.

        Remarks are by 1-based line what is said below it; `words` are offsets of words that are in sight,
        equal where there are none.
        """
        self.text = text
        self.highlights = highlights
        self.remarks = remarks or {}
        self.words = words

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
        top = self._count(0, rows[0].line - 1, room) + self._rows(rows[0].line, room).index(rows[0])
        last = self._rows(rows[-1].line, room)
        left = len(last) - last.index(rows[-1]) - 1
        below = self._count(rows[-1].line, len(self.starts), room)
        return Window(rows, top, top + len(rows) + left + below)

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

    def _count(self, first: int, after: int, room: int) -> int:
        """How many rows some lines fill, by their 0-based numbers."""
        edges = [*self.starts, len(self.shown)][first : after + 1]
        ascii = self.shown.isascii()
        # A line that is short however wide its characters are fills one row.
        short = room if ascii else room // 2
        long = [n for n, (start, end) in enumerate(pairwise(edges), first + 1) if end - start > short]
        counted = len(self.shown) <= _COUNTED
        remarks = sum(len(said) for line, said in self.remarks.items() if first < line <= after)
        return after - first + remarks + sum(self._more(line, room, counted) for line in long)

    def _more(self, line: int, room: int, counted: bool) -> int:
        """How many rows a line fills besides its first."""
        text = self._line(line)
        return (len(wrapped(text, room)) if counted else max(1, -(-len(text) // room))) - 1
