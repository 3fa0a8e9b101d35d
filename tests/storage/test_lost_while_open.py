"""A database whose files are taken away while it is open: what cannot be kept is refused, and said."""

import os

import pytest
from storage import samples

from workbench.core.errors import StoreError
from workbench.core.marks import Decision, Target
from workbench.storage.store import SqliteStore


def deleted(path):
    for file in list(path.parent.iterdir()):
        if file.is_file():
            file.unlink()


def deleted_alone(path):
    path.unlink()


def replaced(path):
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)


def emptied(path):
    os.truncate(path, 0)


def cut_short(path):
    os.truncate(path, path.stat().st_size // 2)


def without_log(path):
    path.with_name(f"{path.name}-wal").unlink()


def without_folder(path):
    path.parent.rename(path.parent.with_name("elsewhere"))


WAYS = [
    (deleted, "the database is gone. Put it back, or leave and open the text anew"),
    (deleted_alone, "the database is gone. Put it back, or leave and open the text anew"),
    (without_folder, "the database is gone. Put it back, or leave and open the text anew"),
    (replaced, "the database was replaced. Leave and open the text anew"),
    (emptied, "the database was cut short. Leave and open the text anew"),
    (cut_short, "the database was cut short. Leave and open the text anew"),
    (without_log, "the database's log is gone. Leave and open the text anew"),
]


@pytest.fixture
async def open_store(tmp_path):
    """A store with a text in it, in a folder of its own, and that text."""
    store = SqliteStore(tmp_path / "data" / "w.db", samples.Now())
    artifact = await store.open_artifact("path:/a.md", "/a.md", None)
    yield store, artifact, tmp_path / "data" / "w.db"
    await store.close()


@pytest.mark.parametrize(("way", "said"), WAYS)
async def test_a_mark_that_would_be_lost_is_refused_with_what_to_do(open_store, way, said):
    store, artifact, path = open_store
    way(path)
    for _ in range(2):
        with pytest.raises(StoreError) as refused:
            await store.decide(artifact, Decision(Target("concern", 1), "mark", "hit"))
        assert str(refused.value).startswith(f"Not kept: {said}")
        assert str(path) in str(refused.value)


@pytest.mark.parametrize("way", [deleted, deleted_alone, replaced, without_folder])
async def test_what_was_stored_before_can_still_be_read(open_store, way):
    store, artifact, path = open_store
    way(path)
    assert (await store.history(artifact)).artifact.id == artifact.id


async def test_marks_are_kept_again_once_the_file_is_back(open_store, tmp_path):
    store, artifact, path = open_store
    path.rename(tmp_path / "aside")
    with pytest.raises(StoreError):
        await store.set_intent(artifact, "For cooks.")
    (tmp_path / "aside").rename(path)
    await store.set_intent(artifact, "For bakers.")
    again = SqliteStore(path, samples.Now())
    assert (await again.history(artifact)).artifact.intent == "For bakers."
    await again.close()


async def test_a_file_lost_in_the_middle_of_a_write_is_noticed_before_it_counts_as_kept(open_store):
    store, _, path = open_store

    def write(db):
        path.unlink()
        return "kept"

    with pytest.raises(StoreError, match="the database is gone"):
        await store._db.write(write)
