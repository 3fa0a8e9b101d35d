"""Where the top of a pane is in its text, and which row another place is: long lines fill several rows."""

from workbench.tui.source_layout import SourceLayout


def place_of(layout: SourceLayout, row: int) -> float:
    """The place of a row, in lines from 0; a row inside a long line is a part of it."""
    rows = layout.rows
    line = rows[max(0, min(row, len(rows) - 1))].line
    first, count = _rows_of(layout, line)
    return line - 1 + min(1.0, max(0, row - first) / count)


def row_at(layout: SourceLayout, place: float) -> int:
    """The row at a place."""
    line = int(place) + 1
    if line > len(layout.document.line_starts):
        return len(layout.rows)
    first, count = _rows_of(layout, line)
    return first + round((place - (line - 1)) * count)


def _rows_of(layout: SourceLayout, line: int) -> tuple[int, int]:
    """The first row of a 1-based line, and how many it fills."""
    first = layout.row_of_line(line)
    last = line == len(layout.document.line_starts)
    after = len(layout.rows) if last else layout.row_of_line(line + 1)
    return first, max(1, after - first)
