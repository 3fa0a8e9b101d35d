"""What other people said: kept as it came, line by line, in nothing that is counted here."""

import json
from collections.abc import Collection, Iterator

from msgspec import convert, structs
from sqlite_utils import Database

from workbench.core.exchange.joins import joined
from workbench.core.exchange.line_types import LINES
from workbench.core.exchange.lines import (
    DecisionLine,
    OfArtifact,
    OwnAnswerLine,
    PlacementLine,
)
from workbench.core.exchange.people import place_of
from workbench.core.exchange.records import canonical
from workbench.storage.database import rows
from workbench.storage.exchange_known import Known


def keep(db: Database, line: OfArtifact, marker: str, known: Known) -> str:
    """Keep a line, joined with what that person said of the same before; `added`, `joined` or nothing."""
    key = _key(line, marker)
    # What is told of one thing is told the same, under whichever id its text came.
    own = structs.replace(line, artifact=known.own_id)
    sql = "select body from said_by_others where artifact_id = ? and type = ? and key = ?"
    before = db.execute(sql, [known.artifact_id, line.type, key]).fetchone()
    if before is not None:
        earlier = _line_of(before[0])
        own = joined(earlier, own)
        if own == earlier:
            return ""
    values = [
        known.artifact_id,
        line.type,
        key,
        getattr(own, "marker", marker),
        place_of(own),
        canonical(own.shape()),
        *_about(own, known),
    ]
    db.execute("insert or replace into said_by_others values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    return "added" if before is None else "joined"


def promoted(db: Database, artifact_id: int, mine: Collection[str]) -> Iterator[OfArtifact]:
    """The lines that were kept as another's and are this person's own; they are kept as such no more."""
    sql = (
        "select body, type, key from said_by_others where artifact_id = ? and type <> 'said' "
        "and marker in (select value from json_each(?)) order by place"
    )
    for row in rows(db, sql, [artifact_id, json.dumps(sorted(mine))]):
        drop = "delete from said_by_others where artifact_id = ? and type = ? and key = ?"
        db.execute(drop, [artifact_id, row["type"], row["key"]])
        yield _line_of(row["body"])


def _line_of(body: str) -> OfArtifact:
    values = json.loads(body)
    made = convert(values, LINES[values["type"]])
    assert isinstance(made, OfArtifact)
    return made


def _key(line: OfArtifact, marker: str) -> str:
    """What tells a line from all others of its type."""
    match line:
        case PlacementLine():
            return f"{marker} {line.finding}"
        case OwnAnswerLine():
            return f"{marker} {line.revision} {line.source}"
        case _ if line.type == "ignore":
            return f"{marker} {getattr(line, 'comment', '')}"
        case _:
            return str(getattr(line, "id", marker))


def _about(line: OfArtifact, known: Known) -> tuple[int | None, ...]:
    """What a decision is about here: a finding, concern, answer or reading; none where it is not known."""
    about = getattr(line, "about", "")
    id = line.key if isinstance(line, DecisionLine) else ""
    if about == "concern" and id in known.told_concerns:
        about, id = "finding", known.told_concerns[id]
    kinds = ("finding", "concern", "answer", "reading")
    return tuple(known.keys[f"{kind}s"].get(id) if kind == about else None for kind in kinds)
