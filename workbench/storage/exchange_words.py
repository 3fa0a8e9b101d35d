"""What the person answered, accepted and said of a text on another machine."""

from msgspec import json, structs
from sqlite_utils import Database

from workbench.core.exchange.joins import joined
from workbench.core.exchange.lines import IgnoreLine, OwnAnswerLine, SaidLine
from workbench.storage.exchange_known import Known
from workbench.storage.exchange_names import keep_said


def add_own_answer(db: Database, known: Known, line: OwnAnswerLine) -> str:
    """Keep an answer that is still to become a reading, unless a later one is here or it became one."""
    revision = known.key("revisions", line.revision)
    sql = """
        select answered_at from own_answers where revision_id = :revision and source_id = :source
        union all
        select ended_at from readings join answers on answers.reading_id = readings.id
        where revision_id = :revision and answers.source_id = :source and provider = 'me'
    """
    key = {"revision": revision, "source": known.sources[line.source]}
    if any((at or "") >= line.at for (at,) in db.execute(sql, key).fetchall()):
        return ""
    sql = "insert or replace into own_answers values (?, ?, ?, ?, ?, ?, ?, ?)"
    said = [line.value, line.reason, line.quote, line.span_start, line.span_end, line.at]
    db.execute(sql, [*key.values(), *said])
    return "added"


def add_ignore(db: Database, known: Known, line: IgnoreLine) -> str:
    """Accept a comment, as early as it was."""
    sql = (
        "insert into accepted_ignores values (?, ?, ?) on conflict do update "
        "set accepted_at = excluded.accepted_at where accepted_at > excluded.accepted_at"
    )
    changed = db.execute(sql, [known.artifact_id, line.comment, line.at]).rowcount
    return "added" if changed else ""


def add_said(db: Database, known: Known, line: SaidLine) -> str:
    """Keep what a person says that the text is."""
    sql = "select body from said_by_others where artifact_id = ? and type = 'said' and key = ?"
    found = db.execute(sql, [known.artifact_id, line.marker]).fetchone()
    local = None if found is None else json.decode(found[0], type=SaidLine)
    own = structs.replace(line, artifact=known.own_id)
    both = own if local is None else joined(local, own)
    if both == local:
        return ""
    keep_said(db, known.artifact_id, both)
    return "added" if local is None else "joined"
