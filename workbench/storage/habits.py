"""What the person's marks say of the person, counted from rows."""

import sqlite3
from collections.abc import Iterable

from workbench.core.trust.habits import Habits

_AGAIN = """
    select coalesce(sum(value = before), 0), count(*)
    from (
        select value, (
            select value from decisions as first
            where first.what = 'mark' and first.undone = 0 and first.id < decisions.id
            and (first.concern_id = decisions.concern_id or first.answer_id = decisions.answer_id)
            order by first.id desc limit 1
        ) as before
        from decisions where what in ('answered', 'again') and what = 'again' and undone = 0
    )
    where before is not null
"""
_HITS = """
    with last as (
        select concern_id, max(id) as id from decisions
        where artifact_id = :artifact and what = 'mark' and undone = 0 and concern_id is not null
        group by concern_id
    ),
    edited as (select max(created_at) as at from revisions where artifact_id = :artifact)
    select count(*), coalesce(sum(
        edited.at < marked.decided_at
        and not exists (
            select 1 from decisions as said
            where said.concern_id = last.concern_id and said.what in ('defer', 'fixed') and said.undone = 0
            and said.value is not null and not exists (
                select 1 from decisions as later
                where later.concern_id = said.concern_id and later.what = said.what and later.undone = 0
                and later.id > said.id
            )
        )
    ), 0)
    from last
    join decisions as marked on marked.id = last.id
    join edited
    where marked.value = 'hit'
"""
_ROUNDS = """
    select count(*), coalesce(sum(exists (
        select 1 from rounds as before
        where before.revision_id = rounds.revision_id and before.number < rounds.number
    ) and not exists (
        -- Who has only what is new read does not read the same again.
        select 1 from json_each(rounds.planned) as seat where json_extract(seat.value, '$.reused')
    )), 0)
    from rounds where state <> 'running'
"""


Hits = tuple[int, int]
"""A text's concerns that are marked hit, and those of them that nothing followed."""


def hits_of(db: sqlite3.Connection, artifact: int) -> Hits:
    """How many concerns of a text are marked hit, and of how many nothing came."""
    hits, idle = db.execute(_HITS, {"artifact": artifact}).fetchone()
    return hits, idle


def habits(db: sqlite3.Connection, hits: Iterable[Hits]) -> Habits:
    """What the person's marks on every text say of the person; `hits` of each text."""
    same, again = db.execute(_AGAIN).fetchone()
    rounds, reread = db.execute(_ROUNDS).fetchone()
    marked, idle = (sum(column) for column in zip((0, 0), *hits, strict=True))
    return Habits(same, again, marked, idle, rounds, reread)
