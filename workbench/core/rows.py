"""The list that a person works through: concerns, unplaced findings and answers, in order."""

from bisect import insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from workbench.core.artifacts import Revision
from workbench.core.concerns import Concern, Status, concerns_of
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History
from workbench.core.marks import NOTHING_STANDS, Mark, Standing, Target
from workbench.core.panels import model_of
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.sources import Source, SourceKind
from workbench.core.text.document import Document


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
    ABOUT = "taken for"


_GROUP_OF = {
    Status.NEW: Group.NEW,
    Status.AGAIN: Group.AGAIN,
    Status.NOT_RAISED: Group.NOT_RAISED,
    Status.FIXED: Group.FIXED,
    Status.GONE: Group.GONE,
}
_COUNTED = (SourceKind.READER, SourceKind.QUESTION)
"""Whose findings a row's count of readings is made of."""
_ORDER = {group: place for place, group in enumerate(Group)}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list."""

    target: Target
    """What a mark on this row is about: a concern, a finding not placed yet, an answer, or a reading."""
    group: Group
    findings: tuple[Finding, ...] = ()
    """The concern's findings, the telling one first; empty for an answer or a reading."""
    answer: Answer | None = None
    reading: Reading | None = None
    """The reader's whose sentence on what the text is this row shows."""
    span: Span | None = None
    """Where it stands in the shown text; None where its words are not there."""
    line: int | None = None
    """1-based line of the span's start."""
    raised: int = 0
    """How many readings of one revision raised it: the last on which any did."""
    readings: int = 0
    """How many read that revision."""
    raised_on: int = 0
    """Key of that revision; 0 where none ever raised it, or where it is not grouped yet."""
    standing: Standing = NOTHING_STANDS
    alone: tuple[Mark, ...] = ()
    """The marks of those of a concern's findings that were marked for themselves, inside it."""
    disagree: bool = False
    """Whether marks made before its findings came together differ, so that one must be chosen."""
    reopened: bool = False
    """Whether it was raised again after the person said that it is fixed."""

    @property
    def is_concern(self) -> bool:
        """Whether it claims a problem; an answer and what a reader took the text for do not."""
        return self.answer is None and self.reading is None

    @property
    def is_said_fixed(self) -> bool:
        """Whether it ended because the person says that the text was changed so that it is answered."""
        return self.standing.fixed is not None and not self.reopened

    @property
    def said_fixed(self) -> str:
        """What became of the person's word that it is fixed, in words; empty where they did not say so."""
        if self.standing.fixed is None:
            return ""
        return "said fixed, raised again" if self.reopened else "fixed, you said"

    @property
    def kept_apart(self) -> tuple[Mark, ...]:
        """Marks of single findings that are not the row's own: they hold for these, whatever it is marked."""
        return tuple([mark for mark in self.alone if mark is not self.standing.mark])

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
        if said := self.answer or self.reading:
            return (said.source,)
        return tuple(dict.fromkeys(finding.source for finding in self.findings))

    @property
    def raisers(self) -> tuple[Source, ...]:
        """Those of its sources that its count of readings is about; checks and the person stand beside it."""
        if not self.raised_on:
            return self.sources
        raised = dict.fromkeys(
            finding.source
            for finding in self.findings
            if finding.revision == self.raised_on or finding.source.kind not in _COUNTED
        )
        return tuple(raised)

    @property
    def headline(self) -> str:
        """The row in a sentence."""
        if self.answer:
            return self.answer.reason
        if self.reading:
            whom = f"  (readers: {self.reading.for_whom})" if self.reading.for_whom else ""
            return self.reading.about + whom
        lead = self.lead
        return (lead.problem or lead.consequence) if lead else ""


def rows_of(history: History, revision: Revision, marks: EffectiveMarks) -> tuple[Row, ...]:
    """Every row for a shown revision: by group, then proven faults, how many raised it, and place."""
    return in_order(listing(history, revision).decided(marks))[0]


