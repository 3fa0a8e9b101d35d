import subprocess
import sys

import pytest

from workbench.core.errors import StoreError
from workbench.core.history import Round
from workbench.storage import claims
from workbench.storage.claims import Claims


def test_a_round_is_claimed_by_one_program_at_a_time(tmp_path):
    one, other = Claims(tmp_path / "w.db", "round"), Claims(tmp_path / "w.db", "round")
    assert one.take(7) and one.take(7)
    assert not other.take(7) and other.take(8)
    one.drop(7)
    assert other.take(7)


def test_things_of_two_kinds_are_claimed_apart(tmp_path):
    one, other = Claims(tmp_path / "w.db", "round"), Claims(tmp_path / "w.db", "taglines")
    assert one.take(7) and other.take(7)
    one.close()
    assert not Claims(tmp_path / "w.db", "taglines").take(7)


def test_nothing_is_left_behind_by_claims_that_were_let_go(tmp_path):
    claims = Claims(tmp_path / "w.db", "round")
    claims.take(1)
    claims.take(2)
    claims.close()
    assert list(tmp_path.iterdir()) == []


def test_a_killed_program_claims_nothing(tmp_path):
    code = (
        "import os, sys, pathlib; from workbench.storage.claims import Claims; "
        f"Claims(pathlib.Path({str(tmp_path / 'w.db')!r}), 'round').take(7); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert Claims(tmp_path / "w.db", "round").take(7)


def test_a_database_with_two_names_has_its_rounds_claimed_once(tmp_path):
    (tmp_path / "w.db").touch()
    (tmp_path / "link.db").symlink_to("w.db")
    assert Claims(tmp_path / "w.db", "round").take(7)
    assert not Claims(tmp_path / "link.db", "round").take(7)


def test_a_lock_file_that_its_owner_takes_away_while_it_is_being_locked_claims_nothing(monkeypatch, tmp_path):
    one, other, third = (Claims(tmp_path / "w.db", "round") for _ in range(3))
    assert one.take(7)
    opened = claims.os.open

    def open_then_drop(*words):
        file = opened(*words)
        monkeypatch.setattr(claims.os, "open", opened)
        one.drop(7)
        return file

    monkeypatch.setattr(claims.os, "open", open_then_drop)
    assert other.take(7)
    assert not third.take(7)


def test_whether_a_round_is_taken_is_told_without_taking_it(tmp_path):
    one, other = Claims(tmp_path / "w.db", "round"), Claims(tmp_path / "w.db", "round")
    one.take(7)
    assert other.is_taken(7) and not one.is_taken(7) and not other.is_taken(8)
    assert one.holds(7) and not other.holds(7)


def test_the_lock_file_of_a_killed_program_blocks_nobody_and_is_cleared_away(tmp_path):
    (tmp_path / "w.db-round-7.lock").touch()
    assert not Claims(tmp_path / "w.db", "round").is_taken(7)
    assert list(tmp_path.iterdir()) == []


def test_closing_clears_away_what_killed_programs_left_and_nothing_else(tmp_path):
    other = Claims(tmp_path / "w.db", "round")
    other.take(8)
    for name in ("w.db-round-7.lock", "w.db-round-mine.lock", "other.db-round-7.lock"):
        (tmp_path / name).touch()
    Claims(tmp_path / "w.db", "round").close()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["other.db-round-7.lock", "w.db-round-8.lock", "w.db-round-mine.lock"]


def test_a_lock_file_that_cannot_be_made_is_said(tmp_path):
    with pytest.raises(StoreError, match=r"w\.db-round-7\.lock cannot be made .*: make room"):
        Claims(tmp_path / "gone" / "w.db", "round").take(7)


async def test_a_round_that_could_not_be_stored_is_not_claimed(store, open_store, artifact, revision):
    taken = store._claims.take

    def take_then_fail(round):
        taken(round)
        raise StoreError("the disk is full")

    store._claims.take = take_then_fail
    with pytest.raises(StoreError, match="the disk is full"):
        await store.begin_round(artifact, Round(revision.id, 0, ()))
    other = open_store()
    begun = await other.begin_round(artifact, Round(revision.id, 0, ()))
    assert begun.number == 1 and not store._claims.holds(begun.id)
