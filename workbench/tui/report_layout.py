"""How often each instrument is right, laid out for the width there is; lines that lead further say where."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.core.marks import Mark
from workbench.core.sources import SourceKind
from workbench.core.text.display_text import counted, neutralised_line, one_line, shortened, width
from workbench.core.trust.bars import bar, strip
from workbench.core.trust.claim_words import MarkedWords, Wanted
from workbench.core.trust.claims import Claim
from workbench.core.trust.instruments import Block, By, Instrument, NamedRow, Report, called, rows_are_by
from workbench.core.trust.report_text import closing
from workbench.core.trust.report_words import again_words, cost_words, notes, reasons_of, told_apart
from workbench.core.trust.tallies import COLUMNS, COMPACT, COMPACT_LEGEND, Heading, Reasons, Row, name_room
from workbench.tui.tones import Piece, Tone, hanging

_GAP = 2
_MOST = len(COLUMNS)
_STRIP = 24
"""Cells of a drawn interval."""
_FOLDED_FROM = 3
"""Rows of a block without a mark from which they are one line."""
_BAR = 24
"""Cells of the longest bar."""
_TONES = {Mark.HIT: Tone.HIT, Mark.MISS: Tone.MISS, Mark.CANT_TELL: Tone.CANT_TELL}
_PLURALS = {Mark.HIT: "hits", Mark.MISS: "misses", Mark.CANT_TELL: "can't tells"}


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything, its rows by something."""

    by: By | None = None


@dataclass(frozen=True, slots=True)
class OfHeading:
    """All instruments under one heading."""

    heading: Heading


@dataclass(frozen=True, slots=True)
class OfInstrument:
    """One instrument under one heading."""

    heading: Heading
    name: str


@dataclass(frozen=True, slots=True)
class OfMark:
    """The words of claims that have one mark."""

    heading: Heading
    name: str
    """The instrument that made them; empty for all under the heading."""
    mark: Mark


@dataclass(frozen=True, slots=True)
class Unmarked:
    """The rows of a block of which nothing is marked yet."""

    heading: Heading
    by: By | None


View = Overview | OfHeading | OfInstrument | OfMark | Unmarked


class Line(NamedTuple):
    """One line of the page."""

    pieces: list[Piece]
    to: View | MarkedWords | None = None
    """What it leads to; marked words lead to their row on the board."""


Entry = tuple[str, Row, Tone, View | None]
"""What a row is called, its figures, how strongly it is drawn, and what it leads to."""


def report_page(report: Report, view: View, words: Sequence[MarkedWords] | None, room: int) -> list[Line]:
    """The page of a view; `words` are those of a mark, None while they are looked up."""
    room = max(room - _GAP, 1)
    if isinstance(view, Overview):
        return list(_overview(report, view.by, room))
    if isinstance(view, OfHeading):
        return list(_of_heading(report, view.heading, room))
    if isinstance(view, Unmarked):
        return list(_unmarked(report, view, room))
    if isinstance(view, OfInstrument):
        return list(_of_instrument(report, _instrument(report, view.heading, view.name), room))
    return list(_of_mark(_called(report, view), view, words, room))


def wanted(report: Report, view: OfMark) -> Wanted:
    """What must be looked up for a view of words."""
    names = {
        claim.source.name
        for claim in report.counted.book
        if claim.heading is view.heading and (not view.name or view.name in _names(claim))
    }
    return Wanted(view.heading, tuple(sorted(names)), view.mark)


def _names(claim: Claim) -> set[str]:
    """The names of the instruments that a claim counts for."""
    return {claim.source.name, *(cell.played.source.name for cell in claim.cells)}


def _called(report: Report, view: OfMark) -> str:
    return _instrument(report, view.heading, view.name).called if view.name else view.heading.value


def _instrument(report: Report, heading: Heading, name: str) -> Instrument:
    return next(i for i in report.instruments if i.row.heading is heading and i.name == name)


def _overview(report: Report, by: By | None, room: int) -> Iterator[Line]:
    """The table of all, then readers, what must stand beside rates, and everything else."""
    table: list[Entry] = [
        (row.heading.value, row, Tone.PLAIN, OfHeading(row.heading) if row.raised else None)
        for row in report.table
    ]
    readers, others = _blocks(report, by)
    yield _said("How often each instrument is right, by your marks", Tone.STRONG)
    yield from _table(table, room)
    yield from _blocks_drawn(report, readers, by, room)
    yield Line([])
    small = any(not _columns(of, room) for of in (table, *(_entries(report, b) for b in (*readers, *others))))
    yield from _sentences((*notes(report), *((COMPACT_LEGEND,) if small else ())), room)
    yield from _blocks_drawn(report, others, by, room)
    for title, sentences in closing(report, by):
        yield from _titled(title)
        yield from _sentences(sentences, room)


def _blocks(report: Report, by: By | None) -> tuple[list[Block], list[Block]]:
    """The blocks of readers' findings, and the others in their order."""
    blocks = report.blocks(by)
    are_readers = [block.rows[0].row.heading is Heading.READERS for block in blocks]
    return (
        [block for block, first in zip(blocks, are_readers, strict=True) if first],
        [block for block, first in zip(blocks, are_readers, strict=True) if not first],
    )


