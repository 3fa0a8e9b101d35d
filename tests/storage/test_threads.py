import asyncio
import threading

import pytest
from storage import samples

from workbench.core.history import Placement
from workbench.core.marks import Decision, Target
from workbench.storage import database
from workbench.storage.columns import insert

PATIENCE = 20
"""Seconds after which a test that waits for another thread has failed."""


@pytest.fixture
async def thread(path):
    thread = database.DatabaseThread(path, samples.Now())
    yield thread
    await thread.close()


def artifact_count(db):
    return db.execute("select count(*) from artifacts").fetchone()[0]


def new_artifact(db, name="a"):
    return insert(
        db, "artifacts", {"identity": name, "path": name, "kind": "readme", "created_at": "2026-01-01"}
    )


async def test_the_file_is_opened_used_and_closed_on_one_thread_that_is_not_the_loops(monkeypatch, path):
    seen = []

    class Watched(database.Database):
        def __init__(self, *args, **options):
            seen.append(threading.get_ident())
            super().__init__(*args, **options)

        def execute(self, *args):
            seen.append(threading.get_ident())
            return super().execute(*args)

        def close(self):
            seen.append(threading.get_ident())
            super().close()

    monkeypatch.setattr(database, "Database", Watched)
    thread = database.DatabaseThread(path, samples.Now())
    await thread.write(new_artifact)
    await thread.read(artifact_count)
    await thread.close()
    assert len(seen) > 3
    assert len(set(seen)) == 1
    assert threading.get_ident() not in seen


async def test_the_loop_goes_on_while_the_database_works(thread):
    free = threading.Event()
    working = asyncio.create_task(thread.write(lambda db: free.wait(PATIENCE)))
    await asyncio.sleep(0)
    free.set()
    assert await working


async def test_a_write_that_was_asked_for_is_finished_though_its_caller_is_cancelled(thread):
    free = threading.Event()
    before = asyncio.create_task(thread.write(lambda db: free.wait(PATIENCE)))
    writing = asyncio.create_task(thread.write(new_artifact))
    await asyncio.sleep(0)
    writing.cancel()
    free.set()
    await before
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert await thread.read(artifact_count) == 1


async def test_closing_waits_for_what_was_asked_for(thread, path, query):
    other = database.DatabaseThread(path, samples.Now())
    writing = asyncio.create_task(other.write(new_artifact))
    await asyncio.sleep(0)
    await other.close()
    assert query("select count(*) from artifacts") == [(1,)]
    assert await writing


async def test_work_that_fails_writes_nothing(thread):
    def half(db):
        new_artifact(db)
        raise RuntimeError("in the middle")

    with pytest.raises(RuntimeError):
        await thread.write(half)
    assert await thread.read(artifact_count) == 0
    assert await thread.write(new_artifact)


async def test_a_read_sees_one_moment_while_another_program_writes(thread, store):
    await thread.read(artifact_count)
    begun, written = threading.Event(), threading.Event()

    def twice(db):
        first = artifact_count(db)
        begun.set()
        assert written.wait(PATIENCE)
        return first, artifact_count(db)

    reading = asyncio.create_task(thread.read(twice))
    await asyncio.to_thread(begun.wait, PATIENCE)
    await store.open_artifact("path:/a", "/a", None)
    written.set()
    assert await reading == (0, 0)
    assert await thread.read(artifact_count) == 1


async def test_many_programs_may_open_a_new_file_at_once(open_store):
    stores = [open_store() for _ in range(8)]
    await asyncio.gather(*(store.open() for store in stores))
    assert await stores[-1].histories() == ()


async def test_two_stores_write_to_one_file_at_once(store, open_store, artifact, revision):
    stores = [store, open_store()]
    saved = await store.save_reading(artifact, samples.reading(revision.id, findings=(samples.finding(),)))
    target = Target("finding", saved.findings[0].id)
    given = Decision(target, "mark", "hit")
    made = await asyncio.gather(*(stores[n % 2].decide(artifact, given) for n in range(40)))
    decisions = (await store.history(artifact)).decisions
    assert sorted(d.id for d in made) == [d.id for d in decisions]
    assert len(decisions) == 40


async def test_two_stores_number_revisions_without_gaps_or_doubles(store, open_store, artifact):
    stores = [store, open_store()]
    await asyncio.gather(
        *(stores[n % 2].save_revision(artifact, samples.revision(f"text {n}")) for n in range(20))
    )
    history = await store.history(artifact)
    assert [revision.number for revision in history.revisions] == list(range(1, 21))


async def test_a_store_sees_what_another_one_placed(store, open_store, artifact, revision):
    other = open_store()
    saved = await store.save_reading(artifact, samples.reading(revision.id, findings=(samples.finding(),)))
    (placed,) = await other.place(artifact, [Placement(saved.findings[0].id, 0, "first of its concern")])
    assert (await store.history(artifact)).placements == {placed.finding: placed}
