import os
import sqlite3
import stat
import tempfile
from pathlib import Path

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.errors import StoreError
from workbench.storage import database
from workbench.storage.store import SqliteStore

NOBODY = 65534


@pytest.fixture
async def refusal(path):
    """Open the file and give the sentence it is refused with."""

    async def message(file=path):
        store = SqliteStore(file, samples.Now())
        with pytest.raises(StoreError) as refused:
            await store.open()
        await store.close()
        return str(refused.value)

    return message


@pytest.fixture
def locked_folder(tmp_path):
    """A folder for files whose permissions hold for this process too: they do not for root."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = os.geteuid() == 0
        if root:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        yield folder
        folder.chmod(0o700)
        if root:
            os.seteuid(0)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


async def test_a_store_that_is_not_used_makes_nothing(path):
    await SqliteStore(path, samples.Now()).close()
    assert not path.parent.exists()


async def test_folders_are_made_and_only_the_owner_may_read(store, path):
    await store.open_artifact("path:/texts/README.md", "/texts/README.md", None)
    beside = [path.with_name(path.name + end) for end in ("-wal", "-shm")]
    assert [mode(file) for file in (path.parent, path, *beside)] == [0o700, 0o600, 0o600, 0o600]


async def test_a_file_that_is_there_keeps_its_permissions(store, path):
    path.parent.mkdir()
    path.touch()
    path.chmod(0o640)
    await store.open()
    assert mode(path) == 0o640


async def test_the_connection_is_set_up_for_many_programs_and_true_references(path):
    thread = database.DatabaseThread(path, samples.Now())
    names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    set_up = await thread.read(lambda db: [db.execute(f"pragma {name}").fetchone()[0] for name in names])
    await thread.close()
    assert set_up == ["wal", 1, 1, 10_000]


async def test_a_newer_database_is_refused_by_name(store, path, refusal):
    await store.open()
    with Database(path) as db:
        db.table("_sqlite_migrations").insert(
            {"id": 99, "migration_set": "workbench", "name": "0999_later", "applied_at": "2030-01-01"}
        )
    message = await refusal()
    assert f"The database {path} was made by a newer workbench: it has the migration 0999_later" in message
    assert "Upgrade the workbench" in message


async def test_the_database_of_another_program_is_refused_and_left_as_it_is(path, refusal):
    path.parent.mkdir()
    with Database(path) as db:
        db.table("bookmarks").insert({"url": "https://example.com"})
    before = path.read_bytes()
    assert "is the database of another program (it has a table 'bookmarks'" in await refusal()
    assert path.read_bytes() == before


async def test_a_file_that_is_no_database_is_refused(path, refusal):
    path.parent.mkdir()
    path.write_text("# A README, given by mistake\n" * 100)
    assert await refusal() == f"The file {path} is not a database: choose another file with --db."


async def test_a_damaged_database_is_refused_with_what_can_be_saved(store, artifact, path, refusal):
    await store.history(artifact)
    with Database(path) as db:
        db.execute("pragma wal_checkpoint(truncate)")
        size = db.execute("pragma page_size").fetchone()[0]
    data = path.read_bytes()
    path.write_bytes(data[:size] + b"\xff" * (len(data) - size))
    message = await refusal()
    assert message.startswith("The database is damaged and has no copy yet: save what can be read")
    assert ".recover" in message


async def test_a_folder_is_refused(tmp_path, refusal):
    assert "cannot be opened for writing (Is a directory)" in await refusal(tmp_path)


async def test_a_path_through_a_file_is_refused(tmp_path, refusal):
    (tmp_path / "file").touch()
    assert "choose another file with --db" in await refusal(tmp_path / "file" / "workbench.db")


async def test_a_file_that_may_not_be_written_is_refused(locked_folder, refusal):
    file = locked_folder / "workbench.db"
    file.touch(0o400)
    message = await refusal(file)
    assert message == (
        f"The file {file} cannot be opened for writing (Permission denied): make it and its folder "
        "writable, or choose another file with --db."
    )


async def test_a_file_in_a_folder_that_may_not_be_written_is_refused(locked_folder, refusal):
    file = locked_folder / "workbench.db"
    file.touch(0o600)
    locked_folder.chmod(0o500)
    assert "make it and its folder writable" in await refusal(file)


async def test_a_folder_that_may_not_be_looked_into_is_refused(locked_folder, refusal):
    inner = locked_folder / "data"
    inner.mkdir(mode=0o000)
    try:
        assert "cannot be opened for writing (Permission denied)" in await refusal(inner / "workbench.db")
    finally:
        inner.chmod(0o700)


async def test_an_old_sqlite_is_refused_with_what_is_needed(monkeypatch, path, refusal):
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 9))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.36.9")
    assert "comes with SQLite 3.36.9, and the workbench needs 3.37 or newer" in await refusal()
    assert not path.exists()


async def test_a_database_that_stays_locked_is_refused_and_opens_when_it_is_free(
    monkeypatch, store, open_store, path
):
    monkeypatch.setattr(database, "BUSY_MILLISECONDS", 20)
    await store.open()
    other = open_store()
    with Database(path) as holder:
        holder.execute("begin immediate")
        with pytest.raises(StoreError, match="locked by another program"):
            await other.open()
    assert (await other.open_artifact("path:/a", "/a", None)).id


async def test_a_full_disk_is_said_and_nothing_is_half_written(path):
    thread = database.DatabaseThread(path, samples.Now())

    def fill(db):
        db.execute("pragma max_page_count = 1")
        db.execute("insert into view_versions (name, sha256) values ('big', ?)", ["x" * 10_000_000])

    with pytest.raises(StoreError, match="the disk is full: make room"):
        await thread.write(fill)
    count = "select count(*) from view_versions where name = 'big'"
    assert await thread.read(lambda db: db.execute(count).fetchone()[0]) == 0
    await thread.close()


async def test_a_bug_is_not_passed_off_as_an_unusable_file(path):
    thread = database.DatabaseThread(path, samples.Now())
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await thread.read(lambda db: db.execute("select * from nowhere"))
    await thread.close()
