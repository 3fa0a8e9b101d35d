"""What can still be read from a damaged database, added to a copy of it that lacks it."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from workbench.storage.copies import read_only

_LEFT_OUT = ("previews", "view_versions", "_sqlite_migrations")
"""Tables that are made again, or are the copy's own."""
_NOT_TAKEN = {"artifacts": ("left_at", "left_revision_id", "left_place")}
"""Columns that a new row goes without: they refer to rows that come after it."""
_RENEWED = {
    "artifacts": ("intent", "written_with"),
    "rounds": ("state", "ruling", "ended_at", "freeze"),
    "concerns": ("exchange_id",),
    "placements": ("concern_id", "why", "placed_by", "placed_at", "imported"),
    "decisions": ("undone", "dropped", "turned_at"),
    "text_questions": ("withdrawn_at",),
    "looked_up": ("place", "evidence"),
    "comparisons": ("shown_at",),
    "comparison_choices": ("undone", "undone_at"),
    "taglines": ("hidden", "parent_id"),
    "tagline_races": ("readers", "trials", "full", "under_title", "seed"),
    "tagline_marks": ("undone", "turned_at"),
}
"""Columns that change after their row was written; for the rest of a row the copy is believed."""
_FURTHER = 10_000
"""Keys that are tried beyond the copy's greatest where the damaged file does not tell its own."""
_PASSES = 8
"""Rows refer to each other no deeper than this."""
_KEY = "key_of_row"


@dataclass
class Salvage:
    """What was added to a copy."""

    rows: Counter[str] = field(default_factory=Counter)
    """New rows by table."""
    is_whole: bool = True
    """Whether everything could be read, and everything that was read could be added."""


def salvage(damaged: Path, copy: Path) -> Salvage:
    """Add to a copy what can be read from the damaged file and the copy lacks; nobody else has either open.

    Raises:
        sqlite3.Error: nothing of the damaged file can be read, or the copy cannot be written.

    """
    found = Salvage()
    with (
        closing(read_only(damaged)) as source,
        closing(sqlite3.connect(copy, isolation_level=None)) as target,  # noqa: TID251
    ):
        source.execute("select count(*) from sqlite_master").fetchone()
        source.row_factory = target.row_factory = sqlite3.Row
        target.execute("pragma journal_mode = delete")
        target.execute("pragma foreign_keys = on")
        target.execute("begin immediate")
        waiting = {table: list(_readable(source, target, table, found)) for table in _tables(target)}
        for _ in range(_PASSES):
            for table, rows in waiting.items():
                waiting[table] = [row for row in rows if not _is_added(target, table, row, found)]
        found.is_whole &= not any(waiting.values())
        target.execute("commit")
    return found


def _tables(db: sqlite3.Connection) -> list[str]:
    sql = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid"
    return [row["name"] for row in db.execute(sql).fetchall() if row["name"] not in _LEFT_OUT]


def _readable(
    source: sqlite3.Connection, target: sqlite3.Connection, table: str, found: Salvage
) -> Iterator[sqlite3.Row]:
    """The rows of a table that can be read, passing over the places that cannot."""
    greatest = _greatest(target, table)
    if greatest is None:
        sql, last = f"select null as {_KEY}, * from {table} where ? = ?", 0
    else:
        sql = f"select rowid as {_KEY}, * from {table} where rowid > ? and rowid <= ? order by rowid"
        try:
            last = _greatest(source, table) or 0
        except sqlite3.DatabaseError:
            found.is_whole, last = False, greatest + _FURTHER
    after = 0
    while after <= last:
        try:
            for row in source.execute(sql, [after, last]):
                after = row[_KEY] or 0
                yield row
            return
        except sqlite3.DatabaseError:
            found.is_whole = False
            after += 1


def _greatest(db: sqlite3.Connection, table: str) -> int | None:
    """The greatest key of a table, 0 where it is empty; None where its rows have no number."""
    columns = db.execute(f"pragma table_list({table})").fetchall()
    if any(row["wr"] for row in columns):
        return None
    found: int | None = db.execute(f"select max(rowid) as it from {table}").fetchone()["it"]
    return found or 0


def _is_added(db: sqlite3.Connection, table: str, row: sqlite3.Row, found: Salvage) -> bool:
    """Whether the copy holds a row now; False where it refers to what the copy does not hold yet."""
    try:
        if _is_there(db, table, row):
            _renew(db, table, row)
        else:
            found.rows[table] += _insert(db, table, row)
    except sqlite3.IntegrityError:
        return False
    return True


def _is_there(db: sqlite3.Connection, table: str, row: sqlite3.Row) -> bool:
    return bool(row[_KEY]) and bool(
        db.execute(f"select 1 from {table} where rowid = ?", [row[_KEY]]).fetchone()
    )


def _renew(db: sqlite3.Connection, table: str, row: sqlite3.Row) -> None:
    columns = [column for column in _RENEWED.get(table, ()) if column in row.keys()]  # noqa: SIM118
    if columns:
        settings = ", ".join(f"{column} = ?" for column in columns)
        values = [row[column] for column in columns]
        db.execute(f"update {table} set {settings} where rowid = ?", [*values, row[_KEY]])


def _insert(db: sqlite3.Connection, table: str, row: sqlite3.Row) -> int:
    """How many rows that added: none where the copy has the same under another key."""
    known = {each["name"] for each in db.execute(f"pragma table_info({table})")}
    columns = [
        column
        for column in row.keys()  # noqa: SIM118
        if column in known and column not in _NOT_TAKEN.get(table, ())
    ]
    places = ", ".join("?" * len(columns))
    sql = f"insert or ignore into {table} ({', '.join(columns)}) values ({places})"
    return db.execute(sql, [row[column] for column in columns]).rowcount
