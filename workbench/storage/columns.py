"""How a value becomes one column of a row and comes back."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from sys import intern
from typing import Any, TypeVar, cast

from sqlite_utils import Database

S = TypeVar("S", bound=str | None)

Record = Mapping[str, str | int | float | None]
"""What is written to a row, by column."""


def insert(db: Database, table: str, record: Record) -> int:
    """The key of a new row."""
    names = ", ".join(record)
    places = ", ".join("?" * len(record))
    cursor = db.execute(f"insert into {table} ({names}) values ({places})", list(storable(record).values()))
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def storable(record: Record) -> dict[str, str | int | float | None]:
    """The record with what is not Unicode text replaced.

    A model's JSON can hold half of a surrogate pair, and a file's name bytes that are not UTF-8.
    """
    return {
        name: _without_surrogates(value) if isinstance(value, str) else value
        for name, value in record.items()
    }


def is_storable(text: str) -> bool:
    """Whether a text can be stored as it stands."""
    return _without_surrogates(text) == text


def _without_surrogates(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def shared(text: S) -> S:
    """The one copy of a text that stands in thousands of rows."""
    return cast(S, intern(str(text))) if text else text


class Met(dict[Any, Any]):
    """The first of each value that was met: thousands of rows say the same."""

    def __missing__(self, value: Any) -> Any:
        self[value] = value
        return value


def moment(at: datetime | None) -> str | None:
    """A time as text that sorts as it passes; None for none.

    Raises:
        ValueError: the time has no zone.

    """
    if at is None:
        return None
    if at.tzinfo is None:
        raise ValueError(f"{at} has no time zone")
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def moment_of(text: str | None) -> datetime | None:
    """The time that `moment` wrote."""
    return None if text is None else datetime.fromisoformat(text)


def json_of(value: object) -> str:
    """JSON that a person can read in any language."""
    return json.dumps(value, ensure_ascii=False)


def list_of(text: str) -> list[Any]:
    """The list that `json_of` wrote."""
    found: list[Any] = [] if text == "[]" else json.loads(text)
    return found


def texts_of(text: str) -> tuple[str, ...]:
    """The texts that `json_of` wrote."""
    return tuple(list_of(text))
