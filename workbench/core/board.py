"""What a person sees of an artifact: a pure fold over events."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, assert_never

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import Spend, spend
from workbench.core.costs.usage import UNUSED, Usage
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.events import (
    ArtifactChanged,
    Checked,
    Decided,
    Event,
    IgnoreAccepted,
    LookedUpAt,
    Overlooked,
    OwnJudged,
    QuestionsChanged,
    ReadingFailed,
    ReadingFinished,
    ReadingProgressed,
    ReadingStarted,
    Refreshed,
    Regrouped,
    Returned,
    RevisionSeen,
    RoundFinished,
    RoundStarted,
    Ruled,
    Undone,
)
from workbench.core.filling import finished
from workbench.core.freezing import binding_round
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.judging import revision_ruling
from workbench.core.loop.course import Course
from workbench.core.loop.loop import Loop
from workbench.core.marks import Decision, Target
from workbench.core.readings import Finding, Reading, ReadingState
from workbench.core.rows import Group, Listing, Row, in_order, listing
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.seats import Seat
from workbench.core.sources import NOT_ASKED, Source, SourceKind

_NO_HISTORY = History(Artifact("", "", Kind.README))

Phase = Literal["waiting", "reading", "retrying", "finished", "failed", "stopped"]
_PHASES: dict[ReadingState, Phase] = {
    ReadingState.FINISHED: "finished",
    ReadingState.FAILED: "failed",
    ReadingState.STOPPED: "stopped",
}


@dataclass(frozen=True, slots=True)
class SeatProgress:
    """How one reading of the round stands."""

    phase: Phase = "waiting"
    tokens: int = 0
    """Output so far, estimated."""
    found: int = 0
    """Findings of a finished reading."""
    note: str = ""
    """Why it waits or failed, in words."""
    used: Usage = UNUSED
    """What its calls under way have used, as far as the service has told."""
    model: str = ""
    """Who is asked; empty once it has ended."""


@dataclass(frozen=True, slots=True)
class Board:
    """One artifact as it is shown."""

    history: History
    revision: Revision
    """The text that is shown; it changes only when the person asks for it."""
    disk: Revision | None = None
    """What the file holds now, where that is not the text shown."""
    seats: Mapping[Seat, SeatProgress] = field(default_factory=dict)
    """The readings of the round under way or just over, in their order."""
    running: bool = False
    """Whether a round is under way."""
    unchecked: bool = False
    """Whether the checks have yet to run on the text shown, so that nothing is ruled."""
    made_here: int = 0
    """Key of the last round that was begun or resumed here; 0 before one is."""
    rows: tuple[Row, ...] = ()
    """The list of concerns, answers and what readers took the text for, in the order it is shown."""
    ruling: Ruling = field(default_factory=lambda: revision_ruling(_NO_HISTORY, 0))
    marks: EffectiveMarks = field(default_factory=lambda: EffectiveMarks(_NO_HISTORY), compare=False)
    listing: Listing = field(default_factory=Listing, compare=False)
    """The list before anything was decided; the same object as long as only decisions are made."""
    listed: tuple[Row, ...] = field(default=(), compare=False)
    """The listing's rows as they stand now, those among them whose adding was taken back."""
    course: Course = field(default=Course(_NO_HISTORY), compare=False)
    """What each round raised; the same object as long as concerns are neither merged nor split nor added."""
    elsewhere: tuple[Target, ...] = field(default=(), compare=False)
    """The rows that are not where the listing has them: the person said that they are fixed."""

    @property
    def artifact(self) -> Artifact:
        """The artifact shown."""
        return self.history.artifact

    @property
    def read_elsewhere(self) -> bool:
        """Whether the last round runs, but not here: another program reads the artifact, or was killed."""
        last = self.history.last_round
        return last is not None and last.state is RoundState.RUNNING and last.id != self.made_here

    @property
    def void(self) -> bool:
        """Whether the ruling is of an earlier text than the one on disk."""
        return self.disk is not None and bool(self.ruling.verdicts or self.ruling.own)

    @property
    def binding(self) -> bool:
        """Whether the revision shown is frozen, and is what the file holds."""
        return self.disk is None and binding_round(self.history, self.revision.id) is not None

    @property
    def parts(self) -> int:
        """In how many parts the revision shown was read; 1 where it was read whole, or not at all."""
        of = (r.parts for r in self.history.readings if r.revision == self.revision.id)
        return max(of, default=1)

    @property
    def models(self) -> tuple[str, ...]:
        """The models that have read the revision shown, each once."""
        of = (r.model for r in self.history.readings if r.revision == self.revision.id and not r.mine)
        return tuple(dict.fromkeys(model for model in of if model))

    @property
    def read_on(self) -> Revision | None:
        """The revision that the list's readings are of, where that shown is not read; else None."""
        read = [r for r in self.history.readings if r.source.kind not in NOT_ASKED and not r.mine]
        last = self.history.last_round
        if last is None or not read or any(r.revision == self.revision.id for r in read):
            return None
        return None if last.revision == self.revision.id else self.history.revision(last.revision)

    def named(self, group: Group) -> str:
        """A heading of the list: of which revision it is true, where the text shown is not read yet."""
        read = self.read_on
        if read is None or group not in (Group.NEW, Group.AGAIN, Group.NOT_RAISED):
            return group.value
        here = [row for row in self.rows if row.group is group]
        checked = [row for row in here if row.lead and row.lead.revision == self.revision.id]
        if here and len(checked) == len(here):
            return group.value
        return f"{group.value} on revision {read.number}{' and by checks' if checked else ''}"

    @property
    def ruling_label(self) -> str:
        """What stands before the ruling, which is a draft until its revision is frozen.

        Unjudged is neither: nothing is ruled yet.
        """
        if self.binding:
            return "Binding"
        return "Ruling" if self.ruling.value is RulingValue.UNJUDGED else "Draft ruling"

    @property
    def loop(self) -> Loop:
        """The loop as it went; what of it takes long is computed when it is asked for."""
        return Loop(self.course, self.listed, self.marks)

    def row(self, target: Target) -> Row | None:
        """The row of a target; a placed finding's row is its concern's."""
        home = self.history.home(target)
        return next((row for row in self.rows if row.target == home), None)

    def line_of(self, finding: Finding) -> int | None:
        """The 1-based line of the shown text where a row's finding stands; None where its words are gone."""
        return self.revision.text.count("\n", 0, finding.span.start) + 1 if finding.span else None

    def spend(self, prices: PriceTable, round: int | None = None) -> Spend:
        """What the readings cost: of one round, or of all."""
        return spend(
            (
                (reading.model, reading.usage)
                for reading in self.history.readings
                if reading.source.kind not in NOT_ASKED
                and not reading.mine
                and round in (None, reading.round)
            ),
            prices,
        )

    def under_way(self, prices: PriceTable) -> Spend:
        """What the readings under way have cost so far, as far as the service has told."""
        return spend(((each.model, each.used) for each in self.seats.values() if each.model), prices)


