"""A wording that is not saved yet, tried on the text that is open, beside what the saved wording found.

Its readings are stored beside the loop: in no round, no concern, no rate and no ruling. What was read once
with the same words is not asked again.
"""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from workbench.core.board import Board
from workbench.core.briefs import Brief, brief_of
from workbench.core.desk import Desk
from workbench.core.errors import NO_READER, UsageError
from workbench.core.events import ReadingFailed, ReadingFinished, RoundEvent
from workbench.core.history import Round
from workbench.core.instruments import Persona, Rubric
from workbench.core.loop.budget import LoopBudget
from workbench.core.marks import Mark
from workbench.core.outside_rounds import OutsideReadings
from workbench.core.plans import Assignment
from workbench.core.ports import CheckReport
from workbench.core.proposals import Proposal, Seating
from workbench.core.readings import Reading, ReadingState
from workbench.core.replay.claims import Compared, Raised, compared
from workbench.core.replay.store import Replayed
from workbench.core.replay.units import is_like
from workbench.core.seats import Seat
from workbench.core.text.display_text import counted
from workbench.core.text_questions import TextQuestion, standing_questions


@dataclass(frozen=True, slots=True)
class Trial:
    """A draft that could be tried on the text that a board shows."""

    board: Board
    draft: Persona | Rubric
    saved: Persona | Rubric | None
    """The wording that the draft would replace; None for a new one."""
    new: tuple[Reading, ...]
    """What the draft's wording read of this text before."""
    old: tuple[Reading, ...]
    """What the saved wording read of it."""
    proposal: Proposal
    """What is missing; without assignments where nothing is."""

    def with_reading(self, reading: Reading) -> "Trial":
        """With what one of the missing readings brought."""
        if reading.source == self.draft.source:
            return replace(self, new=(*self.new, reading))
        return replace(self, old=(*self.old, reading))

    @property
    def result(self) -> "TrialResult":
        """What both wordings raised, as far as they have read."""
        both = compared(self.board.history, self.board.revision, self.new, self.old)
        return TrialResult(both, bool(self.new), bool(self.old), self.saved is not None)


@dataclass(frozen=True, slots=True)
class TrialResult:
    """What two wordings raised on one text."""

    compared: Compared
    draft_read: bool
    saved_read: bool
    replaces: bool
    """Whether there is a saved wording."""

    @property
    def same(self) -> tuple[Raised, ...]:
        """What both raised."""
        return tuple(each for each in self.compared.raised if each.new and each.old)

    @property
    def only_before(self) -> tuple[Raised, ...]:
        """What the saved wording raised and the draft did not."""
        return tuple(each for each in self.compared.raised if each.old and not each.new)

    @property
    def only_after(self) -> tuple[Raised, ...]:
        """What the draft raised and the saved wording did not."""
        return tuple(each for each in self.compared.raised if each.new and not each.old)

    def sentence(self) -> str:
        """Whether it got better, as far as one text and the person's marks say."""
        return f"{self._pointing()} {self._counts()} One reading of one text: some of it is chance."

    def _pointing(self) -> str:
        """Where the person's marks point, and what could turn that."""
        lost = [each.mark for each in self.only_before]
        again = [each.mark for each in self.only_after]
        better = lost.count(Mark.MISS) + again.count(Mark.HIT)
        worse = lost.count(Mark.HIT) + again.count(Mark.MISS)
        fresh = again.count(None)
        turns = f"; {counted(fresh, 'new finding')} not marked could turn that" if fresh else ""
        if not better and not worse:
            unsaid = f", but {counted(fresh, 'new finding')} not marked" if fresh else ""
            return f"Nothing that you marked changed{unsaid}."
        points = "better" if better > worse else "worse" if worse > better else "neither way"
        return f"Your marks point {'to ' if better != worse else ''}{points}{turns}."

    def _counts(self) -> str:
        lost = [each.mark for each in self.only_before]
        hits, misses = lost.count(Mark.HIT), lost.count(Mark.MISS)
        fresh = sum(each.mark is None for each in self.only_after)
        again = [each.mark for each in self.only_after]
        parts = [
            f"{len(self.same)} the same",
            f"{len(self.only_before)} only before ({hits} hit, {misses} miss)",
            f"{len(self.only_after)} only after ({again.count(Mark.HIT)} hit, {again.count(Mark.MISS)} miss, "
            f"{fresh} not marked)",
        ]
        return f"{', '.join(parts)}."