def in_order(listed: Iterable[Row]) -> tuple[tuple[Row, ...], tuple[Target, ...]]:
    """The rows of a listing in the order shown, and those of them that stand elsewhere than in it.

    Left out are problems whose adding was taken back; what the person said is fixed stands with the fixed.
    """
    rows: list[Row] = []
    elsewhere: list[Row] = []
    for row in listed:
        if row.standing.fixed is not None and row.is_said_fixed:
            elsewhere.append(row)
        else:
            rows.append(row)
    for row in elsewhere:
        insort(rows, row, key=_place)
    shown = tuple([row for row in rows if row.standing.overlooked])
    return shown, tuple([row.target for row in elsewhere])


@dataclass(frozen=True)
class Listing:
    """Every row for a revision in the order shown, before anything was decided about it."""

    rows: tuple[Row, ...] = ()

    def decided(self, marks: EffectiveMarks) -> tuple[Row, ...]:
        """The rows with what stands about each."""
        return tuple(_decided(row, marks) for row in self.rows)

    def decided_again(
        self, before: Sequence[Row], marks: EffectiveMarks, about: Iterable[Target]
    ) -> tuple[Row, ...]:
        """The rows with what stands about each, where that has changed for these targets only."""
        rows = list(before)
        for target in about:
            place = self._places.get(target)
            if place is not None:
                rows[place] = _decided(self.rows[place], marks)
        return tuple(rows)

    def regrouped(
        self, history: History, revision: Revision, concerns: Collection[int], decided: Sequence[Row]
    ) -> tuple["Listing", tuple[Row, ...]]:
        """This listing once findings joined or left these concerns and no reading was added.

        With it come its rows as far as `decided`, those of this listing, says what stands about them.
        """
        document = Document(revision.text)
        targets = {Target("concern", concern) for concern in concerns}
        rows = [row for row in self.rows if row.target not in targets]
        for concern in concerns_of(history, revision, concerns):
            insort(rows, _concern_row(concern, document), key=_place)
        known = {row.target: row for row in decided}
        return Listing(tuple(rows)), tuple(known.get(row.target, row) for row in rows)

    @cached_property
    def sources(self) -> tuple[Source, ...]:
        """Everybody who raised or said something here, each once."""
        return tuple(dict.fromkeys(source for row in self.rows for source in row.sources))

    @cached_property
    def _places(self) -> Mapping[Target, int]:
        return {row.target: place for place, row in enumerate(self.rows)}


def listing(history: History, revision: Revision) -> Listing:
    """Every row for a revision, as nothing that the person decides changes it."""
    document = Document(revision.text)
    rows = [_concern_row(concern, document) for concern in concerns_of(history, revision)]
    rows += _unplaced_rows(history, revision, document)
    rows += _answer_rows(history, revision, document)
    rows += _about_rows(history, revision)
    return Listing(tuple(sorted(rows, key=_place)))


def _decided(row: Row, marks: EffectiveMarks) -> Row:
    """A row with what stands about it."""
    standing, disagree, alone = marks.standings.of(row.target), False, row.alone
    if row.target.kind == "concern":
        standing, disagree = marks.of_concern(row.target.id), marks.disagree(row.target.id)
        alone = marks.alone(row.target.id)
    elif row.answer:
        standing = marks.of_answers(row.answer)
    ignored, returned = marks.ignored(row.findings), marks.returned(standing)
    if not returned and row.target.kind == "concern":
        returned = marks.outgrown(standing, row.findings)
    if ignored or returned:
        standing = replace(standing, ignored=ignored, returned=returned)
    if standing == NOTHING_STANDS and not disagree and not alone:
        return row
    reopened = standing.fixed is not None and marks.raised_since(standing.fixed, row.findings)
    ended = standing.fixed is not None and not reopened
    group = Group.FIXED if ended else row.group
    return replace(row, standing=standing, alone=alone, disagree=disagree, reopened=reopened, group=group)


