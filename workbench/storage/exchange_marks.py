"""The marks among what other people said."""

import json
from datetime import datetime
from sqlite3 import Row
from typing import Literal

from workbench.core.marks import Mark, Target
from workbench.core.others import OthersMark

_KINDS: tuple[Literal["finding", "concern", "answer", "reading"], ...] = (
    "finding",
    "concern",
    "answer",
    "reading",
)


def others_mark_of(row: Row) -> OthersMark | None:
    """The mark of a row of `said_by_others`; None where none stands, or not about anything here."""
    body = json.loads(row["body"])
    if body["undone"] or body["what"] not in ("mark", "overlooked"):
        return None
    value = "hit" if body["what"] == "overlooked" else body.get("value")
    target = next((Target(kind, row[f"{kind}_id"]) for kind in _KINDS if row[f"{kind}_id"] is not None), None)
    if target is None or value not in list(Mark):
        return None
    return OthersMark(
        row["marker"], target, Mark(value), body.get("reason"), datetime.fromisoformat(body["at"])
    )
