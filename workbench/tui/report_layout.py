"""How often each instrument is right, laid out for the width there is."""

from collections.abc import Sequence

from workbench.core.display_text import neutralised, shortened, width
from workbench.core.tallies import COLUMNS, COMPACT, COMPACT_LEGEND, Row, name_room
from workbench.core.trust import GLOSSES, Report
from workbench.tui.tones import Piece, Tone, hanging

_GAP = 2
_MOST, _FEWEST = len(COLUMNS), COLUMNS.index("95 % interval") + 1
"""How many columns a table has: all, or those without which no rate is shown."""

Lines = list[list[Piece]]
Entry = tuple[str, Row, Tone]
"""What a row is called, its figures, and how strongly it is drawn."""


def report_lines(report: Report, room: int) -> Lines:
    """The report: tables where they fit, narrower ones where not, else each row in a sentence.

    The sentences say the same and more.
    """
    together: list[Entry] = [(row.heading.value, row, Tone.PLAIN) for row in report.table]
    blocks = [(title, _entries(rows)) for title, rows in report.sections()]
    lines: Lines = [[("How often each instrument is right, by your marks", Tone.STRONG)]]
    compact = any(_is_compact(entries, room) for entries in (together, *(of for _, of in blocks)))
    legend = COMPACT_LEGEND if compact else ""
    for gloss in filter(None, (*GLOSSES, legend, report.own_sentence, report.besides)):
        lines += hanging(("", Tone.PLAIN), (gloss, Tone.MUTED), 0, room)
    lines += [[], [("All together", Tone.HEADING)], *_section(together, room)]
    said = [entry for entry in together if entry[1].raised]
    if said and (compact or _columns(together, room)):
        lines += [[], [("In words", Tone.HEADING)], *_sentences(said, room)]
    for title, entries in blocks:
        lines += [[], [(title, Tone.HEADING)], *_section(entries, room)]
    played = report.played()
    lines += [[], [("Wordings and models", Tone.HEADING)]] if played else []
    for one in played:
        lines += hanging(("", Tone.PLAIN), (one, Tone.MUTED), 0, room)
    return lines


def _entries(rows: Sequence[tuple[str, Row]]) -> list[Entry]:
    """Rows of one block; those of one wording among several are quieter."""
    return [(name, row, Tone.MUTED if name.startswith("  ") else Tone.PLAIN) for name, row in rows]


def _section(entries: Sequence[Entry], room: int) -> Lines:
    if count := _columns(entries, room):
        return _table(entries, count)
    return _compact(entries, room) if _is_compact(entries, room) else _sentences(entries, room)


def _is_compact(entries: Sequence[Entry], room: int) -> bool:
    """Whether there is room for the columns that matter most only."""
    fits = bool(name_room((row for _, row, _ in entries), room))
    return bool(entries) and fits and not _columns(entries, room)


def _compact(entries: Sequence[Entry], room: int) -> Lines:
    """A table of the columns that matter most, with names cut."""
    left = name_room((row for _, row, _ in entries), room)
    cells: list[tuple[str, ...]] = [("", *COMPACT)]
    cells += [(shortened(neutralised(name), left), *row.compact_cells()) for name, row, _ in entries]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    tones = [Tone.MUTED, *(tone for _, _, tone in entries)]
    return [[(_aligned(line, widths), tone)] for line, tone in zip(cells, tones, strict=True)]


def _columns(entries: Sequence[Entry], room: int) -> int:
    """How many columns fit; 0 where a table does not."""
    fitting = (n for n in (_MOST, _FEWEST) if sum(_widths(entries, n)) + _GAP * n <= room)
    return next(fitting, 0)


def _widths(entries: Sequence[Entry], count: int) -> list[int]:
    rows = [("", *COLUMNS[:count]), *((name, *row.cells()[:count]) for name, row, _ in entries)]
    return [max(map(width, column)) for column in zip(*rows, strict=True)]


def _table(entries: Sequence[Entry], count: int) -> Lines:
    widths = _widths(entries, count)
    lines: Lines = [[(_aligned(("", *COLUMNS[:count]), widths), Tone.MUTED)]]
    return lines + [[(_aligned((name, *row.cells()[:count]), widths), tone)] for name, row, tone in entries]


def _aligned(cells: Sequence[str], widths: Sequence[int]) -> str:
    """The first cell to the left, figures to the right."""
    name = cells[0] + " " * (widths[0] - width(cells[0]))
    figures = (f"{cell:>{room}}" for cell, room in zip(cells[1:], widths[1:], strict=True))
    return (" " * _GAP).join((name, *figures))


def _sentences(entries: Sequence[Entry], room: int) -> Lines:
    """Each row's sentence under its name."""
    lines: Lines = []
    for name, row, tone in entries:
        lines.append([(name, Tone.STRONG if tone is Tone.PLAIN else tone)])
        lines += hanging(("", Tone.PLAIN), (row.sentence(), tone), 4, room)
    return lines
