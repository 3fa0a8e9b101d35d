"""Everything a person can do with an artifact, over the ports: what screens and commands call."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.core.artifacts import Artifact, Revision
from workbench.core.board import Board
from workbench.core.deciding import Deciding
from workbench.core.errors import NO_READER, UsageError
from workbench.core.events import (
    RoundEvent,
    RoundFinished,
    RoundStarted,
    Ruled,
)
from workbench.core.filling import missing_seats
from workbench.core.history import Round, RoundState
from workbench.core.identity.placing import placed, unplaced_in
from workbench.core.judging import revision_ruling
from workbench.core.loop.budget import LoopBudget
from workbench.core.marks import Mark
from workbench.core.plans import Assignment
from workbench.core.ports import CheckReport, Provider
from workbench.core.proposals import Proposal, bodies, seating
from workbench.core.readings import Finding, FindingKind
from workbench.core.text.document import Document
from workbench.core.text_questions import next_number

if TYPE_CHECKING:
    from workbench.core.rounds import RoundReadings

_READ_ELSEWHERE = "Another workbench is reading this text now: wait until it is done, then read."
_READ_MEANWHILE = "Another workbench has read this text meanwhile: open it again to see what it found."


@dataclass(frozen=True)
class Desk(Deciding):
    """A run that reads: it opens texts, stores what the person decides, and makes rounds."""

    async def propose(
        self,
        board: Board,
        report: CheckReport,
        freeze: bool = False,
        again: bool = False,
        focused: bool = False,
    ) -> Proposal:
        """The round that reading now would make of the shown revision, a binding one with `freeze`.

        A round of this revision that was stopped or failed in part is resumed with what is missing. Of any
        other only what is new is read, unless a further trial of each reading is asked for with `again`. With
        `focused` the judge is shown only what was changed since all was judged, where that can be.

        Raises:
            UsageError: there is nobody to ask, nobody to read, nothing to read, or another workbench is
                reading it; its loop may cost no more; with `freeze`, the revision is frozen already.
        """
        provider = self._provider_for(board)
        revision, kind = board.revision, board.artifact.kind
        plan, facts = self.plan(board.artifact), report.facts
        seats = seating(board.history, revision, kind, plan, facts, provider.name, freeze, again, focused)
        secrets = tuple(
            s for s in self._stored(board, report.secrets) if board.marks.of_finding(s) is not Mark.MISS
        )
        return Proposal(
            revision,
            seats,
            await self.estimated(seats.assignments, matched=True),
            await self.estimated(seats.reused),
            provider.destination,
            secrets,
            await self.store.consented(board.artifact, provider.destination),
            tuple(str(error) for error in self.library.errors),
            freeze or (seats.resumes is not None and seats.resumes.freeze),
            self._loop_to_read(board, bool(seats.assignments)),
        )

    def _provider_for(self, board: Board) -> Provider:
        """Whom to ask about a board's text, where it can be read now."""
        if self.provider is None:
            raise UsageError(NO_READER)
        document = Document(board.revision.text)
        if not document.text[document.body_start :].strip():
            raise UsageError("There is nothing to read in this text yet.")
        if board.history.last_round and board.history.last_round.state is RoundState.RUNNING:
            raise UsageError("Another workbench is reading this text now: wait until it is done.")
        return self.provider

    def _loop_to_read(self, board: Board, asks: bool) -> LoopBudget:
        """What the next round may cost of what all of its loop may.

        Raises:
            UsageError: nothing is left of it, and somebody would be asked.
        """
        loop = self.loop_budget(board.history)
        if asks and loop.left == 0:
            raise UsageError(
                f"{loop.caps.reached()}: nothing more is read of this text. Set a higher `loop_budget` in "
                "config.toml."
            )
        return loop

    def _stored(self, board: Board, faults: Sequence[Finding]) -> tuple[Finding, ...]:
        """The stored findings of these faults, so that marks on them count."""
        there = [f for f in board.history.findings if f.kind is FindingKind.FAULT]
        stored = {(f.source, f.quote, f.span): f for f in there}
        return tuple(stored.get((f.source, f.quote, f.span), f) for f in faults)

    async def read(
        self, artifact: Artifact, proposal: Proposal, stop: asyncio.Event | None = None
    ) -> AsyncGenerator[RoundEvent, None]:
        """Make a proposed round; the caller has the person's consent.

        Setting `stop` ends it early: what was read is kept and the round is incomplete, as it is when
        the generator is closed before its end.

        Raises:
            UsageError: another workbench reads this text, or has read it meanwhile.
        """
        # What reads is large, and most of the time that a text is open nothing is read.
        from workbench.core.identity.matching_calls import read_and_matched

        assert self.provider is not None, "a proposal was made by a provider"
        round, assignments = await self._begun(artifact, proposal)
        seats = tuple(assignment.seat for assignment in assignments)
        try:
            if assignments:
                await self.store.consent(artifact, self.provider.destination)
            await self.store.save_sources(bodies(assignments))
            yield RoundStarted(round, proposal.revision, seats)
            readings = await self._readings(artifact, proposal.revision, round)
            made = read_and_matched(readings, assignments, self.settings, self._history, stop)
            async with aclosing(made) as events:
                async for event in events:
                    yield event
        finally:
            ending = await self._end(artifact, proposal.revision, round)
        for event in ending:
            yield event

    async def _readings(self, artifact: Artifact, revision: Revision, round: Round) -> "RoundReadings":
        from workbench.core.rounds import RoundReadings

        assert self.provider is not None, "a round has a provider"
        rubric, history = self.plan(artifact).rubric, await self._history(artifact)
        taken = frozenset(question.id for question in rubric.questions) if rubric else frozenset[str]()
        meter = await self.meter()
        return RoundReadings(
            artifact,
            revision,
            round,
            self.provider,
            self.store,
            self.clock,
            self.loop_budget(history).held(meter),
            self.settings.parallel,
            self.settings.attempts,
            next_number(history, "derived", taken),
            self.settings.again,
        )

    async def _begun(self, artifact: Artifact, proposal: Proposal) -> tuple[Round, tuple[Assignment, ...]]:
        """The round, which no other workbench can read now, and what it still wants."""
        last = proposal.resumes
        if last is None:
            planned = replace(proposal.round, started_at=self.clock.now())
            begun = await self.store.begin_round(artifact, planned)
            if begun is None:
                raise UsageError(_READ_MEANWHILE)
            return begun, proposal.assignments
        if not await self.store.claim(last):
            raise UsageError(_READ_ELSEWHERE)
        try:
            history = await self._history(artifact)
            wanted = set(missing_seats(history))
            if history.last_round is None or history.last_round.id != last.id or not wanted:
                raise UsageError(_READ_MEANWHILE)
            assignments = tuple(each for each in proposal.assignments if each.seat in wanted)
            return await self.store.reopen_round(last), assignments
        except BaseException:
            await self.store.release(last)
            raise

    async def _end(self, artifact: Artifact, revision: Revision, round: Round) -> tuple[RoundEvent, ...]:
        """Group a round's findings, rule, close it and let go of it.

        Whether it is complete is read from what was stored, which may be more than the caller has seen.
        """
        try:
            ended = replace(round, state=RoundState.INCOMPLETE, ended_at=self.clock.now())
            history = (await self._history(artifact)).with_round(ended)
            if not missing_seats(history):
                ended = replace(ended, state=RoundState.COMPLETE)
                history = history.with_round(ended)
            ruling = revision_ruling(history, revision.id)
            new = placed(history, revision, unplaced_in(history, round.id))
            ended, placements = await self.store.end_round(ended, ruling, new)
        finally:
            await self.store.release(round)
        return Ruled(ruling), RoundFinished(ended, placements)

    async def close_killed_round(self, board: Board) -> RoundFinished | None:
        """Close a round that a killed run left open; None where there is none, or where it is being read."""
        last = board.history.last_round
        if last is None or last.state is not RoundState.RUNNING or not await self.store.claim(last):
            return None
        revision = board.history.revision(last.revision) or board.revision
        finished = (await self._end(board.artifact, revision, last))[-1]
        assert isinstance(finished, RoundFinished)
        return finished
