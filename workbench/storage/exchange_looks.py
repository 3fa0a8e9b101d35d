"""Looks at the test half of replays, told and taken in."""

from collections import Counter
from collections.abc import Iterator

from msgspec import structs
from sqlite_utils import Database

from workbench.core.exchange.replay_lines import LookLine
from workbench.storage.database import each_row
from workbench.storage.exchange_changes import insert

_LOOKS = "select * from replay_looks order by looked_at, kind, name, new_wording, old_wording"
_ALIKE = """
    select count(*) from replay_looks
    where kind = ? and name = ? and new_wording = ? and old_wording = ? and looked_at = ?
"""


def looks(db: Database) -> Iterator[LookLine]:
    """The line of each look, the oldest first."""
    alike = Counter[str]()
    for row in each_row(db, _LOOKS):
        line = LookLine(
            type="look",
            id="",
            kind=row["kind"],
            name=row["name"],
            new_wording=row["new_wording"],
            old_wording=row["old_wording"],
            at=row["looked_at"],
        )
        first = line.proper_id
        line = structs.replace(line, n=alike[first])
        alike[first] += 1
        yield structs.replace(line, id=line.proper_id)


def take_look(db: Database, line: LookLine) -> bool:
    """Whether a look was not known and is kept now."""
    said = [line.kind, line.name, line.new_wording, line.old_wording, line.at]
    (known,) = db.execute(_ALIKE, said).fetchone()
    if known > line.n:
        return False
    columns = ("kind", "name", "new_wording", "old_wording", "looked_at")
    insert(db, "replay_looks", dict(zip(columns, said, strict=True)))
    return True
