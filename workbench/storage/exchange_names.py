"""By what a database's people, artifacts and concerns are told again in an export; made once, then kept."""

import secrets
from collections.abc import Collection
from datetime import datetime
from sqlite3 import Row

from msgspec import json
from sqlite_utils import Database

from workbench.core.exchange.lines import SaidLine
from workbench.core.exchange.people import place_of
from workbench.core.exchange.records import ID_LENGTH, canonical, id_of
from workbench.storage.columns import moment
from workbench.storage.database import each_row, rows


def own_marker(db: Database, at: datetime) -> str:
    """The name under which this database exports, made at first use; it says nothing of who that is."""
    found = db.execute("select id from markers where here = 1").fetchone()
    if found:
        return str(found[0])
    made = secrets.token_hex(ID_LENGTH // 2)
    db.execute("insert into markers values (?, 1, 1, ?)", [made, moment(at)])
    return made


def my_markers(db: Database) -> frozenset[str]:
    """Every name of the person at this database, here and on other machines."""
    return frozenset(id for (id,) in db.execute("select id from markers where mine = 1").fetchall())


def artifact_id_of(db: Database, artifact_id: int) -> str:
    """The id that an artifact is exported with, made at first use.

    Of one in a repository with a remote it is the same everywhere; of another it is made of its first text
    and of when it was first opened, which is told instead of its path.
    """
    sql = "select id from exchanged_artifacts where artifact_id = ? and own = 1"
    found = db.execute(sql, [artifact_id]).fetchone()
    if found:
        return str(found[0])
    made = _made_id(db, artifact_id)
    db.execute("insert or ignore into exchanged_artifacts values (?, ?, 1)", [made, artifact_id])
    return made


def _made_id(db: Database, artifact_id: int) -> str:
    (row,) = rows(db, "select identity, created_at from artifacts where id = ?", [artifact_id])
    content = {"identity": row["identity"]}
    if not is_public(row["identity"]):
        sql = "select sha256 from revisions where artifact_id = ? order by number limit 1"
        first = db.execute(sql, [artifact_id]).fetchone()
        content = {"first": first[0] if first else "", "since": row["created_at"]}
    made, n = id_of("artifact", content), 0
    while db.execute("select 1 from exchanged_artifacts where id = ?", [made]).fetchone():
        n += 1
        made = id_of("artifact", {**content, "n": n})
    return made


def is_public(identity: str) -> bool:
    """Whether an identity names a repository with a remote and no folder of a machine."""
    return identity.startswith("git:") and not identity.startswith("git:/")


def name_everything(db: Database, artifact_id: int, at: datetime) -> None:
    """Name an artifact and its concerns, and keep what the person at this database says that it is."""
    artifact = artifact_id_of(db, artifact_id)
    _name_concerns(db, artifact_id, artifact)
    _say_own(db, artifact_id, artifact, at)


def _name_concerns(db: Database, artifact_id: int, artifact: str) -> None:
    unnamed = rows(
        db,
        "select concerns.id as id, concerns.created_at as at, min(finding_id), quote, problem "
        "from concerns left join placements on concern_id = concerns.id "
        "left join findings on findings.id = finding_id "
        "where artifact_id = ? and exchange_id is null group by concerns.id order by concerns.id",
        [artifact_id],
    )
    if not unnamed:
        return
    sql = "select exchange_id from concerns where artifact_id = ? and exchange_id is not null"
    taken = {id for (id,) in db.execute(sql, [artifact_id]).fetchall()}
    named = []
    for row in unnamed:
        content = {"artifact": artifact, "at": row["at"], "quote": row["quote"], "problem": row["problem"]}
        id, n = id_of("concern", content), 0
        while id in taken:
            n += 1
            id = id_of("concern", {**content, "n": n})
        taken.add(id)
        named.append((id, row["id"]))
    db.conn.executemany("update concerns set exchange_id = ? where id = ?", named)


def _say_own(db: Database, artifact_id: int, artifact: str, at: datetime) -> None:
    """Keep the person's own word of the artifact, unless it is what others say that nobody here changed."""
    (row,) = rows(db, "select kind, intent from artifacts where id = ?", [artifact_id])
    said = said_of(db, artifact_id)
    if said is not None and (row["kind"], row["intent"]) == said:
        return
    line = SaidLine(
        artifact=artifact,
        marker=own_marker(db, at),
        kind=row["kind"],
        intent=row["intent"],
        at=moment(at) or "",
    )
    keep_said(db, artifact_id, line)


def keep_said(db: Database, artifact_id: int, line: SaidLine) -> None:
    """Keep what one person says of an artifact, in place of what they said before."""
    db.execute(
        "insert or replace into said_by_others values (?, 'said', ?, ?, ?, ?, null, null, null, null)",
        [artifact_id, line.marker, line.marker, place_of(line), canonical(line.shape())],
    )


def said_of(db: Database, artifact_id: int) -> tuple[str, str | None] | None:
    """What an artifact is, and for whom: the person's own word, else the last of the others'; or None."""
    sql = "select body, marker from said_by_others where artifact_id = ? and type = 'said'"
    mine = my_markers(db)
    found = [
        (row["marker"] in mine, json.decode(row["body"], type=SaidLine))
        for row in rows(db, sql, [artifact_id])
    ]
    if not found:
        return None
    last = sorted(found, key=lambda said: (said[0], said[1].at, canonical(said[1].shape())))
    intents = [line.intent for _, line in last if line.intent is not None]
    return last[-1][1].kind, intents[-1] if intents else None


def chosen_artifacts(db: Database, chosen: Collection[int] | None) -> list[Row]:
    """The rows of the artifacts to export, the oldest first; all that anything is known of for None."""
    found = each_row(db, "select * from artifacts order by created_at, identity")
    return [row for row in found if chosen is None or row["id"] in chosen]
