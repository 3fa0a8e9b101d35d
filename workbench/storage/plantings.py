"""Copies with planted faults, what their readers said, and what the person says of that."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from sqlite3 import Row

import msgspec
from sqlite_utils import Database

from workbench.core.artifacts import Kind
from workbench.core.planting.planting import Planted
from workbench.core.planting.store import Planting, PlantReading, Said
from workbench.core.readings import Reading
from workbench.storage.columns import Record, insert, json_of, moment
from workbench.storage.database import DatabaseThread, rows
from workbench.storage.sources import source_key

_FINISHED = "select * from planted_readings where planting_id = ? and state = 'finished' order by id"
_SAID = "select question, same from planted_answers where planting_id = ? order by id"


class SqlitePlantings:
    """`core.planting.store.Plantings` on the store's thread."""

    def __init__(self, db: DatabaseThread, now: Callable[[], datetime]) -> None:
        """Take the store's thread and the time."""
        self._db, self._now = db, now

    async def plantings(self) -> tuple[Planting, ...]:
        """All of them, the oldest first."""
        return await self._db.read(
            lambda db: tuple(map(_planting, rows(db, "select * from plantings order by id", [])))
        )

    async def save_planting(self, planting: Planting) -> Planting:
        """A copy and its key, stored once however often the same is planted in the same text."""
        at = self._now()
        return await self._db.write(lambda db: _save(db, planting, at))

    async def readings(self, planting: int) -> tuple[PlantReading, ...]:
        """The finished readings of a copy, the oldest first."""
        return await self._db.read(lambda db: tuple(map(_reading, rows(db, _FINISHED, [planting]))))

    async def save_reading(self, planting: int, reading: PlantReading) -> None:
        """Keep a reading of a copy."""
        at = self._now()
        await self._db.write(lambda db: _save_reading(db, planting, reading, at))

    async def said(self, planting: int) -> Said:
        """What the person said last of each finding that they were asked about."""
        return await self._db.read(
            lambda db: {row["question"]: bool(row["same"]) for row in rows(db, _SAID, [planting])}
        )

    async def say(self, planting: int, question: str, same: bool) -> None:
        """Keep what the person says of a finding; what they said of it before stays stored."""
        said: Record = {
            "planting_id": planting,
            "question": question,
            "same": int(same),
            "said_at": moment(self._now()),
        }
        await self._db.write(lambda db: insert(db, "planted_answers", said))


def _planting(row: Row) -> Planting:
    planted = msgspec.json.decode(row["body"], type=Planted)
    return Planting(row["path"], row["copy"], Kind(row["kind"]), planted, row["id"])


def _save(db: Database, planting: Planting, at: datetime) -> Planting:
    digest = sha256(planting.planted.text.encode("utf-8", "surrogatepass")).hexdigest()
    same = rows(db, "select * from plantings where path = ? and copy_sha256 = ?", [planting.path, digest])
    if same:
        db.execute("update plantings set copy = ? where id = ?", [planting.copy, same[0]["id"]])
        return replace(_planting(same[0]), copy=planting.copy)
    record: Record = {
        "path": planting.path,
        "copy": planting.copy,
        "kind": planting.kind,
        "copy_sha256": digest,
        "body": json_of(msgspec.to_builtins(planting.planted)),
        "planted_at": moment(at),
    }
    return replace(planting, id=insert(db, "plantings", record))


def _reading(row: Row) -> PlantReading:
    return PlantReading(msgspec.json.decode(row["body"], type=Reading), row["model"], row["id"])


def _save_reading(db: Database, planting: int, read: PlantReading, at: datetime) -> None:
    reading = read.reading
    insert(
        db,
        "planted_readings",
        {
            "planting_id": planting,
            "source_id": source_key(db, reading.source, at),
            "trial": reading.trial,
            "provider": reading.provider,
            "model": read.model,
            "effort": reading.effort,
            "prompt_sha256": reading.prompt_sha256,
            "state": reading.state,
            "body": json_of(msgspec.to_builtins(reading)),
            "read_at": moment(at),
        },
    )
