"""Rows as they are read, made and changed while an export is taken in."""

from collections.abc import Mapping
from sqlite3 import Row
from typing import Any, TypeVar

from msgspec import structs
from sqlite_utils import Database

from workbench.core.exchange.lines import Line
from workbench.storage.columns import json_of
from workbench.storage.database import rows

L = TypeVar("L", bound=Line)


def insert(db: Database, table: str, record: Mapping[str, Any]) -> int:
    """The key of a new row; its texts were found to be Unicode when their line was read."""
    places = ", ".join("?" * len(record))
    sql = f"insert into {table} ({', '.join(record)}) values ({places})"
    return db.conn.execute(sql, list(record.values())).lastrowid or 0


def row_of(db: Database, table: str, key: int) -> Row:
    """The row of a key."""
    (row,) = rows(db, f"select * from {table} where id = ?", [key])
    return row


def as_stored(line: L, row: Row, names: tuple[str, ...]) -> L:
    """A line as a row would tell it that differs in these fields at most."""
    return structs.replace(line, **{name: row[name] for name in names})


def updated(db: Database, table: str, key: int, local: Line, both: Line, names: tuple[str, ...]) -> bool:
    """Whether a row had to be changed to say what both say."""
    changed = {name: getattr(both, name) for name in names if getattr(both, name) != getattr(local, name)}
    for name, value in changed.items():
        stored = json_of(value) if isinstance(value, dict) else value
        db.execute(f"update {table} set {name} = ? where id = ?", [stored, key])
    return bool(changed)
