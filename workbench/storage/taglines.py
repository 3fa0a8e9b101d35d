"""Lines that are tried on readers, what these said, and what was said of that."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.artifacts import Artifact
from workbench.core.costs.usage import Usage
from workbench.core.marks import Mark
from workbench.core.sources import Source
from workbench.core.taglines.candidates import Candidate
from workbench.core.taglines.reads import Asked, Grade, Read, Slot, Stage, Value
from workbench.core.taglines.store import Kept, KeptRace
from workbench.storage.claims import Claims
from workbench.storage.columns import Record, insert, json_of, moment, moment_of, shared, storable, texts_of
from workbench.storage.database import DatabaseThread, each_row, rows
from workbench.storage.sources import source_key, sources_by_key

_KNOWN = "select id, text, parent_id, hidden from taglines where artifact_id = ? order by id"
_READS = """
    select tagline_reads.* from taglines join tagline_reads on tagline_id = taglines.id
    where artifact_id = ? and state = 'finished' order by tagline_reads.id
"""
_SAME_READ = """
    select id from tagline_reads
    where tagline_id = ? and source_id = ? and stage = ? and trial = ? and title = ? and provider = ?
    and model = ? and effort = ? and state = 'finished'
"""
_GRADES = """
    select tagline_grades.*, (
        select mark from tagline_marks where grade_id = tagline_grades.id and undone = 0
        order by tagline_marks.id desc limit 1
    ) as mark
    from tagline_grades where state = 'finished' and {chosen} order by tagline_grades.id
"""
_LAST_MARK = """
    select tagline_marks.id, grade_id from tagline_grades join tagline_marks on grade_id = tagline_grades.id
    where artifact_id = ? and undone = 0 order by tagline_marks.id desc limit 1
"""


class SqliteTaglines:
    """`core.taglines.store.Taglines` on the store's thread."""

    def __init__(self, db: DatabaseThread, now: Callable[[], datetime], claims: Claims) -> None:
        """Take the store's thread, the time, and what is claimed by whom."""
        self._db, self._now, self._claims = db, now, claims

    async def claim(self, artifact: Artifact) -> bool:
        """Claim an artifact's candidates, to read them; False where another living program does that."""
        return await asyncio.to_thread(self._claims.take, artifact.id)

    async def release(self, artifact: Artifact) -> None:
        """Let another program take it."""
        await asyncio.to_thread(self._claims.drop, artifact.id)

    async def kept(self, artifact: Artifact, held: Sequence[Candidate]) -> Kept:
        """Everything stored of an artifact, whose file holds these candidates now; new ones are stored."""
        at = self._now()
        return await self._db.write(lambda db: _kept(db, artifact.id, held, at))

    async def save_race(self, artifact: Artifact, race: KeptRace) -> None:
        """Keep how an artifact's candidates are read, in place of how they were."""
        await self._db.write(lambda db: _save_race(db, artifact.id, race))

    async def edit(self, artifact: Artifact, parent: Candidate, text: str) -> Candidate:
        """A candidate made of another, or the one that has this text already, shown again."""
        at = self._now()
        return await self._db.write(lambda db: _edit(db, artifact.id, parent, text, at))

    async def hide(self, candidate: Candidate, hidden: bool) -> None:
        """Show and read a candidate no more, or again."""
        hide = "update taglines set hidden = ? where id = ?"
        await self._db.write(lambda db: db.execute(hide, [int(hidden), candidate.id]) and None)

    async def ask(self, artifact: Artifact, question: str) -> None:
        """Keep a question about what readers answered; one that is known stays."""
        asked: Record = {"artifact_id": artifact.id, "ask": question, "created_at": moment(self._now())}
        await self._db.write(lambda db: _insert_once(db, "tagline_questions", asked))

    async def save_read(self, read: Read) -> Read:
        """A read with its key; where another program has made it meanwhile, that one."""
        at = self._now()
        return await self._db.write(lambda db: _save_read(db, read, at))

    async def save_grade(self, artifact: Artifact, grade: Grade) -> Grade:
        """A grade with its key."""
        at = self._now()
        return await self._db.write(lambda db: _save_grade(db, artifact.id, grade, at))

    async def mark(self, grade: Grade, mark: Mark | None, reason: str | None = None) -> Grade:
        """A grade with the person's mark; None takes the earlier one back."""
        made: Record = {
            "grade_id": grade.id,
            "mark": mark,
            "reason": reason,
            "undone": 0,
            "marked_at": moment(self._now()),
        }
        await self._db.write(lambda db: insert(db, "tagline_marks", made))
        return replace(grade, mark=mark)

    async def undo(self, artifact: Artifact) -> Grade | None:
        """The grade whose mark was made last, with that taken back; None where there is no mark to undo."""
        at = self._now()
        return await self._db.write(lambda db: _undo(db, artifact.id, at))


