"""Several programs on one database, each a process of its own."""

import asyncio
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from e2e import old_database
from sqlite_utils import Database
from storage import samples

from workbench.core.history import Placement, Round, RoundState
from workbench.core.marks import Decision, Target
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.seats import Seat
from workbench.storage.copies import copy_files
from workbench.storage.resources import sql_files
from workbench.storage.store import SqliteStore

RULING = Ruling(RulingValue.FIX)
TESTS = Path(__file__).parents[1]
BEGIN = """
import asyncio, json, os, sys
from pathlib import Path
sys.path[:0] = [{root!r}, {tests!r}]
from storage import samples
from workbench.core.artifacts import decoded
from workbench.core.marks import Decision, Target
from workbench.core.readings import ReadingState
from workbench.storage import schema
from workbench.storage.resources import sql_files
from workbench.storage.store import SqliteStore

path, go, name = Path({path!r}), Path({go!r}), sys.argv[1]
store = SqliteStore(path, samples.Now())

async def main():
    print("ready", flush=True)
    while not go.exists():
        await asyncio.sleep(0.001)
    await work()
    await store.close()
"""


class Programs:
    """Processes that do the same at once."""

    def __init__(self, path, work, names):
        self._go = path.parent.parent / "go"
        begin = BEGIN.format(root=str(TESTS.parent), tests=str(TESTS), path=str(path), go=str(self._go))
        code = f"{begin}\n{work}\nasyncio.run(main())"
        self._running = [
            subprocess.Popen(
                [sys.executable, "-c", code, name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for name in names
        ]
        for each in self._running:
            assert each.stdout.readline() == "ready\n"

    def go(self):
        """Let them begin; what each printed once all have ended well."""
        self._go.touch()
        ended = [each.communicate(timeout=60) for each in self._running]
        self._go.unlink()
        assert [each.returncode for each in self._running] == [0] * len(ended), [said[1] for said in ended]
        return [said[0] for said in ended]


MARKS = """
async def work():
    artifact = await store.open_artifact("path:/" + name, "/" + name, None)
    revision = await store.save_revision(artifact, decoded(b"It is the fastest kettle."))
    reading = samples.reading(revision.id, findings=(samples.finding(),))
    saved = await store.save_reading(artifact, reading)
    for n in range(30):
        await store.decide(artifact, Decision(Target("finding", saved.findings[0].id), "note", str(n)))
"""


@pytest.mark.parametrize("names", ["aaaa", "abcd"])
async def test_marks_of_programs_that_start_and_mark_at_once_are_all_kept(path, names, query):
    Programs(path, MARKS, names).go()
    assert query("select count(*), count(distinct id) from decisions") == [(120, 120)]
    assert query("select count(*) from artifacts") == [(len(set(names)),)]
    for artifact, *_ in query("select id from artifacts"):
        numbers = query("select number from revisions where artifact_id = ? order by number", artifact)
        assert numbers == [(1,)]


OPENS = """
async def work():
    await store.open()
    print(json.dumps(len(await store.histories())))
"""


def test_programs_that_start_at_once_on_an_old_database_bring_it_up_to_date_once(path, tmp_path, query):
    old_database.make(path, tmp_path / "README.md", tmp_path / "log")
    assert Programs(path, OPENS, "abcde").go() == ["1\n"] * 5
    assert query("select name from _sqlite_migrations") == [(name,) for name in sql_files("migrations")]
    assert query("select count(*) from decisions where value = 'hit'") == [(29,)]
    assert len(copy_files(path)) == 1


KEEPS_OPEN = """
older = dict(list(sql_files("migrations").items())[:1])
schema.sql_files = lambda folder: older if folder == "migrations" else {}

async def work():
    artifacts = await store._db.read(lambda db: db.execute("select count(*) from artifacts").fetchone()[0])
    print(artifacts, flush=True)
    sys.stdin.readline()
    for way in (store._db.read, store._db.write):
        try:
            await way(lambda db: db.execute("update artifacts set intent = 'old'"))
        except Exception as error:
            print(json.dumps([type(error).__name__, str(error)]), flush=True)
"""


async def test_an_older_program_says_that_a_newer_one_came_and_writes_no_more(path, tmp_path, query):
    old_database.make(path, tmp_path / "README.md", tmp_path / "log")
    programs = Programs(path, KEEPS_OPEN, "a")
    (older,) = programs._running
    programs._go.touch()
    assert older.stdout.readline() == "1\n"
    newer = SqliteStore(path, samples.Now())
    await newer.open()
    said, _ = older.communicate("\n", timeout=60)
    refusals = [json.loads(line) for line in said.splitlines()]
    assert [kind for kind, _ in refusals] == ["StoreError"] * 2
    newest = list(sql_files("migrations"))[-1]
    assert all(f"was made by a newer workbench: it has the migration {newest}" in why for _, why in refusals)
    assert query("select intent from artifacts") == [(None,)]
    assert len(await newer.histories()) == 1
    await newer.close()


async def test_opening_a_database_once_more_lets_go_of_no_lock_that_other_programs_heed(
    store, open_store, path
):
    await store.open()
    await open_store().open()
    code = f"""
from pathlib import Path
from workbench.storage.restoring import _is_open
print(_is_open(Path({str(path)!r})))
"""
    asking = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, stdout=subprocess.PIPE, cwd=TESTS.parent
    )
    assert (await asking.communicate())[0] == b"True\n"


async def test_a_view_that_another_program_made_anew_keeps_nobody_from_writing(store, open_store, path):
    await store.open()
    with Database(path) as db:
        db.execute("drop view reading_costs")
    await open_store().open()
    assert (await store.open_artifact("path:/a", "/a", None)).id


async def test_a_finding_that_two_programs_place_stays_where_it_was_placed_first(
    store, open_store, artifact, revision
):
    findings = (samples.finding("a"), samples.finding("b"))
    saved = await store.save_reading(artifact, samples.reading(revision.id, findings=findings))
    a, b = (finding.id for finding in saved.findings)
    (first,) = await store.place(artifact, [Placement(a, 0, "first of its concern")])
    await store.decide(artifact, Decision(Target("concern", first.concern), "mark", "hit"))
    again, joined = await open_store().place(
        artifact, [Placement(a, 0, "first of its concern"), Placement(b, 0, "same words")]
    )
    assert (again, joined.concern) == (first, first.concern)
    assert {p.concern for p in (await store.history(artifact)).placements.values()} == {first.concern}


async def test_nothing_is_read_in_two_programs_at_once(store, open_store, artifact, revision):
    planned = Round(revision.id, 0, (Seat(samples.READER, 1),))
    other = open_store()
    begun = await store.begin_round(artifact, planned)
    assert await other.begin_round(artifact, planned) is None
    elsewhere = await other.open_artifact("path:/b", "/b", None)
    its_revision = await other.save_revision(elsewhere, samples.revision())
    assert await other.begin_round(elsewhere, Round(its_revision.id, 0, (Seat(samples.READER, 1),)))
    await store.save_reading(artifact, samples.reading(revision.id, round=begun.id))
    await store.end_round(replace(begun, state=RoundState.COMPLETE), RULING, [])
    await store.release(begun)
    assert await other.begin_round(artifact, planned) is None
    assert await other.begin_round(artifact, Round(revision.id, 0, (Seat(samples.READER, 2),)))


async def test_a_round_that_a_killed_program_left_is_closed_before_another_begins(
    path, artifact, revision, store
):
    code = BEGIN.format(root=str(TESTS.parent), tests=str(TESTS), path=str(path), go="")
    code += f"""
from workbench.core.history import Round
async def begin():
    artifact = await store.open_artifact("path:/texts/README.md", "/texts/README.md", None)
    await store.begin_round(artifact, Round({revision.id}, 0, ()))
    os._exit(9)
asyncio.run(begin())
"""
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", code, "a")
    assert await killed.wait() == 9
    assert await store.begin_round(artifact, Round(revision.id, 0, ())) is None
    (left,) = (await store.history(artifact)).rounds
    assert await store.claim(left)
    await store.end_round(replace(left, state=RoundState.COMPLETE), RULING, [])
    await store.release(left)
    assert await store.begin_round(artifact, Round(revision.id, 0, ()))
