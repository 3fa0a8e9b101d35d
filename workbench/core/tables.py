"""Rows of the report as plain text, for whatever room there is."""

import textwrap
from collections.abc import Sequence

from workbench.core.text.display_text import LONGEST_NAME, neutralised, shortened, width
from workbench.core.trust.tallies import COLUMNS, COMPACT, Row, name_room

Named = tuple[str, Row]
"""A row with what it is called."""


def section(title: str, rows: Sequence[Named], room: int | None) -> list[str]:
    """A table where it fits into `room` cells, else one of fewer columns, else each row in words."""
    lines = aligned([(title, *COLUMNS), *((_cut(name), *row.cells()) for name, row in rows)])
    if room is None or all(width(line) <= room for line in lines):
        return lines
    return compact(title, rows, room) or in_words(title, rows, room)


def compact(title: str, rows: Sequence[Named], room: int | None) -> list[str]:
    """A table of the columns that matter most, names cut; empty where it does not fit either."""
    left = name_room((row for _, row in rows), room or 0)
    cells = [(title, *COMPACT), *((_cut(name), *row.compact_cells()) for name, row in rows)]
    return aligned([(shortened(name, left), *figures) for name, *figures in cells]) if left else []


def in_words(title: str, rows: Sequence[Named], room: int | None) -> list[str]:
    """Each row in a sentence under the title, if there is one."""
    lines = [title] if title else []
    for name, row in rows:
        lines += folded(f"{_cut(name)}: {row.sentence()}", room, "    ")
    return lines


def folded(sentence: str, room: int | None, indent: str) -> list[str]:
    """A sentence in lines of so many cells, None for any; those after the first are indented."""
    return [sentence] if room is None else textwrap.wrap(sentence, room, subsequent_indent=indent)


def aligned(named: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows whose first cell is a name, each column as wide as its widest cell."""
    widths = [max(map(width, column)) for column in zip(*named, strict=True)]
    lines = []
    for name, *cells in named:
        padded = [name + " " * (widths[0] - width(name))]
        padded += [cell.rjust(room) for cell, room in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join(padded).rstrip())
    return lines


def _cut(name: str) -> str:
    """A row's name with its indent; one of any length would make every row as wide."""
    return shortened(neutralised(name), LONGEST_NAME)
