"""Putting the last good copy back, with what the damaged file still gives."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from sqlite_utils import Database
from storage import samples

from workbench.core.errors import StoreError
from workbench.core.history import Placement
from workbench.core.marks import Decision, Target
from workbench.storage import restoring
from workbench.storage.copies import keep_copy
from workbench.storage.restoring import restorable, restore
from workbench.storage.store import SqliteStore

NOW = samples.START + timedelta(hours=5)
PAGE = 4096
TESTS = Path(__file__).parents[1]


async def worked(store, artifact, revision, marks):
    """One more reading, its findings marked."""
    findings = tuple(samples.finding(f"{n}") for n in range(marks))
    saved = await store.save_reading(
        artifact, samples.reading(revision.id, findings=findings, raw="x" * 9000, trial=marks)
    )
    placed = await store.place(artifact, [Placement(f.id, -f.id, "first") for f in saved.findings])
    for each in placed:
        await store.decide(artifact, Decision(Target("concern", each.concern), "mark", "hit"))


@pytest.fixture
async def copied(store, artifact, revision, path):
    """A database that was copied, used on, and closed; its path."""
    await worked(store, artifact, revision, 3)
    keep_copy(path, samples.START)
    await worked(store, artifact, revision, 4)
    await store.undo(artifact)
    await store.set_intent(artifact, "A kettle.")
    await store.close()
    with Database(path) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    return path


def damage(path, *pages):
    data = bytearray(path.read_bytes())
    for page in pages:
        data[(page - 1) * PAGE : page * PAGE] = b"\xff" * PAGE
    path.write_bytes(data)


def root(path, name):
    with Database(path) as db:
        return db.execute("select rootpage from sqlite_master where name = ?", [name]).fetchone()[0]


async def held(path):
    store = SqliteStore(path, samples.Now())
    (history,) = await store.histories()
    await store.close()
    return history


async def test_the_copy_is_put_back_and_the_damaged_file_kept(copied):
    before = copied.read_bytes()[PAGE:]
    damage(copied, 1)
    done = restore(copied, NOW)
    assert done.kept.name == "workbench.db.20260101T050000Z.damaged"
    assert done.kept.read_bytes()[PAGE:] == before
    assert len((await held(copied)).decisions) == 3
    assert list(done.sentences(NOW)) == [
        "The copy made 5 hours ago, with 1 text and 3 marks, is the database now.",
        f"The damaged file is kept as {done.kept}.",
        "Nothing could be read from it: what was done since the copy is missing.",
    ]


async def test_what_can_be_read_from_the_damaged_file_is_added(copied):
    whole = await held(copied)
    damage(copied, root(copied, "decisions_of_an_artifact"))
    done = restore(copied, NOW)
    restored = await held(copied)
    assert restored.decisions == whole.decisions
    assert restored.readings == whole.readings and restored.placements == whole.placements
    assert restored.artifact.intent == "A kettle."
    said = list(done.sentences(NOW))
    assert said[2] == "Read from it and added to the copy: 1 reading, 4 findings, 4 decisions."


async def test_a_mark_that_was_taken_back_since_the_copy_stays_taken_back(copied):
    store = SqliteStore(copied, samples.Now())
    (history,) = await store.histories()
    for _ in range(4):
        await store.undo(history.artifact)
    await store.close()
    with Database(copied) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    damage(copied, root(copied, "decisions_of_an_artifact"))
    restore(copied, NOW)
    assert [d.undone for d in (await held(copied)).decisions] == [False, False, True, True, True, True, True]


async def test_what_refers_to_what_could_not_be_read_is_not_added_and_that_is_said(copied):
    damage(copied, root(copied, "findings"))
    done = restore(copied, NOW)
    restored = await held(copied)
    assert len(restored.decisions) == 7 and len(restored.findings) == 3
    assert list(done.sentences(NOW))[-1].startswith("Some places of it could not be read")
    with Database(copied) as db:
        assert db.execute("pragma foreign_key_check").fetchall() == []
        assert db.execute("pragma integrity_check").fetchall() == [("ok",)]


async def test_one_bad_page_of_decisions_loses_no_more_than_it_held(copied, store):
    again = SqliteStore(copied, samples.Now())
    (history,) = await again.histories()
    for n in range(400):
        await again.decide(history.artifact, Decision(Target("concern", 1), "note", f"note {n}"))
    await again.close()
    with Database(copied) as db:
        db.execute("pragma wal_checkpoint(truncate)")
    damage(copied, leaves(copied, "decisions")[2])
    restore(copied, NOW)
    kept = len((await held(copied)).decisions)
    assert 300 < kept < 407


def leaves(path, table):
    """The leaf pages of a table, in their order, from its root's pointers."""
    data = path.read_bytes()
    start = (root(path, table) - 1) * PAGE
    assert data[start] == 5, "the root is no leaf itself"
    count = int.from_bytes(data[start + 3 : start + 5], "big")
    cells = [int.from_bytes(data[start + 12 + 2 * n : start + 14 + 2 * n], "big") for n in range(count)]
    return [int.from_bytes(data[start + cell : start + cell + 4], "big") for cell in cells]


