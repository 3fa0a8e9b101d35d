"""The board of candidates: a pure fold over what is stored and what happens."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from workbench.core.artifacts import Artifact
from workbench.core.identity.wording import Rarity
from workbench.core.marks import Mark
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.events import (
    Asking,
    CandidatesChanged,
    Change,
    GradeEnded,
    GradeMarked,
    IntentSaid,
    Moved,
    ReadEnded,
    ReadStarted,
    RunEnded,
    RunStarted,
    TaglineEvent,
    Waiting,
)
from workbench.core.taglines.racing import Phase, Race, Standing, saved, standing
from workbench.core.taglines.reads import Asked, Grade, Read, Slot, Stage, Value
from workbench.core.taglines.rows import Grades, Row, Sort, State, sorted_rows
from workbench.core.taglines.taken_for import rarity_of, taken_for

_MARKS = (Mark.HIT, Mark.MISS, Mark.CANT_TELL)


@dataclass(frozen=True)
class TaglineBoard:
    """Everything that a screen or a command shows of a set of candidates."""

    artifact: Artifact
    candidates: tuple[Candidate, ...]
    race: Race
    title: str = ""
    """What candidates are shown under; empty where each is read alone."""
    question: str = ""
    """What rows are counted by; empty for whether readers got the intent."""
    questions: tuple[str, ...] = ()
    """Those that the person asked besides."""
    reads: tuple[Read, ...] = ()
    """Those that ended well, by these readers and under this title."""
    grades: Grades = field(default_factory=dict)
    checks: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    """What is odd about the file, a sentence each."""
    standing: Standing = field(default_factory=lambda: standing(Race((), 0), (), {}))
    compared: Standing = field(default_factory=lambda: standing(Race((), 0), (), {}))
    """Where rows stand: as `standing`, or without those that came late while these are read."""
    late: frozenset[int] = frozenset()
    """Candidates that came when the others were decided, and are not read as far yet."""
    rows: Mapping[int, Row] = field(default_factory=dict)
    """Of every candidate, hidden ones too, by its key."""
    under_way: frozenset[Slot] = frozenset()
    waiting: str = ""
    """Why something is waited for; empty where nothing is."""
    running: bool = False
    ended: str = ""
    """Why the last run left something unread, in a sentence; empty where it did not."""
    rarity: Rarity = field(default_factory=lambda: Rarity(()))
    """Of the words of all answers, as of the last look."""

    @property
    def intent(self) -> str:
        """The author's sentence; empty until given."""
        return self.artifact.intent or ""

    @property
    def asked(self) -> Asked:
        """What rows are counted by."""
        return Asked(self.intent, self.question)

    @property
    def shown(self) -> tuple[Candidate, ...]:
        """The candidates that are not hidden: those that are read."""
        return tuple(candidate for candidate in self.candidates if not candidate.hidden)

    def ordered(self, sort: Sort = Sort.RIGHT, hidden: bool = False) -> tuple[Row, ...]:
        """The rows in an order; with `hidden` also those that are hidden."""
        chosen = self.candidates if hidden else self.shown
        return sorted_rows([self.rows[candidate.id] for candidate in chosen], sort)

    def candidate(self, id: int) -> Candidate | None:
        """The candidate of a key; None where there is none."""
        return next((each for each in self.candidates if each.id == id), None)

    @property
    def told(self) -> dict[Slot, bool]:
        """Whether each read of a shown candidate got the intent: what the race goes by."""
        shown = {candidate.id for candidate in self.shown}
        return {slot: right for slot, right in self._told.items() if slot.candidate in shown}

    @property
    def _told(self) -> dict[Slot, bool]:
        """Whether each read got the intent, those of hidden candidates too."""
        key = Asked(self.intent).key
        return {
            read.slot: grade.holds is Value.RIGHT
            for read in self.reads
            if (grade := self.grades.get((key, read.answer)))
        }

    @property
    def reads_saved(self) -> int:
        """Reads fewer than reading every candidate as often takes, hidden ones that were read too.

        0 until all is read.
        """
        if not self.standing.decided:
            return 0
        told = self._told
        read = {candidate.id for candidate in self.shown} | {slot.candidate for slot in told}
        return saved(self.race, len(read), told)

    @property
    def marked(self) -> tuple[int, int, int]:
        """The person's marks on what the grader says here: hits, misses, can't tells."""
        marks = [grade.mark for grade in self.grades.values()]
        hit, miss, cant_tell = (marks.count(mark) for mark in _MARKS)
        return hit, miss, cant_tell


def opened(board: TaglineBoard) -> TaglineBoard:
    """A board with everything worked out from its reads and grades."""
    where = standing(board.race, [candidate.id for candidate in board.shown], board.told)
    return _placed(board, where)


