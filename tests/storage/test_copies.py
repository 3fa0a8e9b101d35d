import asyncio
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from datetime import timedelta

import pytest
from e2e import old_database
from storage import samples

from workbench.core.errors import StoreError
from workbench.core.marks import Decision, Target
from workbench.storage import copies, database
from workbench.storage.copies import copy_files, is_due, keep_copy, newest_copy
from workbench.storage.database import DatabaseThread
from workbench.storage.schema import is_behind

DAY = timedelta(days=1)


@pytest.fixture
async def marked(store, artifact, revision):
    """A database with a text and a mark."""
    saved = await store.save_reading(artifact, samples.reading(revision.id, findings=(samples.finding(),)))
    await store.decide(artifact, Decision(Target("finding", saved.findings[0].id), "mark", "hit"))
    return store


def damage(path):
    """Overwrite a page that nobody looks at when the file is opened or counted."""
    with closing(sqlite3.connect(path)) as db:  # noqa: TID251
        db.execute("pragma wal_checkpoint(truncate)")
        (size,) = db.execute("pragma page_size").fetchone()
        (page,) = db.execute("select rootpage from sqlite_master where name = 'consents'").fetchone()
    data = bytearray(path.read_bytes())
    data[(page - 1) * size : page * size] = b"\xff" * size
    path.write_bytes(data)


def folder(path):
    return sorted(
        file.name for file in path.parent.iterdir() if "-wal" not in file.name and "-shm" not in file.name
    )


async def test_a_copy_holds_what_the_database_held_and_only_its_owner_may_read_it(marked, path):
    copy = keep_copy(path, samples.START)
    assert copy.path.name == "workbench.db.20260101T000000Z.copy"
    assert stat.S_IMODE(copy.path.stat().st_mode) == 0o600
    assert (copy.texts, copy.marks, copy.made_at) == (1, 1, samples.START)
    assert folder(path) == ["workbench.db", copy.path.name]
    with closing(copies.read_only(copy.path, "immutable=1")) as db:
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]


async def test_how_old_a_copy_is_and_what_it_holds_is_said(marked, path):
    keep_copy(path, samples.START)
    said = newest_copy(path).said(samples.START + timedelta(hours=5, minutes=10))
    assert said == "5 hours ago, with 1 text and 1 mark"


async def test_what_is_in_the_log_only_is_in_the_copy_too(marked, artifact, path):
    assert path.with_name("workbench.db-wal").stat().st_size > 0
    await marked.set_intent(artifact, "A kettle.")
    copy = keep_copy(path, samples.START)
    with closing(copies.read_only(copy.path, "immutable=1")) as db:
        assert db.execute("select intent from artifacts").fetchall() == [("A kettle.",)]


async def test_three_copies_are_kept(marked, path):
    made = [keep_copy(path, samples.START + n * DAY).path for n in range(5)]
    assert copy_files(path) == made[2:]
    assert newest_copy(path).path == made[4]


async def test_a_copy_is_due_when_the_newest_is_a_day_old_or_of_the_future(marked, path):
    assert is_due(path, samples.START)
    keep_copy(path, samples.START)
    assert not is_due(path, samples.START + DAY - timedelta(seconds=1))
    assert is_due(path, samples.START + DAY)
    assert is_due(path, samples.START - DAY)


async def test_a_store_copies_once_a_day(store, marked, path):
    await store.keep_copy()
    await store.keep_copy()
    assert len(copy_files(path)) == 1


async def test_a_database_without_texts_is_not_copied(store, path):
    await store.open()
    await store.keep_copy()
    assert folder(path) == ["workbench.db"]


async def test_the_copies_of_another_database_are_not_ones_own(marked, path):
    keep_copy(path, samples.START)
    other = path.with_name("workbench.db.old")
    assert copy_files(other) == [] and newest_copy(path.with_name("w.db")) is None


async def test_a_damaged_database_is_not_copied_and_earlier_copies_stay(marked, path):
    first = keep_copy(path, samples.START)
    await marked.close()
    damage(path)
    with pytest.raises(sqlite3.DatabaseError):
        keep_copy(path, samples.START + DAY)
    assert folder(path) == ["workbench.db", first.path.name]


