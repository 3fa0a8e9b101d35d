import subprocess
import sys

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
