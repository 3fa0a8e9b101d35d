"""What readings used, read without making a history of any text."""

import sqlite3
from collections.abc import Iterator, Sequence
from datetime import date

from workbench.core.costs.account import Used, Work
from workbench.core.costs.usage import Usage
from workbench.core.sources import Source, SourceKind

_IN_ROUNDS = """
    select
        artifact_id as of, source_id, model, substr(coalesce(started_at, ended_at, ''), 1, 10) as day,
        input_tokens as input, output_tokens as output, cache_read_tokens as read,
        cache_written_tokens as written, seconds, cache_written_1h_tokens as written_1h,
        coalesce(calls, parts) as calls
    from readings join revisions on revisions.id = revision_id
    where provider <> 'me'
"""
# What is made outside rounds is stored whole, with what it used in it.
_FIGURES = {
    "input": "input", "output": "output", "cache_read": "read", "cache_written": "written",
    "seconds": "seconds", "cache_written_1h": "written_1h",
}  # fmt: skip
_COLUMNS = ", ".join(f"json_extract(body, '$.usage.{name}') as {column}" for name, column in _FIGURES.items())
_OUTSIDE = """
    select
        {of} as of, source_id, coalesce(nullif(json_extract(body, '$.{model}'), ''), model) as model,
        substr({at}, 1, 10) as day, {columns},
        coalesce(json_extract(body, '$.usage.calls'), 1) as calls
    from {table}
"""
_ARTIFACT = "(select artifact_id from revisions where revisions.id = {revision})"
_CALLS = {
    Work.ROUNDS: _IN_ROUNDS,
    Work.REPLAYS: _OUTSIDE.format(
        columns=_COLUMNS,
        of=_ARTIFACT.format(revision="revision_id"),
        model="model",
        at="read_at",
        table="replayed_readings",
    ),
    Work.PLANTINGS: _OUTSIDE.format(
        columns=_COLUMNS,
        of="(select path from plantings where plantings.id = planting_id)",
        model="model",
        at="read_at",
        table="planted_readings",
    ),
    Work.COMPARISONS: _OUTSIDE.format(
        columns=_COLUMNS,
        of=_ARTIFACT.format(revision="first_revision_id"),
        model="answered_by",
        at="asked_at",
        table="comparison_readings",
    ),
}
_OF_TAGLINES = """
    select
        {of} as of, source_id, model, substr({at}, 1, 10) as day, input_tokens as input,
        output_tokens as output, cache_read_tokens as read, cache_written_tokens as written, seconds,
        null as written_1h, 1 as calls
    from {table}
"""
_CALLS[Work.TAGLINES] = " union all ".join(
    (
        _OF_TAGLINES.format(
            of="(select artifact_id from taglines where taglines.id = tagline_id)",
            at="read_at",
            table="tagline_reads",
        ),
        _OF_TAGLINES.format(of="artifact_id", at="graded_at", table="tagline_grades"),
    )
)
# Calls of one size of prompt add up: each of them costs the same a token.
_USED = """
    select
        of, source_id, model, day,
        sum(input), sum(output), sum(read), sum(written), sum(seconds), sum(written_1h), sum(calls)
    from ({calls})
    where calls > 0 and day >= :since
    group by of, source_id, model, day, input is null or output is null, {size}
"""
_ASKED = "select id, kind, name, wording from sources where kind not in ('check', 'outside', 'person')"
_HITS = """
    select path, count(*) from concern_marks
    join artifacts on artifacts.id = artifact_id
    where mark = 'hit' and exists (
        select 1 from placements
        join findings on findings.id = finding_id
        join sources on sources.id = source_id
        where placements.concern_id = concern_marks.concern_id
        and sources.kind in ('reader', 'rubric', 'question')
    )
    group by path
"""


def used(db: sqlite3.Connection, sizes: Sequence[int], since: date | None) -> tuple[Used, ...]:
    """What all calls since a day used, those added up that cost alike.

    `sizes` are the tokens of a prompt at which prices change.
    """
    return tuple(_used(db, sizes, since))


def _used(db: sqlite3.Connection, sizes: Sequence[int], since: date | None) -> Iterator[Used]:
    paths = dict(db.execute("select id, path from artifacts"))
    sources = {id: Source(SourceKind(kind), *named) for id, kind, *named in db.execute(_ASKED)}
    total = "(input + coalesce(read, 0) + coalesce(written, 0)) / calls"
    # A number alone would be the place of a column.
    size = " + ".join(["(calls > 0)", *(f"({total} > {int(size)})" for size in sizes)])
    for work, calls in _CALLS.items():
        sql = _USED.format(calls=calls, size=size)
        for of, source, model, day, *figures in db.execute(
            sql, {"since": since.isoformat() if since else ""}
        ):
            if source in sources:
                yield Used(work, paths.get(of, of), sources[source], model, day, Usage(*figures))


def hits_by_path(db: sqlite3.Connection) -> dict[str, int]:
    """How many concerns of readers and judges in each text the person agreed with."""
    return dict(db.execute(_HITS).fetchall())