def advance(board: TaglineBoard, event: TaglineEvent) -> TaglineBoard:
    """The board after an event."""
    match event:
        case RunStarted(race):
            return opened(replace(board, race=race, running=True, ended=""))
        case ReadStarted(slot):
            return replace(board, under_way=board.under_way | {slot})
        case Waiting(_, why):
            return replace(board, waiting=why)
        case ReadEnded(read):
            return _with_read(board, read)
        case GradeEnded(grade):
            return board if grade.failure else _with_grade(replace(board, waiting=""), grade)
        case Moved(where):
            return _placed(board, where)
        case RunEnded(why):
            return opened(replace(board, running=False, under_way=frozenset(), waiting="", ended=why))
        case _:
            return opened(_changed(board, event))


def _placed(board: TaglineBoard, where: Standing) -> TaglineBoard:
    """The board where a race stands so; what comes late changes nothing for the others before it is read."""
    told = board.told
    late = frozenset(slot.candidate for slot in where.wanted)
    others = [candidate.id for candidate in board.shown if candidate.id not in late]
    compared = standing(board.race, others, told) if late else where
    # Without fresh reads every candidate that is read to the end would seem decided.
    begun = not board.race.fresh and any(slot.candidate in late for slot in told)
    if where.phase is Phase.FINAL or begun or len(others) < 2 or not compared.decided:
        compared, late = where, frozenset()
    board = replace(board, standing=where, compared=compared, late=late, rarity=rarity_of(board.reads))
    return _counted(board)


def _changed(board: TaglineBoard, event: Change) -> TaglineBoard:
    """The board after something that the person did."""
    match event:
        case GradeMarked(grade):
            return replace(board, grades=_kept(board.grades, grade))
        case CandidatesChanged(candidates):
            return replace(board, candidates=candidates)
        case Asking(question):
            known = (*board.questions, question) if question else board.questions
            return replace(board, question=question, questions=tuple(dict.fromkeys(known)))
        case IntentSaid(intent):
            return replace(board, artifact=replace(board.artifact, intent=intent))
        case _:
            assert_never(event)


def _with_read(board: TaglineBoard, read: Read) -> TaglineBoard:
    board = replace(board, under_way=board.under_way - {read.slot}, waiting="")
    if read.failure:
        return board
    return _with_rows(replace(board, reads=(*board.reads, read)), {read.slot.candidate})


def _with_grade(board: TaglineBoard, grade: Grade) -> TaglineBoard:
    board = replace(board, grades=_kept(board.grades, grade))
    if grade.asked != board.asked:
        return board
    return _with_rows(board, {read.slot.candidate for read in board.reads if read.answer == grade.answer})


def _kept(grades: Grades, grade: Grade) -> dict[tuple[str, str], Grade]:
    return {**grades, (grade.asked.key, grade.answer): grade}


def _with_rows(board: TaglineBoard, changed: Iterable[int]) -> TaglineBoard:
    """The board with the rows of some candidates worked out anew."""
    wanted = set(changed)
    of: dict[int, list[Read]] = defaultdict(list)
    for read in board.reads:
        if read.slot.candidate in wanted:
            of[read.slot.candidate].append(read)
    anew = {each.id: _row(board, each, of[each.id]) for each in board.candidates if each.id in wanted}
    return replace(board, rows={**board.rows, **anew})


def _counted(board: TaglineBoard) -> TaglineBoard:
    return _with_rows(replace(board, rows={}), [candidate.id for candidate in board.candidates])


def _row(board: TaglineBoard, candidate: Candidate, reads: list[Read]) -> Row:
    where = board.compared
    apart = candidate.id in where.dropped or candidate.id in board.late
    if candidate.hidden:
        apart = all(read.slot.stage is not Stage.FINAL for read in reads)
    fresh = where.fresh and not board.question and not apart
    speaking = [read for read in reads if not fresh or read.slot.stage is Stage.FINAL]
    key, grades = board.asked.key, board.grades
    graded = tuple((read, grade) for read in speaking if (grade := grades.get((key, read.answer))))
    wrong = [read for read, grade in graded if grade.holds is Value.WRONG]
    return Row(
        candidate,
        board.race.readers,
        graded,
        _state(board, candidate, bool(reads), bool(graded)),
        fresh,
        len(reads),
        sum((key, read.answer) not in grades for read in reads),
        taken_for(wrong, board.rarity),
        board.checks.get(candidate.id, ()),
    )


def _state(board: TaglineBoard, candidate: Candidate, read: bool, graded: bool) -> State:
    where = board.compared
    if not graded:
        return State.UNGRADED if read else State.UNREAD
    if board.question or candidate.hidden:
        return State.UNCOMPARED
    if candidate.id in where.dropped:
        return State.DROPPED
    if not where.decided or candidate.id in board.late:
        return State.LEFT
    if candidate.id not in where.left:
        return State.BEHIND
    return State.ALONE if len(where.left) == 1 else State.BEST
