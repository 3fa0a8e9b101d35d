from pathlib import Path

import pytest
from sqlite_utils import Database
from support.builders import preview

from workbench.core.previews import LARGEST
from workbench.storage.previews import stored_preview

README = Path("/texts/README.md")


async def test_the_last_preview_of_an_artifact_is_read_by_its_path(store, artifact, path):
    await store.save_preview(artifact, preview())
    await store.save_preview(artifact, preview(sha256="b" * 64))
    assert stored_preview(path, README) == preview(sha256="b" * 64)
    assert stored_preview(path, Path("/texts/OTHER.md")) is None


async def test_an_artifact_that_moved_has_its_preview_where_it_is_now(store, artifact, path):
    await store.save_preview(artifact, preview())
    await store.open_artifact(artifact.identity, "/elsewhere/README.md", None)
    await store.save_preview(artifact, preview())
    assert stored_preview(path, Path("/elsewhere/README.md")) == preview()
    assert stored_preview(path, README) is None


async def test_another_artifact_at_the_same_path_takes_its_place(store, artifact, path):
    await store.save_preview(artifact, preview())
    other = await store.open_artifact("git:example.org/kettle#README.md", str(README), None)
    await store.save_preview(other, preview(sha256="b" * 64))
    assert stored_preview(path, README) == preview(sha256="b" * 64)


async def test_a_preview_too_long_to_be_read_is_not_kept_nor_is_the_one_before(store, artifact, path, query):
    await store.save_preview(artifact, preview())
    long = (("x" * 20_000, "plain", ""),) * (LARGEST // 20_000 + 1)
    await store.save_preview(artifact, preview(lines=(long, long)))
    assert query("select * from previews") == []


async def test_a_preview_is_read_while_another_program_writes(store, artifact, path):
    await store.save_preview(artifact, preview())
    with Database(path) as other:
        other.execute("begin immediate")
        other.execute("delete from previews")
        assert stored_preview(path, README) == preview()
        other.rollback()


@pytest.mark.parametrize("content", [None, b"", b"no database, but long enough to look like one" * 50])
def test_whatever_is_wrong_with_the_database_there_is_no_preview(tmp_path, content):
    file = tmp_path / "workbench.db"
    if content is not None:
        file.write_bytes(content)
    assert stored_preview(file, README) is None
    assert file.exists() is (content is not None)


@pytest.mark.parametrize(
    ("table", "row"),
    [("others", {"id": 1}), ("previews", {"body": b"\0"}), ("previews", {"body": "[]"})],
)
def test_a_database_of_another_program_has_no_preview(tmp_path, table, row):
    file = tmp_path / "other.db"
    with Database(file) as other:
        other.table(table).insert({"path": str(README), **row})
    assert stored_preview(file, README) is None


def test_a_name_that_is_no_text_has_no_preview(tmp_path):
    assert stored_preview(tmp_path / "w.db", Path("/texts/\udcff.md")) is None