def _kept(db: Database, artifact: int, held: Sequence[Candidate], at: datetime) -> Kept:
    for candidate in held:
        record: Record = {
            "artifact_id": artifact,
            "text": candidate.text,
            "hidden": 0,
            "created_at": moment(at),
        }
        _insert_once(db, "taglines", record)
    sources = sources_by_key(db)
    asked = rows(db, "select ask from tagline_questions where artifact_id = ? order by id", [artifact])
    return Kept(
        tuple(_candidates(rows(db, _KNOWN, [artifact]), held)),
        tuple(_read(row, sources) for row in each_row(db, _READS, [artifact])),
        _grades(db, sources, "artifact_id = ?", artifact),
        tuple(row["ask"] for row in asked),
        _race(db, artifact),
    )


def _race(db: Database, artifact: int) -> KeptRace | None:
    found = rows(db, "select * from tagline_races where artifact_id = ?", [artifact])
    return next(
        (
            KeptRace(
                texts_of(row["readers"]),
                row["trials"],
                bool(row["full"]),
                bool(row["under_title"]),
                row["seed"],
            )
            for row in found
        ),
        None,
    )


def _save_race(db: Database, artifact: int, race: KeptRace) -> None:
    db.execute(
        "insert or replace into tagline_races (artifact_id, readers, trials, full, under_title, seed) "
        "values (?, ?, ?, ?, ?, ?)",
        [artifact, json_of(race.readers), race.trials, race.full, race.under_title, race.seed],
    )


def _candidates(known: Sequence[Row], held: Sequence[Candidate]) -> list[Candidate]:
    """What a file holds, and what the person made of that, with keys."""
    texts = {row["id"]: row["text"] for row in known}
    by_text = {row["text"]: row for row in known}
    found = [(candidate, by_text.pop(_stored(candidate.text))) for candidate in held]
    found += [(Candidate(row["text"]), row) for row in by_text.values() if row["parent_id"]]
    return [
        replace(
            candidate,
            id=row["id"],
            parent=row["parent_id"] or 0,
            parent_text=texts.get(row["parent_id"], ""),
            hidden=bool(row["hidden"]),
        )
        for candidate, row in found
    ]


def _stored(text: str) -> str:
    return str(storable({"text": text})["text"])


def _edit(db: Database, artifact: int, parent: Candidate, text: str, at: datetime) -> Candidate:
    record: Record = {
        "artifact_id": artifact,
        "text": text,
        "parent_id": parent.id,
        "hidden": 0,
        "created_at": moment(at),
    }
    _insert_once(db, "taglines", record)
    # One that the file held once has come back by the person's hand.
    db.execute(
        "update taglines set hidden = 0, parent_id = coalesce(parent_id, ?) "
        "where artifact_id = ? and text = ?",
        [parent.id, artifact, _stored(text)],
    )
    known = rows(db, _KNOWN, [artifact])
    return next(each for each in _candidates(known, ()) if each.text == _stored(text))


def _insert_once(db: Database, table: str, record: Record) -> None:
    names, places = ", ".join(record), ", ".join("?" * len(record))
    sql = f"insert into {table} ({names}) values ({places}) on conflict do nothing"
    db.execute(sql, list(storable(record).values()))