def opened(history: History, revision: Revision, unchecked: bool = False) -> Board:
    """The board of an artifact as it was stored, showing a revision; `unchecked` until `Checked` comes."""
    return _derived(Board(history.with_revision(revision), revision, unchecked=unchecked))


def advance(board: Board, event: Event) -> Board:
    """The board after an event."""
    match event:
        case ReadingStarted(seat):
            return _seat(board, seat, SeatProgress("reading"))
        case ReadingProgressed(seat, tokens, waiting, used, model):
            phase: Phase = "retrying" if waiting else "reading"
            return _seat(board, seat, SeatProgress(phase, tokens, note=waiting, used=used, model=model))
        case RevisionSeen(revision):
            return replace(board, disk=None if revision.sha256 == board.revision.sha256 else revision)
        case Ruled():
            return board
        case RoundStarted(round, _, seats):
            known = {**_read_before(board, round), **{seat: SeatProgress() for seat in seats}}
            in_turn = {seat: known[seat] for seat in (*round.planned, *seats) if seat in known}
            started = replace(board, seats=in_turn, running=True, made_here=round.id)
            return _derived(replace(started, history=board.history.with_round(round)))
        case ReadingFinished(seat, reading, questions, placements):
            ended = _seat(board, seat, progress_of(reading))
            history = board.history.with_reading(reading).with_questions(questions)
            return _derived(replace(ended, history=history.with_placements(placements)))
        case ReadingFailed(seat, reading):
            ended = _seat(board, seat, progress_of(reading))
            return _derived(replace(ended, history=board.history.with_reading(reading)))
        case RoundFinished(round, placements):
            history = board.history.with_round(round).with_placements(placements)
            return _derived(replace(board, history=history, running=False))
        case _:
            return _decided(board, event)


def _decided(
    board: Board,
    event: Checked
    | Decided
    | Undone
    | Regrouped
    | Overlooked
    | OwnJudged
    | ArtifactChanged
    | QuestionsChanged
    | IgnoreAccepted
    | LookedUpAt
    | Returned
    | Refreshed,
) -> Board:
    history = board.history
    match event:
        case Checked():
            return _checked(board, event)
        case Decided(decision):
            # A new decision is the last word, so nothing undone before it can be redone.
            return _settled(board, replace(history, decisions=(*history.decisions, decision)), decision)
        case Undone(decision, placements):
            decisions = tuple(decision if d.id == decision.id else d for d in history.decisions)
            return _moved(board, replace(history, decisions=decisions), decision, placements)
        case Regrouped(decision, placements):
            decided = replace(history, decisions=(*history.decisions, decision))
            return _moved(board, decided, decision, placements)
        case Overlooked(finding, placement, decision):
            history = replace(
                history.with_placements((placement,)),
                overlooked=(*history.overlooked, finding),
                decisions=(*history.decisions, decision),
            )
            return _settled(board, history, decision, {placement.concern})
        case OwnJudged(reading, placements, decisions):
            history = history.with_own_reading(reading, placements)
            return _derived(
                replace(board, history=replace(history, decisions=(*history.decisions, *decisions)))
            )
        case Refreshed(known):
            return _derived(replace(board, history=known.with_revision(board.revision)))
        case _:
            return _changed(board, event)


