"""Everything a person can do with an artifact, over the ports: what screens and commands call."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from workbench.core.artifacts import Artifact, Kind, Revision, decoded
from workbench.core.board import Board, opened
from workbench.core.concerns import carried
from workbench.core.costs import PriceTable
from workbench.core.document import Document
from workbench.core.errors import UsageError
from workbench.core.events import (
    ArtifactChanged,
    Checked,
    Decided,
    Overlooked,
    ReadingFinished,
    Refreshed,
    RevisionSeen,
    RoundEvent,
    RoundFinished,
    RoundStarted,
    Ruled,
    Undone,
)
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.identity import KnownConcern, place
from workbench.core.judging import revision_ruling
from workbench.core.marks import REASONS, Decision, Mark, Target
from workbench.core.plans import (
    Assignment,
    Plan,
    estimate,
    missing_seats,
    next_trial,
    resumed,
    unfinished,
)
from workbench.core.ports import CheckReport, Checks, Clock, Files, Library, Provider, Settings, Store
from workbench.core.proposals import Proposal, bodies
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.rounds import Meter, RoundReadings
from workbench.core.sources import ME, Source
from workbench.core.trust import Report, report


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

    async def open(self, path: Path, kind: Kind | None = None) -> tuple[Board, CheckReport]:
        """The board of a file, with its checks run on the content it has now.

        Raises:
            ArtifactError: the file cannot be read.
            StoreError: the database cannot be used.
        """
        data = await self.files.read(path)
        seen = decoded(data, path.name)
        identity = await self.files.identity(path)
        artifact = await self.store.open_artifact(identity, str(path), kind)
        revision = replace(await self.store.save_revision(artifact, seen), notices=seen.notices)
        report = await self.checks.run(path, revision, artifact.kind)
        history, _, placements = await self._save_checks(artifact, revision, report)
        return opened(history.with_placements(placements), revision), report

    async def look(self, artifact: Artifact) -> RevisionSeen:
        """What the file holds now.

        Raises:
            ArtifactError: the file cannot be read.
        """
        path = Path(artifact.path)
        seen = decoded(await self.files.read(path), path.name)
        stored = await self.store.save_revision(artifact, seen)
        return RevisionSeen(replace(stored, notices=seen.notices))

    async def show(self, artifact: Artifact, revision: Revision) -> tuple[Checked, CheckReport]:
        """Move to a revision that was seen, with the checks run on it."""
        report = await self.checks.run(Path(artifact.path), revision, artifact.kind)
        _, readings, placements = await self._save_checks(artifact, revision, report)
        return Checked(revision, readings, placements), report

    async def _save_checks(
        self, artifact: Artifact, revision: Revision, report: CheckReport
    ) -> tuple[History, tuple[Reading, ...], tuple[Placement, ...]]:
        """What is stored once the checks' readings are, these readings, and where their new faults belong."""
        now = self.clock.now()
        by_source: dict[Source, list[Finding]] = {rule.source: [] for rule in self.checks.rules}
        for fault in report.faults:
            by_source[fault.source].append(replace(fault, revision=revision.id))
        readings = [
            Reading(
                source,
                1,
                ReadingState.FINISHED,
                revision.id,
                findings=tuple(faults),
                started_at=now,
                ended_at=now,
            )
            for source, faults in by_source.items()
        ]
        stored = await self.store.save_checks(artifact, revision, readings)
        history = await self.store.history(artifact)
        findings = [f for reading in stored for f in reading.findings if f.id not in history.placements]
        new = placed(history, revision, findings)
        return history, stored, await self.store.place(artifact, new) if new else ()

    def plan(self, artifact: Artifact) -> Plan:
        """Who would read this artifact.

        Raises:
            UsageError: a reader or rubric that was asked for does not exist, or none fits the kind.
        """
        settings = self.settings
        readers = self.library.readers(artifact.kind)
        if asked := settings.readers.get(artifact.kind):
            found = {name: self.library.persona(name) for name in asked}
            unknown = [name for name, persona in found.items() if persona is None]
            if unknown:
                raise UsageError(f"There is no persona {unknown[0]!r}: `workbench personas list` shows them.")
            readers = tuple(persona for persona in found.values() if persona is not None)
        rubric = (
            self.library.rubric(settings.rubric) if settings.rubric else self.library.judge(artifact.kind)
        )
        if settings.rubric and rubric is None:
            raise UsageError(f"There is no rubric {settings.rubric!r}: `workbench rubrics list` shows them.")
        if rubric and artifact.kind not in rubric.kinds:
            raise UsageError(
                f"The rubric {rubric.name!r} does not fit a text of kind {artifact.kind.value!r}."
            )
        if not readers and rubric is None:
            raise UsageError(f"No persona and no rubric fits a text of kind {artifact.kind.value!r}.")
        return Plan(readers, rubric, settings.models, settings.trials, settings.judge_trials)

    async def propose(self, board: Board, report: CheckReport) -> Proposal:
        """The round that reading now would make of the shown revision.

        A round of this revision that was stopped or failed in part is resumed with what is missing.

        Raises:
            UsageError: there is nobody to ask, nobody to read, nothing to read, or another workbench is
                reading it.
        """
        if self.provider is None:
            raise UsageError("There is no reader: set a key or a program, see `workbench doctor`.")
        document = Document(board.revision.text)
        if not document.text[document.body_start :].strip():
            raise UsageError("There is nothing to read in this text yet.")
        if board.history.last_round and board.history.last_round.state is RoundState.RUNNING:
            raise UsageError(
                "Another workbench is reading this text now: wait until it is done, then open it."
            )
        plan = self.plan(board.artifact)
        revision, kind = board.revision, board.artifact.kind
        missing = unfinished(board.history, revision.id, plan)
        assignments = plan.assignments(revision, kind, report.facts, next_trial(board.history, revision.id))
        last = board.history.last_round
        planned = tuple((a.seat.source, a.seat.trial) for a in assignments)
        if missing and last:
            assignments, planned = resumed(assignments, missing), last.planned
        secrets = tuple(
            s for s in self._stored(board, report.secrets) if board.marks.of_finding(s) is not Mark.MISS
        )
        return Proposal(
            revision,
            assignments,
            estimate(assignments, self.prices),
            self.provider.destination,
            planned,
            last if missing else None,
            secrets,
            await self.store.consented(board.artifact, self.provider.destination),
            tuple(str(error) for error in self.library.errors),
        )

    def _stored(self, board: Board, faults: Sequence[Finding]) -> tuple[Finding, ...]:
        """The stored findings of these faults, so that marks on them count."""
        stored = {
            (f.source, f.quote, f.span): f for f in board.history.findings if f.kind is FindingKind.FAULT
        }
        return tuple(stored.get((f.source, f.quote, f.span), f) for f in faults)

    async def read(
        self, artifact: Artifact, proposal: Proposal, stop: asyncio.Event | None = None
    ) -> AsyncGenerator[RoundEvent, None]:
        """Make a proposed round; the caller has the person's consent.

        Setting `stop` ends it early: what was read is kept and the round is incomplete, as it is when
        the generator is closed before its end.

        Raises:
            UsageError: another workbench reads the round that was to be resumed, or has read it.
        """
        assert self.provider is not None, "a proposal was made by a provider"
        if proposal.resumes:
            round, assignments = proposal.resumes, await self._taken(artifact, proposal)
        else:
            planned = Round(proposal.revision.id, 0, proposal.planned, started_at=self.clock.now())
            round, assignments = await self.store.begin_round(artifact, planned), proposal.assignments
        seats = tuple(assignment.seat for assignment in assignments)
        unread = len(seats)
        try:
            await self.store.consent(artifact, self.provider.destination)
            await self.store.save_sources(bodies(assignments))
            yield RoundStarted(replace(round, state=RoundState.RUNNING), proposal.revision, seats)
            readings = self._readings(artifact, proposal.revision, round)
            async with aclosing(readings.run(assignments, stop or asyncio.Event())) as events:
                async for event in events:
                    unread -= isinstance(event, ReadingFinished)
                    yield event
        finally:
            ending = await self._end(artifact, proposal.revision, round, complete=unread == 0)
            await self.store.release(round)
        for event in ending:
            yield event

    def _readings(self, artifact: Artifact, revision: Revision, round: Round) -> RoundReadings:
        assert self.provider is not None, "a round has a provider"
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
        )

    async def _taken(self, artifact: Artifact, proposal: Proposal) -> tuple[Assignment, ...]:
        """What a round that is to be resumed still wants, once no other workbench can read it too."""
        assert proposal.resumes is not None
        if not await self.store.claim(proposal.resumes):
            raise UsageError("Another workbench is reading this text now: wait until it is done, then read.")
        history = await self.store.history(artifact)
        wanted = set(missing_seats(history))
        if history.last_round is None or history.last_round.id != proposal.resumes.id or not wanted:
            await self.store.release(proposal.resumes)
            raise UsageError(
                "Another workbench has read this text meanwhile: open it again to see what it found."
            )
        return tuple(assignment for assignment in proposal.assignments if assignment.seat in wanted)

    async def _end(
        self, artifact: Artifact, revision: Revision, round: Round, complete: bool
    ) -> tuple[RoundEvent, ...]:
        """Group a round's findings, rule and close it."""
        state = RoundState.COMPLETE if complete else RoundState.INCOMPLETE
        ended = replace(round, state=state, ended_at=self.clock.now())
        history = (await self.store.history(artifact)).with_round(ended)
        findings = [
            finding
            for reading in history.readings
            if reading.round == round.id
            for finding in reading.findings
            if finding.id not in history.placements
        ]
        ruling = revision_ruling(history, revision.id)
        ended, placements = await self.store.end_round(ended, ruling, placed(history, revision, findings))
        return Ruled(ruling), RoundFinished(ended, placements)

    async def close_killed_round(self, board: Board) -> RoundFinished | None:
        """Close a round that a killed run left open; None where there is none, or where it is being read."""
        last = board.history.last_round
        if last is None or last.state is not RoundState.RUNNING or not await self.store.claim(last):
            return None
        revision = board.history.revision(last.revision) or board.revision
        finished = (await self._end(board.artifact, revision, last, complete=False))[-1]
        await self.store.release(last)
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

    async def note(self, artifact: Artifact, target: Target, text: str) -> Decided:
        """Write a note beside a target; an empty one removes it."""
        return Decided(await self.store.decide(artifact, Decision(target, "note", text.strip() or None)))

    async def overlook(self, artifact: Artifact, revision: Revision, span: Span, problem: str) -> Overlooked:
        """Add a problem that no source raised, on these words.

        Raises:
            UsageError: the problem is not said.
        """
        if not problem.strip():
            raise UsageError("Say what is wrong there, in a few words.")
        quote = revision.text[span.start : span.end]
        finding = Finding(ME, FindingKind.OVERLOOKED, quote, problem.strip(), span=span, revision=revision.id)
        return Overlooked(*await self.store.overlook(artifact, finding))

    async def undo(self, artifact: Artifact) -> Undone | None:
        """Take back the last decision about this artifact; None where there is none."""
        decision = await self.store.undo(artifact)
        return None if decision is None else Undone(decision)

    async def redo(self, artifact: Artifact) -> Undone | None:
        """Restore the decision last taken back; None where there is none."""
        decision = await self.store.redo(artifact)
        return None if decision is None else Undone(decision)

    async def report(self) -> Report:
        """How often each instrument is right, over every artifact."""
        return report(await self.store.histories())

    async def refresh(self, artifact: Artifact) -> Refreshed:
        """What is stored now, for a board that another program left behind."""
        return Refreshed(await self.store.history(artifact))

    async def set_intent(self, artifact: Artifact, intent: str) -> ArtifactChanged:
        """Keep the author's sentence: what this is, for whom."""
        return ArtifactChanged(await self.store.set_intent(artifact, intent.strip()))


def placed(history: History, revision: Revision, findings: Sequence[Finding]) -> tuple[Placement, ...]:
    """Where new findings on a revision belong among the concerns known so far."""
    if not findings:
        return ()
    members: dict[int, list[Finding]] = {}
    for finding in history.findings:
        if placement := history.placements.get(finding.id):
            members.setdefault(placement.concern, []).append(finding)
    known = [KnownConcern(id, carried(found, history, revision)) for id, found in members.items()]
    return place(findings, known, revision.text)
