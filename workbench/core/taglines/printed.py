"""A board as plain text, Markdown and JSON values."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import Spend, spend
from workbench.core.taglines.board import TaglineBoard
from workbench.core.taglines.rows import Row, Sort, State
from workbench.core.taglines.words import asked, conclusions, heading
from workbench.core.text.display_text import fitted, neutralised_line, shortened, width

SIGNS = {
    State.UNREAD: " ",
    State.UNGRADED: " ",
    State.UNCOMPARED: " ",
    State.LEFT: "?",
    State.DROPPED: "-",
    State.BEHIND: "-",
    State.BEST: "=",
    State.ALONE: "+",
}
"""What stands before a row: where it is beside the others."""
LEGEND = (
    "= can't be separated from the best   + ahead of all others   - behind the best   ? not decided yet",
    "95 %: where the readers' mean is. Then each reader's right of its reads. cells: the line's length.",
)
_READER = 8
"""Cells of a reader's column at most."""
_LEAST_LINE = 40
"""Cells that a candidate wants beside the counts of each reader; with fewer these stand under it."""
_UNDER = " " * 6
_MOST_GROUPS = 3


def text_lines(
    board: TaglineBoard, sort: Sort, hidden: bool = False, room: int | None = None
) -> tuple[str, ...]:
    """The board as plain text, its rows cut at so many cells; None for any."""
    rows = board.ordered(sort, hidden)
    lines = [*board.notices, heading(board), asked(board), "", *_table(board, rows, room)]
    lines += ["", *conclusions(board)]
    if board.reads:
        lines += LEGEND[1:] if board.question else LEGEND
    return tuple(neutralised_line(line) for line in lines)


def _table(board: TaglineBoard, rows: Sequence[Row], room: int | None) -> Iterator[str]:
    numbers = {candidate.id: str(n) for n, candidate in enumerate(board.candidates, 1)}
    wide = _cells(board, rows, numbers, with_readers=True)
    with_readers = bool(board.reads) and (room is None or _taken(wide) + _LEAST_LINE <= room)
    cells = wide if with_readers else _cells(board, rows, numbers, with_readers=False)
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)][:-1]
    head, *lines = (_line(each, widths, room) for each in cells)
    yield head
    for row, line in zip(rows, lines, strict=True):
        yield line
        said = details(row)
        if row.of and not with_readers:
            shares = zip(row.readers, row.by_reader, strict=True)
            yield _cut(_UNDER + ", ".join(f"{reader.name} {share}" for reader, share in shares), room)
        yield from (_cut(_UNDER + each, room) for each in said)


def _cells(
    board: TaglineBoard, rows: Sequence[Row], numbers: dict[int, str], with_readers: bool
) -> list[tuple[str, ...]]:
    """The head and the rows, a text for each column."""
    names = [shortened(neutralised_line(reader.name), _READER) for reader in board.race.readers]
    read = bool(board.reads)
    found = [
        (
            "",
            "#",
            *(("right", "95 %") if read else ()),
            *(names if with_readers else ()),
            "cells",
            "candidate",
        )
    ]
    for row in rows:
        shares = [str(share) if share.of else "" for share in row.by_reader] if with_readers else []
        sign = f"{SIGNS[row.state]}{'h' if row.candidate.hidden else ''}"
        counts = (row.count, str(row.interval or "")) if read else ()
        number, text = numbers[row.candidate.id], neutralised_line(row.candidate.text)
        found.append((sign, number, *counts, *shares, str(row.candidate.cells), text))
    return found


def _taken(cells: Sequence[Sequence[str]]) -> int:
    """Cells of a line before its candidate."""
    return sum(max(map(width, column)) + 2 for column in list(zip(*cells, strict=True))[:-1])


def _line(cells: Sequence[str], widths: Sequence[int], room: int | None) -> str:
    padded = [
        fitted(cell, wide) if place == 0 else " " * (wide - width(cell)) + cell
        for place, (cell, wide) in enumerate(zip(cells, widths, strict=False))
    ]
    return _cut("  ".join((*padded, cells[-1])), room).rstrip()


def _cut(line: str, room: int | None) -> str:
    return line if room is None else shortened(line, room)


def details(row: Row) -> Iterator[str]:
    """What stands under a row, a line each: where it came from, its checks, what it was taken for."""
    if row.candidate.parent_text:
        yield f"made of: {neutralised_line(row.candidate.parent_text)}"
    if row.undecided:
        yield f"cannot be told: {row.undecided} of {row.of}"
    for group in row.groups[:_MOST_GROUPS]:
        yield f"taken {len(group.reads)}x for: {neutralised_line(group.words)} ({', '.join(group.readers)})"
    if more := sum(len(group.reads) for group in row.groups[_MOST_GROUPS:]):
        yield f"taken {more}x for something else"
    for said in row.checks:
        yield neutralised_line(said)
    for name, said in row.candidate.notes:
        yield neutralised_line(f"{name}: {said}")


