"""A sample of the kills, and that what looks for losses finds them. `make kills` kills a thousand times."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from e2e import old_database
from e2e.kill_checks import Ledger
from e2e.playing import write_down
from sqlite_utils import Database
from storage import samples

from workbench.storage.store import SqliteStore

TESTS = Path(__file__).parents[1]


def test_nothing_is_lost_by_a_dozen_kills():
    paths = os.pathsep.join([str(TESTS), str(TESTS.parent)])
    words = [sys.executable, "-m", "e2e.kills", "--kills", "12", "--seed", "7"]
    done = subprocess.run(words, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
    assert done.returncode == 0 and "0 faults" in done.stdout, done.stdout + done.stderr


@pytest.fixture
async def ledger(tmp_path):
    """A database with a round and marks, brought up to date, in which nothing is amiss."""
    path, log = tmp_path / "data" / "w.db", tmp_path / "log"
    old_database.make(path, tmp_path / "README.md", log)
    store = SqliteStore(path, samples.Now())
    await store.open()
    await store.close()
    ledger = Ledger(path, log)
    assert ledger.faults() == []
    return ledger


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("delete from decisions where id = 5", "a decision was lost"),
        ("update decisions set undone = 1 where id = 5", "decisions stand otherwise than was told"),
        ("delete from placements where finding_id = 3", "of an ended round that is in no concern: 3"),
        ("delete from readings where id = 1", "a reference to nothing"),
        ("update placements set concern_id = 1 where concern_id = 2", "about a concern without a finding"),
        (
            "insert into rounds (id, artifact_id, revision_id, number, planned, state, ruling, started_at, "
            "ended_at) select 2, artifact_id, revision_id, 3, planned, state, ruling, '', '' from rounds",
            "rounds with a gap",
        ),
        ("update readings set round_id = null", "a model's reading of no round"),
    ],
)
def test_what_is_lost_from_a_database_is_noticed(ledger, sql, said):
    with Database(ledger.db) as db:
        db.execute("pragma foreign_keys = off")
        db.execute(sql)
        db.conn.commit()
    assert any(said in fault for fault in ledger.faults())


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"what": "asked", "prompt": "p", "round": 1}, "asked again: p in round 1"),
        (
            {
                "what": "did",
                "kind": "mark",
                "decision": {"id": 30, "on": ["concern", 1], "what": "mark", "value": "hit", "reason": None},
            },
            "a decision was lost",
        ),
        (
            {"what": "answered", "revision": 1, "question": "q", "value": "meets"},
            "answers of the person were",
        ),
        ({"what": "opened", "artifact": 1, "running": [1]}, "rounds that were left running: [1]"),
    ],
)
def test_what_was_told_and_is_not_so_is_noticed(ledger, told, said):
    write_down(ledger.log, {"child": 1, **told})
    assert any(said in fault for fault in ledger.faults())


def test_what_was_under_way_when_it_was_killed_may_or_may_not_be_stored(ledger):
    write_down(ledger.log, {"child": 1, "what": "will", "kind": "undo"})
    assert ledger.faults() == []
    with Database(ledger.db) as db:
        db.execute("update decisions set undone = 1 where id = 29")
        db.conn.commit()
    write_down(ledger.log, {"child": 1, "what": "will", "kind": "undo"})
    assert ledger.faults() == []


def test_a_prompt_of_another_round_may_be_asked_again(ledger):
    write_down(ledger.log, {"child": 1, "what": "asked", "prompt": "p", "round": 2})
    assert ledger.faults() == []