def _save_read(db: Database, read: Read, at: datetime) -> Read:
    slot = read.slot
    source = source_key(db, slot.reader, at)
    if read.failure is None:
        same = [slot.candidate, source, slot.stage, slot.trial, read.title]
        found = rows(db, _SAME_READ, [*same, read.provider, read.model, read.effort])
        if found:
            row = rows(db, "select * from tagline_reads where id = ?", [found[0]["id"]])[0]
            return _read(row, {source: slot.reader})
    record: Record = {
        "tagline_id": slot.candidate,
        "source_id": source,
        "stage": slot.stage,
        "trial": slot.trial,
        "title": read.title,
        "what": read.what,
        "for_whom": read.for_whom,
        "thought": read.thought,
        **_asking(read),
        "read_at": moment(read.at or at),
    }
    return replace(read, id=insert(db, "tagline_reads", record))


def _save_grade(db: Database, artifact: int, grade: Grade, at: datetime) -> Grade:
    record: Record = {
        "artifact_id": artifact,
        "source_id": source_key(db, grade.source, at),
        "reference": grade.asked.reference,
        "question": grade.asked.question,
        "answer": grade.answer,
        "value": grade.value,
        "quote": grade.quote,
        "reason": grade.reason,
        "found": int(grade.found),
        **_asking(grade),
        "graded_at": moment(grade.at or at),
    }
    return replace(grade, id=insert(db, "tagline_grades", record))


def _asking(of: Read | Grade) -> Record:
    """How a model was asked, and what came of that."""
    usage, failure = of.usage, of.failure
    return {
        "state": "failed" if failure else "finished",
        "provider": of.provider,
        "model": of.model,
        "effort": of.effort,
        "prompt_sha256": of.prompt_sha256,
        "failure_kind": failure.kind if failure else None,
        "failure_message": failure.message if failure else None,
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "cache_read_tokens": usage.cache_read,
        "cache_written_tokens": usage.cache_written,
        "seconds": usage.seconds,
        "raw": of.raw,
    }


def _usage(row: Row) -> Usage:
    return Usage(
        row["input_tokens"],
        row["output_tokens"],
        row["cache_read_tokens"],
        row["cache_written_tokens"],
        row["seconds"],
    )


def _read(row: Row, sources: dict[int, Source]) -> Read:
    slot = Slot(row["tagline_id"], sources[row["source_id"]], Stage(row["stage"]), row["trial"])
    return Read(
        slot,
        row["what"],
        row["for_whom"],
        row["thought"],
        row["title"],
        shared(row["provider"]),
        shared(row["model"]),
        shared(row["effort"]),
        row["prompt_sha256"],
        usage=_usage(row),
        at=moment_of(row["read_at"]),
        id=row["id"],
    )


def _grades(db: Database, sources: dict[int, Source], chosen: str, key: int) -> tuple[Grade, ...]:
    return tuple(
        Grade(
            sources[row["source_id"]],
            Asked(shared(row["reference"]), shared(row["question"])),
            row["answer"],
            Value(row["value"]),
            row["quote"],
            row["reason"],
            bool(row["found"]),
            Mark(row["mark"]) if row["mark"] else None,
            shared(row["provider"]),
            shared(row["model"]),
            shared(row["effort"]),
            row["prompt_sha256"],
            usage=_usage(row),
            at=moment_of(row["graded_at"]),
            id=row["id"],
        )
        for row in each_row(db, _GRADES.format(chosen=chosen), [key])
    )


def _undo(db: Database, artifact: int, at: datetime) -> Grade | None:
    last = rows(db, _LAST_MARK, [artifact])
    if not last:
        return None
    turned = "update tagline_marks set undone = 1, turned_at = ? where id = ?"
    db.execute(turned, [moment(at), last[0]["id"]])
    return _grades(db, sources_by_key(db), "tagline_grades.id = ?", last[0]["grade_id"])[0]
