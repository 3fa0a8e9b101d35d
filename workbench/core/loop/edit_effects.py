"""What an edit did to the text and to the words of the concerns on it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.core.artifacts import Revision
from workbench.core.history import History
from workbench.core.loop.diffed_concerns import Became, diffed_concerns
from workbench.core.loop.revision_diff import revision_diff
from workbench.core.outstanding import is_open
from workbench.core.rows import Row
from workbench.core.text.display_text import counted

_NAMED = 3
"""Lines that are named of those that were touched."""


@dataclass(frozen=True, slots=True)
class EditEffect:
    """What lies between two revisions; its counts of concerns are those of the diff of the two."""

    counts: str
    """Lines that came and went, as a diff writes them; empty where only line ends differ."""
    edited: tuple[int, ...] = ()
    """1-based lines of the newer text with words of concerns that were edited, one for each concern."""
    gone: tuple[int, ...] = ()
    """1-based lines of the older text where words of concerns stood that are gone, one for each."""
    concerns: int = 0
    """Those whose words stood in the older text."""
    open: int = 0
    """Those of the edited and gone ones that were open."""

    @property
    def in_lines(self) -> str:
        """How many lines changed, in words."""
        return f"{self.counts} lines" if self.counts else "no line changed"

    @property
    def in_concerns(self) -> str:
        """Which concerns it touched, in words; empty where it touched none."""
        if not self._touched:
            return ""
        parts = [f"{len(lines)} {what} ({_named(lines)})" for lines, what in self._became if lines]
        of_these = f", {self.open} of them open before" if self.open < self._touched else ""
        return f"of {counted(self.concerns, 'concern')} {' and '.join(parts)}{of_these}"

    @property
    def in_short(self) -> str:
        """Both, without the lines that concerns stand on."""
        if not self._touched:
            return self.in_lines
        parts = ", ".join(f"{len(lines)} {what}" for lines, what in self._became if lines)
        return f"{self.in_lines}, of {counted(self.concerns, 'concern')} {parts}"

    @property
    def _became(self) -> tuple[tuple[Sequence[int], str], ...]:
        return (self.edited, "edited"), (self.gone, "gone")

    @property
    def _touched(self) -> int:
        return len(self.edited) + len(self.gone)


def edit_effect(history: History, rows: Iterable[Row], old: Revision, new: Revision) -> EditEffect:
    """What an edit did; `rows` are the list as it stands on the older revision."""
    stood = [
        one
        for one in diffed_concerns(history, [row for row in rows if row.is_concern], old, new)
        if one.became is not Became.CAME
    ]
    edited = [one for one in stood if one.became is Became.EDITED]
    gone = [one for one in stood if one.became is Became.GONE]
    return EditEffect(
        revision_diff(old.text, new.text).counts,
        tuple(sorted(one.new or one.old or 0 for one in edited)),
        tuple(sorted(one.old or 0 for one in gone)),
        len(stood),
        sum(is_open(one.row) for one in (*edited, *gone)),
    )


def _named(lines: Sequence[int]) -> str:
    distinct = [f"L{line}" for line in dict.fromkeys(lines)]
    more = f" and {len(distinct) - _NAMED} more" if len(distinct) > _NAMED else ""
    return " ".join(distinct[:_NAMED]) + more
