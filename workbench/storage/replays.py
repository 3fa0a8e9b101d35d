"""What prompts were made of, and readings that were made to compare two wordings."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

import msgspec
from sqlite_utils import Database

from workbench.core.artifacts import Kind
from workbench.core.readings import Reading
from workbench.core.replay.rebuilding import Asked, Bodies
from workbench.core.replay.store import Look, Replayed
from workbench.core.sources import Source, SourceKind, wording_of
from workbench.storage.artifacts import revision_of
from workbench.storage.claims import Claims
from workbench.storage.columns import Met, insert, json_of, list_of, moment
from workbench.storage.database import DatabaseThread, each_row, rows
from workbench.storage.readings import reading_of
from workbench.storage.sources import source_key, sources_by_key

_ASKED = """
    select readings.*, '' as raw, made_of.body as made_of, rounds.planned, artifacts.path, artifacts.kind
    from readings
    join revisions on revisions.id = readings.revision_id
    join artifacts on artifacts.id = revisions.artifact_id
    join sources on sources.id = source_id
    left join rounds on rounds.id = round_id
    left join made_of on reading_id = readings.id
    where sources.kind in ('reader', 'rubric', 'questions', 'matcher') and provider not in ('me', 'import')
    and readings.state <> 'stopped' and prompt_sha256 <> ''
    and (:artifact is null or revisions.artifact_id = :artifact)
    order by readings.id
"""
_REVISIONS = "select * from revisions where :artifact is null or artifact_id = :artifact"
_REPLAYED = """
    select * from replayed_readings
    where state = 'finished' and revision_id in (select value from json_each(?)) order by id
"""
_BODIES = """
    select kind, name, wording, body from sources where body is not null
    order by (select max(readings.id) from readings where source_id = sources.id), id
"""
_LOOKS = "select count(*) from replay_looks where kind = ? and name = ?"


class SqliteReplays:
    """`core.replay_store.Replays` on the store's thread."""

    def __init__(self, db: DatabaseThread, now: Callable[[], datetime], claims: Claims) -> None:
        """Take the store's thread, the time, and what is claimed by whom."""
        self._db, self._now, self._claims = db, now, claims

    async def claim(self, source: Source) -> bool:
        """Claim a source, to compare its wordings; False where another living program does that."""
        return await asyncio.to_thread(self._claims.take, _key(source))

    async def release(self, source: Source) -> None:
        """Let another program take it."""
        await asyncio.to_thread(self._claims.drop, _key(source))

    async def asked(self, artifact: int | None = None) -> tuple[Asked, ...]:
        """Every reading that a model was asked for, of one artifact or of all, the oldest first."""
        return await self._db.read(lambda db: _asked(db, artifact))

    async def bodies(self) -> Bodies:
        """What defines each source whose words are kept; what read last in a round comes last."""
        return await self._db.read(_bodies)

    async def replayed(self, revisions: Sequence[int]) -> tuple[Replayed, ...]:
        """The finished readings that were made of some revisions to be compared, the oldest first."""
        keys = json_of(list(revisions))
        return await self._db.read(
            lambda db: tuple(Replayed(_read(row), row["model"]) for row in rows(db, _REPLAYED, [keys]))
        )

    async def save_replayed(self, replayed: Replayed) -> None:
        """Keep a reading that was made to be compared."""
        at = self._now()
        await self._db.write(lambda db: _save(db, replayed, at))

    async def save_look(self, look: Look) -> int:
        """Keep that somebody looked; how often that was for a source of its name, this time included."""
        at = self._now()
        return await self._db.write(lambda db: _look(db, look, at))


def _key(source: Source) -> int:
    """The same number for all wordings of a source."""
    return int(wording_of(f"{source.kind}/{source.name}")[:12], 16)


def _asked(db: Database, artifact: int | None) -> tuple[Asked, ...]:
    sources, met = sources_by_key(db), Met()
    revisions = {row["id"]: revision_of(row) for row in each_row(db, _REVISIONS, {"artifact": artifact})}
    return tuple(
        Asked(
            _with_made_of(row, sources[row["source_id"]]),
            revisions[row["revision_id"]],
            row["path"],
            Kind(row["kind"]),
            met[_planned(row["planned"])],
        )
        for row in each_row(db, _ASKED, {"artifact": artifact})
    )


def _with_made_of(row: Row, source: Source) -> Reading:
    return replace(reading_of(row, source), made_of=row["made_of"] or "")


def _planned(text: str | None) -> tuple[Source, ...]:
    seats = list_of(text) if text else []
    return tuple(Source(SourceKind(seat["kind"]), seat["name"], seat["wording"]) for seat in seats)


def _bodies(db: Database) -> Bodies:
    found = rows(db, _BODIES)
    return {Source(SourceKind(row["kind"]), row["name"], row["wording"]): row["body"] for row in found}


def _read(row: Row) -> Reading:
    return msgspec.json.decode(row["body"], type=Reading)


def _save(db: Database, replayed: Replayed, at: datetime) -> None:
    reading = replayed.reading
    insert(
        db,
        "replayed_readings",
        {
            "revision_id": reading.revision,
            "source_id": source_key(db, reading.source, at),
            "trial": reading.trial,
            "provider": reading.provider,
            "model": replayed.model,
            "effort": reading.effort,
            "prompt_sha256": reading.prompt_sha256,
            "state": reading.state,
            "body": json_of(msgspec.to_builtins(reading)),
            "read_at": moment(at),
        },
    )


def _look(db: Database, look: Look, at: datetime) -> int:
    new, old = look.new, look.old
    record = {"kind": new.kind, "name": new.name, "new_wording": new.wording, "old_wording": old.wording}
    insert(db, "replay_looks", {**record, "looked_at": moment(at)})
    found: int = db.execute(_LOOKS, [new.kind, new.name]).fetchone()[0]
    return found
