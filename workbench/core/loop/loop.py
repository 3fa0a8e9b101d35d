"""The loop as it went: what each round brought, and what was open after it by what the person has said."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from workbench.core.artifacts import Revision
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History, Round
from workbench.core.judging import revision_ruling
from workbench.core.loop.course import Course, RoundRaised
from workbench.core.marks import NOTHING_STANDS, Mark
from workbench.core.outstanding import is_closed
from workbench.core.readings import Reading
from workbench.core.rows import Row, listing
from workbench.core.ruling import Ruling


@dataclass(frozen=True)
class RoundBrought:
    """What one round brought; what takes long is computed when it is asked for."""

    _loop: "Loop"
    _index: int

    @property
    def _raised(self) -> RoundRaised:
        return self._loop.course.rounds[self._index]

    @property
    def round(self) -> Round:
        """The round itself; one that is incomplete, or under way, is here too."""
        return self._raised.round

    @property
    def revision(self) -> Revision:
        """The text that it read."""
        return self._raised.revision

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Its finished readings by readers and judges."""
        return self._raised.readings

    @property
    def new(self) -> tuple[int, ...]:
        """The concerns first raised in it, by key; those whose words were not found never count as new."""
        return self._raised.new

    @property
    def taken_over(self) -> tuple[Reading, ...]:
        """The readings of earlier rounds, of the same text, that it stands on too."""
        return self._raised.taken_over

    @property
    def new_by_all(self) -> tuple[int, ...]:
        """The concerns first raised by any reading that it stands on, those that it took over included."""
        return self._loop.course.new_by(self._index)

    @property
    def again(self) -> tuple[int, ...]:
        """The other concerns raised in it, by key."""
        return self._raised.again

    @property
    def raised_by(self) -> Mapping[int, int]:
        """By concern raised in it: how many of its readings did."""
        return self._raised.raised_by

    @property
    def new_on_unchanged(self) -> tuple[int, ...]:
        """Those of the new ones on lines that the text read before has too; none for the first round."""
        return self._loop.course.new_on_unchanged(self._index)

    @cached_property
    def open(self) -> tuple[int, ...]:
        """The concerns open after it by what the person has said up to now, by key.

        Neither marked a miss, fixed, deferred nor ignored, and their words not gone from its revision. What
        they say is fixed in a later revision was still open.
        """
        return tuple(sorted(self._loop.course.standing(self._index) - self._loop.closed(self._index)))

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling of its revision, from what had been read by then and the marks as they are now."""
        return revision_ruling(self._loop.course.until(self._index), self.revision.id, self._loop.marks)


@dataclass(frozen=True, slots=True)
class ConcernRow:
    """One concern over the rounds."""

    concern: int
    raised: tuple[int, ...]
    """By how many readings of each round it was raised; 0 where none did."""

    @property
    def first(self) -> int:
        """The index, from 0, of the round that first raised it."""
        return next(index for index, by in enumerate(self.raised) if by)


@dataclass(frozen=True)
class Loop:
    """Every round of an artifact with what it brought."""

    course: Course
    rows: tuple[Row, ...]
    """The list as it stands, whatever its order: what the person has said of each concern."""
    marks: EffectiveMarks

    @cached_property
    def rounds(self) -> tuple[RoundBrought, ...]:
        """What each round brought, in their order."""
        return tuple(RoundBrought(self, index) for index in range(len(self.course.rounds)))

    @property
    def history(self) -> History:
        """What all of it is computed from."""
        return self.course.history

    @cached_property
    def concerns(self) -> tuple[ConcernRow, ...]:
        """Every concern that a round raised, over all rounds, in the order of their first rounds."""
        rounds = self.course.rounds
        found = dict.fromkeys(concern for raised in rounds for concern in raised.raised_by)
        return tuple(ConcernRow(c, tuple(raised.raised_by.get(c, 0) for raised in rounds)) for c in found)

    def stands(self, concern: int, index: int) -> bool:
        """Whether a concern, raised by then, was in the text after a round; `index` counts from 0."""
        return concern in self.course.standing(index)

    def row(self, concern: int) -> Row | None:
        """How a concern stands in the list; None where it is not listed."""
        return self._by_concern.get(concern)

    def closed(self, index: int) -> frozenset[int]:
        """The concerns that the person's word had closed after a round, whether or not their words stand."""
        revision = self.course.rounds[index].revision.number
        return self._closed.union(c for c in self._said_fixed if self._was_fixed(c, revision, index))

    def _was_fixed(self, concern: int, revision: int, index: int) -> bool:
        row = self._decided[concern]
        said = row.standing.fixed
        # A text that is not known yet is later than any that was read.
        if said is None or revision < self._numbers.get(said.value or "", revision + 1):
            return False
        return row.is_said_fixed or not self._reopened_by(concern, index)

    @cached_property
    def _closed(self) -> frozenset[int]:
        """Those that are closed whatever text is asked about."""
        decided = self._decided.items()
        return frozenset(c for c, row in decided if is_closed(row.standing) or not row.standing.overlooked)

    @cached_property
    def _said_fixed(self) -> tuple[int, ...]:
        return tuple(concern for concern, row in self._decided.items() if row.standing.fixed)

    def _reopened_by(self, concern: int, index: int) -> bool:
        """Whether a concern that was said to be fixed had been raised again by the end of a round."""
        row = self._decided[concern]
        assert row.standing.fixed is not None, "it was said to be fixed"
        read = {reading.id for raised in self.course.rounds[: index + 1] for reading in raised.readings}
        then = [finding for finding in row.findings if finding.reading in read]
        return self.marks.raised_since(row.standing.fixed, then)

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """The number of each revision, by its key as a decision names it."""
        return {str(revision.id): revision.number for revision in self.history.revisions}

    @cached_property
    def _by_concern(self) -> Mapping[int, Row]:
        return {row.target.id: row for row in self.rows if row.target.kind == "concern"}

    @cached_property
    def _decided(self) -> Mapping[int, Row]:
        """By concern: its row, where anything was decided about it."""
        return {
            row.target.id: row
            for row in self.rows
            if row.target.kind == "concern" and row.standing is not NOTHING_STANDS
        }

    def mark(self, concern: int) -> Mark | None:
        """The person's mark on a concern; None without one, and while it is asked anew."""
        row = self._decided.get(concern)
        return None if row is None or row.standing.returned else row.standing.mark


def loop_of(history: History) -> Loop:
    """The loop of an artifact as it is stored."""
    marks = EffectiveMarks(history)
    read = history.revision(history.rounds[-1].revision) if history.rounds else None
    revision = read or (history.revisions[-1] if history.revisions else None)
    if revision is None:
        return Loop(Course(history), (), marks)
    undecided = listing(history, revision)
    return Loop(Course(history, undecided, revision.id), undecided.decided(marks), marks)
