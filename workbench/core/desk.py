"""Everything a person can do with an artifact, over the ports: what screens and commands call."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.artifacts import Artifact, Kind, Revision, decoded
from workbench.core.board import Board, opened
from workbench.core.checking import place_faults, run_checks
from workbench.core.costs.estimates import estimate
from workbench.core.costs.meter import Meter
from workbench.core.costs.prices import PriceTable
from workbench.core.errors import NO_READER, UsageError
from workbench.core.events import (
    ArtifactChanged,
    Checked,
    Decided,
    Overlooked,
    QuestionsChanged,
    Refreshed,
    RevisionSeen,
    RoundEvent,
    RoundFinished,
    RoundStarted,
    Ruled,
    Undone,
)
from workbench.core.history import History, Round, RoundState
from workbench.core.identity.matching_calls import read_and_matched
from workbench.core.identity.placing import placed, unplaced_faults, unplaced_in
from workbench.core.ignores import ignores_of
from workbench.core.judging import revision_ruling
from workbench.core.marks import REASONS, Decision, Mark, Target
from workbench.core.plans import Assignment, Plan, missing_seats, plan_of
from workbench.core.ports import CheckReport, Checks, Clock, Files, Library, Lookup, Provider, Settings
from workbench.core.proposals import Proposal, bodies, seating
from workbench.core.readings import Finding, FindingKind, Reading, Span
from workbench.core.rounds import RoundReadings
from workbench.core.shelf import Shelf
from workbench.core.sources import ME
from workbench.core.store import Store
from workbench.core.text.document import Document
from workbench.core.text_questions import TextQuestion, added_questions, next_number, standing_questions
from workbench.core.trust.instruments import Report

_READ_ELSEWHERE = "Another workbench is reading this text now: wait until it is done, then read."
_READ_MEANWHILE = "Another workbench has read this text meanwhile: open it again to see what it found."


@dataclass(frozen=True)
class Desk:
    """One run of the workbench: its instruments, its store and its settings."""

    store: Store
    files: Files
    checks: Checks
    provider: Provider | None
    """None where no model can be asked: checks and marks still work."""
    clock: Clock
    library: Library
    settings: Settings
    prices: PriceTable
    lookup: Lookup | None = None
    """None where no repository can be searched."""
    shelf: Shelf | None = None
    """None where no persona or rubric can be written."""

    async def open(self, path: Path, kind: Kind | None = None) -> tuple[Board, CheckReport]:
        """The board of a file, with its checks run on the content it has now.

        Raises:
            ArtifactError: the file cannot be read.
            StoreError: the database cannot be used.
        """
        artifact, revision = await self._seen(path, kind)
        readings, report = await run_checks(self.checks, self.store, self.clock, artifact, revision)
        history = await self._history(artifact)
        placements = await place_faults(self.store, artifact, revision, readings, history)
        return opened(history.with_placements(placements), revision), report

    async def open_unchecked(self, path: Path, kind: Kind | None = None) -> Board:
        """The board of a file as it is stored; `check` runs the checks on the content it has now.

        Raises:
            ArtifactError: the file cannot be read.
            StoreError: the database cannot be used.
        """
        artifact, revision = await self._seen(path, kind)
        return opened(await self._history(artifact), revision, unchecked=True)

    async def _seen(self, path: Path, kind: Kind | None) -> tuple[Artifact, Revision]:
        """The artifact that a file is, and the revision that it holds."""
        seen = decoded(await self.files.read(path), path.name)
        artifact = await self.store.open_artifact(await self.files.identity(path), str(path), kind)
        return artifact, replace(await self.store.save_revision(artifact, seen), notices=seen.notices)

    async def look(self, artifact: Artifact) -> RevisionSeen:
        """What the file holds now.

        Raises:
            ArtifactError: the file cannot be read.
        """
        path = Path(artifact.path)
        seen = decoded(await self.files.read(path), path.name)
        return RevisionSeen(replace(await self.store.save_revision(artifact, seen), notices=seen.notices))

    async def show(self, artifact: Artifact, revision: Revision) -> tuple[Checked, CheckReport]:
        """Move to a revision that was seen, with the checks run on it."""
        readings, report = await run_checks(self.checks, self.store, self.clock, artifact, revision)
        return await self._checked(artifact, revision, readings), report

    async def check(self, board: Board) -> tuple[Checked, CheckReport]:
        """What the checks say of the text that a board shows.

        Raises:
            StoreError: the database cannot be used.
        """
        artifact, revision = board.artifact, board.revision
        readings, report = await run_checks(self.checks, self.store, self.clock, artifact, revision)
        if not unplaced_faults(board.history.with_checks(revision, readings)):
            return Checked(revision, readings, ()), report
        # Another window may have placed them, or made concerns that they belong to.
        return await self._checked(artifact, revision, readings), report

    async def _checked(
        self, artifact: Artifact, revision: Revision, readings: tuple[Reading, ...]
    ) -> Checked:
        history = await self._history(artifact)
        placements = await place_faults(self.store, artifact, revision, readings, history)
        return Checked(revision, readings, placements)

    async def _history(self, artifact: Artifact) -> History:
        """Everything stored about an artifact; where the run heeds every comment, all count as accepted."""
        history = await self.store.history(artifact)
        if not self.settings.inline_ignores:
            return history
        asked = (each.comment for revision in history.revisions for each in ignores_of(revision.text))
        return replace(history, accepted=history.accepted.union(asked))

    def plan(self, artifact: Artifact) -> Plan:
        """Who would read this artifact.

        Raises:
            UsageError: a reader or rubric that was asked for does not exist, or none fits the kind.
        """
        return plan_of(artifact.kind, self.library, self.settings)

    async def propose(self, board: Board, report: CheckReport, freeze: bool = False) -> Proposal:
        """The round that reading now would make of the shown revision, a binding one with `freeze`.

        A round of this revision that was stopped or failed in part is resumed with what is missing.

        Raises:
            UsageError: there is nobody to ask, nobody to read, nothing to read, or another workbench is
                reading it; with `freeze`, the revision is frozen already.
        """
        provider = self._provider_for(board)
        revision, kind = board.revision, board.artifact.kind
        seats = seating(board.history, revision, kind, self.plan(board.artifact), report.facts, freeze)
        secrets = tuple(
            s for s in self._stored(board, report.secrets) if board.marks.of_finding(s) is not Mark.MISS
        )
        return Proposal(
            revision,
            seats.assignments,
            estimate(seats.assignments, self.prices, self.settings),
            provider.destination,
            seats.planned,
            seats.resumes,
            secrets,
            await self.store.consented(board.artifact, provider.destination),
            tuple(str(error) for error in self.library.errors),
            freeze or (seats.resumes is not None and seats.resumes.freeze),
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
        assert self.provider is not None, "a proposal was made by a provider"
        round, assignments = await self._begun(artifact, proposal)
        seats = tuple(assignment.seat for assignment in assignments)
        try:
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

    async def _readings(self, artifact: Artifact, revision: Revision, round: Round) -> RoundReadings:
        assert self.provider is not None, "a round has a provider"
        rubric = self.plan(artifact).rubric
        taken = frozenset(question.id for question in rubric.questions) if rubric else frozenset[str]()
        return RoundReadings(
            artifact,
            revision,
            round,
            self.provider,
            self.store,
            self.clock,
            Meter(self.prices, self.settings.budget),
            self.settings.parallel,
            self.settings.attempts,
            next_number(await self._history(artifact), "derived", taken),
        )

    async def _begun(self, artifact: Artifact, proposal: Proposal) -> tuple[Round, tuple[Assignment, ...]]:
        """The round, which no other workbench can read now, and what it still wants."""
        last = proposal.resumes
        if last is None:
            planned = Round(proposal.revision.id, 0, proposal.planned, started_at=self.clock.now())
            begun = await self.store.begin_round(artifact, replace(planned, freeze=proposal.freeze))
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

    async def mark(
        self, artifact: Artifact, target: Target, mark: Mark, reason: str | None = None, inside: bool = False
    ) -> Decided:
        """Say hit, miss or can't tell; `inside` for one finding of an opened concern.

        Raises:
            UsageError: the reason is not one of the mark's.
        """
        if reason is not None and reason not in REASONS[mark]:
            raise UsageError(
                f"{reason!r} is no reason for {mark.value}; these are: {', '.join(REASONS[mark])}."
            )
        decision = Decision(target, "mark", mark.value, reason, inside=inside)
        return Decided(await self.store.decide(artifact, decision))

    async def defer(self, artifact: Artifact, target: Target, deferred: bool) -> Decided:
        """Say that a concern is not to be fixed now, or take that back."""
        return Decided(
            await self.store.decide(artifact, Decision(target, "defer", "yes" if deferred else None))
        )

    async def say_fixed(self, board: Board, target: Target, fixed: bool) -> Decided:
        """Say that the text was changed so that a concern is answered, or take that back.

        It is about the text that the file holds now, whether or not that is shown already.
        """
        revision = board.disk or board.revision
        decision = Decision(target, "fixed", str(revision.id) if fixed else None)
        return Decided(await self.store.decide(board.artifact, decision))

    async def note(self, artifact: Artifact, target: Target, text: str) -> Decided:
        """Write a note beside a target; an empty one removes it."""
        return Decided(await self.store.decide(artifact, Decision(target, "note", text.strip() or None)))

    async def overlook(
        self, artifact: Artifact, revision: Revision, span: Span, problem: str, asks: str = "other"
    ) -> Overlooked:
        """Add a problem that no source raised, on these words.

        `asks` is said of an escape: the question that should have caught it, or `freezing.NO_QUESTION`.

        Raises:
            UsageError: the problem is not said.
        """
        if not problem.strip():
            raise UsageError("Say what is wrong there, in a few words.")
        quote = revision.text[span.start : span.end]
        finding = Finding(
            ME,
            FindingKind.OVERLOOKED,
            quote,
            problem.strip(),
            asks=asks,
            span=span,
            revision=revision.id,
        )
        return Overlooked(*await self.store.overlook(artifact, finding))

    async def undo(self, artifact: Artifact) -> Undone | None:
        """Take back the last decision about this artifact; None where there is none."""
        turned = await self.store.undo(artifact)
        return None if turned is None else Undone(turned.decision, turned.placements)

    async def redo(self, artifact: Artifact) -> Undone | None:
        """Restore the decision last taken back; None where there is none."""
        turned = await self.store.redo(artifact)
        return None if turned is None else Undone(turned.decision, turned.placements)

    async def report(self) -> Report:
        """How often each instrument is right, over every artifact."""
        return Report(await self.store.counted(self.prices))

    async def add_question(self, board: Board, ask: str) -> QuestionsChanged:
        """Ask something of this text from the next round on.

        Raises:
            UsageError: nothing is asked, or it is asked already.
        """
        ask = " ".join(ask.split())
        if not ask:
            raise UsageError("Ask something that can be answered with yes or no; yes is good.")
        if any(known.ask.casefold() == ask.casefold() for known in added_questions(board.history)):
            raise UsageError("That is asked of this text already.")
        rubric = self.plan(board.artifact).rubric
        taken = frozenset(question.id for question in rubric.questions) if rubric else frozenset[str]()
        name = f"P{next_number(board.history, 'added', taken)}"
        question = TextQuestion(name, "added", ask, revision=board.revision.id)
        stored = await self.store.add_question(board.artifact, question)
        return QuestionsChanged((*board.history.questions, stored))

    async def withdraw_question(self, board: Board, name: str) -> QuestionsChanged:
        """Ask something of this text no more.

        Raises:
            UsageError: no such question is asked.
        """
        asked = board.history.questions
        found = [q for q in asked if q.name.casefold() == name.strip().casefold() and not q.withdrawn]
        if not found:
            standing = standing_questions(board.history, board.revision.id)
            names = ", ".join(question.name for question in standing) or "none is"
            raise UsageError(f"No question {name.strip()!r} is asked of this text; these are: {names}.")
        await self.store.withdraw_question(found[-1])
        return QuestionsChanged(tuple(replace(q, withdrawn=True) if q == found[-1] else q for q in asked))

    async def refresh(self, artifact: Artifact) -> Refreshed:
        """What is stored now, for a board that another program left behind."""
        return Refreshed(await self._history(artifact))

    async def set_intent(self, artifact: Artifact, intent: str) -> ArtifactChanged:
        """Keep the author's sentence: what this is, for whom."""
        return ArtifactChanged(await self.store.set_intent(artifact, intent.strip()))