def _place(row: Row) -> tuple[int, bool, int, int, int]:
    proven = row.lead is not None and row.lead.kind is FindingKind.FAULT
    most_raised_first = -row.raised if row.group is Group.NEW else 0
    start = row.span.start if row.span else 1 << 60
    return (_ORDER[row.group], not proven, most_raised_first, start, row.target.id)


def _concern_row(concern: Concern, document: Document) -> Row:
    findings = tuple(sorted(concern.findings, key=lambda finding: _telling(finding, concern.anchored)))
    span, told = concern.span, findings[0].span
    if span and told and not told.overlaps(span):
        # The row stands where what it says is about, also where the person merged in what more say elsewhere.
        span = told
    return Row(
        Target("concern", concern.id),
        _group(concern),
        findings,
        span=span,
        line=None if span is None else document.line_of(span.start),
        raised=concern.raised,
        readings=concern.readings,
        raised_on=concern.raised_on,
    )


def _group(concern: Concern) -> Group:
    """A concern's status, but for what only the person raised: no reader could raise that again."""
    added = all(finding.mine for finding in concern.findings)
    stands = concern.status in (Status.NEW, Status.AGAIN)
    return Group.ADDED if added and stands else _GROUP_OF[concern.status]


_TELLING = (
    FindingKind.FAULT,
    FindingKind.OVERLOOKED,
    FindingKind.FINDING,
    FindingKind.FAILS,
    FindingKind.LOST_INTEREST,
    FindingKind.ONE_FIX,
)


def _telling(finding: Finding, anchored: frozenset[int]) -> tuple[bool, int, int, int]:
    """A concern is shown by its newest finding that names a consequence and whose words were found.

    Found when it was raised: an edit of its words does not have another finding speak for the row.
    """
    return (finding.id not in anchored, -finding.revision, _TELLING.index(finding.kind), finding.id)


def _unplaced_rows(history: History, revision: Revision, document: Document) -> Iterable[Row]:
    for reading in history.readings:
        if reading.revision != revision.id or reading.state is not ReadingState.FINISHED:
            continue
        for finding in reading.findings:
            if finding.id in history.placements:
                continue
            target = Target("finding", finding.id)
            line = None if finding.span is None else document.line_of(finding.span.start)
            yield Row(target, Group.NEW, (finding,), span=finding.span, line=line, raised=1)


def _answer_rows(history: History, revision: Revision, document: Document) -> Iterable[Row]:
    """One row for each question a judge answered *meets* or *cannot tell* here: its last trial's.

    As in the ruling, an answer whose quote is not in the text cannot be told. What the person
    answered is no row: there is nothing for them to mark.
    """
    latest: dict[Source, Answer] = {}
    for reading in history.readings:
        judged = reading.source.kind is SourceKind.RUBRIC and not reading.mine
        if judged and reading.revision == revision.id:
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
        )


def _about_rows(history: History, revision: Revision) -> Iterable[Row]:
    """One row for each reader, by each model that played it, that said what the text is about: the last."""
    latest = {
        (reading.source, model_of(reading)): reading
        for reading in history.readings
        if reading.source.kind is SourceKind.READER
        and reading.state is ReadingState.FINISHED
        and reading.revision == revision.id
        and reading.about
    }
    for reading in latest.values():
        yield Row(Target("reading", reading.id), Group.ABOUT, reading=reading)


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
        labels = {SourceKind.CHECK: "check", SourceKind.RUBRIC: "judge", SourceKind.OUTSIDE: source.name[:6]}
        return labels.get(source.kind, "me")
    parts = source.name.split("-")
    if len(parts) > 1:
        return "".join(part[0] for part in parts).upper()
    # One that goes on with a further part is told apart by its initials.
    others = {name for name in readers if name.partition("-")[0] != source.name}
    length = next(
        (n for n in range(1, len(source.name)) if not any(o.startswith(source.name[:n]) for o in others)),
        len(source.name),
    )
    return source.name[:length].capitalize()
