"""What each round of an artifact raised, which no mark changes: computed once, however much is decided.

Only merging and splitting concerns, or a further reading, makes another course.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from workbench.core.artifacts import Revision
from workbench.core.concerns import Status, carried, concerns_of, is_read
from workbench.core.filling import taken_over
from workbench.core.history import History, Round
from workbench.core.outstanding import is_over
from workbench.core.readings import Finding, Reading, ReadingState, Span
from workbench.core.rows import Listing
from workbench.core.sources import SourceKind
from workbench.core.text.carrying import Carrier
from workbench.core.text.document import Document

_OVER = (Status.FIXED, Status.GONE)


@dataclass(frozen=True, slots=True)
class RoundRaised:
    """What one round raised."""

    round: Round
    revision: Revision
    """The text that it read."""
    readings: tuple[Reading, ...]
    """Its finished ones of readers and judges."""
    raised_by: Mapping[int, int]
    """By concern: how many of these readings raised it."""
    new: tuple[int, ...]
    """Concerns first raised in it, on words that were found; by key, in the order of their keys."""
    taken_over: tuple[Reading, ...] = ()
    """Those of earlier rounds that it stands on too: nothing of theirs is counted again here."""

    @property
    def again(self) -> tuple[int, ...]:
        """Those raised in it that are not new."""
        new = set(self.new)
        return tuple(concern for concern in self.raised_by if concern not in new)


@dataclass(frozen=True, slots=True)
class RaisedOnce:
    """What a concern that a single reading raised says of those that none did."""

    readings: int
    """How many have read its lines; all of them, where these were rewritten since."""
    counts: float = 1.0
    """How much of a sign it is, from 0 to 1."""


@dataclass(frozen=True)
class Course:
    """What each round of a history raised, in their order; what takes long is computed when asked for."""

    history: History
    listing: Listing | None = field(default=None, compare=False)
    """The list for one of the texts, where that is known already."""
    listed: int = 0
    """Key of that text."""

    @cached_property
    def rounds(self) -> tuple[RoundRaised, ...]:
        """Every round whose text is known, the one under way included."""
        readings: dict[int, list[Reading]] = {}
        for reading in self.history.readings:
            if is_read(reading) and reading.state is ReadingState.FINISHED:
                readings.setdefault(reading.round, []).append(reading)
        over = taken_over(self.history, self.history.rounds)
        known: set[int] = set()
        said_before = self._said_otherwise
        raised: list[RoundRaised] = []
        for round in sorted(self.history.rounds, key=lambda round: round.number):
            revision = self.history.revision(round.revision)
            if revision is None:
                continue
            by, anchored = self._raised(readings.get(round.id, ()))
            known |= {concern for concern, first in said_before.items() if first < revision.number}
            new = tuple(concern for concern in by if concern in anchored and concern not in known)
            known |= by.keys()
            stands = tuple(filter(is_read, over.get(round.id, ())))
            raised.append(RoundRaised(round, revision, tuple(readings.get(round.id, ())), by, new, stands))
        return tuple(raised)

    def _raised(self, readings: Iterable[Reading]) -> tuple[dict[int, int], set[int]]:
        """How many of these readings raised each concern, and which of them on words that were found."""
        by: Counter[int] = Counter()
        anchored: set[int] = set()
        for reading in readings:
            placed = [(f, self.history.placements[f.id].concern) for f in self._placed(reading)]
            by.update({concern for _, concern in placed})
            anchored |= {concern for finding, concern in placed if finding.span}
        return dict(sorted(by.items())), anchored

    def _placed(self, reading: Reading) -> list[Finding]:
        return [finding for finding in reading.findings if finding.id in self.history.placements]

    @cached_property
    def _said_otherwise(self) -> dict[int, int]:
        """By concern that a check or the person raised: the number of the first revision it was raised on."""
        numbers = {revision.id: revision.number for revision in self.history.revisions}
        others = [f for r in self.history.readings if not is_read(r) for f in self._placed(r)]
        others += [f for f in self.history.overlooked if f.id in self.history.placements]
        first: dict[int, int] = {}
        for finding in others:
            concern, number = self.history.placements[finding.id].concern, numbers.get(finding.revision, 0)
            first[concern] = min(number, first.get(concern, number))
        return first

    @cached_property
    def revisions(self) -> tuple[Revision, ...]:
        """Every text that a reading has finished of, each once, in the order of their first reading."""
        read = {raised.revision.id: raised.revision for raised in self.rounds if raised.readings}
        return tuple(read.values())

    def new_by(self, index: int) -> tuple[int, ...]:
        """What all readings that a round stands on raised first: its own and those that it took over."""
        raised = self.rounds[index]
        over = {reading.id for reading in raised.taken_over}
        by, _ = self._raised(raised.taken_over)
        earlier = [r for r in self.rounds[:index] if any(reading.id in over for reading in r.readings)]
        first = {concern for each in earlier for concern in each.new}
        return (*(concern for concern in by if concern in first), *raised.new)

    def new_on_unchanged(self, index: int) -> tuple[int, ...]:
        """A round's new concerns on lines that the text read before it has too; none for the first round.

        `index` counts the rounds from 0.
        """
        if index not in self._on_unchanged:
            self._on_unchanged[index] = self._found_on_unchanged(index)
        return self._on_unchanged[index]

    def _found_on_unchanged(self, index: int) -> tuple[int, ...]:
        raised = self.rounds[index]
        before = next((r.revision for r in reversed(self.rounds[:index]) if r.readings), None)
        if before is None or before.id == raised.revision.id:
            return () if before is None else raised.new
        lines = _Lines(raised.revision)
        return tuple(c for c in raised.new if lines.stood_in(before, self._spans(raised, c)))

    def _spans(self, raised: RoundRaised, concern: int) -> list[Span]:
        """Where a round's findings of a concern stand."""
        return [
            finding.span
            for reading in raised.readings
            for finding in self._placed(reading)
            if finding.span and self.history.placements[finding.id].concern == concern
        ]

    def standing(self, index: int) -> frozenset[int]:
        """The concerns that neither a check nor the text had ended after a round, raised up to it."""
        if index not in self._standing:
            self._standing[index] = self._stood(index)
        return self._standing[index]

    def _stood(self, index: int) -> frozenset[int]:
        revision = self.rounds[index].revision
        if self.listing and revision.id == self.listed and index == len(self.rounds) - 1:
            rows = self.listing.rows
            return frozenset(r.target.id for r in rows if r.target.kind == "concern" and not is_over(r))
        there = concerns_of(self.until(index), revision)
        return frozenset(concern.id for concern in there if concern.status not in _OVER)

    def until(self, index: int) -> History:
        """The history as it was after a round, with what the person has said up to now."""
        if index == len(self.rounds) - 1:
            return self.history
        rounds = [raised.round for raised in self.rounds[: index + 1]]
        made, read = {round.id for round in rounds}, {round.revision for round in rounds}
        return replace(
            self.history,
            rounds=tuple(rounds),
            readings=tuple(
                r for r in self.history.readings if (r.round in made if r.round else r.revision in read)
            ),
            overlooked=tuple(f for f in self.history.overlooked if f.revision in read),
        )

    @cached_property
    def raised_once(self) -> Mapping[int, RaisedOnce]:
        """The concerns that one reading ever raised, on words that were found, each a sign of what is unseen.

        Where the lines were rewritten since, it is still a sign of what is unseen in those that were not: it
        counts by their share of its text, and by how likely all readings would have raised it once still.
        Not in it are concerns that only code can answer.
        """
        if not self.rounds:
            return {}
        readings = self._readings_by_revision
        total, texts = readings.total(), {revision.id: revision for revision in self.revisions}
        lines = {id: _Lines(revision) for id, revision in texts.items()}
        now = self.rounds[-1].revision
        findings = self._of_one_reading()
        once: dict[int, RaisedOnce] = {}
        for concern, here in zip(findings, carried(findings.values(), self.history, now), strict=True):
            then = findings[concern]
            assert then.span is not None, "only findings whose words were found are asked for"
            own = lines[then.revision]
            read = sum(readings[id] for id, text in texts.items() if own.stood_in(text, [then.span]))
            if here.span and own.stood_in(now, [then.span]):
                once[concern] = RaisedOnce(read)
            elif kept := own.share_in(now):
                once[concern] = RaisedOnce(total, kept * read / total)
        return once

    def _of_one_reading(self) -> dict[int, Finding]:
        """By concern that one reading ever raised: its first finding whose words were found."""
        times: Counter[int] = Counter()
        for raised in self.rounds:
            times.update(raised.raised_by)
        found: dict[int, Finding] = {}
        for raised in self.rounds:
            for finding in (f for reading in raised.readings for f in self._placed(reading)):
                concern = self.history.placements[finding.id].concern
                if finding.span and finding.revision == raised.revision.id and times[concern] == 1:
                    found.setdefault(concern, finding)
        return {concern: finding for concern, finding in found.items() if concern not in self.only_code}

    @cached_property
    def only_code(self) -> frozenset[int]:
        """The concerns that, by all who say what would answer them, no edit of the text does."""
        by: dict[int, set[str]] = {}
        for raised in self.rounds:
            for finding in (f for reading in raised.readings for f in self._placed(reading)):
                if finding.fixable_by:
                    concern = self.history.placements[finding.id].concern
                    by.setdefault(concern, set()).add(finding.fixable_by)
        return frozenset(concern for concern, answers in by.items() if answers == {"code"})

    @cached_property
    def _readings_by_revision(self) -> Counter[int]:
        counts: Counter[int] = Counter()
        for raised in self.rounds:
            counts[raised.revision.id] += len(raised.readings)
        return counts

    @cached_property
    def by_readers(self) -> tuple[int, Mapping[int, int]]:
        """How many readings readers have made, and by concern how many of them raised it.

        Of all rounds; counted are concerns that stand in the text read last: what is gone is not unseen.
        """
        readings = [
            reading
            for raised in self.rounds
            for reading in raised.readings
            if reading.source.kind is SourceKind.READER
        ]
        raised_by, _ = self._raised(readings)
        stands = self.standing(len(self.rounds) - 1) if self.rounds else frozenset[int]()
        return len(readings), {concern: by for concern, by in raised_by.items() if concern in stands}

    @cached_property
    def _standing(self) -> dict[int, frozenset[int]]:
        return {}

    @cached_property
    def _on_unchanged(self) -> dict[int, tuple[int, ...]]:
        return {}


class _Lines:
    """The lines of a text, and which of them others have too."""

    def __init__(self, revision: Revision) -> None:
        self._revision, self._document = revision, Document(revision.text)
        self._changed: dict[int, frozenset[int]] = {}

    def stood_in(self, other: Revision, spans: Sequence[Span]) -> bool:
        """Whether every line of some stretches of this text is in another one."""
        if other.id == self._revision.id:
            return True
        changed = self._not_in(other)
        return all(changed.isdisjoint(self._lines(span)) for span in spans)

    def share_in(self, other: Revision) -> float:
        """The share of this text's lines, but for blank ones, that are in another one: from 0 to 1."""
        written = {number for number, line in enumerate(self._document.lines, 1) if line.strip()}
        return len(written - self._not_in(other)) / len(written) if written else 0.0

    def _not_in(self, other: Revision) -> frozenset[int]:
        if other.id not in self._changed:
            self._changed[other.id] = Carrier(other.text, self._revision.text).changed_lines
        return self._changed[other.id]

    def _lines(self, span: Span) -> range:
        first = self._document.line_of(span.start)
        return range(first, self._document.line_of(max(span.start, span.end - 1)) + 1)
