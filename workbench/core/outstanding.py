"""A list counted, the same everywhere: how its concerns stand, and what of it still waits for the person."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from workbench.core.marks import Mark, Standing
from workbench.core.rows import Group, Row

_OVER = (Group.FIXED, Group.GONE)


@dataclass(frozen=True, slots=True)
class Outstanding:
    """How much of a list waits for the person."""

    unmarked: int = 0
    """Concerns without a mark or asked anew, neither put off nor ignored nor fixed, whose words stand."""
    agreed: int = 0
    """Those to fix: marked hit and still there, as `workbench fixes` lists them."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How the concerns of a list stand; a concern may be in several of these."""

    concerns: int = 0
    new: int = 0
    open: int = 0
    """Not decided or agreed, and still there: not marked a miss, not put off, and not over."""
    hit: int = 0
    miss: int = 0
    cant_tell: int = 0
    deferred: int = 0
    fixed: int = 0
    """A check no longer finds it, or the person said so."""
    gone: int = 0
    """Its words are gone."""
    waits: Outstanding = Outstanding()

    @property
    def marked(self) -> int:
        """Those with any mark, whether or not they are over."""
        return self.hit + self.miss + self.cant_tell

    def short(self) -> str:
        """What there is to do, in as few words as fit above a list."""
        to_fix = f"  {self.waits.agreed} to fix" if self.waits.agreed else ""
        deferred = f", {self.deferred} deferred" if self.deferred else ""
        return f"{self.new} new  {self.open} open{to_fix}  {self.marked} of {self.concerns} marked{deferred}"

    def sentence(self) -> str:
        """Everything that is counted."""
        return (
            f"{self.concerns}, of which {self.new} new, {self.open} open, {self.waits.agreed} to fix, "
            f"{self.waits.unmarked} unmarked; "
            f"{self.marked} marked ({self.hit} hit, {self.miss} miss, {self.cant_tell} can't tell); "
            f"{self.deferred} deferred, {self.fixed} fixed, {self.gone} text gone"
        )


def is_over(row: Row) -> bool:
    """Whether a concern ended: a check no longer finds it, the person said so, or its words are gone."""
    return row.group in _OVER


def is_to_fix(row: Row) -> bool:
    """Whether it is a problem by the person's mark, still there and not put off."""
    return row.standing.mark is Mark.HIT and not row.standing.returned and _stands(row)


def is_open(row: Row) -> bool:
    """Whether it is still there and not put off, agreed with or not decided."""
    return row.is_concern and not is_over(row) and not is_closed(row.standing)


def is_closed(standing: Standing) -> bool:
    """Whether what the person said closes a concern, wherever its words are: a miss, put off, or ignored."""
    missed = standing.mark is Mark.MISS and not standing.returned
    return missed or standing.deferred or bool(standing.ignored)


def _stands(row: Row) -> bool:
    put_off = row.standing.deferred or bool(row.standing.ignored)
    return row.is_concern and not put_off and not is_over(row)


def outstanding(rows: Iterable[Row]) -> Outstanding:
    """How much of these rows waits."""
    return counts_of(rows).waits


def counts_of(rows: Iterable[Row]) -> Counts:
    """How the concerns among these rows stand; thousands of rows stand in a few ways."""
    stand = Counter(
        [
            (row.group, standing.mark, standing.deferred, bool(standing.ignored), bool(standing.returned))
            for row in rows
            if row.answer is None and row.reading is None
            for standing in (row.standing,)
        ]
    )

    def count(which: Callable[[Group, Mark | None, bool], bool]) -> int:
        return sum(
            several
            for (group, mark, deferred, _, returned), several in stand.items()
            if which(group, None if returned else mark, deferred)
        )

    def waiting(mark: Mark | None) -> int:
        return sum(
            several
            for (group, its, deferred, ignored, returned), several in stand.items()
            if (None if returned else its) is mark and not (deferred or ignored) and group not in _OVER
        )

    return Counts(
        concerns=stand.total(),
        new=count(lambda group, mark, deferred: group is Group.NEW),
        open=waiting(None) + waiting(Mark.HIT) + waiting(Mark.CANT_TELL),
        hit=count(lambda group, mark, deferred: mark is Mark.HIT),
        miss=count(lambda group, mark, deferred: mark is Mark.MISS),
        cant_tell=count(lambda group, mark, deferred: mark is Mark.CANT_TELL),
        deferred=count(lambda group, mark, deferred: deferred),
        fixed=count(lambda group, mark, deferred: group is Group.FIXED),
        gone=count(lambda group, mark, deferred: group is Group.GONE),
        waits=Outstanding(waiting(None), waiting(Mark.HIT)),
    )
