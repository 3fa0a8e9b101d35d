import subprocess
import sys
from pathlib import Path

from storage import samples

from workbench.storage.database import DatabaseThread

TESTS = Path(__file__).parents[1]
START = """
import asyncio, os, sys
from pathlib import Path
sys.path[:0] = [{root!r}, {tests!r}]
from storage import samples
from workbench.storage import readings
from workbench.storage.database import DatabaseThread
from workbench.storage.store import SqliteStore

async def main():
    path = Path({path!r})
    store = SqliteStore(path, samples.Now())
    artifact = await store.open_artifact("path:/a.md", "/a.md", None)
    revision = await store.save_revision(artifact, samples.revision())
    await store.save_reading(artifact, samples.full_reading(revision.id, 0))
"""
KILLED_AFTER_A_READING = """
    os._exit(9)
"""
KILLED_IN_A_READING = """
    def half(db):
        readings.save_reading(db, samples.full_reading(revision.id, 0), samples.START)
        os._exit(9)

    await DatabaseThread(path, samples.Now()).write(half)
"""


def run_until_killed(path, ending):
    script = START.format(root=str(TESTS.parent), tests=str(TESTS), path=str(path))
    done = subprocess.run(
        [sys.executable, "-c", f"{script}{ending}\nasyncio.run(main())"], capture_output=True
    )
    assert done.returncode == 9, done.stderr.decode()


async def stored(store):
    artifact = await store.open_artifact("path:/a.md", "/a.md", None)
    return artifact, await store.history(artifact)


async def test_a_program_killed_after_a_reading_has_lost_nothing(path, store):
    run_until_killed(path, KILLED_AFTER_A_READING)
    _, history = await stored(store)
    assert len(history.readings) == 1
    assert len(history.findings) == 2


async def test_a_program_killed_while_it_writes_leaves_no_half_reading(path, store):
    run_until_killed(path, KILLED_IN_A_READING)
    artifact, history = await stored(store)
    assert len(history.readings) == 1
    assert len(history.findings) == 2
    again = await store.save_reading(artifact, samples.full_reading(history.revisions[0].id, 0))
    assert (await store.history(artifact)).readings == (*history.readings, again)


async def test_a_database_left_by_a_killed_program_is_whole(path):
    run_until_killed(path, KILLED_IN_A_READING)
    thread = DatabaseThread(path, samples.Now())
    whole = await thread.read(lambda db: db.execute("pragma integrity_check").fetchall())
    lost = await thread.read(lambda db: db.execute("pragma foreign_key_check").fetchall())
    await thread.close()
    assert (whole, lost) == ([("ok",)], [])
