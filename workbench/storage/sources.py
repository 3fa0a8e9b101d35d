"""Sources: instruments at one exact wording, and the text of that wording."""

from collections.abc import Mapping
from datetime import datetime

from sqlite_utils import Database

from workbench.core.sources import Source, SourceKind
from workbench.storage.columns import insert, moment, storable


def source_key(db: Database, source: Source, at: datetime) -> int:
    """The key of a source, stored without its text where it is met for the first time."""
    sql = "select id from sources where kind = ? and name = ? and wording = ?"
    found = db.execute(sql, [source.kind, source.name, source.wording]).fetchone()
    if found:
        key: int = found[0]
        return key
    return insert(
        db,
        "sources",
        {"kind": source.kind, "name": source.name, "wording": source.wording, "first_seen_at": moment(at)},
    )


def save_bodies(db: Database, bodies: Mapping[Source, str], at: datetime) -> None:
    """Keep the texts that define sources; a wording's text never changes, so one kept stays."""
    for source, body in bodies.items():
        kept = storable({"body": body, "id": source_key(db, source, at)})
        db.execute("update sources set body = :body where id = :id and body is null", kept)


def sources_by_key(db: Database) -> dict[int, Source]:
    """Every source by its key."""
    found = db.execute("select id, kind, name, wording from sources").fetchall()
    return {id: Source(SourceKind(kind), name, wording) for id, kind, name, wording in found}
