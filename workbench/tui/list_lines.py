"""The list as lines, and where the cursor goes in it: pure, so that it is tested without a screen."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import cached_property

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.marks import Standing, Target
from workbench.core.outstanding import is_to_fix
from workbench.core.readings import Finding
from workbench.core.rows import Group, Row


class Whole(Enum):
    """The line that stands for the text as a whole."""

    TEXT = auto()


Place = Target | Group | Whole
"""What the cursor can be on; never a line number, so that arrivals do not move it."""

FOLDABLE = frozenset({Group.FIXED, Group.SATISFIED, Group.UNDECIDED, Group.GONE, Group.ABOUT})
"""Groups that are folded until they are asked for."""


@dataclass(frozen=True, slots=True)
class WholeLine:
    """The first line: the text as a whole."""

    place: Place = Whole.TEXT


@dataclass(frozen=True, slots=True)
class HeadingLine:
    """A group's name and what is in it."""

    group: Group
    count: int
    unmarked: int
    """Rows that ask for a mark."""
    folded: bool
    undecided: int = 0
    """Rows without a mark, those deferred among them."""

    @property
    def place(self) -> Place:
        """Where the cursor is when it is on this line."""
        return self.group


@dataclass(frozen=True, slots=True)
class RowLine:
    """A concern, an unplaced finding or an answer."""

    row: Row
    opened: bool = False

    @property
    def place(self) -> Place:
        """Where the cursor is when it is on this line."""
        return self.row.target


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding of an opened concern."""

    row: Row
    finding: Finding
    standing: Standing
    """The mark that holds for this finding."""

    @property
    def place(self) -> Place:
        """Where the cursor is when it is on this line."""
        return Target("finding", self.finding.id)


Line = WholeLine | HeadingLine | RowLine | FindingLine


@dataclass(frozen=True)
class Lines:
    """Every line of the list, in the order shown."""

    all: tuple[Line, ...]
    home: Callable[[Target], Target] = field(default=lambda target: target, compare=False)
    """The target of the row that stands for a target."""
    opened: Target | None = field(default=None, compare=False)
    """The concern whose findings are shown."""

    @cached_property
    def _indices(self) -> dict[Place, int]:
        return {line.place: number for number, line in enumerate(self.all)}

    def index(self, place: Place) -> int | None:
        """The line that a place is on now: its own, else that of the row that stands for it.

        None where the list does not show it.
        """
        own = self._indices.get(place)
        return self._indices.get(self.home(place)) if own is None and isinstance(place, Target) else own

    def decided(self, before: Iterable[Row], after: Iterable[Row], marks: EffectiveMarks) -> "Lines":
        """These lines once more was decided about some of the rows, whose order and groups are as before.

        Only the lines of those rows are others.
        """
        lines = list(self.all)
        for old, new in zip(before, after, strict=True):
            if old is not new:
                self._decide(lines, old, new, marks)
        opened = self._indices.get(self.opened) if self.opened else None
        if opened is not None and isinstance(line := lines[opened], RowLine):
            # What is said of one finding may leave its concern's row as it was.
            self._decide(lines, line.row, line.row, marks)
        made = Lines(tuple(lines), self.home, self.opened)
        made.__dict__["_indices"] = self._indices
        return made

    def _decide(self, lines: list[Line], old: Row, new: Row, marks: EffectiveMarks) -> None:
        heading = self._indices.get(new.group)
        if heading is None:
            return
        line = lines[heading]
        assert isinstance(line, HeadingLine)
        lines[heading] = replace(
            line,
            unmarked=line.unmarked + asks_for_mark(new.standing) - asks_for_mark(old.standing),
            undecided=line.undecided + (new.standing.mark is None) - (old.standing.mark is None),
        )
        at = self._indices.get(new.target)
        if at is not None:
            made = _row_lines(new, new.target == self.opened, marks)
            lines[at : at + len(made)] = made

    def step(self, place: Place, by: int) -> Place:
        """The place so many lines further on, stopping at the ends."""
        here = self.index(place) or 0
        return self.all[max(0, min(len(self.all) - 1, here + by))].place

    def unmarked(self, place: Place | None, forward: bool = True) -> Place | None:
        """The next row that asks for a mark after a place, going round at the end; None where none does.

        Inside an opened concern it is the next unmarked finding there, else the next row. A row that need not
        be marked comes only after one of its kind, or where no other asks for a mark.
        """
        here = None if place is None else self.index(place)
        here = (-1 if forward else 0) if here is None else here
        count = len(self.all)
        steps = range(1, count + 1) if forward else range(-1, -count - 1, -1)
        current = self.all[here] if here >= 0 else None
        inside = current.row if isinstance(current, FindingLine) else None
        open_ones = [
            line
            for step in steps
            if (line := self.all[(here + step) % count]).place != place and _is_open_question(line, inside)
        ]
        if current is None or not _is_optional(current):
            open_ones.sort(key=_is_optional)
        return open_ones[0].place if open_ones else None

    def after_mark(self, place: Place) -> Place | None:
        """Where the cursor goes once the line at a place was marked; None where it stays.

        Among the findings of an opened concern the next of these that asks for a mark, else to the concern's
        own row; from any other line to the next row that asks for a mark, never from one that has to be
        marked to one that need not be.
        """
        line = self.all[self.index(place) or 0]
        if not isinstance(line, FindingLine):
            following = self.unmarked(place)
            index = None if following is None else self.index(following)
            leaves = index is not None and _is_optional(self.all[index]) and not _is_optional(line)
            return None if leaves else following
        siblings = [each for each in self.all if isinstance(each, FindingLine)]
        at = siblings.index(line)
        others = (each for each in (*siblings[at + 1 :], *siblings[:at]) if asks_for_mark(each.standing))
        return next((each.place for each in others), line.row.target)

    def after_fixed(self, was: "Lines", target: Target) -> Place:
        """Where the cursor goes once a row ended: to the next that waits, of `was`, else to what is nearest.

        A row waits that asks for a mark, or that was marked hit and is still there.
        """
        at = was.index(target) or 0
        after = (*was.all[at + 1 :], *was.all[:at])
        rows = [line for line in after if isinstance(line, RowLine) and self.index(line.place) is not None]
        waiting = [line for line in rows if asks_for_mark(line.row.standing) or is_to_fix(line.row)]
        waiting.sort(key=_is_optional)
        return waiting[0].place if waiting else self.nearest(was, target)

    @property
    def asked(self) -> list[Row]:
        """The rows shown that have to be marked; all of them where none has to be."""
        rows = [line.row for line in self.all if isinstance(line, RowLine)]
        return [row for row in rows if row.group not in FOLDABLE] or rows

    @property
    def left(self) -> int:
        """How many rows that have to be marked are not, in all groups shown."""
        headings = (line for line in self.all if isinstance(line, HeadingLine))
        return sum(line.unmarked for line in headings if line.group not in FOLDABLE)

    @property
    def nothing_left(self) -> str:
        """What is true, in words, where no row but the one under the cursor asks for a mark."""
        rows = [line.row for line in self.all if isinstance(line, RowLine)]
        folded = sum(line.unmarked for line in self.all if isinstance(line, HeadingLine) and line.folded)
        hidden = f"; {folded} folded {'one is' if folded == 1 else 'ones are'} not" if folded else ""
        if not rows:
            return f"no row is shown{f', {folded} are folded' if folded else ''}"
        if any(asks_for_mark(row.standing) for row in self.asked):
            return "this is the only row shown that is left to mark"
        optional = sum(asks_for_mark(row.standing) for row in rows)
        but = f" but {optional} optional {'one' if optional == 1 else 'ones'}" if optional else ""
        put_off = any(row.standing.mark is None for row in self.asked)
        return f"every row shown{but} is marked{' or deferred' if put_off else ''}{hidden}"

    @property
    def first_new(self) -> Place | None:
        """The first new row that asks for a mark; None where none does."""
        new = (line for line in self.all if isinstance(line, RowLine) and line.row.group is Group.NEW)
        return next((line.place for line in new if asks_for_mark(line.row.standing)), None)

    def nearest(self, was: "Lines", place: Place) -> Place:
        """Where the cursor goes when its own line left the list: what followed it, else what came before."""
        before = was.index(place)
        if before is not None:
            followers = was.all[before + 1 :] + tuple(reversed(was.all[:before]))
            for line in followers:
                if isinstance(line, RowLine | FindingLine) and self.index(line.place) is not None:
                    return line.place
        return self.first

    @property
    def first(self) -> Place:
        """The first row that asks for a mark, else the first line."""
        return self.unmarked(None) or self.all[0].place


def asks_for_mark(standing: Standing) -> bool:
    """Whether nothing was decided yet, or it is asked anew: neither a mark nor that it is to wait."""
    undecided = standing.mark is None or bool(standing.returned)
    return undecided and not standing.deferred and not standing.ignored


def _is_optional(line: Line) -> bool:
    """Whether a line is of a row that need not be marked."""
    return isinstance(line, RowLine) and line.row.group in FOLDABLE


def _is_open_question(line: Line, inside: Row | None) -> bool:
    """Whether a line asks for a mark; a finding does only while the cursor is inside its concern."""
    match line:
        case RowLine(row):
            return asks_for_mark(row.standing)
        case FindingLine(row, _, standing):
            return inside is not None and row.target == inside.target and asks_for_mark(standing)
        case _:
            return False


def lines_of(
    rows: Sequence[Row],
    *,
    shown: Callable[[Row], bool],
    unfolded: frozenset[Group],
    opened: Target | None,
    cursor: Place,
    marks: EffectiveMarks,
) -> Lines:
    """The lines of a list.

    A row that the filter hides stays while the cursor is on it, so that nothing vanishes under a hand.
    """
    here = marks.home(cursor) if isinstance(cursor, Target) else None
    is_open = marks.home(opened) if opened else None
    groups: defaultdict[Group, list[Row]] = defaultdict(list)
    for row in rows:
        if shown(row) or row.target == here:
            groups[row.group].append(row)
    lines: list[Line] = [WholeLine()]
    for group in Group:
        members = groups[group]
        if not members:
            continue
        folded = group in FOLDABLE and group not in unfolded
        unmarked = sum(asks_for_mark(row.standing) for row in members)
        undecided = sum(row.standing.mark is None for row in members)
        lines.append(HeadingLine(group, len(members), unmarked, folded, undecided))
        for row in () if folded else members:
            lines += _row_lines(row, row.target == is_open, marks)
    return Lines(tuple(lines), marks.home, is_open)


def _row_lines(row: Row, opened: bool, marks: EffectiveMarks) -> list[Line]:
    """A row's line, and those of its findings where it is open."""
    findings = row.findings if opened else ()
    return [RowLine(row, opened), *(FindingLine(row, f, finding_standing(marks, row, f)) for f in findings)]


def finding_standing(marks: EffectiveMarks, row: Row, finding: Finding) -> Standing:
    """What holds for a finding: its own mark where it was made inside its concern, else the concern's."""
    own = marks.standings.of(Target("finding", finding.id))
    if own.mark and (own.inside or row.standing.mark is None):
        return own
    return Standing(row.standing.mark, row.standing.reason, row.standing.deferred, note=own.note)
