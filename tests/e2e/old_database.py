"""A database as the first release left it: the first migration only, with a round and marks."""

import hashlib
import json

from e2e.playing import text_of, write_down
from sqlite_utils import Database

from workbench.storage import schema
from workbench.storage.resources import sql_files

_AT = "2026-01-01T00:00:00.000000+00:00"


def make(path, text, log):
    """Make it, and write down its marks as told."""
    path.parent.mkdir()
    text.write_text(text_of(0))
    first = next(iter(sql_files("migrations")))
    with Database(path) as db:
        db.enable_wal()
        db.execute("begin immediate")
        migrations = schema._migrations()
        migrations.apply(db, stop_before=list(sql_files("migrations"))[1])
        _fill(db, text, log)
        db.commit()
        assert [migration.name for migration in migrations.applied(db)] == [first]


def _fill(db, text, log):
    content = text.read_text()
    hash = hashlib.sha256(content.encode()).hexdigest()
    planned = [{"kind": "reader", "name": "skeptic", "wording": "a" * 64, "trial": 1}]
    ruling = {"value": "Fix", "caps": [], "verdicts": [], "waived": [], "complete": True}
    statements = [
        ("insert into artifacts values (1, ?, ?, 'readme', null, ?)", [f"path:{text}", str(text), _AT]),
        ("insert into revisions values (1, 1, 1, ?, '[]', ?, ?)", [hash, _AT, content]),
        ("insert into sources values (1, 'reader', 'skeptic', ?, ?, 'You doubt.')", ["a" * 64, _AT]),
        ("insert into sources values (2, 'person', 'me', '', ?, null)", [_AT]),
        (
            "insert into rounds values (1, 1, 1, 1, ?, 'complete', ?, ?, ?)",
            [json.dumps(planned), json.dumps(ruling), _AT, _AT],
        ),
        (
            "insert into readings (id, revision_id, round_id, source_id, trial, state, provider, model, "
            "effort, prompt_sha256, about, for_whom, why, worst, seconds, stop_reason, request_id, notes, "
            "started_at, ended_at) values (1, 1, 1, 1, 1, 'finished', 'scripted', 'm', '', 'p', 'A kettle.', "
            "'', '', '[]', 1, 'end_turn', '', '[]', ?, ?)",
            [_AT, _AT],
        ),
        ("insert into raw_answers values (1, '{}')", []),
    ]
    for n in range(1, 30):
        quote = "It is the fastest kettle in the world."
        start = content.index(quote)
        statements += [
            (
                "insert into findings (id, revision_id, reading_id, source_id, kind, quote, problem, "
                "consequence, change, asks, span_start, span_end, span_how, evidence) "
                "values (?, 1, 1, 1, 'finding', ?, ?, '', '', 'other', ?, ?, 'exact', '[]')",
                [n, quote, f"Problem {n}.", start, start + len(quote)],
            ),
            ("insert into concerns values (?, 1, ?)", [n, _AT]),
            ("insert into placements values (?, ?, 'first of its concern', 'rules', ?)", [n, n, _AT]),
            (
                "insert into decisions (id, artifact_id, concern_id, what, value, blind, inside, undone, "
                "dropped, decided_at) values (?, 1, ?, 'mark', 'hit', 0, 0, 0, 0, ?)",
                [n, n, _AT],
            ),
        ]
        decision = {"id": n, "on": ["concern", n], "what": "mark", "value": "hit", "reason": None}
        write_down(log, {"child": 0, "what": "did", "kind": "mark", "decision": decision})
    for sql, values in statements:
        db.execute(sql, values)
