"""The report as plain text for whatever room there is, and as Markdown."""

from collections.abc import Iterable, Iterator, Sequence

from workbench.core.calibration.blind_words import blind_sentences
from workbench.core.comparing.agreement import agreement_sentences, agreements
from workbench.core.tables import Named, compact, folded, in_words, section
from workbench.core.text.display_text import neutralised_line, plain_markdown, width
from workbench.core.trust.bars import strip
from workbench.core.trust.instruments import Block, By, NamedRow, Report
from workbench.core.trust.report_words import costs, escapes, notes, reasons, said_again, told_apart
from workbench.core.trust.tallies import COLUMNS, COMPACT_LEGEND, Row

_STRIP = 24
"""Cells of an interval that is drawn."""


def text_lines(report: Report, by: By | None = None, room: int | None = None) -> tuple[str, ...]:
    """The report as plain text: the table, its rows in words, then every block and what explains it.

    `room` is the width in cells, None for any: where a table is wider, its rows are said in words.
    """
    table = [(row.heading.value, row) for row in report.table]
    said = [(row.heading.value, row) for row in report.table if row.raised]
    lines = section("", table, room)
    if lines != in_words("", table, room):
        lines += ["", *in_words("", said, room)]
    blocks = [(block, _named(block.rows)) for block in report.blocks(by)]
    small = any(section(*of, room) == compact(*of, room) for of in [("", table), *_titled(blocks)])
    legend = (COMPACT_LEGEND,) if small else ()
    lines += ["", *_folded((*notes(report), *legend), room)]
    for block, rows in blocks:
        lines += ["", *_drawn(section(block.title, rows, room), rows, room)]
        lines += _folded(explained(block), room)
    for title, sentences in closing(report, by):
        lines += ["", title, *_folded(sentences, room)]
    return tuple(lines)


def explained(block: Block) -> Iterator[str]:
    """What stands under a block: which rows are told apart, and why claims were missed."""
    yield from filter(None, (told_apart(block), *reasons(block)))


def closing(report: Report, by: By | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What stands at the end of a report: each title with its sentences."""
    sections = (
        ("Answered blind", blind_sentences(report.counted.blind)),
        ("Drafts compared", agreement_sentences(agreements(report.counted.compared))),
        ("After a binding Publishable", escapes(report)),
        ("Read again, nothing changed", said_again(report)),
        ("Spent for each hit", costs(report)),
        ("You", report.counted.you.sentences() if report.counted.you else ()),
        ("Wordings and models", played(report) if by in (None, By.SOURCE, By.QUESTION) else ()),
    )
    for title, sentences in sections:
        if said := tuple(sentences):
            yield title, said


def played(report: Report) -> Iterator[str]:
    """Each instrument with its wordings and models, once."""
    labels: dict[str, dict[str, None]] = {}
    for instrument in report.instruments:
        known = labels.setdefault(instrument.called, {})
        known.update(dict.fromkeys(wording.label for wording in instrument.wordings if wording.label))
    return (neutralised_line(f"{name}: {'; '.join(of)}") for name, of in labels.items() if of)


def markdown_lines(report: Report, by: By | None = None) -> tuple[str, ...]:
    """The report as Markdown."""
    lines = ["# How often each instrument is right", ""]
    lines += _table([NamedRow(row.heading.value, row) for row in report.table])
    lines += ["", *(f"- {plain_markdown(note)}" for note in notes(report))]
    for block in report.blocks(by):
        lines += ["", f"## {plain_markdown(block.title)}", "", *_table(block.rows)]
        lines += ["", *(f"- {plain_markdown(said)}" for said in explained(block))]
    for title, sentences in closing(report, by):
        lines += ["", f"## {title}", "", *(f"- {plain_markdown(said)}" for said in sentences)]
    return tuple(lines)


def _table(rows: Sequence[NamedRow]) -> Iterator[str]:
    yield f"| | {' | '.join(COLUMNS)} |"
    yield f"|---|{'---:|' * len(COLUMNS)}"
    for name, row, within in rows:
        cells = (("↳ " if within else "") + plain_markdown(name), *row.cells())
        yield f"| {' | '.join(cells)} |"


def _named(rows: Iterable[NamedRow]) -> list[Named]:
    """Rows as tables want them, those within another one indented."""
    return [(f"  {name}" if within else name, row) for name, row, within in rows]


def _titled(blocks: Iterable[tuple[Block, list[Named]]]) -> list[tuple[str, list[Named]]]:
    return [(block.title, rows) for block, rows in blocks]


def _drawn(lines: list[str], rows: Sequence[tuple[str, Row]], room: int | None) -> list[str]:
    """The lines of a table with each row's interval drawn at its end, where there is room for it."""
    most = max(map(width, lines))
    if room is None or len(lines) != len(rows) + 1 or most + 2 + _STRIP > room:
        return lines
    drawn = [f"0{'1':>{_STRIP - 1}}", *(strip(row.rate, _STRIP) for _, row in rows)]
    pairs = zip(lines, drawn, strict=True)
    return [f"{line}{' ' * (most - width(line))}  {interval}".rstrip() for line, interval in pairs]


def _folded(sentences: Iterable[str], room: int | None) -> list[str]:
    return [line for sentence in sentences for line in folded(sentence, room, "    ")]