async def test_damage_that_copying_finds_is_said_from_then_on_and_nothing_more_is_written(
    marked, artifact, path
):
    copy = keep_copy(path, samples.START - 2 * DAY)
    damage(path)
    before = path.read_bytes()
    await marked.keep_copy()
    for _ in range(2):
        with pytest.raises(StoreError, match="The database is damaged"):
            await marked.set_intent(artifact, "A kettle.")
    await marked.close()
    assert path.read_bytes() == before
    assert copy_files(path) == [copy.path]


async def test_a_copy_that_is_damaged_itself_is_passed_over(marked, path):
    good = keep_copy(path, samples.START)
    bad = keep_copy(path, samples.START + DAY)
    bad.path.write_bytes(bad.path.read_bytes()[:5000])
    assert newest_copy(path) == good


async def test_copying_that_nobody_waits_for_any_more_leaves_nothing(marked, path):
    assert keep_copy(path, samples.START, lambda: False) is None
    assert folder(path) == ["workbench.db"]


async def test_closing_ends_copying(marked, path, monkeypatch):
    begun = threading.Event()

    def long_copying(path, now, is_wanted):
        while is_wanted():
            begun.set()

    monkeypatch.setattr(database, "keep_copy", long_copying)
    copying = asyncio.create_task(marked.keep_copy())
    await asyncio.to_thread(begun.wait)
    await marked.close()
    await copying


async def test_what_killed_programs_left_unfinished_is_cleared_away(marked, path):
    left = path.with_name("workbench.db.20200101T000000Z.copy-1.part")
    left.touch()
    keep_copy(path, samples.START)
    assert left.exists()
    keep_copy(path, samples.START.replace(year=2100))
    assert not left.exists()


async def test_a_disk_that_is_too_full_for_a_copy_keeps_nobody_from_working(marked, path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(100, 100, 0))
    await marked.keep_copy()
    assert folder(path) == ["workbench.db"]
    assert len(await marked.histories()) == 1


async def test_a_folder_that_takes_no_copy_keeps_nobody_from_working(marked, monkeypatch):
    def refused(*words):
        raise PermissionError("no")

    monkeypatch.setattr(database, "keep_copy", refused)
    await marked.keep_copy()
    assert len(await marked.histories()) == 1


async def test_a_copy_is_of_one_moment_while_another_program_writes(marked, artifact, path, monkeypatch):
    monkeypatch.setattr(copies, "_PAGES", 1)
    writes = []

    def written():
        with closing(sqlite3.connect(path)) as db:  # noqa: TID251
            writes.append(db.execute("update artifacts set intent = ?", [f"{len(writes)}"]))
            db.commit()
        return len(writes) < 1000

    copy = keep_copy(path, samples.START, written)
    assert len(writes) > 10
    with closing(copies.read_only(copy.path, "immutable=1")) as db:
        assert db.execute("select intent from artifacts").fetchall() == [(None,)]


@pytest.fixture
def old(path, tmp_path):
    """A database that waits for a migration."""
    old_database.make(path, tmp_path / "README.md", tmp_path / "log")
    return path


async def test_a_copy_is_made_before_a_migration(old, store):
    await store.open()
    (copy,) = copy_files(old)
    with database.Database(copy) as db:
        assert is_behind(db)
    assert newest_copy(old).marks == 29


async def test_a_damaged_database_is_not_migrated(old, store):
    damage(old)
    before = old.read_bytes()
    with pytest.raises(StoreError, match="The database is damaged"):
        await store.open()
    await store.close()
    assert old.read_bytes() == before


async def test_a_database_is_not_migrated_where_there_is_no_room_for_a_copy(old, store, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(100, 100, 0))
    with pytest.raises(StoreError, match=r"no room for a copy of it first \(1 MB\): make room"):
        await store.open()
    with database.Database(old) as db:
        assert is_behind(db)
    monkeypatch.undo()
    assert len(await store.histories()) == 1


async def test_a_copy_of_a_migration_is_not_made_again_the_same_day(old, store):
    thread = DatabaseThread(old, samples.Now())
    await thread.read(lambda db: None)
    await thread.keep_copy()
    await thread.close()
    assert len(copy_files(old)) == 1
