"""Every artifact by a light query: asked with everything else, and before anything else is opened."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from workbench.core.artifacts import Artifact, Kind
from workbench.core.remembered import Known

if TYPE_CHECKING:
    from sqlite_utils import Database

_HAS_HISTORY = """(
    intent is not null
    or exists (select 1 from rounds where artifact_id = artifacts.id)
    or exists (select 1 from decisions where artifact_id = artifacts.id)
    or exists (select 1 from text_questions where artifact_id = artifacts.id)
    or exists (
        select 1 from own_answers join revisions on revisions.id = revision_id
        where artifact_id = artifacts.id
    )
    or exists (
        select 1 from readings
        join revisions on revisions.id = revision_id join sources on sources.id = source_id
        where artifact_id = artifacts.id and kind <> 'check'
    )
    or exists (
        select 1 from taglines left join tagline_reads on tagline_id = taglines.id
        where artifact_id = artifacts.id and (parent_id is not null or tagline_id is not null)
    )
)"""
"""Whether anything is stored of an artifact that running its checks anew would not give."""

_KNOWN = f"""
    select id, identity, path, kind, intent, created_at, left_at, nullif(max(
        coalesce((
            select max(ended_at) from readings
            join revisions on revisions.id = revision_id join sources on sources.id = source_id
            where artifact_id = artifacts.id and state = 'finished' and withdrawn_at is null
            and sources.kind in ('reader', 'rubric')
        ), ''),
        coalesce((
            select max(read_at) from tagline_reads join taglines on taglines.id = tagline_id
            where artifact_id = artifacts.id and state = 'finished'
        ), '')
    ), ''), {_HAS_HISTORY}, unlisted_at is null
    from artifacts order by id
"""


def known(db: "Database") -> tuple[Known, ...]:
    """Every artifact, the oldest first."""
    return _known(db.execute(_KNOWN))


def known_at_once(database: Path) -> tuple[Known, ...]:
    """Every artifact of a database that nothing has opened yet; none where it cannot be read so.

    Whatever is wrong with it is for those to say who open it afterwards.
    """
    try:
        with _only_read(database) as db:
            return () if db is None else _known(db.execute(_KNOWN))
    except (sqlite3.Error, OSError, TypeError, ValueError):
        return ()


def kind_at_once(database: Path, path: Path) -> Kind | None:
    """As what a file was opened last, by a database that nothing has opened yet; None where not known."""
    sql = "select kind from artifacts where path = ? order by id desc limit 1"
    try:
        with _only_read(database) as db:
            found = None if db is None else db.execute(sql, [str(path)]).fetchone()
            return Kind(found[0]) if found else None
    except (sqlite3.Error, OSError, TypeError, ValueError):
        return None


@contextmanager
def _only_read(database: Path) -> Iterator[sqlite3.Connection | None]:
    """A database that may only be read; None where it holds nothing yet."""
    # SQLite throws away the log of an empty file even where it may only read.
    if not database.stat().st_size:
        yield None
        return
    location = f"file:{quote(str(database.absolute()))}?mode=ro"
    with closing(sqlite3.connect(location, uri=True, timeout=0)) as db:  # noqa: TID251
        yield db


def _known(rows: Iterable[tuple[Any, ...]]) -> tuple[Known, ...]:
    return tuple(
        Known(
            Artifact(identity, path, Kind(kind), intent, id),
            datetime.fromisoformat(begun),
            left and datetime.fromisoformat(left),
            read and datetime.fromisoformat(read),
            bool(has_history),
            bool(listed),
        )
        for id, identity, path, kind, intent, begun, left, read, has_history, listed in rows
    )
