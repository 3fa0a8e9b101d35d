"""What is known of an artifact while an export is taken in, by ids, and how it is begun and finished."""

from collections.abc import Mapping

from sqlite_utils import Database

from workbench.core.artifacts import NOWHERE
from workbench.core.exchange.lines import ArtifactLine, Line
from workbench.storage.database import rows
from workbench.storage.exchange_names import said_of
from workbench.storage.exchange_rows import Ids

_TABLES = (
    "revisions",
    "rounds",
    "readings",
    "findings",
    "answers",
    "concerns",
    "decisions",
    "questions",
    "replays",
)


class Known:
    """The keys of one artifact's rows by their ids."""

    def __init__(self, artifact_id: int, told_as: str, ids: Ids, sources: Mapping[str, int]) -> None:
        """Take the artifact, the id that the export has for it, and the ids of what is known."""
        self.artifact_id, self.told_as, self.sources = artifact_id, told_as, sources
        self.keys: dict[str, dict[str, int]] = {
            table: {id: key for key, id in getattr(ids, table).items()} for table in _TABLES
        }
        self.own_id = ids.artifact
        """The id that this database exports it with."""
        self.told_concerns: dict[str, str] = {}
        """By id of a concern of the export: the first finding that it places there and is known here."""

    def key(self, table: str, id: str) -> int:
        """The key of a row.

        Raises:
            KeyError: there is none of that id.
        """
        try:
            return self.keys[table][id]
        except KeyError:
            raise KeyError(f"the {table.removesuffix('s')} {id}") from None

    def key_of(self, line: Line) -> int | None:
        """The key of what a line tells of; None where it is new."""
        return self.keys.get(f"{line.type}s", {}).get(str(getattr(line, "id", "")))

    def add(self, line: Line, key: int) -> None:
        """Know what a line told of from now on."""
        self.keys[f"{line.type}s"][str(getattr(line, "id", ""))] = key


def found_artifact(db: Database, line: ArtifactLine) -> int | None:
    """The key of the artifact that a line tells of; None where there is none yet."""
    for id in (line.id, *line.also):
        found = db.execute("select artifact_id from exchanged_artifacts where id = ?", [id]).fetchone()
        if found:
            return int(found[0])
    if line.identity is None:
        return None
    found = db.execute("select id from artifacts where identity = ?", [line.identity]).fetchone()
    return int(found[0]) if found else None


def made_artifact(db: Database, line: ArtifactLine) -> int:
    """The key of a new artifact, at no place where a file is unless the export says at which."""
    identity = line.identity
    if identity is None or not identity.startswith(("git:", "path:")):
        identity = f"{NOWHERE}{line.id}"
    name = line.name.replace("/", "_").replace("\0", "_")
    path = line.path if line.path and line.path.startswith("/") else f"/imported/{line.id[:8]}/{name}"
    sql = "insert into artifacts (identity, path, kind, created_at) values (?, ?, 'article', ?)"
    id = db.execute(sql, [identity, path, line.created_at]).lastrowid or 0
    db.execute("insert into exchanged_artifacts values (?, ?, 1)", [line.id, id])
    return id


def finish_artifact(db: Database, artifact_id: int) -> None:
    """Say what an artifact is as its people do, and number its revisions and rounds as they came to be."""
    said = said_of(db, artifact_id)
    if said:
        db.execute("update artifacts set kind = ?, intent = ? where id = ?", [*said, artifact_id])
    _renumber(db, "revisions", artifact_id, "created_at, sha256")
    _renumber(db, "rounds", artifact_id, "started_at, ended_at, id")
    db.execute("delete from previews where artifact_id = ?", [artifact_id])


def _renumber(db: Database, table: str, artifact_id: int, order: str) -> None:
    sql = f"select id, number from {table} where artifact_id = ? order by {order}"
    found = rows(db, sql, [artifact_id])
    wanted = [(place, row["id"]) for place, row in enumerate(found, start=1)]
    if [row["number"] for row in found] == [place for place, _ in wanted]:
        return
    # A number belongs to one row at any moment.
    db.execute(
        f"update {table} set number = number + ? where artifact_id = ?", [2 * len(found) + 1, artifact_id]
    )
    db.conn.executemany(f"update {table} set number = ? where id = ?", wanted)
