"""From the content of a Markdown block back to its place in the source.

A block's content lacks the prefixes of lists and quotes, and a table cell's also the backslash before
each bar, so offsets in it are not offsets in the source.
"""

from bisect import bisect_right
from typing import NamedTuple


class Piece(NamedTuple):
    """A block's content and where its stretches stand in the source."""

    content: str
    starts: tuple[int, ...]
    """Offsets in the content at which a stretch begins, the first 0."""
    sources: tuple[int, ...]
    """Offset in the source of each stretch."""

    def at(self, offset: int) -> int:
        """The source's offset of a character of the content."""
        stretch = bisect_right(self.starts, offset) - 1
        return self.sources[stretch] + offset - self.starts[stretch]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Start and end in the source of a non-empty stretch of the content."""
        return self.at(start), self.at(end - 1) + 1


class Pieces:
    """A source by its lines."""

    def __init__(self, source: str) -> None:
        self._lines = source.split("\n")
        self._starts = [0]
        for line in self._lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)
        self._cells: tuple[int, int] = (-1, 0)

    def line_start(self, line: int) -> int:
        """Offset of a 0-based line."""
        return self._starts[line]

    def line_end(self, line: int) -> int:
        """Offset after the last character of a 0-based line that is not blank."""
        return self._starts[line] + len(self._lines[line].rstrip())

    def of_lines(self, content: str, first: int) -> Piece:
        """The content of a block that begins on a 0-based line, a line for a line."""
        starts, sources, offset = [], [], 0
        for number, line in enumerate(content.removesuffix("\n").split("\n"), first):
            starts.append(offset)
            sources.append(self._starts[number] + _column(self._lines[number], line))
            offset += len(line) + 1
        return Piece(content, tuple(starts), tuple(sources))

    def of_cell(self, content: str, line: int) -> Piece:
        """The content of a table's next cell on a 0-based line; cells come in their order."""
        written = content.replace("|", "\\|")
        after = self._cells[1] if self._cells[0] == line else 0
        column = max(self._lines[line].find(written, after), 0)
        self._cells = (line, column + len(written))
        starts, sources, offset = [0], [self._starts[line] + column], 0
        for bars, part in enumerate(content.split("|")[:-1], 1):
            offset += len(part)
            starts.append(offset)
            sources.append(self._starts[line] + column + offset + bars)
            offset += 1
        return Piece(content, tuple(starts), tuple(sources))


def _column(source: str, line: str) -> int:
    """Where a line of a block's content begins in its source line.

    Below 0 where a tab was widened: the content then has more blanks than the source.
    """
    if source.rstrip().endswith(line.rstrip()):
        return len(source.rstrip()) - len(line.rstrip())
    return max(source.find(line.strip()), 0) - (len(line) - len(line.lstrip()))
