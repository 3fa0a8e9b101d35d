import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import workbench
from workbench.content.memory import FolderMemory

COUNTS = """
import sys
from pathlib import Path
from workbench.content.memory import FolderMemory
memory = FolderMemory(Path(sys.argv[1]))
for _ in range(40):
    memory.revise("count", lambda kept: str(int(kept or 0) + 1).encode())
"""
HOLDS = """
import sys, time
from pathlib import Path
from workbench.content.memory import FolderMemory
def hold(kept):
    print("held", flush=True)
    sys.stdin.read()
    return b"mine"
FolderMemory(Path(sys.argv[1])).revise("count", hold)
"""


def program(code, folder):
    """A program of the same user."""
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder)],
        cwd=Path(workbench.__file__).parents[1],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )


@pytest.fixture
def memory(tmp_path):
    return FolderMemory(tmp_path / "notes")


@pytest.fixture
def holder(memory, tmp_path):
    """A program in the middle of a revision."""
    holder = program(HOLDS, tmp_path / "notes")
    assert holder.stdout.readline() == b"held\n"
    yield holder
    holder.kill()
    holder.communicate()


def test_a_note_is_there_for_every_later_program(memory, tmp_path):
    assert memory.recall("one") == b""
    memory.revise("one", lambda kept: b"a" + kept)
    assert FolderMemory(tmp_path / "notes").recall("one") == b"a"
    assert memory.recall("other") == b""


def test_notes_are_for_their_owner_alone(memory, tmp_path):
    memory.revise("one", lambda kept: b"a")
    folder = tmp_path / "notes"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


def test_nothing_is_written_where_nothing_changes(memory, tmp_path):
    memory.revise("one", lambda kept: b"a")
    before = (tmp_path / "notes/one.json").stat().st_ino
    memory.revise("one", lambda kept: kept)
    assert (tmp_path / "notes/one.json").stat().st_ino == before


def test_revisions_of_two_programs_at_once_are_all_kept(memory, tmp_path):
    programs = [program(COUNTS, tmp_path / "notes") for _ in range(2)]
    for each in programs:
        each.communicate()
        assert each.returncode == 0
    assert json.loads(memory.recall("count")) == 80


def test_a_program_that_is_killed_in_the_middle_keeps_nobody_and_leaves_the_note_whole(memory, holder):
    holder.kill()
    holder.wait()
    memory.revise("count", lambda kept: kept + b"ours")
    assert memory.recall("count") == b"ours"


def test_a_program_that_is_stopped_in_the_middle_is_not_waited_for_for_ever(memory, holder):
    os.kill(holder.pid, signal.SIGSTOP)
    memory.revise("count", lambda kept: kept + b"ours")
    assert memory.recall("count") == b"ours"


def test_where_nothing_can_be_written_a_note_lasts_as_long_as_the_program(tmp_path):
    tmp_path.joinpath("notes").write_text("no folder")
    memory = FolderMemory(tmp_path / "notes")
    memory.revise("one", lambda kept: b"a" + kept)
    memory.revise("one", lambda kept: b"b" + kept)
    assert memory.recall("one") == b"ba"


def test_what_could_not_be_written_counts_before_what_was_until_it_can_be(memory, tmp_path, monkeypatch):
    memory.revise("one", lambda kept: b"old")

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("workbench.content.memory.write_text", full)
        memory.revise("one", lambda kept: kept + b"-newer")
    assert memory.recall("one") == b"old-newer"
    memory.revise("one", lambda kept: kept + b"-newest")
    assert tmp_path.joinpath("notes", "one.json").read_bytes() == b"old-newer-newest"
    FolderMemory(tmp_path / "notes").revise("one", lambda kept: b"another program's")
    assert memory.recall("one") == b"another program's"