def _blocks_drawn(report: Report, blocks: Iterable[Block], by: By | None, room: int) -> Iterator[Line]:
    """Each block with its title; where several of its rows have no mark yet, these are one line."""
    for block in blocks:
        heading = block.rows[0].row.heading
        folded = _without_mark(report, block)
        if len(folded) < _FOLDED_FROM:
            folded = []
        shown = block._replace(rows=tuple(row for row in block.rows if row not in folded))
        yield from _titled(block.title)
        yield from _table(_entries(report, shown), room)
        if folded:
            many = f"{counted(len(folded), rows_are_by(by, heading))} with no mark yet"
            yield Line([(many, Tone.MUTED), (": enter shows them", Tone.MUTED)], Unmarked(heading, by))
        yield from _sentences(filter(None, (told_apart(block),)), room)


def _without_mark(report: Report, block: Block) -> list[NamedRow]:
    """The rows of a block that say nothing of being right: no claim of theirs is marked.

    A rubric's row is none of them, since it stands for all its questions.
    """
    rubrics = {i.called for i in report.instruments if SourceKind.RUBRIC in i.kinds}
    named = [row for row in block.rows if not row.within and row.name not in rubrics]
    return [row for row in named if not row.row.tally.marked]


def _entries(report: Report, block: Block) -> list[Entry]:
    """The rows of a block, without those of single wordings, each leading to its instrument."""
    named = {(i.row.heading, i.called): OfInstrument(i.row.heading, i.name) for i in report.instruments}
    return [
        (name, row, Tone.PLAIN, named.get((row.heading, name)))
        for name, row, within in block.rows
        if not within
    ]


def _unmarked(report: Report, view: Unmarked, room: int) -> Iterator[Line]:
    """The rows that are one line on the page of all."""
    block = next(b for b in report.blocks(view.by) if b.rows[0].row.heading is view.heading)
    rows = tuple(_without_mark(report, block))
    yield _said(f"{block.title}: {len(rows)} with no mark yet", Tone.STRONG)
    yield from _table(_entries(report, block._replace(rows=rows)), room)
    if not _columns(_entries(report, block), room):
        yield Line([])
        yield from _sentences((COMPACT_LEGEND,), room)


def _of_heading(report: Report, heading: Heading, room: int) -> Iterator[Line]:
    row = next(row for row in report.table if row.heading is heading)
    yield _said(f"{heading.value}, all together", Tone.STRONG)
    yield from _figures(row, "", room)
    for block in report.blocks():
        if block.rows[0].row.heading is heading:
            yield from _titled(block.title)
            yield from _table(_entries(report, block), room)
            yield from _sentences(filter(None, (told_apart(block),)), room)


def _of_instrument(report: Report, instrument: Instrument, room: int) -> Iterator[Line]:
    yield _said(f"{instrument.called}: {instrument.row.heading.value}", Tone.STRONG)
    yield from _figures(instrument.row, instrument.name, room)
    yield from _titled("Wordings and models, the oldest first")
    yield from _table([(w.label, w.row, Tone.PLAIN, None) for w in instrument.wordings], room)
    questions = _questions(report, instrument)
    if questions:
        yield from _titled("Its questions")
        yield from _table(questions, room)
    yield from _more(report, instrument, room)


def _figures(row: Row, name: str, room: int) -> Iterator[Line]:
    """A row in words and drawn, its marks leading to their words."""
    yield from _sentences((row.sentence(),), room)
    if row.rate.interval is not None:
        drawn = strip(row.rate, min(room, 60) - 4)
        yield Line([("0 ", Tone.MUTED), (drawn, Tone.KEY), (" 1", Tone.MUTED)])
    why = {Mark.MISS: row.miss_reasons, Mark.CANT_TELL: row.cant_tell_reasons}
    for mark, count in zip(Mark, (row.tally.hit, row.tally.miss, row.tally.cant_tell), strict=True):
        if count:
            many = mark.value if count == 1 else _PLURALS[mark]
            yield Line([(f"{count} {many}", _TONES[mark])], OfMark(row.heading, name, mark))
            yield from _bars(why.get(mark, ()))
    yield from _sentences(reasons_of(row), room)


def _questions(report: Report, instrument: Instrument) -> list[Entry]:
    """The questions of a rubric under the same heading."""
    if SourceKind.RUBRIC not in instrument.kinds:
        return []
    asked = {claim.source.name for claim in report.counted.book if instrument.name in _names(claim)}
    return [
        (i.called, i.row, Tone.PLAIN, OfInstrument(i.row.heading, i.name))
        for i in report.instruments
        if i.row.heading is instrument.row.heading and i.name in asked and i.name != instrument.name
    ]


