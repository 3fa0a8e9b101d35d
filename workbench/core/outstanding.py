"""What of a list still waits for the person: concerns to mark, and problems agreed and not fixed."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.core.marks import Mark
from workbench.core.rows import Group, Row

_OVER = (Group.FIXED, Group.GONE)


@dataclass(frozen=True, slots=True)
class Outstanding:
    """How much of a list waits."""

    unmarked: int = 0
    """Concerns without a mark that are not deferred, not fixed, and whose words are not gone."""
    agreed: int = 0
    """Those marked hit, as `workbench fixes` lists them."""


def is_over(row: Row) -> bool:
    """Whether a concern ended by itself: a check no longer finds it, or its words are gone."""
    return row.group in _OVER


def is_agreed(row: Row) -> bool:
    """Whether it is a problem by the person's mark, still there and not put off."""
    agreed = row.standing.mark is Mark.HIT and not row.standing.deferred
    return agreed and row.is_concern and not is_over(row)


def outstanding(rows: Iterable[Row]) -> Outstanding:
    """How much of these rows waits."""
    rows = tuple(rows)
    unmarked = sum(_asks(row) for row in rows)
    return Outstanding(unmarked, sum(map(is_agreed, rows)))


def _asks(row: Row) -> bool:
    standing = row.standing
    return row.is_concern and standing.mark is None and not standing.deferred and not is_over(row)