async def propose_trial(
    desk: Desk, board: Board, report: CheckReport, draft: Persona | Rubric, saved: Persona | Rubric | None
) -> Trial:
    """What trying a draft on the shown text would read; the saved wording too where it has not.

    Raises:
        UsageError: there is nobody to ask, nothing to read, or the draft does not read such a text.
    """
    if desk.provider is None:
        raise UsageError(NO_READER)
    kind = board.artifact.kind
    if kind not in draft.kinds:
        raise UsageError(f"{draft.name} does not read a text of kind {kind.value!r}: add it to its kinds.")
    if saved is not None and saved.wording == draft.wording:
        raise UsageError("This is the saved wording: change something, then it can be tried beside it.")
    round_proposal = await desk.propose(board, report)
    sides = (draft, saved) if saved is not None and kind in saved.kinds else (draft,)
    whole = Brief(board.revision, kind, report.facts, desk.settings.models)
    brief = brief_of(whole, sides)
    asked = standing_questions(board.history, board.revision.id)
    there: dict[str, tuple[Reading, ...]] = {}
    missing: list[Assignment] = []
    for side in sides:
        assignment = _assignment(side, brief, asked)
        read = await _read_before(desk, board, assignment)
        there[side.wording] = read
        missing += () if read else (assignment,)
    proposal = replace(
        round_proposal,
        seating=Seating(tuple(missing), ()),
        estimate=await desk.estimated(missing),
        unusable=(),
        loop=LoopBudget(),
    )
    old = there.get(saved.wording, ()) if saved is not None else ()
    return Trial(board, draft, saved, there[draft.wording], old, proposal)


def _assignment(item: Persona | Rubric, brief: Brief, asked: Sequence[TextQuestion]) -> Assignment:
    about = tuple(asked) if isinstance(item, Rubric) else ()
    return Assignment(Seat(item.source), item, brief, brief.requests(item, about), about)


async def _read_before(desk: Desk, board: Board, assignment: Assignment) -> tuple[Reading, ...]:
    """What a wording read of the shown text with the model that would be asked, in the loop or beside it."""
    source, request = assignment.seat.source, assignment.request
    in_loop = tuple(
        reading
        for reading in board.history.readings
        if reading.source == source
        and reading.revision == board.revision.id
        and reading.state is ReadingState.FINISHED
        and not reading.mine
        and is_like(reading.model, request.model)
    )
    if in_loop:
        return in_loop
    beside = await desk.store.replays.replayed([board.revision.id])
    return tuple(
        each.reading
        for each in beside
        if each.reading.source == source
        and each.reading.prompt_sha256 == assignment.prompt_sha256
        and (each.model, each.reading.effort) == (request.model, request.effort or "")
    )[-1:]


async def read_trial(
    desk: Desk, trial: Trial, stop: asyncio.Event
) -> AsyncGenerator[tuple[Trial, RoundEvent], None]:
    """Read what is missing of a trial, and how far it is with each event; the caller has the consent.

    Setting `stop`, or closing the generator, ends it; what was read is stored.

    Raises:
        UsageError: there is nobody to ask.
    """
    if desk.provider is None:
        raise UsageError(NO_READER)
    board, assignments = trial.board, trial.proposal.assignments
    await desk.store.consent(board.artifact, desk.provider.destination)
    await desk.store.save_sources({a.seat.source: a.instrument.as_json for a in assignments})
    store, model = desk.store.replays, assignments[0].request.model
    readings = OutsideReadings(
        board.artifact,
        board.revision,
        Round(board.revision.id, 0, ()),
        desk.provider,
        desk.store,
        desk.clock,
        await desk.meter(),
        desk.settings.parallel,
        desk.settings.attempts,
        keep=lambda reading: store.save_replayed(Replayed(reading, model)),
    )
    async with aclosing(readings.run(assignments, stop)) as events:
        async for event in events:
            if isinstance(event, ReadingFinished):
                trial = trial.with_reading(event.reading)
            yield trial, event


def failure_of(event: RoundEvent) -> str:
    """Why a reading failed, in a sentence; empty where it did not, or was stopped."""
    failed = isinstance(event, ReadingFailed) and event.reading.failure
    return failed.message if failed else ""
