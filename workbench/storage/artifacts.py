"""Artifacts, their revisions, and where the person agreed to send them."""

from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.artifacts import Artifact, Kind, Revision, guessed_kind
from workbench.core.errors import ArtifactError
from workbench.storage.columns import insert, is_storable, json_of, moment, storable, texts_of
from workbench.storage.database import rows


def artifact_of(row: Row) -> Artifact:
    """The artifact of a row of `artifacts`."""
    return Artifact(
        row["identity"], row["path"], Kind(row["kind"]), row["intent"], row["id"], row["written_with"]
    )


def revision_of(row: Row) -> Revision:
    """The revision of a row of `revisions`."""
    return Revision(row["sha256"], row["text"], texts_of(row["notices"]), row["number"], row["id"])


def open_artifact(db: Database, identity: str, path: str, kind: Kind | None, at: datetime) -> Artifact:
    """The artifact of that identity, made if new, with its path and any given kind brought up to date.

    One that was taken off the list is on it again.

    Raises:
        ArtifactError: the name is not Unicode, so that it could not be found again.

    """
    if not (is_storable(identity) and is_storable(path)):
        raise ArtifactError(f"The name {path!a} is not Unicode: rename the file, then open it again.")
    db.execute(
        "insert into artifacts (identity, path, kind, created_at) values (?, ?, ?, ?) "
        "on conflict (identity) do update set path = excluded.path, kind = coalesce(?, kind), "
        "unlisted_at = null",
        [identity, path, kind or guessed_kind(path), moment(at), kind],
    )
    return artifact_of(rows(db, "select * from artifacts where identity = ?", [identity])[0])


def unlist(db: Database, artifact: Artifact, at: datetime) -> None:
    """Take the artifact off the list of texts; nothing else about it changes."""
    db.execute("update artifacts set unlisted_at = ? where id = ?", [moment(at), artifact.id])


def set_intent(db: Database, artifact: Artifact, intent: str) -> Artifact:
    """The artifact with the author's sentence."""
    db.execute(
        "update artifacts set intent = :intent where id = :id",
        storable({"intent": intent, "id": artifact.id}),
    )
    return replace(artifact, intent=intent)


def set_written_with(db: Database, artifact: Artifact, model: str | None) -> Artifact:
    """The artifact with the model that helped to write it; None where it is not known any more."""
    record = storable({"model": model, "id": artifact.id})
    db.execute("update artifacts set written_with = :model where id = :id", record)
    return replace(artifact, written_with=model)


def save_revision(db: Database, artifact_id: int, revision: Revision, at: datetime) -> Revision:
    """The revision as it was first stored: its text is what every span counts in.

    One that came with an import without its text has it from now on.
    """
    gave = "update revisions set text = ? where artifact_id = ? and sha256 = ? and text = ''"
    db.execute(gave, [revision.text, artifact_id, revision.sha256])
    found = rows(
        db, "select * from revisions where artifact_id = ? and sha256 = ?", [artifact_id, revision.sha256]
    )
    if found:
        return revision_of(found[0])
    number = next_number(db, "revisions", artifact_id)
    id = insert(
        db,
        "revisions",
        {
            "artifact_id": artifact_id,
            "number": number,
            "sha256": revision.sha256,
            "notices": json_of(revision.notices),
            "created_at": moment(at),
            "text": revision.text,
        },
    )
    return replace(revision, number=number, id=id)


def next_number(db: Database, table: str, artifact_id: int) -> int:
    """The number of the next row of an artifact's numbered things, from 1."""
    sql = f"select coalesce(max(number), 0) + 1 from {table} where artifact_id = ?"
    number: int = db.execute(sql, [artifact_id]).fetchone()[0]
    return number


def accept_ignore(db: Database, artifact_id: int, comment: str, at: datetime) -> None:
    """Remember that the person accepted a comment of the artifact's text."""
    db.execute(
        "insert into accepted_ignores (artifact_id, comment, accepted_at) values (?, ?, ?) "
        "on conflict do nothing",
        [artifact_id, comment, moment(at)],
    )


def consented(db: Database, artifact_id: int, destination: str) -> bool:
    """Whether the person agreed to send the artifact there."""
    sql = "select 1 from consents where artifact_id = ? and destination = ?"
    return db.execute(sql, [artifact_id, destination]).fetchone() is not None


def consent(db: Database, artifact_id: int, destination: str, at: datetime) -> None:
    """Remember that the person agreed."""
    db.execute(
        "insert into consents (artifact_id, destination, given_at) values (?, ?, ?) on conflict do nothing",
        [artifact_id, destination, moment(at)],
    )
