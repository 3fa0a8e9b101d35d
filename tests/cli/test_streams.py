"""The installed program where its streams are closed or full: its exit code stays what it is."""

import os
import subprocess
from pathlib import Path

import pytest
from support.terminal import PROGRAM

ALL = "<&- >&- 2>&-"


@pytest.fixture
def shell(tmp_path):
    """Runs a shell line in a folder with a text, `workbench` being this one."""
    (tmp_path / "a.md").write_text("# Kettle\n\nIt boils.\n")
    environment = {**os.environ, "WORKBENCH_DB": str(tmp_path / "data" / "w.db")}

    def call(line):
        line = line.replace("workbench", str(PROGRAM), 1)
        return subprocess.run(
            line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
        )

    return call


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("workbench status a.md >&-", 0),
        ("workbench open a.md 2>&-", 0),
        ("workbench demo <&-", 2),
        (f"workbench open a.md {ALL}", 0),
        (f"workbench demo {ALL}", 2),
        (f"workbench {ALL}", 0),
        (f"workbench nope {ALL}", 2),
    ],
)
def test_a_closed_stream_is_one_that_leads_nowhere(shell, line, code):
    ended = shell(line)
    assert (ended.returncode, "Traceback" in ended.stderr) == (code, False), ended.stderr


def test_nothing_that_is_printed_gets_into_a_database_opened_in_the_place_of_a_stream(shell, tmp_path):
    assert shell(f"workbench status a.md {ALL}").returncode == 0
    assert (tmp_path / "data" / "w.db").read_bytes().startswith(b"SQLite format 3")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("workbench nope 2>/dev/full", 2),
        ("workbench status a.md >/dev/full 2>/dev/full", 2),
        ("workbench --help >/dev/full", 2),
        ("workbench open a.md 2>/dev/full", 0),
    ],
)
def test_a_full_stream_leaves_the_exit_code_what_it_is(shell, line, code):
    assert shell(line).returncode == code
