"""The concerns of an artifact as they stand on one revision."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from operator import attrgetter
from typing import Any

from workbench.core.artifacts import Revision
from workbench.core.filling import taken_over
from workbench.core.history import History, RoundState
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.sources import Source, SourceKind
from workbench.core.text.carrying import Carrier
from workbench.core.text.document import Document


class Status(StrEnum):
    """How a concern stands on a revision, whatever the person decided about it."""

    NEW = "new"
    """First raised in the latest round that read this revision, on words of it."""
    AGAIN = "again"
    """Raised in that round, and before or on words that could not be found: those never count as new."""
    NOT_RAISED = "not raised again"
    GONE = "text gone"
    """None of the words it was about are in the text any more."""
    FIXED = "fixed"
    """The check that found the fault ran on this revision and does not find it any more.

    What the person says is fixed is decided later, in the rows of the list.
    """


@dataclass(frozen=True, slots=True)
class Concern:
    """One problem, however many readings raised it, as it stands on a revision."""

    id: int
    findings: tuple[Finding, ...]
    """Oldest first, each with its span in this revision; None where its words are not there."""
    status: Status
    span: Span | None
    """The words that most of its findings are about; None where none of them are there."""
    lines: tuple[int, int] | None
    """1-based first and last line of the span."""
    raised: int
    """By how many readings of readers and judges, on the last revision on which any raised it."""
    readings: int
    """How many readers and judges read that revision; 0 where none ever raised it."""
    raised_on: int = 0
    """Key of that revision; 0 where none ever raised it."""
    anchored: frozenset[int] = frozenset()
    """The findings whose words were found in the text that they are about, by key."""

    @property
    def sources(self) -> tuple[Source, ...]:
        """Who raised it, each once, in order."""
        return tuple(sorted({finding.source for finding in self.findings}))

    @property
    def lost(self) -> bool:
        """Whether no quote of it was ever found: shown as *quote not found*."""
        return all(finding.span is None for finding in self.findings) and self.status is not Status.GONE


def concerns_of(
    history: History, revision: Revision, only: Collection[int] | None = None
) -> tuple[Concern, ...]:
    """Every concern that has findings, or only some of them, by key, as it stands on a revision.

    Where no round has read the revision yet, what the last round raised still stands, unless its
    words are gone.
    """
    members: dict[int, list[Finding]] = {}
    for finding in history.findings:
        placement = history.placements.get(finding.id)
        if placement and (only is None or placement.concern in only):
            members.setdefault(placement.concern, []).append(finding)
    view = _View(history, revision, _carried_each(members.values(), history, revision))
    return tuple(view.concern(id, members[id]) for id in sorted(members))


def carried(findings: Iterable[Finding], history: History, revision: Revision) -> tuple[Finding, ...]:
    """Findings with their spans in a revision; None where their words are gone."""
    texts = {known.id: known.text for known in history.revisions}
    return tuple(
        finding
        if finding.span is None or finding.revision == revision.id
        else _at(finding, _carried(finding.span, texts[finding.revision], revision.text))
        for finding in findings
    )


_FIELDS = tuple(field.name for field in fields(Finding))
_BEFORE_SPAN = attrgetter(*_FIELDS[: _FIELDS.index("span")])
_AFTER_SPAN = attrgetter(*_FIELDS[_FIELDS.index("span") + 1 :])


def _at(finding: Finding, span: Span | None) -> Finding:
    """A finding with its words elsewhere; `replace` takes several times as long, and there are thousands."""
    if span == finding.span:
        return finding
    values: tuple[Any, ...] = (*_BEFORE_SPAN(finding), span, *_AFTER_SPAN(finding))
    return Finding(*values)


_Carried = dict[tuple[int, Span], Span | None]
"""By earlier revision and span in it: where the same words are."""


def _carried_each(concerns: Iterable[Sequence[Finding]], history: History, revision: Revision) -> _Carried:
    """Where the spans of these findings are in a revision, one earlier text after the other.

    What two texts have in common is large: it is let go of as soon as no span is left to be carried.
    """
    spans: dict[int, set[Span]] = {}
    for findings in concerns:
        for finding in findings:
            if finding.span is not None and finding.revision != revision.id:
                spans.setdefault(finding.revision, set()).add(finding.span)
    found: _Carried = {}
    for earlier in history.revisions:
        for span in spans.get(earlier.id, ()):
            found[earlier.id, span] = _carried(span, earlier.text, revision.text)
        _carrier.cache_clear()
    return found


def _carried(span: Span, old: str, new: str) -> Span | None:
    """Where a span of one text is in another: many findings are about the same words."""
    known = _known(old, new)
    if span not in known:
        known[span] = _carrier(old, new).carry(span)
    return known[span]


@lru_cache(maxsize=64)
def _known(old: str, new: str) -> dict[Span, Span | None]:
    return {}


@lru_cache(maxsize=64)
def _carrier(old: str, new: str) -> Carrier:
    return Carrier(old, new)


class _View:
    """What was read and found on a revision."""

    def __init__(self, history: History, revision: Revision, carried: _Carried) -> None:
        self._revision = revision
        self._carried = carried
        self._document = Document(revision.text)
        self._rounds = {round.id: round.number for round in history.rounds}
        complete = [round for round in history.rounds if round.state is RoundState.COMPLETE]
        here = [round.number for round in complete if round.revision == revision.id]
        self._read = bool(here)
        self._since = max(here or (round.number for round in complete), default=0)
        """The last round that says what is not raised any more: a part of one cannot."""
        earlier = {round.id for round in complete if round.revision == revision.id} - {
            round.id for round in complete if round.number == self._since
        }
        self._before = max((r.id for r in history.readings if r.round in earlier), default=0)
        """The last reading of this revision by a round before that one; 0 where there was none."""
        over = taken_over(history, (round for round in complete if round.number == self._since))
        self._stand = {reading.id for readings in over.values() for reading in readings}
        """Earlier readings that this round took over: what they raised is raised now."""
        self._readings = {reading.id: reading for reading in history.readings}
        finished = [r for r in history.readings if r.state is ReadingState.FINISHED]
        self._checked = {
            reading.source.name
            for reading in finished
            if reading.source.kind is SourceKind.CHECK and reading.revision == revision.id
        }
        self._answered = {
            answer.question
            for reading in finished
            if reading.mine and reading.revision == revision.id
            for answer in reading.answers
        }
        """The questions that the person answered about this revision."""
        self._readers: dict[int, int] = {}
        for reading in finished:
            if is_read(reading) and not reading.focused:
                self._readers[reading.revision] = self._readers.get(reading.revision, 0) + 1

    def concern(self, id: int, findings: Sequence[Finding]) -> Concern:
        """A concern with these findings."""
        here = tuple(self._here(finding) for finding in findings)
        span = _most_shared([finding.span for finding in here if finding.span])
        raised, readings, raised_on = self._raised(findings)
        return Concern(
            id,
            here,
            self._status(findings, gone=span is None),
            span,
            None if span is None else self._lines(span),
            raised,
            readings,
            raised_on,
            frozenset(finding.id for finding in findings if finding.span),
        )

    def _here(self, finding: Finding) -> Finding:
        """A finding with its span in this revision."""
        if finding.span is None or finding.revision == self._revision.id:
            return finding
        return _at(finding, self._carried[finding.revision, finding.span])

    def _status(self, findings: Sequence[Finding], *, gone: bool) -> Status:
        anchored = any(finding.span for finding in findings)
        if all(finding.mine for finding in findings):
            return self._status_of_own(findings, gone)
        now = [finding for finding in findings if self._is_now(finding)]
        if not now and self._is_fixed(findings):
            return Status.FIXED
        if gone and anchored and not (self._read and now):
            return Status.GONE
        if not now:
            return Status.NOT_RAISED
        rounds = {r.round for f in findings if (r := self._readings.get(f.reading)) and is_read(r)}
        once = len(now) == len(findings) and len(rounds) <= 1 and not self._stood(findings)
        return Status.NEW if once and anchored else Status.AGAIN

    def _stood(self, findings: Iterable[Finding]) -> bool:
        """Whether a check had found it on this revision when an earlier round read it."""
        return any(
            finding.kind is FindingKind.FAULT and finding.reading < self._before for finding in findings
        )

    def _status_of_own(self, findings: Sequence[Finding], gone: bool) -> Status:
        """What only the person raised stands as long as its words do: nobody else could raise it again.

        They themselves do not, where they answer the same questions anew and none of them fails.
        """
        if gone:
            return Status.GONE
        if any(finding.revision == self._revision.id for finding in findings):
            return Status.NEW
        anew = all(f.kind is FindingKind.FAILS and f.asks in self._answered for f in findings)
        return Status.NOT_RAISED if anew else Status.AGAIN

    def _is_now(self, finding: Finding) -> bool:
        """Whether it was raised since the last complete round began; a fault, on this revision."""
        reading = self._readings.get(finding.reading)
        if reading is None or not is_read(reading):
            return finding.revision == self._revision.id
        return reading.id in self._stand or self._rounds.get(reading.round, -1) >= self._since

    def _is_fixed(self, findings: Iterable[Finding]) -> bool:
        checks = {finding.asks for finding in findings if finding.kind is FindingKind.FAULT}
        return bool(checks) and checks <= self._checked

    def _raised(self, findings: Iterable[Finding]) -> tuple[int, int, int]:
        """How many readings raised it on the last revision on which one did, of how many, and its key."""
        by_revision: dict[int, set[int]] = {}
        for finding in findings:
            reading = self._readings.get(finding.reading)
            if reading and is_read(reading) and reading.state is ReadingState.FINISHED:
                by_revision.setdefault(reading.revision, set()).add(reading.id)
        if not by_revision:
            return 0, 0, 0
        last = self._revision.id if self._revision.id in by_revision else max(by_revision)
        raised = by_revision[last]
        # What was shown changed passages only has not read for the concerns that it did not raise.
        focused = sum(self._readings[id].focused for id in raised)
        return len(raised), self._readers.get(last, 0) + focused, last

    def _lines(self, span: Span) -> tuple[int, int]:
        first = self._document.line_of(span.start)
        return first, max(first, self._document.line_of(max(span.start, span.end - 1)))


def is_read(reading: Reading) -> bool:
    """Whether a reader or a judge made it; the person, answering a rubric, is neither."""
    return reading.source.kind in (SourceKind.READER, SourceKind.RUBRIC) and not reading.mine


def _most_shared(spans: Sequence[Span]) -> Span | None:
    """The span that overlaps most of the others, the shorter and then the earlier where several do."""
    # All that begin before its end, without those that end before its beginning: not each with each.
    starts, ends = sorted(span.start for span in spans), sorted(span.end for span in spans)

    def overlaps(span: Span) -> int:
        return bisect_left(starts, span.end) - bisect_right(ends, span.start)

    distinct = {(span.start, span.end): span for span in spans}.values()
    return min(distinct, key=lambda s: (-overlaps(s), s.end - s.start, s.start), default=None)
