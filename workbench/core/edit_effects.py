"""What an edit did to the text and to the words of the concerns that were open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from workbench.core.artifacts import Revision
from workbench.core.carrying import Carrier
from workbench.core.document import Document
from workbench.core.outstanding import is_open
from workbench.core.revision_diff import revision_diff
from workbench.core.rows import Row

_NAMED = 3
"""Lines that are named of those that were touched."""


@dataclass(frozen=True, slots=True)
class EditEffect:
    """What lies between two revisions."""

    counts: str
    """Lines that came and went, as a diff writes them; empty where only line ends differ."""
    edited: tuple[int, ...] = ()
    """1-based lines with words of open concerns that were edited, one for each concern.

    Of the newer text; of the older one where the words that were shown are gone and others of it stand.
    """
    gone: tuple[int, ...] = ()
    """1-based lines of the older text where words of open concerns stood that are gone, one for each."""

    @property
    def in_lines(self) -> str:
        """How many lines changed, in words."""
        return f"{self.counts} lines" if self.counts else "no line changed"

    @property
    def in_concerns(self) -> str:
        """Which open concerns it touched, in words; empty where it touched none."""
        parts = [
            f"{len(lines)} {what} ({_named(lines)})"
            for lines, what in ((self.edited, "edited"), (self.gone, "gone"))
            if lines
        ]
        return f"words of open concerns: {', '.join(parts)}" if parts else ""

    @property
    def in_short(self) -> str:
        """Both, without the lines that concerns stand on."""
        touched = ((self.edited, "edited"), (self.gone, "gone"))
        concerns = ", ".join(f"{len(lines)} {what}" for lines, what in touched if lines)
        return f"{self.in_lines}, concerns: {concerns}" if concerns else self.in_lines


def edit_effect(rows: Iterable[Row], old: Revision, new: Revision) -> EditEffect:
    """What an edit did; `rows` are the list as it stands on the older revision."""
    carrier, document = Carrier(old.text, new.text), Document(new.text)
    edited: list[int] = []
    gone: list[int] = []
    for row in rows:
        if row.span is None or row.line is None or not is_open(row):
            continue
        now = carrier.carry(row.span)
        if now is None and not any(finding.span and carrier.carry(finding.span) for finding in row.findings):
            gone.append(row.line)
        elif now is None:
            edited.append(row.line)
        elif old.text[row.span.start : row.span.end].split() != new.text[now.start : now.end].split():
            edited.append(document.line_of(now.start))
    return EditEffect(revision_diff(old.text, new.text).counts, tuple(sorted(edited)), tuple(sorted(gone)))


def _named(lines: Sequence[int]) -> str:
    distinct = [f"L{line}" for line in dict.fromkeys(lines)]
    more = f" and {len(distinct) - _NAMED} more" if len(distinct) > _NAMED else ""
    return " ".join(distinct[:_NAMED]) + more
