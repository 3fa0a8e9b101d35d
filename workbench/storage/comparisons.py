"""Comparisons: what readers answered, and what the person chose."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

import msgspec
from sqlite_utils import Database

from workbench.core.artifacts import Artifact, Revision
from workbench.core.comparing.agreement import Past
from workbench.core.comparing.comparison import Choice, Comparison
from workbench.core.comparing.readings import CompareReading
from workbench.storage.artifacts import artifact_of, revision_of
from workbench.storage.claims import Claims
from workbench.storage.columns import Record, insert, json_of, moment, moment_of
from workbench.storage.comparison_counts import past_comparisons
from workbench.storage.database import DatabaseThread, rows
from workbench.storage.sources import source_key, sources_by_key

_SAME = "select * from comparisons where low_revision_id = ? and high_revision_id = ? and asked = ?"
_FINISHED = "select body from comparison_readings where comparison_id = ? and state = 'finished' order by id"
_CHOICES = "select * from comparison_choices where comparison_id = ? order by id"
_SHOWN = "update comparisons set shown_at = ? where id = ? and shown_at is null"
_BLIND = "select shown_at is null as blind from comparisons where id = ?"


class SqliteComparisons:
    """`core.comparing.store.Comparisons` on the store's thread."""

    def __init__(self, db: DatabaseThread, now: Callable[[], datetime], claims: Claims) -> None:
        """Take the store's thread, the time, and what is claimed by whom."""
        self._db, self._now, self._claims = db, now, claims

    async def claim(self, comparison: Comparison) -> bool:
        """Claim a comparison, to ask about it; False where another living program does that."""
        return await asyncio.to_thread(self._claims.take, comparison.id)

    async def release(self, comparison: Comparison) -> None:
        """Let another program take it."""
        await asyncio.to_thread(self._claims.drop, comparison.id)

    async def revisions(self, identity: str) -> tuple[Artifact, tuple[Revision, ...]] | None:
        """The artifact of an identity with its revisions, the oldest first; None where it is unknown."""
        return await self._db.read(lambda db: _revisions(db, identity))

    async def begin(self, comparison: Comparison) -> Comparison:
        """The comparison with its key, stored once for these two revisions and what is asked."""
        at = self._now()
        return await self._db.write(lambda db: _begin(db, comparison, at))

    async def readings(self, comparison: Comparison) -> tuple[CompareReading, ...]:
        """What finished, the oldest first."""
        return await self._db.read(
            lambda db: tuple(
                msgspec.json.decode(row["body"], type=CompareReading)
                for row in rows(db, _FINISHED, [comparison.id])
            )
        )

    async def save_reading(self, comparison: Comparison, reading: CompareReading) -> None:
        """Keep what a reader answered, or that it failed."""
        at = self._now()
        await self._db.write(lambda db: _save_reading(db, comparison.id, reading, at))

    async def choices(self, comparison: Comparison) -> tuple[Choice, ...]:
        """What the person chose, the oldest first, what they took back among it."""
        return await self._db.read(lambda db: tuple(map(_choice, rows(db, _CHOICES, [comparison.id]))))

    async def choose(self, comparison: Comparison, chosen: int | None) -> Choice:
        """Keep a choice: blind where nothing that is hidden had been shown by then, in any window."""
        at = self._now()

        def choose(db: Database) -> Choice:
            blind = rows(db, _BLIND, [comparison.id])[0]["blind"]
            record: Record = {
                "comparison_id": comparison.id,
                "chosen_revision_id": chosen,
                "blind": blind,
                "chosen_at": moment(at),
            }
            return Choice(chosen, bool(blind), at=at, id=insert(db, "comparison_choices", record))

        return await self._db.write(choose)

    async def take_back(self, choice: Choice) -> Choice:
        """A choice taken back: it stays stored and counts no more."""
        at = moment(self._now())
        sql = "update comparison_choices set undone = 1, undone_at = ? where id = ?"
        await self._db.write(lambda db: db.execute(sql, [at, choice.id]))
        return replace(choice, undone=True)

    async def show(self, comparison: Comparison) -> datetime:
        """Remember that what is hidden is shown from now on; when that was first so."""
        at = self._now()

        def show(db: Database) -> datetime:
            db.execute(_SHOWN, [moment(at), comparison.id])
            shown = rows(db, "select shown_at from comparisons where id = ?", [comparison.id])[0]["shown_at"]
            return moment_of(shown) or at

        return await self._db.write(show)

    async def past(self) -> tuple[Past, ...]:
        """Every comparison in which the person chose blind."""
        return await self._db.read(lambda db: past_comparisons(db.conn, sources_by_key(db)))


def _revisions(db: Database, identity: str) -> tuple[Artifact, tuple[Revision, ...]] | None:
    found = rows(db, "select * from artifacts where identity = ?", [identity])
    if not found:
        return None
    artifact = artifact_of(found[0])
    stored = rows(db, "select * from revisions where artifact_id = ? order by number", [artifact.id])
    return artifact, tuple(map(revision_of, stored))


def _begin(db: Database, comparison: Comparison, at: datetime) -> Comparison:
    low, high = sorted(text.revision.id for text in comparison.texts)
    same = rows(db, _SAME, [low, high, comparison.asked])
    if same:
        row = same[0]
        shown = moment_of(row["shown_at"])
        return replace(comparison, seed=row["seed"], shown_at=shown, id=row["id"])
    record: Record = {
        "low_revision_id": low,
        "high_revision_id": high,
        "question": comparison.question,
        "asked": comparison.asked,
        "seed": comparison.seed,
        "compared_at": moment(at),
    }
    return replace(comparison, shown_at=None, id=insert(db, "comparisons", record))


def _save_reading(db: Database, comparison: int, reading: CompareReading, at: datetime) -> None:
    player = reading.player
    finished = reading.failure is None
    insert(
        db,
        "comparison_readings",
        {
            "comparison_id": comparison,
            "source_id": source_key(db, player.source, at),
            "provider": player.provider,
            "model": player.model,
            "effort": player.effort,
            "first_revision_id": reading.first,
            "chosen_revision_id": reading.chosen if finished else None,
            "prompt_sha256": reading.prompt_sha256,
            "state": reading.state,
            "body": json_of(msgspec.to_builtins(reading)),
            "asked_at": moment(at),
        },
    )


def _choice(row: Row) -> Choice:
    at = moment_of(row["chosen_at"])
    return Choice(row["chosen_revision_id"], bool(row["blind"]), bool(row["undone"]), at, row["id"])
