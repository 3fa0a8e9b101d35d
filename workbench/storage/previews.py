"""Previews: written with everything else, read before anything else is opened."""

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from workbench.core.previews import LARGEST, Preview, preview_of, written

if TYPE_CHECKING:
    from sqlite_utils import Database


def save_preview(db: "Database", artifact_id: int, preview: Preview, at: datetime) -> None:
    """Keep a preview in place of the artifact's last one, under the path that it has now.

    One that is too long to be read again is not kept, nor is an older one.
    """
    from workbench.storage.columns import moment

    path = db.execute("select path from artifacts where id = ?", [artifact_id]).fetchone()[0]
    db.execute("delete from previews where artifact_id = ? or path = ?", [artifact_id, path])
    body = written(preview)
    if len(body) <= LARGEST:
        db.execute("insert into previews values (?, ?, ?, ?)", [artifact_id, path, body, moment(at)])


def stored_preview(database: Path, path: Path) -> Preview | None:
    """What an artifact's screen showed last; None where nothing usable is stored.

    Whatever is wrong with the database is for those to say who open it afterwards.
    """
    sql = "select body from previews where path = ? and length(body) <= ?"
    try:
        # SQLite throws away the log of an empty file even where it may only read.
        if not database.stat().st_size:
            return None
        location = f"file:{quote(str(database.absolute()))}?mode=ro"
        with closing(sqlite3.connect(location, uri=True, timeout=0)) as db:  # noqa: TID251
            found = db.execute(sql, [str(path), LARGEST]).fetchone()
    except (sqlite3.Error, OSError, UnicodeError):
        return None
    return preview_of(found[0]) if found and isinstance(found[0], str) else None
