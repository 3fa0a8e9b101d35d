"""The store: the core's port, kept in one SQLite file."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from sqlite_utils import Database

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.history import History, Placement, Round
from workbench.core.marks import Decision
from workbench.core.readings import Finding, Reading
from workbench.core.ruling import Ruling
from workbench.core.sources import Source
from workbench.storage import artifacts, concerns, decisions, histories, rounds, sources
from workbench.storage.database import DatabaseThread
from workbench.storage.readings import save_checks, save_reading
from workbench.storage.round_claims import RoundClaims


class SqliteStore:
    """`core.ports.Store` in a SQLite file, which is made and opened by the first call.

    Every method may raise `StoreError`: the file cannot be used.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self._db = DatabaseThread(path)
        self._claims = RoundClaims(path)
        self._now = now

    async def open(self) -> None:
        """Make or open the file now, so that one that cannot be used is refused before anything else."""
        await self._db.read(lambda db: None)

    async def open_artifact(self, identity: str, path: str, kind: Kind | None) -> Artifact:
        """The artifact of that identity, made if new, with its path and any given kind brought up to date.

        Raises:
            ArtifactError: the name is not Unicode.

        """
        at = self._now()
        return await self._db.write(lambda db: artifacts.open_artifact(db, identity, path, kind, at))

    async def set_intent(self, artifact: Artifact, intent: str) -> Artifact:
        """The artifact with the author's sentence."""
        return await self._db.write(lambda db: artifacts.set_intent(db, artifact, intent))

    async def save_revision(self, artifact: Artifact, revision: Revision) -> Revision:
        """The revision with its key and number, as it was first stored."""
        at = self._now()
        return await self._db.write(lambda db: artifacts.save_revision(db, artifact.id, revision, at))

    async def save_sources(self, bodies: Mapping[Source, str]) -> None:
        """Keep the texts that define sources, so that an old wording can be shown."""
        at = self._now()
        await self._db.write(lambda db: sources.save_bodies(db, bodies, at))

    async def history(self, artifact: Artifact) -> History:
        """Everything stored about an artifact."""
        return await self._db.read(lambda db: histories.history(db, artifact.id))

    async def begin_round(self, artifact: Artifact, round: Round) -> Round:
        """The round with its key and number, running and claimed by this program."""
        at = self._now()

        def begin(db: Database) -> Round:
            begun = rounds.begin_round(db, artifact.id, round, at)
            self._claims.take(begun.id)
            return begun

        return await self._db.write(begin)

    async def end_round(
        self, round: Round, ruling: Ruling, placements: Sequence[Placement]
    ) -> tuple[Round, tuple[Placement, ...]]:
        """Close a round in the state it has and place its findings, in one transaction.

        A placement in concern 0 or below starts a new concern; equal numbers start the same one.
        """
        at = self._now()
        return await self._db.write(lambda db: rounds.end_round(db, round, ruling, placements, at))

    async def claim(self, round: Round) -> bool:
        """Take a round to be read by this program; False where another living program reads it."""
        return await asyncio.to_thread(self._claims.take, round.id)

    async def release(self, round: Round) -> None:
        """Let another program take a round."""
        await asyncio.to_thread(self._claims.drop, round.id)

    async def save_reading(self, artifact: Artifact, reading: Reading) -> Reading:
        """The reading with keys for itself, its findings and its answers."""
        at = self._now()
        return await self._db.write(lambda db: save_reading(db, reading, at))

    async def save_checks(
        self, artifact: Artifact, revision: Revision, readings: Sequence[Reading]
    ) -> tuple[Reading, ...]:
        """What the checks say of a revision now, the whole of it; faults raised as before keep their keys."""
        at = self._now()
        return await self._db.write(lambda db: save_checks(db, revision.id, readings, at))

    async def place(self, artifact: Artifact, placements: Sequence[Placement]) -> tuple[Placement, ...]:
        """Placements with real concern keys; numbers as in `end_round`."""
        at = self._now()
        return await self._db.write(lambda db: concerns.place(db, artifact.id, placements, at))

    async def decide(self, artifact: Artifact, decision: Decision) -> Decision:
        """The decision with its key and time; nothing undone before it can be redone."""
        at = self._now()
        return await self._db.write(lambda db: decisions.decide(db, artifact.id, decision, at))

    async def undo(self, artifact: Artifact) -> Decision | None:
        """Take the last standing decision back; None where there is none."""
        return await self._db.write(lambda db: decisions.undo(db, artifact.id))

    async def redo(self, artifact: Artifact) -> Decision | None:
        """Restore the decision last taken back; None where there is none."""
        return await self._db.write(lambda db: decisions.redo(db, artifact.id))

    async def overlook(self, artifact: Artifact, finding: Finding) -> tuple[Finding, Placement, Decision]:
        """Store a problem that the person added, as a concern of its own, marked hit."""
        at = self._now()
        return await self._db.write(lambda db: decisions.overlook(db, artifact.id, finding, at))

    async def consented(self, artifact: Artifact, destination: str) -> bool:
        """Whether the person agreed to send this artifact there."""
        return await self._db.read(lambda db: artifacts.consented(db, artifact.id, destination))

    async def consent(self, artifact: Artifact, destination: str) -> None:
        """Remember that the person agreed."""
        at = self._now()
        await self._db.write(lambda db: artifacts.consent(db, artifact.id, destination, at))

    async def histories(self) -> tuple[History, ...]:
        """Every artifact's history without its texts and raw answers, for the report."""
        return await self._db.read(histories.histories)

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        await self._db.close()
        self._claims.close()