def _changed(
    board: Board, event: ArtifactChanged | QuestionsChanged | IgnoreAccepted | LookedUpAt | Returned
) -> Board:
    history = board.history
    match event:
        case ArtifactChanged(artifact):
            return replace(board, history=replace(history, artifact=artifact))
        case QuestionsChanged(asked):
            return replace(board, history=replace(history, questions=asked))
        case IgnoreAccepted(comment):
            return _derived(replace(board, history=replace(history, accepted=history.accepted | {comment})))
        case LookedUpAt(decision, looked):
            known = {**history.looked_up, decision.id: looked}
            return replace(board, history=replace(history, looked_up=known))
        case Returned(why):
            return _derived(replace(board, history=replace(history, returned=why)))
        case _:
            assert_never(event)


def _checked(board: Board, event: Checked) -> Board:
    history = board.history.with_checks(event.revision, event.readings)
    same_text = event.revision.id == board.revision.id
    shown = replace(
        board,
        history=history.with_placements(event.placements),
        revision=event.revision,
        disk=board.disk if same_text else None,
        unchecked=False,
    )
    before, now = (_said_by_checks(each.history, event.revision) for each in (board, shown))
    # Mostly they say what they said before, and drawing that up anew takes long where there is much.
    return shown if same_text and not event.placements and before == now else _derived(shown)


def _said_by_checks(history: History, revision: Revision) -> dict[Source, frozenset[Finding]]:
    """The faults of each check that ran on a revision."""
    return {
        reading.source: frozenset(reading.findings)
        for reading in history.readings
        if reading.source.kind is SourceKind.CHECK and reading.revision == revision.id
    }


def progress_of(reading: Reading) -> SeatProgress:
    """How a seat stands whose reading has ended."""
    found = len(reading.findings) if reading.state is ReadingState.FINISHED else 0
    note = reading.failure.message if reading.failure else ""
    return SeatProgress(_PHASES[reading.state], reading.usage.output or 0, found, note)


def _read_before(board: Board, round: Round) -> dict[Seat, SeatProgress]:
    """The seats of a round that were read before: it is resumed, or reuses what an earlier one read."""
    return {seat: progress_of(reading) for seat, reading in finished(board.history, round).items()}


def _seat(board: Board, seat: Seat, progress: SeatProgress) -> Board:
    return replace(board, seats={**board.seats, seat: progress})


def _derived(board: Board) -> Board:
    """The board with everything that follows from its history computed anew."""
    marks = EffectiveMarks(board.history)
    rows = listing(board.history, board.revision)
    return _listed(board, marks, rows, rows.decided(marks))


def _settled(
    board: Board, history: History, decision: Decision, concerns: Collection[int] = frozenset()
) -> Board:
    """The board with what follows from one decision and from findings joining concerns computed anew.

    The history may differ from the board's in nothing else.
    """
    marks, about = board.marks.after(history, decision)
    rows, known = board.listing, board.listed
    if concerns:
        rows, known = rows.regrouped(history, board.revision, concerns, known)
        about |= {Target("concern", concern) for concern in concerns}
    return _listed(replace(board, history=history), marks, rows, rows.decided_again(known, marks, about))


def _moved(board: Board, history: History, decision: Decision, placements: Collection[Placement]) -> Board:
    """The board once a decision put findings elsewhere; the history has the decision, not the placements."""
    before, history = board.history, history.with_placements(placements)
    homes = [
        placed.get(placement.finding)
        for placement in placements
        for placed in (before.placements, history.placements)
    ]
    if not all(homes):
        # The row of a finding that is in no concern comes or goes.
        return _derived(replace(board, history=history))
    return _settled(board, history, decision, {home.concern for home in homes if home})


def _listed(board: Board, marks: EffectiveMarks, rows: Listing, listed: tuple[Row, ...]) -> Board:
    shown, elsewhere = in_order(listed)
    same = rows is board.listing
    return replace(
        board,
        course=board.course if same else Course(board.history, rows, board.revision.id),
        marks=marks,
        listing=rows,
        listed=listed,
        rows=shown,
        elsewhere=elsewhere,
        ruling=revision_ruling(board.history, board.revision.id, marks),
    )