def _more(report: Report, instrument: Instrument, room: int) -> Iterator[Line]:
    """What is known of an instrument besides its marks."""
    again = [a for a in report.again if a.source.name == instrument.name]
    costs = [c for c in report.costs if c.source.name == instrument.name]
    if again:
        yield from _titled("Read again, nothing changed")
        said = (
            " ".join(p for p in (a.source.wording[:8], a.model, a.provider) if p)
            + f": {again_words(a.source.kind, a.agreement)}."
            for a in again
        )
        yield from _sentences(said, room)
    if costs:
        yield from _titled("Spent for each hit")
        yield from _sentences((f"{cost_words(costs)}.",), room)


def _of_mark(name: str, view: OfMark, words: Sequence[MarkedWords] | None, room: int) -> Iterator[Line]:
    yield _said(f"{name}: {_PLURALS[view.mark]}, the newest first", Tone.STRONG)
    if words is None:
        yield _said("Looking them up …", Tone.MUTED)
        return
    asked = view.heading in (Heading.SHOULD_FIX, Heading.SATISFIED, Heading.GRADES)
    for each in words:
        yield Line([])
        place = f"{each.path}, revision {each.revision}" if each.revision else each.path
        why = f"  {each.reason}" if each.reason else ""
        source = called(each.source, (SourceKind.QUESTION,)) if asked else each.source
        yield Line([(neutralised_line(f"{source}{why}"), _TONES[view.mark])], each if each.target else None)
        quoted = f"“{one_line(each.quote)}”" if each.quote else "no words quoted"
        yield from _hanging(quoted, Tone.QUOTE, room)
        yield from _hanging(one_line(each.problem), Tone.PLAIN, room)
        yield from _hanging(place, Tone.MUTED, room)


def _bars(reasons: Reasons) -> Iterator[Line]:
    """How often each reason was given, as bars."""
    most = max((count for _, count in reasons), default=0)
    room = max((width(reason) for reason, _ in reasons), default=0)
    for reason, count in reasons:
        drawn = bar(count / most, _BAR)
        yield Line([(f"  {reason:<{room}}  ", Tone.MUTED), (drawn, Tone.KEY), (f" {count}", Tone.PLAIN)])


def _said(words: str, tone: Tone) -> Line:
    return Line([(neutralised_line(words), tone)])


def _titled(title: str) -> Iterator[Line]:
    yield Line([])
    yield _said(title, Tone.HEADING)


def _sentences(sentences: Iterable[str], room: int) -> Iterator[Line]:
    for sentence in sentences:
        yield from _hanging(sentence, Tone.MUTED, room)


def _hanging(words: str, tone: Tone, room: int) -> Iterator[Line]:
    said = (neutralised_line(words), tone)
    yield from (Line(pieces) for pieces in hanging(("", Tone.PLAIN), said, 0, room))


def _columns(entries: Sequence[Entry], room: int) -> int:
    """How many columns fit: all or those that matter most, then 0."""
    return _MOST if sum(_widths(entries)) + _GAP * _MOST <= room else 0


def _widths(entries: Sequence[Entry]) -> list[int]:
    rows = [("", *COLUMNS), *((name, *row.cells()) for name, row, *_ in entries)]
    return [max(map(width, column)) for column in zip(*rows, strict=True)]


def _table(entries: Sequence[Entry], room: int) -> Iterator[Line]:
    """A table where it fits, of fewer columns where not, else each row in a sentence."""
    if not entries:
        return
    names = [neutralised_line(name) for name, *_ in entries]
    gap = _GAP
    if _columns(entries, room):
        rows = [("", *COLUMNS), *((n, *e[1].cells()) for n, e in zip(names, entries, strict=True))]
    elif left := name_room((row for _, row, *_ in entries), room):
        # Columns stand closer where names would have to be cut.
        gap = _GAP if max(map(width, names)) <= left else 1
        left += (_GAP - gap) * len(COMPACT)
        shown = [shortened(name, left) for name in names]
        rows = [("", *COMPACT), *((n, *e[1].compact_cells()) for n, e in zip(shown, entries, strict=True))]
    else:
        for name, (_, row, tone, to) in zip(names, entries, strict=True):
            yield Line([(name, Tone.STRONG if tone is Tone.PLAIN else tone)], to)
            yield from _hanging(row.sentence(), tone, room)
        return
    yield from _aligned(rows, entries, room, gap)


def _aligned(rows: Sequence[Sequence[str]], entries: Sequence[Entry], room: int, gap: int) -> Iterator[Line]:
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    left = room - sum(widths) - gap * len(widths)
    drawn = min(_STRIP, left) if left >= _STRIP // 2 else 0
    head = f"  0{'1':>{drawn - 1}}" if drawn else ""
    yield Line([(_line(rows[0], widths, gap) + head, Tone.MUTED)])
    for cells, (_, row, tone, to) in zip(rows[1:], entries, strict=True):
        interval = f"  {strip(row.rate, drawn)}".rstrip() if drawn else ""
        yield Line([(_line(cells, widths, gap), tone), (interval, Tone.KEY)], to)


def _line(cells: Sequence[str], widths: Sequence[int], gap: int) -> str:
    """The first cell to the left, figures to the right."""
    name = cells[0] + " " * (widths[0] - width(cells[0]))
    figures = (f"{cell:>{room}}" for cell, room in zip(cells[1:], widths[1:], strict=True))
    return (" " * gap).join((name, *figures))