def grade_lines(board: TaglineBoard) -> Iterator[str]:
    """Every graded answer under the question shown, by the number under which it can be marked."""
    graded = (grade for row in board.ordered(Sort.FILE) for _, grade in row.graded)
    for id, grade in sorted({grade.id: grade for grade in graded}.items()):
        mark = f", you: {grade.mark.value}" if grade.mark else ""
        yield neutralised_line(f"{id}  {grade.value.value}{mark}  “{grade.answer}”  because: {grade.reason}")


_MARKUP = str.maketrans({char: f"\\{char}" for char in "\\`*_[]<>|#~"})


def _plain(text: str) -> str:
    """Words of others as Markdown that means nothing but these words."""
    return neutralised_line(text).translate(_MARKUP)


def markdown_lines(board: TaglineBoard, sort: Sort, hidden: bool = False) -> tuple[str, ...]:
    """The board as Markdown."""
    names = [_plain(reader.name) for reader in board.race.readers]
    head = ["", "right", "95 %", *names, "cells", "candidate", "taken for", "checks"]
    lines = [
        f"# Taglines: {_plain(board.artifact.name)}",
        "",
        _plain(heading(board)),
        "",
        _plain(asked(board)),
    ]
    lines += ["", f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for row in board.ordered(sort, hidden):
        groups = "; ".join(
            f"{len(group.reads)}x {_plain(group.words)}" for group in row.groups[:_MOST_GROUPS]
        )
        cells = [
            _plain(row.state.value),
            row.count,
            str(row.interval or ""),
            *(str(share) if share.of else "" for share in row.by_reader),
            str(row.candidate.cells),
            _plain(row.candidate.text),
            groups,
            "; ".join(map(_plain, row.checks)),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return (*lines, "", *(f"- {_plain(said)}" for said in conclusions(board)))


def spent_on(board: TaglineBoard, prices: PriceTable) -> Spend:
    """What the reads and gradings of a board used that ended well."""
    calls = [(read.model, read.usage) for read in board.reads]
    return spend([*calls, *((grade.model, grade.usage) for grade in board.grades.values())], prices)


def shape(board: TaglineBoard, sort: Sort, prices: PriceTable, hidden: bool = False) -> dict[str, Any]:
    """The board as JSON values."""
    where, by_intent = board.compared, not board.question
    return {
        "artifact": {
            "path": board.artifact.path,
            "identity": board.artifact.identity,
            "kind": board.artifact.kind.value,
            "intent": board.artifact.intent,
        },
        "title": board.title or None,
        "question": board.question or None,
        "questions": list(board.questions),
        "readers": [{"name": reader.name, "wording": reader.wording} for reader in board.race.readers],
        "trials": board.race.trials,
        "full": board.race.full,
        "seed": board.race.seed,
        "phase": board.standing.phase.value,
        "decided": board.standing.decided,
        "on_fresh_reads": where.fresh and by_intent,
        "inseparable": sorted(where.left) if where.decided and by_intent else None,
        "reads": len(board.reads),
        "reads_saved": board.reads_saved,
        "spend": asdict(spent_on(board, prices)),
        "ended": board.ended or None,
        "notices": list(board.notices),
        "candidates": [_row_shape(row) for row in board.ordered(sort, hidden)],
    }


def _row_shape(row: Row) -> dict[str, Any]:
    candidate = row.candidate
    return {
        "id": candidate.id,
        "text": candidate.text,
        "line": candidate.line or None,
        "notes": dict(candidate.notes),
        "parent": candidate.parent or None,
        "hidden": candidate.hidden,
        "state": row.state.value,
        "right": row.right,
        "of": row.of,
        "cannot_tell": row.undecided,
        "interval": asdict(row.interval) if row.interval else None,
        "by_reader": [
            {"name": reader.name, "right": share.right, "of": share.of}
            for reader, share in zip(row.readers, row.by_reader, strict=True)
        ],
        "on_fresh_reads": row.fresh,
        "reads": row.reads,
        "ungraded": row.ungraded,
        "taken_for": [
            {"words": group.words, "reads": len(group.reads), "readers": list(group.readers)}
            for group in row.groups
        ],
        "cells": candidate.cells,
        "graphemes": candidate.graphemes,
        "checks": list(row.checks),
    }
