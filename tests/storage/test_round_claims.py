import subprocess
import sys

import pytest

from workbench.core.errors import StoreError
from workbench.core.history import Round
from workbench.storage import round_claims
from workbench.storage.round_claims import RoundClaims


def test_a_round_is_claimed_by_one_program_at_a_time(tmp_path):
    one, other = RoundClaims(tmp_path / "w.db"), RoundClaims(tmp_path / "w.db")
    assert one.take(7) and one.take(7)
    assert not other.take(7) and other.take(8)
    one.drop(7)
    assert other.take(7)


def test_nothing_is_left_behind_by_claims_that_were_let_go(tmp_path):
    claims = RoundClaims(tmp_path / "w.db")
    claims.take(1)
    claims.take(2)
    claims.close()
    assert list(tmp_path.iterdir()) == []


def test_a_killed_program_claims_nothing(tmp_path):
    code = (
        "import os, sys, pathlib; from workbench.storage.round_claims import RoundClaims; "
        f"RoundClaims(pathlib.Path({str(tmp_path / 'w.db')!r})).take(7); os._exit(9)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 9
    assert RoundClaims(tmp_path / "w.db").take(7)


def test_a_database_with_two_names_has_its_rounds_claimed_once(tmp_path):
    (tmp_path / "w.db").touch()
    (tmp_path / "link.db").symlink_to("w.db")
    assert RoundClaims(tmp_path / "w.db").take(7)
    assert not RoundClaims(tmp_path / "link.db").take(7)


def test_a_lock_file_that_its_owner_takes_away_while_it_is_being_locked_claims_nothing(monkeypatch, tmp_path):
    one, other, third = (RoundClaims(tmp_path / "w.db") for _ in range(3))
    assert one.take(7)
    opened = round_claims.os.open

    def open_then_drop(*words):
        file = opened(*words)
        monkeypatch.setattr(round_claims.os, "open", opened)
        one.drop(7)
        return file

    monkeypatch.setattr(round_claims.os, "open", open_then_drop)
    assert other.take(7)
    assert not third.take(7)


def test_whether_a_round_is_taken_is_told_without_taking_it(tmp_path):
    one, other = RoundClaims(tmp_path / "w.db"), RoundClaims(tmp_path / "w.db")
    one.take(7)
    assert other.is_taken(7) and not one.is_taken(7) and not other.is_taken(8)
    assert one.holds(7) and not other.holds(7)


def test_the_lock_file_of_a_killed_program_blocks_nobody_and_is_cleared_away(tmp_path):
    (tmp_path / "w.db-round-7.lock").touch()
    assert not RoundClaims(tmp_path / "w.db").is_taken(7)
    assert list(tmp_path.iterdir()) == []


def test_closing_clears_away_what_killed_programs_left_and_nothing_else(tmp_path):
    other = RoundClaims(tmp_path / "w.db")
    other.take(8)
    for name in ("w.db-round-7.lock", "w.db-round-mine.lock", "other.db-round-7.lock"):
        (tmp_path / name).touch()
    RoundClaims(tmp_path / "w.db").close()
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == ["other.db-round-7.lock", "w.db-round-8.lock", "w.db-round-mine.lock"]


def test_a_lock_file_that_cannot_be_made_is_said(tmp_path):
    with pytest.raises(StoreError, match=r"w\.db-round-7\.lock cannot be made .*: make room"):
        RoundClaims(tmp_path / "gone" / "w.db").take(7)


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
