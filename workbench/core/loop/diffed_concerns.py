"""Where the concerns stand in two revisions, and what the edit between them did to their words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from workbench.core.artifacts import Revision
from workbench.core.concerns import carried
from workbench.core.history import History
from workbench.core.readings import Finding
from workbench.core.rows import Row
from workbench.core.text.document import Document


class Became(StrEnum):
    """What the words of a concern became."""

    KEPT = "words kept"
    EDITED = "words edited"
    GONE = "words gone"
    CAME = "words new here"


@dataclass(frozen=True, slots=True)
class DiffedConcern:
    """A concern on the way from one revision to another."""

    row: Row
    """As it stands now, on the revision that is shown."""
    became: Became
    old: int | None
    """1-based line of its words in the older revision; None where they are not there."""
    new: int | None
    """1-based line of its words in the newer revision; None where they are not there."""


def diffed_concerns(
    history: History, rows: Iterable[Row], old: Revision, new: Revision
) -> tuple[DiffedConcern, ...]:
    """The concerns among rows that were raised on the newer revision or before it, in the order of the text.

    Left out are those whose words are in neither revision.
    """
    numbers = {revision.id: revision.number for revision in history.revisions}
    by_id = {f.id: f for f in history.findings if f.span and numbers.get(f.revision, 0) <= new.number}
    was, now = (_Spans(carried(by_id.values(), history, revision), revision) for revision in (old, new))
    placed = [one for row in rows if (one := _diffed(row, was, now))]
    return tuple(sorted(placed, key=lambda one: (one.new or one.old or 0, one.row.target.id)))


class _Spans:
    """Where findings stand in a revision."""

    def __init__(self, findings: Iterable[Finding], revision: Revision) -> None:
        self._document = Document(revision.text)
        self._spans = {finding.id: finding.span for finding in findings if finding.span}

    def __contains__(self, finding: Finding) -> bool:
        return finding.id in self._spans

    def line(self, findings: Iterable[Finding]) -> int | None:
        """The 1-based line of the first of some findings that is there; None where none is."""
        there = next((self._spans[finding.id] for finding in findings if finding in self), None)
        return self._document.line_of(there.start) if there else None

    def words(self, finding: Finding) -> list[str]:
        """The words of a finding that is there, however they are wrapped."""
        span = self._spans[finding.id]
        return self._document.text[span.start : span.end].split()


def _diffed(row: Row, was: _Spans, now: _Spans) -> DiffedConcern | None:
    """What became of a concern; None where it is in neither revision."""
    findings = [finding for finding in row.findings if finding in was or finding in now]
    if not findings:
        return None
    # The same finding in both, where there is one: another one's words are no edit of it.
    in_both = [finding for finding in findings if finding in was and finding in now]
    shown = in_both or findings
    return DiffedConcern(row, _became(findings, in_both, was, now), was.line(shown), now.line(shown))


def _became(findings: list[Finding], in_both: list[Finding], was: _Spans, now: _Spans) -> Became:
    before = [finding for finding in findings if finding in was]
    if not before:
        return Became.CAME
    if not any(finding in now for finding in findings):
        return Became.GONE
    kept = len(in_both) == len(before) and all(was.words(one) == now.words(one) for one in in_both)
    return Became.KEPT if kept else Became.EDITED