async def test_a_lost_database_is_put_back_from_its_copy(copied):
    copied.unlink()
    done = restore(copied, NOW)
    assert done.kept is None and len((await held(copied)).decisions) == 3
    assert list(done.sentences(NOW))[-1] == "What was done since the copy is missing."


async def test_the_log_of_the_damaged_file_is_kept_with_it_and_not_read_into_the_copy(copied):
    store = SqliteStore(copied, samples.Now())
    (history,) = await store.histories()
    await store.set_intent(history.artifact, "Only in the log.")
    log = copied.with_name("workbench.db-wal")
    left, database = log.read_bytes(), copied.read_bytes()
    await store.close()
    copied.write_bytes(b"\xff" * PAGE + database[PAGE:])
    log.write_bytes(left)
    done = restore(copied, NOW)
    assert done.kept.with_name(f"{done.kept.name}-wal").read_bytes() == left
    assert not log.exists()
    assert (await held(copied)).artifact.intent in (None, "Only in the log.")


async def test_a_whole_database_is_left_in_its_place(copied):
    before = copied.read_bytes()
    with pytest.raises(StoreError, match="is whole, so nothing was put back"):
        restore(copied, NOW)
    assert copied.read_bytes() == before


async def test_without_a_copy_nothing_is_put_back(store, path):
    await store.open()
    with pytest.raises(StoreError, match="There is no good copy of"):
        restorable(path)


def test_a_database_that_another_program_has_open_is_left_alone(copied):
    code = (
        f"import sqlite3, sys; db = sqlite3.connect({str(copied)!r}); db.execute('select 1 from artifacts')"
    )
    held = subprocess.Popen(
        [sys.executable, "-c", f"{code}; print(flush=True); sys.stdin.read()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    held.stdout.readline()
    damage(copied, 1)
    with pytest.raises(StoreError, match=r"Another workbench has .* open: close it, then restore\."):
        restore(copied, NOW)
    held.communicate()
    assert restore(copied, NOW).kept


def ended(code):
    """How a program ends that runs this."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True).returncode


@pytest.mark.parametrize("moment", range(1, 7))
async def test_restoring_that_is_killed_at_any_moment_can_be_done_again(copied, moment):
    damage(copied, 1)
    code = f"""
import os, sys
sys.path[:0] = [{str(TESTS.parent)!r}, {str(TESTS)!r}]
from pathlib import Path
from workbench.storage import restoring
from storage import samples
left = [{moment}]

def counted(home, name):
    real = getattr(home, name)
    def step(*words, **options):
        left[0] -= 1
        if not left[0]:
            os._exit(9)
        return real(*words, **options)
    setattr(home, name, step)

counted(Path, "replace")
counted(Path, "unlink")
counted(os, "fsync")
restoring.restore(Path({str(copied)!r}), samples.START)
"""
    assert ended(code) in (0, 9)
    if not restoring._is_whole(copied):
        restore(copied, NOW)
    assert len((await held(copied)).decisions) == 3


def test_what_cannot_be_written_is_said_and_nothing_has_changed(copied, monkeypatch):
    damage(copied, 1)
    before = copied.read_bytes()

    def full(*words):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match=r"cannot be put back \(No space left on device\): make room"):
        restore(copied, NOW)
    assert copied.read_bytes() == before
