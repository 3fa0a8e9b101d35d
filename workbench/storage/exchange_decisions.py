"""Decisions that a person made on another machine, or that were turned since."""

from typing import Any

from msgspec import structs
from sqlite_utils import Database

from workbench.core.exchange.joins import joined
from workbench.core.exchange.lines import DecisionLine
from workbench.core.exchange.values import HeldShape
from workbench.storage.columns import json_of
from workbench.storage.exchange_changes import insert, row_of, updated
from workbench.storage.exchange_known import Known

_NAMED = {"concern": "concerns", "finding": "findings", "mark": "decisions", "fixed": "decisions"}
"""What the fields of what a merge or a split holds name, by their tables."""


def new_decision(db: Database, known: Known, line: DecisionLine, marker: str | None) -> int:
    """The key of a decision that this person made on another machine."""
    record = {
        "artifact_id": known.artifact_id,
        f"{line.about}_id": known.key(f"{line.about}s", line.key),
        "what": line.what,
        "value": _value(known, line),
        "reason": line.reason,
        "blind": line.blind,
        "inside": line.inside,
        "undone": line.undone,
        "dropped": line.dropped,
        "decided_at": line.at,
        "marker": marker,
        "turned_at": line.turned_at,
    }
    key = insert(db, "decisions", record)
    _look_up(db, line, key)
    return key


def join_decision(db: Database, line: DecisionLine, key: int) -> bool:
    """Whether a line turned a decision that is known."""
    row = row_of(db, "decisions", key)
    here = {"undone": bool(row["undone"]), "dropped": bool(row["dropped"]), "turned_at": row["turned_at"]}
    local = structs.replace(line, **here, looked_up=None)
    _look_up(db, line, key)
    both = structs.replace(joined(local, line), looked_up=None)
    return updated(db, "decisions", key, local, both, tuple(here))


def _look_up(db: Database, line: DecisionLine, key: int) -> None:
    if line.looked_up is not None:
        sql = "insert or ignore into looked_up values (?, ?, ?)"
        db.execute(sql, [key, line.looked_up.place, line.looked_up.evidence])


def _value(known: Known, line: DecisionLine) -> str | None:
    """A decision's value with the keys of this database."""
    if line.value is None or isinstance(line.value, str):
        fixed_in = line.value if line.what == "fixed" else None
        return str(known.key("revisions", fixed_in)) if fixed_in else line.value
    origins = {
        str(known.key("findings", finding)): origin
        and {"concern": known.key("concerns", origin.concern), "why": origin.why, "by": origin.by}
        for finding, origin in line.value.findings.items()
    }
    return json_of({"findings": origins, "held": [_held(known, held) for held in line.value.held]})


def _held(known: Known, held: HeldShape) -> dict[str, Any]:
    told: dict[str, Any] = {"mark": None}
    for name, value in structs.asdict(held).items():
        table = _NAMED.get(name, "")
        if value is not None:
            told[name] = known.key(table, value) if table and value else value
    return told
