"""Rounds: begun with what they plan to read with, ended with their ruling."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from sqlite3 import Row
from typing import Any

from sqlite_utils import Database

from workbench.core.history import Placement, Round, RoundState
from workbench.core.identity.identity import FIRST
from workbench.core.ruling import Ruling
from workbench.core.seats import Seat
from workbench.core.sources import Source, SourceKind
from workbench.storage.artifacts import next_number
from workbench.storage.columns import Record, insert, json_of, list_of, moment, moment_of
from workbench.storage.concerns import place


def round_of(row: Row) -> Round:
    """The round of a row of `rounds`."""
    seats = list_of(row["planned"])
    return Round(
        revision=row["revision_id"],
        number=row["number"],
        planned=tuple(_seat_of(seat) for seat in seats),
        reused=tuple(_seat_of(seat) for seat in seats if seat.get("reused")),
        state=RoundState(row["state"]),
        started_at=moment_of(row["started_at"]),
        ended_at=moment_of(row["ended_at"]),
        freeze=bool(row["freeze"]),
        id=row["id"],
    )


def begin_round(db: Database, artifact_id: int, round: Round, at: datetime) -> Round:
    """The round with its key and its number, running."""
    begun = replace(
        round,
        number=next_number(db, "rounds", artifact_id),
        state=RoundState.RUNNING,
        started_at=round.started_at or at,
        ended_at=None,
    )
    record: Record = {
        "artifact_id": artifact_id,
        "revision_id": begun.revision,
        "number": begun.number,
        "planned": json_of([_planned(seat, seat in begun.reused) for seat in begun.planned]),
        "state": begun.state,
        "freeze": begun.freeze,
        "started_at": moment(begun.started_at),
    }
    return replace(begun, id=insert(db, "rounds", record))


def unfinished_rounds(db: Database, artifact_id: int) -> list[tuple[int, bool]]:
    """The keys of an artifact's rounds that may be read still, each with whether it runs."""
    sql = "select id, state = 'running' from rounds where artifact_id = ? and state <> 'complete'"
    return [(id, bool(running)) for id, running in db.execute(sql, [artifact_id]).fetchall()]


def is_read(db: Database, round: Round) -> bool:
    """Whether a reading that a round is to make was made of its revision before, in another round."""
    sql = (
        "select 1 from readings join sources on sources.id = source_id where revision_id = ? and trial = ? "
        "and kind = ? and name = ? and wording = ? and ? in (asked, '') and round_id is not null limit 1"
    )

    def told_by(seat: Seat) -> list[Any]:
        source = seat.source
        return [round.revision, seat.trial, source.kind, source.name, source.wording, seat.model]

    return any(db.execute(sql, told_by(seat)).fetchone() for seat in round.made)


def reopen_round(db: Database, round: Round) -> Round:
    """A round that ended, running again: it is ruled anew when it ends again."""
    db.execute(
        "update rounds set state = ?, ruling = null, ended_at = null where id = ?",
        [RoundState.RUNNING, round.id],
    )
    return replace(round, state=RoundState.RUNNING, ended_at=None)


def end_round(
    db: Database, round: Round, ruling: Ruling, placements: Sequence[Placement], at: datetime
) -> tuple[Round, tuple[Placement, ...]]:
    """The round, ended in the state it has, and its findings in real concerns; a resumed one ends again.

    A finding that nothing is said of gets a concern of its own: the person may have taken back what had
    placed it since the caller looked, and nobody places it later.
    """
    ended = replace(round, ended_at=round.ended_at or at)
    db.execute(
        "update rounds set state = ?, ruling = ?, ended_at = ? where id = ?",
        [ended.state, json_of(asdict(ruling)), moment(ended.ended_at), ended.id],
    )
    artifact_id = db.execute("select artifact_id from rounds where id = ?", [ended.id]).fetchone()[0]
    placed = place(db, artifact_id, placements, at)
    return ended, (*placed, *place(db, artifact_id, _left_over(db, ended), at))


def _left_over(db: Database, round: Round) -> list[Placement]:
    """The findings of a round that are in no concern, each to be in one of its own."""
    sql = (
        "select findings.id from findings join readings on readings.id = reading_id "
        "where round_id = ? and findings.id not in (select finding_id from placements)"
    )
    return [Placement(id, -id, FIRST) for (id,) in db.execute(sql, [round.id]).fetchall()]


def _planned(seat: Seat, reused: bool) -> dict[str, Any]:
    """A seat as it is stored: what only some have stands in these."""
    said = {**asdict(seat.source), "trial": seat.trial}
    more = {"model": seat.model, "called": seat.called, "reused": reused}
    return said | {name: value for name, value in more.items() if value}


def _seat_of(seat: dict[str, Any]) -> Seat:
    source = Source(SourceKind(seat["kind"]), seat["name"], seat["wording"])
    return Seat(source, seat["trial"], seat.get("model") or "", seat.get("called") or "")
