"""The list that a person works through: concerns, unplaced findings and answers, in order."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from workbench.core.artifacts import Revision
from workbench.core.concerns import Concern, Status, concerns_of
from workbench.core.document import Document
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History
from workbench.core.marks import NOTHING_STANDS, Standing, Target
from workbench.core.readings import Answer, Finding, FindingKind, ReadingState, Span
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.sources import Source, SourceKind


class Group(StrEnum):
    """Under which heading of the list a row stands, in the order shown."""

    NEW = "new"
    AGAIN = "again"
    ADDED = "added by you"
    NOT_RAISED = "not raised again"
    FIXED = "fixed"
    GONE = "text gone"
    SATISFIED = "satisfied"
    UNDECIDED = "cannot tell"


_GROUP_OF = {
    Status.NEW: Group.NEW,
    Status.AGAIN: Group.AGAIN,
    Status.NOT_RAISED: Group.NOT_RAISED,
    Status.FIXED: Group.FIXED,
    Status.GONE: Group.GONE,
}
_ORDER = {group: place for place, group in enumerate(Group)}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list."""

    target: Target
    """What a mark on this row is about: a concern, a finding not placed yet, or an answer."""
    group: Group
    findings: tuple[Finding, ...] = ()
    """The concern's findings, the telling one first; empty for an answer."""
    answer: Answer | None = None
    span: Span | None = None
    """Where it stands in the shown text; None where its words are not there."""
    line: int | None = None
    """1-based line of the span's start."""
    raised: int = 0
    """How many of the readings of its latest round raised it."""
    readings: int = 0
    standing: Standing = NOTHING_STANDS
    disagree: bool = False
    """Whether marks made before grouping contradict each other and one must be chosen."""

    @property
    def targets(self) -> frozenset[Target]:
        """Every target that this row stands for: its own and its findings'."""
        return frozenset({self.target, *(Target("finding", finding.id) for finding in self.findings)})

    @property
    def lead(self) -> Finding | None:
        """The finding that is shown for the concern."""
        return self.findings[0] if self.findings else None

    @property
    def sources(self) -> tuple[Source, ...]:
        """Who raised it, each once, in order."""
        if self.answer:
            return (self.answer.source,)
        return tuple(dict.fromkeys(finding.source for finding in self.findings))

    @property
    def headline(self) -> str:
        """The row in a sentence."""
        if self.answer:
            return self.answer.reason
        lead = self.lead
        return (lead.problem or lead.consequence) if lead else ""


def rows_of(history: History, revision: Revision, marks: EffectiveMarks) -> tuple[Row, ...]:
    """Every row for a shown revision: by group, then proven faults, how many raised it, and place."""
    document = Document(revision.text)
    rows = [_concern_row(concern, document, marks) for concern in concerns_of(history, revision)]
    rows += _unplaced_rows(history, revision, document, marks)
    rows += _answer_rows(history, revision, document, marks)
    return tuple(sorted((row for row in rows if row.standing.overlooked), key=_place))


def _place(row: Row) -> tuple[int, bool, int, int, int]:
    proven = row.lead is not None and row.lead.kind is FindingKind.FAULT
    most_raised_first = -row.raised if row.group is Group.NEW else 0
    start = row.span.start if row.span else 1 << 60
    return (_ORDER[row.group], not proven, most_raised_first, start, row.target.id)


def _concern_row(concern: Concern, document: Document, marks: EffectiveMarks) -> Row:
    return Row(
        Target("concern", concern.id),
        _group(concern),
        tuple(sorted(concern.findings, key=_telling)),
        span=concern.span,
        line=None if concern.span is None else document.line_of(concern.span.start),
        raised=concern.raised,
        readings=concern.readings,
        standing=marks.of_concern(concern.id),
        disagree=marks.disagree(concern.id),
    )


def _group(concern: Concern) -> Group:
    """A concern's status, but for what only the person raised: no reading could raise that again."""
    added = all(finding.kind is FindingKind.OVERLOOKED for finding in concern.findings)
    return Group.ADDED if added and concern.status is not Status.GONE else _GROUP_OF[concern.status]


_TELLING = (
    FindingKind.FAULT,
    FindingKind.OVERLOOKED,
    FindingKind.FINDING,
    FindingKind.FAILS,
    FindingKind.LOST_INTEREST,
    FindingKind.ONE_FIX,
)


def _telling(finding: Finding) -> tuple[bool, int, int, int]:
    """A concern is shown by its newest finding that names a consequence and whose words were found."""
    return (finding.span is None, -finding.revision, _TELLING.index(finding.kind), finding.id)


def _unplaced_rows(
    history: History, revision: Revision, document: Document, marks: EffectiveMarks
) -> Iterable[Row]:
    for reading in history.readings:
        if reading.revision != revision.id or reading.state is not ReadingState.FINISHED:
            continue
        for finding in reading.findings:
            if finding.id in history.placements:
                continue
            target = Target("finding", finding.id)
            line = None if finding.span is None else document.line_of(finding.span.start)
            standing = marks.standings.of(target)
            yield Row(
                target, Group.NEW, (finding,), span=finding.span, line=line, raised=1, standing=standing
            )


def _answer_rows(
    history: History, revision: Revision, document: Document, marks: EffectiveMarks
) -> Iterable[Row]:
    """One row for each question answered *meets* or *cannot tell* on this revision: its last trial's.

    As in the ruling, an answer whose quote is not in the text cannot be told.
    """
    latest: dict[Source, Answer] = {}
    for reading in history.readings:
        if reading.revision == revision.id and reading.source.kind is SourceKind.RUBRIC:
            latest.update({answer.source: answer for answer in reading.answers})
    for answer in latest.values():
        counted = settled(MarkedAnswer(answer)).value
        if answer.value == "fails" or counted not in ("meets", "cannot tell"):
            continue
        line = None if answer.span is None else document.line_of(answer.span.start)
        yield Row(
            Target("answer", answer.id),
            Group.SATISFIED if counted == "meets" else Group.UNDECIDED,
            answer=answer,
            span=answer.span,
            line=line,
            standing=marks.of_answers(answer),
        )


def source_labels(sources: Iterable[Source]) -> dict[Source, str]:
    """Each source in a few characters, readers told apart.

    A reader is the shortest beginning of its name that no other reader here shares, or its initials
    where the name has several parts; a question is its id.
    """
    known = dict.fromkeys(sources)
    names = {source.name for source in known if source.kind is SourceKind.READER}
    return {source: _label(source, names) for source in known}


def _label(source: Source, readers: set[str]) -> str:
    if source.kind is SourceKind.QUESTION:
        return source.name.rsplit("/", 1)[-1]
    if source.kind is not SourceKind.READER:
        return {SourceKind.CHECK: "check", SourceKind.RUBRIC: "judge"}.get(source.kind, "me")
    parts = source.name.split("-")
    if len(parts) > 1:
        return "".join(part[0] for part in parts).upper()
    others = readers - {source.name}
    length = next(
        (n for n in range(1, len(source.name)) if not any(o.startswith(source.name[:n]) for o in others)),
        len(source.name),
    )
    return source.name[:length].capitalize()
