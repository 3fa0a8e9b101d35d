"""Merges and splits, by the names of the rows that they are about."""

from collections.abc import Iterable, Iterator

from workbench.core.board import Board
from workbench.core.identity.regrouping_record import record_of
from workbench.core.marks import Decision, Target
from workbench.core.rows import Row

_NAMED = 4
"""How many rows are named one by one."""


def names_of(rows: Iterable[Row]) -> str:
    """Rows by their lines, in the text's order."""
    return _listed(row.line for row in rows)


def regrouping_words(decision: Decision, board: Board) -> str:
    """A merge or a split in words, whether it stands or was taken back."""
    moved = [Target("finding", finding) for finding in sorted(record_of(decision.value).origins)]
    about = moved[:1] if decision.what == "split" else [decision.target, *moved]
    homes = dict.fromkeys(board.history.home(target) for target in about)
    rows = [row for target in homes if (row := board.row(target))]
    if decision.what == "merge" and len(rows) == 1:
        return f"the merge of {_listed(_lines_of_parts(decision, rows[0], board))}"
    joined = "of" if decision.what == "merge" else "at"
    return f"the {decision.what} {joined} {names_of(rows)}" if rows else f"a {decision.what}"


def _lines_of_parts(decision: Decision, merged: Row, board: Board) -> Iterator[int | None]:
    """The line of each part that a row was merged from: that of the finding which tells most."""
    origins = record_of(decision.value).origins
    known: set[int] = set()
    for finding in merged.findings:
        origin = origins.get(finding.id)
        part = origin.concern if origin else -finding.id if finding.id in origins else decision.target.id
        if part not in known:
            known.add(part)
            yield board.line_of(finding)


def _listed(lines: Iterable[int | None]) -> str:
    found = sorted(lines, key=lambda line: line or 1 << 60)
    names = [f"L{line}" if line else "a row without a line" for line in found]
    if len(names) > _NAMED or len(set(names)) < len(names):
        return f"{len(names)} rows{f' at {names[0]}' if len(set(names)) == 1 else ''}"
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
