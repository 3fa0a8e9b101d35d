"""A run of the workbench over the ports, and the texts that it opens."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.artifacts import Artifact, Kind, Revision, decoded
from workbench.core.board import Board, opened
from workbench.core.checking import place_faults, run_checks
from workbench.core.costs.estimates import Estimate, estimate, planned
from workbench.core.costs.experience import Experience
from workbench.core.costs.meter import Meter
from workbench.core.costs.prices import PriceTable
from workbench.core.events import (
    Checked,
    Refreshed,
    RevisionSeen,
)
from workbench.core.history import History
from workbench.core.identity.placing import unplaced_faults
from workbench.core.ignores import ignores_of
from workbench.core.loop.budget import LoopBudget, loop_budget
from workbench.core.plans import Assignment, Plan, plan_of
from workbench.core.ports import CheckReport, Checks, Clock, Files, Library, Lookup, Provider, Settings
from workbench.core.readings import Reading
from workbench.core.shelf import Shelf
from workbench.core.store import Store

if TYPE_CHECKING:
    from workbench.core.trust.instruments import Report


@dataclass(frozen=True)
class Opening:
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

    async def refresh(self, artifact: Artifact) -> Refreshed:
        """What is stored now, for a board that another program left behind."""
        return Refreshed(await self._history(artifact))

    async def experience(self) -> Experience:
        """What calls use, from those that were made before, of any text."""
        return Experience(await self.store.earlier())

    async def meter(self) -> Meter:
        """A meter for what is made as a round is."""
        return Meter(self.prices, self.settings.budget, experience=await self.experience())

    def loop_budget(self, history: History) -> LoopBudget:
        """What the rounds of a text's loop have cost and may still cost."""
        return loop_budget(history, self.settings.loop_budget, self.prices)

    async def estimated(self, assignments: Sequence[Assignment], matched: bool = False) -> Estimate:
        """What readings are expected to take; with `matched` the call that then matches findings, too."""
        settings = self.settings
        return estimate(
            planned(assignments, settings.again),
            self.prices,
            self.clock.now().date(),
            await self.experience(),
            settings.models.matcher if matched and settings.match == "model" else None,
        )

    async def report(self) -> "Report":
        """How often each instrument is right, over every artifact."""
        # Slow to import and large, and not every session looks at it.
        from workbench.core.trust.instruments import Report

        return Report(await self.store.counted(self.prices))
