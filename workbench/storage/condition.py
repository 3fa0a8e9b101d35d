"""How a database is: whether it is whole, how much it holds, and what copy there is of it."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from workbench.storage.copies import Copy, checked, held, in_words, newest_copy, size_of


@dataclass(frozen=True, slots=True)
class Condition:
    """What is known of a whole database."""

    holds: str
    """How much there is in it, in words."""
    size: int
    """Bytes, its log included."""
    copy: Copy | None
    """The newest good one; None before the first."""


def condition(db: sqlite3.Connection, path: Path) -> Condition:
    """How an open database is; reads all of it.

    Raises:
        Malformed: it is not whole.
        sqlite3.Error: it could not even be checked.

    """
    checked(db)
    return Condition(in_words(*held(db)), size_of(path), newest_copy(path))
