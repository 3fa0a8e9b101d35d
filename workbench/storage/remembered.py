"""What is remembered of an artifact beside its history: where it was left, and what it may have been."""

import json
from collections import defaultdict
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.artifacts import Artifact, Revision
from workbench.core.errors import UsageError
from workbench.core.marks import Target
from workbench.core.remembered import Left, Remembered
from workbench.storage.artifacts import artifact_of
from workbench.storage.columns import json_of, moment, moment_of
from workbench.storage.database import rows
from workbench.storage.known import known

_TEXTS = """
    select artifact_id, text from revisions
    where id in (select max(id) from revisions group by artifact_id)
    or id in (select left_revision_id from artifacts)
    or artifact_id in (select id from artifacts where identity like 'import:%')
    order by id desc
"""


def left_of(row: Row) -> Left | None:
    """Where the artifact of a row of `artifacts` was left; None where it never was."""
    at = moment_of(row["left_at"])
    if at is None or row["left_revision_id"] is None:
        return None
    place = json.loads(row["left_place"] or "null")
    return Left(at, row["left_revision_id"], Target(place["kind"], place["id"]) if place else None)


def leave(db: Database, artifact: Artifact, revision: Revision, place: Target | None, at: datetime) -> None:
    """Remember where the person was."""
    said = None if place is None else json_of({"kind": place.kind, "id": place.id})
    db.execute(
        "update artifacts set left_at = ?, left_revision_id = ?, left_place = ? where id = ?",
        [moment(at), revision.id, said, artifact.id],
    )


def remembered(db: Database) -> tuple[Remembered, ...]:
    """Every artifact with the texts by which it would be recognised."""
    texts = defaultdict(list)
    for row in rows(db, _TEXTS):
        texts[row["artifact_id"]].append(row["text"])
    return tuple(Remembered(each, tuple(texts[each.artifact.id])) for each in known(db))


def take_over(db: Database, old: Artifact, new: Artifact) -> Artifact:
    """The old artifact under the identity and path of a new one, which gets the old one's in exchange.

    Raises:
        UsageError: the new one has a history of its own, or either is no longer what it was.

    """
    found = {each.artifact.id: each for each in known(db)}
    for artifact in (old, new):
        if artifact.id not in found or found[artifact.id].artifact.identity != artifact.identity:
            raise UsageError("Another workbench has taken over this history meanwhile: open the text again.")
    if found[new.id].has_history:
        raise UsageError(
            f"{new.path} has a history of its own by now, which stays; that of {old.path} stays as well."
        )
    renamed = "update artifacts set identity = ?, path = ? where id = ?"
    # An identity belongs to one artifact at any moment.
    db.execute(renamed, [f"in exchange: {new.identity}", new.path, new.id])
    db.execute(renamed, [new.identity, new.path, old.id])
    db.execute(renamed, [old.identity, old.path, new.id])
    db.execute("delete from previews where artifact_id in (?, ?)", [old.id, new.id])
    return artifact_of(rows(db, "select * from artifacts where id = ?", [old.id])[0])
