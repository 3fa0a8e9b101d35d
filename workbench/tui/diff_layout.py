"""What changed between two revisions as rows of a pane, with the concerns below the lines they are about."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import NamedTuple

from workbench.core.loop.diffed_concerns import Became, DiffedConcern
from workbench.core.loop.revision_diff import DiffLine, Fold, RevisionDiff, Side, Stretch
from workbench.core.rows import Group
from workbench.core.text.display_text import counted, neutralised, one_line, shortened, wrapped
from workbench.tui.list_cells import mark_cells
from workbench.tui.mark_signs import mark_word


class DiffInk(StrEnum):
    """How words of a diff are drawn; its value is the component class."""

    GUTTER = "diff--gutter"
    KEPT = "diff--kept"
    OLD = "diff--old"
    NEW = "diff--new"
    OLD_WORDS = "diff--old-words"
    """Words of a reworked line that the newer text does not have."""
    NEW_WORDS = "diff--new-words"
    FOLD = "diff--fold"
    CONCERN = "diff--concern"


class DiffRow(NamedTuple):
    """One row of the pane."""

    pieces: Sequence[tuple[str, DiffInk]]
    change: int | None = None
    """The index of the change that begins here; None for any other row."""


_SIGNS = {Side.BOTH: " ", Side.OLD: "-", Side.NEW: "+"}
_INKS = {Side.BOTH: DiffInk.KEPT, Side.OLD: DiffInk.OLD, Side.NEW: DiffInk.NEW}
_WORDS = {Side.BOTH: DiffInk.KEPT, Side.OLD: DiffInk.OLD_WORDS, Side.NEW: DiffInk.NEW_WORDS}
_EDGE = "│ "
"""What stands between the sign and the text, which may begin with such a sign itself."""
_CONCERN = "^ "
"""What stands before a concern, below the line that it is about."""
_ROWS = 2
"""Rows that a concern takes at most."""


@dataclass(frozen=True)
class DiffLayout:
    """A diff wrapped to a width."""

    rows: tuple[DiffRow, ...] = ()

    @property
    def changes(self) -> list[int]:
        """The row at which each change begins."""
        return [at for at, row in enumerate(self.rows) if row.change is not None]


def diff_layout(
    diff: RevisionDiff, concerns: Sequence[DiffedConcern], room: int, named: Callable[[Group], str]
) -> DiffLayout:
    """A diff in rows of so many cells; `named` gives a status of a concern in words."""
    return DiffLayout(tuple(_Layout(diff, concerns, room, named).rows()))


def concern_counts(concerns: Iterable[DiffedConcern]) -> str:
    """What became of the words of the concerns, in figures; those on new words count apart."""
    became = Counter(one.became for one in concerns)
    said = {Became.EDITED: "edited", Became.GONE: "gone", Became.KEPT: "as they were"}
    parts = [f"{became[each]} {words}" for each, words in said.items() if became[each]]
    stood = sum(became[each] for each in said)
    of = [f"Of {counted(stood, 'concern')} {', '.join(parts)}"] if stood else []
    came = [f"{became[Became.CAME]} on new words"] if became[Became.CAME] else []
    return "; ".join([*of, *came]) or "No concern here"


class _Layout:
    def __init__(
        self,
        diff: RevisionDiff,
        concerns: Sequence[DiffedConcern],
        room: int,
        named: Callable[[Group], str],
    ) -> None:
        self._diff, self._named = diff, named
        self._new: dict[int, list[DiffedConcern]] = defaultdict(list)
        self._old: dict[int, list[DiffedConcern]] = defaultdict(list)
        for one in concerns:
            if one.new:
                self._new[one.new].append(one)
            elif one.old:
                self._old[one.old].append(one)
        lines = [line for line in diff.lines if isinstance(line, DiffLine)]
        last = max((max(line.old or 0, line.new or 0) for line in lines), default=1)
        self._digits = len(str(last))
        self._gutter = 2 * self._digits + 3 + len(_EDGE)
        self._room = max(8, room - self._gutter - 1)

    def rows(self) -> Iterator[DiffRow]:
        changes = {at: number for number, at in enumerate(self._diff.changes)}
        for at, line in enumerate(self._diff.lines):
            if isinstance(line, Fold):
                yield DiffRow([(" " * self._gutter, DiffInk.GUTTER), (self._folded(line), DiffInk.FOLD)])
                continue
            yield from self._line(line, changes.get(at))
            about = self._new if line.new else self._old
            for one in about.get(line.new or line.old or 0, ()):
                yield from self._concern(one)

    def _folded(self, fold: Fold) -> str:
        there = sum(len(self._new.get(at, ())) for at in range(fold.new, fold.new + fold.lines))
        concerns = f", {counted(there, 'concern')} on them" if there else ""
        return f"··· {fold.lines} lines unchanged{concerns}"

    def _line(self, line: DiffLine, change: int | None) -> Iterator[DiffRow]:
        text = neutralised(line.text)
        numbers = [f"{number or '':>{self._digits}}" for number in (line.old, line.new)]
        sign = f"{_SIGNS[line.side]}{_EDGE}"
        gutter = f"{' '.join(numbers)} {sign}"
        for start, end in wrapped(text, self._room):
            pieces = list(_marked(text, line, start, end))
            yield DiffRow([(gutter, DiffInk.GUTTER), *pieces], change)
            # A row that goes on has the sign too, so that its side is seen.
            gutter, change = f"{'':>{2 * self._digits + 2}}{sign}", None

    def _concern(self, one: DiffedConcern) -> Iterator[DiffRow]:
        room = self._room - len(_CONCERN)
        words = concern_words(one, self._named)
        stretches = wrapped(words, room)[:_ROWS]
        sign = _CONCERN
        for number, (start, end) in enumerate(stretches, 1):
            shown = shortened(words[start:], room) if number == len(stretches) else words[start:end]
            yield DiffRow([(" " * self._gutter, DiffInk.GUTTER), (sign + shown, DiffInk.CONCERN)])
            sign = " " * len(_CONCERN)


def concern_words(one: DiffedConcern, named: Callable[[Group], str]) -> str:
    """A concern in a line: its signs, what became of its words, how it stands now, and what it says.

    `named` gives a status as the list's headings do, which say of which revision it is true.
    """
    row, standing = one.row, one.row.standing
    signs = "".join(text for text, _, _ in mark_cells(standing, row)).split()
    stands = row.said_fixed or (
        "" if row.group is Group.GONE and one.became is Became.GONE else named(row.group)
    )
    mark = mark_word(standing.mark, row.target) if standing.mark else ""
    said = [one.became.value, stands, mark, "deferred" if standing.deferred else ""]
    sign = f"{' '.join(signs)} " if signs else ""
    return f"{sign}{', '.join(filter(None, said))}: {one_line(neutralised(row.headline))}"


def _marked(text: str, line: DiffLine, start: int, end: int) -> Iterator[tuple[str, DiffInk]]:
    """Some characters of a line, the words that changed apart."""
    changed = line.changed or ()
    edges = sorted({start, end, *(edge for stretch in changed for edge in stretch if start < edge < end)})
    for a, b in pairwise(edges):
        inside = any(_covers(stretch, a) for stretch in changed)
        yield text[a:b].replace("\t", " "), (_WORDS if inside else _INKS)[line.side]


def _covers(stretch: Stretch, at: int) -> bool:
    return stretch[0] <= at < stretch[1]
