"""The store: the core's port, kept in one SQLite file."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlite_utils import Database

from workbench.core.artifacts import Artifact, Kind, Revision
from workbench.core.history import History, LookedUp, Placement, Round, Turned
from workbench.core.marks import Decision, Target
from workbench.core.own_answers import OwnAnswer
from workbench.core.previews import Preview
from workbench.core.readings import Finding, Reading
from workbench.core.remembered import Known, Remembered
from workbench.core.ruling import Ruling
from workbench.core.sources import Source
from workbench.core.text_questions import TextQuestion
from workbench.storage import (
    artifacts,
    concerns,
    decisions,
    histories,
    known,
    own_answers,
    regrouping,
    remembered,
    rounds,
    sources,
    text_questions,
)
from workbench.storage.claims import Claims
from workbench.storage.condition import Condition, condition
from workbench.storage.counted_store import CountedStore
from workbench.storage.database import DatabaseThread
from workbench.storage.previews import save_preview
from workbench.storage.readings import save_checks, save_reading

if TYPE_CHECKING:
    from workbench.storage.calibration import SqliteCalibrations
    from workbench.storage.comparisons import SqliteComparisons
    from workbench.storage.plantings import SqlitePlantings
    from workbench.storage.replays import SqliteReplays
    from workbench.storage.taglines import SqliteTaglines


class SqliteStore(CountedStore):
    """`core.store.Store` in a SQLite file, which is made and opened by the first call.

    Every method may raise `StoreError`: the file cannot be used.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        super().__init__(path, DatabaseThread(path, now))
        self._claims = Claims(path, "round")
        self._compared, self._tried = Claims(path, "comparison"), Claims(path, "taglines")
        self._replayed = Claims(path, "replay")
        self._now = now

    @property
    def calibrations(self) -> "SqliteCalibrations":
        """What is stored of answers given blind."""
        from workbench.storage.calibration import SqliteCalibrations

        return SqliteCalibrations(self._db, self._now)

    @property
    def replays(self) -> "SqliteReplays":
        """What is stored of prompts, and of readings that were made to compare two wordings."""
        from workbench.storage.replays import SqliteReplays

        return SqliteReplays(self._db, self._now, self._replayed)

    @property
    def plantings(self) -> "SqlitePlantings":
        """What is stored of copies with planted faults."""
        from workbench.storage.plantings import SqlitePlantings

        return SqlitePlantings(self._db, self._now)

    @property
    def comparisons(self) -> "SqliteComparisons":
        """What is stored of texts that were held beside each other."""
        from workbench.storage.comparisons import SqliteComparisons

        return SqliteComparisons(self._db, self._now, self._compared)

    @property
    def taglines(self) -> "SqliteTaglines":
        """What is stored of lines that are tried on readers."""
        from workbench.storage.taglines import SqliteTaglines

        return SqliteTaglines(self._db, self._now, self._tried)

    async def open(self) -> None:
        """Make or open the file now, so that one that cannot be used is refused before anything else."""
        await self._db.read(lambda db: None)

    async def keep_copy(self) -> None:
        """Keep a copy of the file beside it where the newest is a day old; closing the store ends it."""
        await self._db.keep_copy()

    async def condition(self) -> Condition:
        """How the file is, once all of it was read; raises where it is damaged."""
        return await self._db.read(lambda db: condition(db.conn, self._path))

    async def open_artifact(self, identity: str, path: str, kind: Kind | None) -> Artifact:
        """The artifact of that identity, made if new, with its path and any given kind brought up to date.

        Raises:
            ArtifactError: the name is not Unicode.
        """
        at = self._now()
        return await self._db.write(lambda db: artifacts.open_artifact(db, identity, path, kind, at))

    async def unlist(self, artifact: Artifact) -> None:
        """Take an artifact off the list of texts until it is opened again; nothing else changes."""
        at = self._now()
        await self._db.write(lambda db: artifacts.unlist(db, artifact, at))

    async def set_intent(self, artifact: Artifact, intent: str) -> Artifact:
        """The artifact with the author's sentence."""
        return await self._db.write(lambda db: artifacts.set_intent(db, artifact, intent))

    async def set_written_with(self, artifact: Artifact, model: str | None) -> Artifact:
        """The artifact with the model that helped to write it; None where that is not known any more."""
        return await self._db.write(lambda db: artifacts.set_written_with(db, artifact, model))

    async def save_revision(self, artifact: Artifact, revision: Revision) -> Revision:
        """The revision with its key and number, as it was first stored."""
        at = self._now()
        return await self._db.write(lambda db: artifacts.save_revision(db, artifact.id, revision, at))

    async def save_sources(self, bodies: Mapping[Source, str]) -> None:
        """Keep the texts that define sources, so that an old wording can be shown."""
        at = self._now()
        await self._db.write(lambda db: sources.save_bodies(db, bodies, at))

    async def history(self, artifact: Artifact) -> History:
        """Everything stored about an artifact, which stays at the path that it has here.

        Another clone or worktree of it may have been opened since.
        """
        found = await self._db.read(lambda db: histories.history(db, artifact.id))
        return replace(found, artifact=replace(found.artifact, path=artifact.path))

    async def known(self) -> tuple[Known, ...]:
        """Every artifact, found by a light query."""
        return await self._db.read(known.known)

    async def remembered(self) -> tuple[Remembered, ...]:
        """Every artifact with the texts by which it would be recognised."""
        return await self._db.read(remembered.remembered)

    async def leave(self, artifact: Artifact, revision: Revision, place: Target | None) -> None:
        """Remember that the person left, what was shown and the row they were at."""
        at = self._now()
        await self._db.write(lambda db: remembered.leave(db, artifact, revision, place, at))

    async def take_over(self, old: Artifact, new: Artifact) -> Artifact:
        """The old artifact under a new one's identity and path, which gets the old one's in exchange.

        Raises:
            UsageError: the new one has a history of its own, or either is no longer what it was.
        """
        return await self._db.write(lambda db: remembered.take_over(db, old, new))

    async def begin_round(self, artifact: Artifact, round: Round) -> Round | None:
        """The round with its key and number, running and claimed by this program.

        None where another program reads the artifact, has begun to and was killed, or has made one of the
        readings meanwhile.
        """
        at = self._now()
        claimed: list[int] = []

        def begin(db: Database) -> Round | None:
            for id, running in rounds.unfinished_rounds(db, artifact.id):
                if self._claims.is_taken(id) or (running and not self._claims.holds(id)):
                    return None
            if rounds.is_read(db, round):
                return None
            begun = rounds.begin_round(db, artifact.id, round, at)
            claimed.append(begun.id)
            self._claims.take(begun.id)
            return begun

        try:
            return await self._db.write(begin)
        except Exception:
            # The round was not stored, and another one may get its key.
            for id in claimed:
                self._claims.drop(id)
            raise

    async def reopen_round(self, round: Round) -> Round:
        """A round that ended and is claimed by this program, running again."""
        return await self._db.write(lambda db: rounds.reopen_round(db, round))

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

    async def save_questioning(
        self, artifact: Artifact, reading: Reading, questions: Sequence[TextQuestion]
    ) -> tuple[Reading, tuple[TextQuestion, ...]]:
        """A reading and the questions that it derived, with their keys, in one transaction."""
        at = self._now()

        def save(db: Database) -> tuple[Reading, tuple[TextQuestion, ...]]:
            stored = save_reading(db, reading, at)
            made = [replace(question, reading=stored.id) for question in questions]
            return stored, text_questions.save_questions(db, artifact.id, made, at)

        return await self._db.write(save)

    async def save_matching(
        self, artifact: Artifact, reading: Reading, placements: Sequence[Placement]
    ) -> tuple[Reading, tuple[Placement, ...]]:
        """A matching call and what it placed, in one transaction."""
        at = self._now()

        def save(db: Database) -> tuple[Reading, tuple[Placement, ...]]:
            return save_reading(db, reading, at), concerns.place(db, artifact.id, placements, at)

        return await self._db.write(save)

    async def add_question(self, artifact: Artifact, question: TextQuestion) -> TextQuestion:
        """A question that the person added, with its key."""
        at = self._now()
        kept = await self._db.write(lambda db: text_questions.save_questions(db, artifact.id, [question], at))
        return kept[0]

    async def withdraw_question(self, question: TextQuestion) -> None:
        """Ask a question about a text no more; what was answered to it stays."""
        at = self._now()
        await self._db.write(lambda db: text_questions.withdraw_question(db, question.id, at))

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

    async def own_answers(self, artifact: Artifact) -> tuple[OwnAnswer, ...]:
        """What the person answered about any revision and made no reading of yet, the oldest first."""
        return await self._db.read(lambda db: own_answers.own_answers(db, artifact.id))

    async def save_own_answer(self, answer: OwnAnswer) -> None:
        """Keep an answer, in place of an earlier one to the same question about the same revision."""
        at = self._now()
        await self._db.write(lambda db: own_answers.save_own_answer(db, answer, at))

    async def drop_own_answer(self, source: Source, revision: int) -> None:
        """Keep no answer to a question about a revision any more."""
        at = self._now()
        await self._db.write(lambda db: own_answers.drop_own_answer(db, source, revision, at))

    async def save_own_reading(
        self,
        artifact: Artifact,
        reading: Reading,
        placements: Sequence[Placement],
        decisions: Sequence[Decision],
    ) -> tuple[Reading, tuple[Placement, ...], tuple[Decision, ...]]:
        """Make the person's answers a reading, in one transaction.

        Placements and decisions name a finding by its place in the reading: -1 is the first.
        """
        at = self._now()
        return await self._db.write(
            lambda db: own_answers.save_own_reading(db, artifact.id, reading, placements, decisions, at)
        )

    async def decide(self, artifact: Artifact, decision: Decision) -> Decision:
        """The decision with its key and time; nothing undone before it can be redone."""
        at = self._now()
        return await self._db.write(lambda db: decisions.decide(db, artifact.id, decision, at))

    async def merge(
        self, artifact: Artifact, targets: Sequence[Target]
    ) -> tuple[Decision, tuple[Placement, ...]]:
        """Make concerns and unplaced findings one, with where it puts the findings that it moves.

        Raises:
            UsageError: they are fewer than two concerns, or one has no finding any more.
        """
        at = self._now()
        return await self._db.write(lambda db: regrouping.merge(db, artifact, targets, at))

    async def split(
        self, artifact: Artifact, findings: Sequence[int]
    ) -> tuple[Decision, tuple[Placement, ...]]:
        """Take findings out of their concern into a new one, with where they are then.

        Raises:
            UsageError: they are not in one concern, or nothing would stay in it.
        """
        at = self._now()
        return await self._db.write(lambda db: regrouping.split(db, artifact, findings, at))

    async def undo(self, artifact: Artifact) -> Turned | None:
        """Take the last standing decision back; None where there is none."""
        at = self._now()
        return await self._db.write(lambda db: regrouping.undo(db, artifact.id, at))

    async def redo(self, artifact: Artifact) -> Turned | None:
        """Restore the decision last taken back; None where there is none."""
        at = self._now()
        return await self._db.write(lambda db: regrouping.redo(db, artifact.id, at))

    async def overlook(self, artifact: Artifact, finding: Finding) -> tuple[Finding, Placement, Decision]:
        """Store a problem that the person added, as a concern of its own, marked hit."""
        at = self._now()
        return await self._db.write(lambda db: decisions.overlook(db, artifact.id, finding, at))

    async def accept_ignore(self, artifact: Artifact, comment: str) -> None:
        """Remember that the person accepted a comment of the text, exactly as it stands."""
        at = self._now()
        await self._db.write(lambda db: artifacts.accept_ignore(db, artifact.id, comment, at))

    async def save_looked_up(self, decision: Decision, looked: LookedUp) -> None:
        """Keep what stood at a place when the person marked that they can't tell."""
        await self._db.write(lambda db: decisions.save_looked_up(db, decision.id, looked))

    async def consented(self, artifact: Artifact, destination: str) -> bool:
        """Whether the person agreed to send this artifact there."""
        return await self._db.read(lambda db: artifacts.consented(db, artifact.id, destination))

    async def consent(self, artifact: Artifact, destination: str) -> None:
        """Remember that the person agreed."""
        at = self._now()
        await self._db.write(lambda db: artifacts.consent(db, artifact.id, destination, at))

    async def save_preview(self, artifact: Artifact, preview: Preview) -> None:
        """Keep what the artifact's screen shows first when it is opened next."""
        at = self._now()
        await self._db.write(lambda db: save_preview(db, artifact.id, preview, at))

    async def histories(self, without: Artifact | None = None) -> tuple[History, ...]:
        """Every artifact's history but one's, with neither its texts nor the words of its findings."""
        return await self._db.read(lambda db: histories.histories(db, without.id if without else None))

    async def close(self) -> None:
        """Finish what is under way and let go of the file."""
        await self._db.close()
        for claims in (self._claims, self._compared, self._tried, self._replayed):
            claims.close()
