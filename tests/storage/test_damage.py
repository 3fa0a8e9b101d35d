"""Database files that something went wrong with: each is said, and none is written to or lost."""

import shutil
from datetime import timedelta

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.errors import StoreError
from workbench.core.marks import Decision, Target
from workbench.storage.copies import keep_copy
from workbench.storage.previews import stored_preview
from workbench.storage.store import SqliteStore

COPIED = samples.START - timedelta(hours=5)
PAGE = 4096


@pytest.fixture
async def filled(store, artifact, revision, path):
    """A closed database, all of it in its file, with enough in it to have pages in the middle."""
    finding = samples.finding("It goes on. " * 500)
    for _ in range(20):
        await store.save_reading(artifact, samples.reading(revision.id, findings=(finding,), raw="x" * 9000))
    await store.close()
    with Database(path) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    return path


def header(path):
    path.write_bytes(b"not SQLite" + path.read_bytes()[10:])


def middle(path):
    data = bytearray(path.read_bytes())
    for page in range(30, len(data) // PAGE - 5):
        data[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
    path.write_bytes(data)


def schema(path):
    data = bytearray(path.read_bytes())
    data[120:PAGE] = b"\xff" * (PAGE - 120)
    path.write_bytes(data)


def truncated(path):
    path.write_bytes(path.read_bytes()[: 20 * PAGE + 100])


def emptied(path):
    path.write_bytes(b"")


WAYS = [header, middle, schema, truncated, emptied]


async def used(path):
    """Use the file as opening a text does, and give the sentence it is refused with."""
    store = SqliteStore(path, samples.Now())
    with pytest.raises(StoreError) as refused:
        artifact = (await store.histories())[0].artifact
        await store.history(artifact)
    await store.close()
    return str(refused.value)


def content(path):
    """The bytes of everything in the folder but what programs share while they run."""
    files = [file for file in path.parent.iterdir() if not file.name.endswith("-shm")]
    return {file.name: file.read_bytes() for file in files if file.is_file() and file.stat().st_size}


@pytest.mark.parametrize("way", WAYS)
async def test_a_damaged_database_is_left_as_it_is_and_its_copy_is_named(filled, way):
    copy = keep_copy(filled, COPIED)
    way(filled)
    before = content(filled)
    said = await used(filled)
    assert said.startswith("The database ") and str(filled) in said
    assert "`workbench doctor --restore` puts" in said and "5 hours ago, with 1 text and 0 marks" in said
    assert content(filled) == before and copy.path.name in before


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (header, "is not a database: choose another file with --db."),
        (middle, "is damaged and has no copy yet: save what can be read with `sqlite3 OLD .recover"),
        (schema, "is damaged and has no copy yet: save what can be read with `sqlite3 OLD .recover"),
        (truncated, "is damaged and has no copy yet: save what can be read with `sqlite3 OLD .recover"),
    ],
)
async def test_a_damaged_database_without_a_copy_is_left_as_it_is_with_what_can_be_saved(filled, way, said):
    way(filled)
    before = content(filled)
    assert said in await used(filled)
    assert content(filled) == before


def with_log(path, folder):
    """A copy of a database with its log, as a killed program leaves them."""
    for end in ("", "-wal"):
        shutil.copy(path.with_name(path.name + end), folder / f"left.db{end}")
    return folder / "left.db"


@pytest.mark.parametrize("way", [emptied, lambda path: path.unlink()])
async def test_the_log_of_an_empty_or_lost_database_is_kept(store, artifact, path, tmp_path, way):
    left = with_log(path, tmp_path)
    way(left)
    before = content(left)
    said = await used(left)
    assert f"The database {left} is " in said and "but its log left.db-wal is not" in said
    assert "put the database back beside it, or move the log away to begin anew" in said
    assert content(left) == before
    left.with_name("left.db-wal").unlink()
    assert await SqliteStore(left, samples.Now()).histories() == ()


async def test_what_was_shown_last_is_not_looked_up_in_an_empty_database(store, artifact, path, tmp_path):
    left = with_log(path, tmp_path)
    emptied(left)
    assert stored_preview(left, tmp_path / "README.md") is None
    assert left.with_name("left.db-wal").stat().st_size > 0


@pytest.mark.parametrize("way", [header, middle, schema])
async def test_a_damaged_database_keeps_its_log_too(store, artifact, revision, path, tmp_path, way):
    for _ in range(20):
        await store.save_reading(artifact, samples.reading(revision.id, raw="x" * 9000))
    with Database(path) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    await store.set_intent(artifact, "Only in the log.")
    left = with_log(path, tmp_path)
    way(left)
    before = content(left)
    assert "is damaged" in (said := await used(left)) or "is not a database" in said
    assert content(left) == before


async def test_a_lost_database_with_a_copy_is_not_begun_anew(filled):
    copy = keep_copy(filled, COPIED)
    filled.unlink()
    said = await used(filled)
    assert f"The database {filled} is gone, but a copy of it was made 5 hours ago" in said
    assert f"To begin anew, move {copy.path.name} and every other copy away first." in said
    assert not filled.exists()


async def test_damage_that_shows_in_the_middle_of_a_session_ends_writing(filled):
    store = SqliteStore(filled, samples.Now())
    (history,) = await store.histories()
    middle(filled)
    fresh = SqliteStore(filled, samples.Now())
    with pytest.raises(StoreError, match="The database is damaged"):
        await fresh.history(history.artifact)
    before = content(filled)
    for doing in (
        lambda: fresh.decide(history.artifact, Decision(Target("concern", 1), "mark", "hit")),
        lambda: fresh.set_intent(history.artifact, "A kettle."),
        fresh.histories,
    ):
        with pytest.raises(StoreError, match="The database is damaged"):
            await doing()
    await fresh.close()
    assert content(filled) == before
    await store.close()
