"""The program on databases that cannot be used: a sentence with the next step, and exit code 2."""

import contextlib
import io
import os
import resource
import shutil
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from e2e import playing
from sqlite_utils import Database
from support import databases
from support.terminal import PROGRAM, Terminal

from workbench.cli import main
from workbench.storage.copies import keep_copy

PAGE = 4096


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "README.md"
    path.write_text(playing.text_of(1))
    return path


@pytest.fixture
def db(tmp_path, text):
    """A database with a text in it."""
    path = tmp_path / "data" / "w.db"
    databases.open_text(text, path)
    return path


def installed(*words, **options):
    """Run the installed program."""
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, **options)


def here(*words):
    """Run the program in this process, which starts in no time."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.ExitStack() as stack:
        stack.enter_context(pytest.MonkeyPatch.context()).setattr(
            sys, "argv", ["workbench", *map(str, words)]
        )
        stack.enter_context(contextlib.redirect_stdout(out))
        stack.enter_context(contextlib.redirect_stderr(err))
        ended = stack.enter_context(pytest.raises(SystemExit))
        main()
    return subprocess.CompletedProcess(words, ended.value.code, out.getvalue(), err.getvalue())


def status(text, db, run=here, **options):
    return run("status", text, "--db", db, **options)


def refused(text, db, run=here):
    """The one sentence that a command ends with."""
    ended = status(text, db, run)
    assert ended.returncode == 2, ended.stderr
    assert ended.stdout == "" and ended.stderr.count("\n") == 1
    return ended.stderr


def damage(db):
    data = bytearray(db.read_bytes())
    for page in range(8, len(data) // PAGE):
        data[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
    db.write_bytes(data)


def test_another_files_content_is_no_database(text):
    assert "is not a database: choose another file with --db" in refused(text, text, installed)


def test_a_newer_database_is_named_with_what_to_do(text, db):
    with closing(Database(db)) as opened:
        opened.execute("update _sqlite_migrations set name = '0999_later' where name like '0002%'")
        opened.commit()
    assert "was made by a newer workbench" in (said := refused(text, db)) and "Upgrade the workbench" in said


def test_a_damaged_database_names_its_copy_and_is_put_back_by_the_command_it_names(text, db):
    keep_copy(db, datetime.now(UTC) - timedelta(hours=5))  # noqa: TID251
    damage(db)
    before = db.read_bytes()
    said = refused(text, db)
    assert "puts its last good copy back, made 5 hours ago, with 1 text and 0 marks" in said
    assert db.read_bytes() == before
    command = [*said.partition("`workbench ")[2].partition("`")[0].split(), "--db", db]
    asked = installed(*command, stdin=subprocess.DEVNULL)
    assert asked.returncode == 2 and "Nothing was put back: give --yes" in asked.stderr
    done = here(*command, "--yes")
    assert done.returncode == 0 and "is the database now" in done.stdout
    assert status(text, db).returncode == 0
    (kept,) = db.parent.glob("*.damaged")
    assert kept.read_bytes() == before


def test_a_person_is_asked_before_a_copy_is_put_back(text, db):
    keep_copy(db, datetime.now(UTC) - timedelta(hours=5))  # noqa: TID251
    damage(db)
    for answer, code in (("n", 2), ("y", 0)):
        terminal = Terminal("doctor", "--restore", "--db", db, columns=200)
        terminal.wait_for("Put it back?")
        terminal.press(f"{answer}\r")
        assert terminal.wait_for_end() == code


def test_the_screen_does_not_open_on_a_damaged_database_and_says_why(text, db):
    damage(db)
    terminal = Terminal("open", text, "--db", db, "--provider", "none", columns=200)
    assert terminal.wait_for_end() == 2
    assert "The database is damaged and has no copy yet" in terminal.seen


def test_doctor_tells_how_the_database_and_its_copy_are(text, db):
    def doctor():
        ended = here("doctor", "--db", db)
        assert ended.returncode == 0
        said = ended.stdout.splitlines()
        return {line.split(":")[0]: line for line in said}

    found = doctor()
    assert f"{db}, whole, with 1 text and 0 marks, 0." in found["ok     database"]
    assert "no copy of the database yet" in found["note   copy"]
    keep_copy(db, datetime.now(UTC) - timedelta(days=2))  # noqa: TID251
    assert "made 2 days ago, with 1 text and 0 marks: " in doctor()["ok     copy"]


@pytest.fixture
def disk(tmp_path):
    """A disk of next to no size."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder]
    try:
        mounted = subprocess.run(mount, capture_output=True).returncode == 0
    except FileNotFoundError:
        mounted = False
    if not mounted:
        pytest.skip("no disk of a set size can be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_database_on_a_disk_that_may_not_be_written_is_named_with_what_to_do(text, disk):
    assert status(text, disk / "w.db").returncode == 0
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    said = refused(text, disk / "w.db")
    assert "cannot be opened for writing (Read-only file system): make it and its folder writable" in said


def fill(disk, leave=0):
    room = shutil.disk_usage(disk).free - leave
    (disk / "fill").write_bytes(b"x" * room)


def test_a_full_disk_is_said_when_the_database_is_made_and_when_it_is_used(text, disk):
    db = disk / "w.db"
    fill(disk)
    assert "cannot grow, the disk is full: make room and try again" in refused(text, db)
    (disk / "fill").unlink()
    assert status(text, db).returncode == 0
    fill(disk)
    assert "cannot grow, the disk is full: make room and try again" in refused(text, db)
    (disk / "fill").unlink()
    assert status(text, db).returncode == 0


def test_a_round_on_a_disk_that_fills_up_keeps_what_was_read(text, disk, tmp_path):
    db, log, config = disk / "w.db", tmp_path / "asked", tmp_path / "config.toml"
    assert status(text, db).returncode == 0
    argv = [sys.executable, "-I", "-S", playing.__file__, str(log), "1"]
    config.write_text(f'provider = "command"\n[command]\nargv = {argv}\n')

    def review():
        words = [PROGRAM, "review", text, "--db", db, "--yes", "--parallel", "1", "--no-text-questions"]
        words += ["--match", "rules"]
        env = {**os.environ, "WORKBENCH_CONFIG": str(config)}
        return subprocess.run(words, env=env, capture_output=True, text=True)

    def asked():
        return len(log.read_text().splitlines()) if log.exists() else 0

    lost = kept = 0
    for room in range(100_000, 500_000, 40_000):
        fill(disk, leave=room)
        before = asked()
        ended = review()
        assert ended.returncode == 2 and ended.stderr.endswith("disk is full: make room and try again.\n")
        (disk / "fill").unlink()
        with closing(Database(db)) as opened:
            finished = "select count(*) from readings where state = 'finished' and round_id is not null"
            assert opened.execute("pragma integrity_check").fetchall() == [("ok",)]
            now = opened.execute(finished).fetchone()[0]
        lost += asked() - before - (now - kept)
        kept = now
        if kept:
            break
    assert 0 < kept < 6
    assert review().returncode in (0, 1)
    # Only a reading that could not be stored was asked for again.
    assert asked() == 6 + lost


def test_a_file_that_may_not_grow_is_said_and_stays_whole(text, db):
    before = status(text, db).stdout
    limit = db.stat().st_size
    text.write_text(playing.text_of(2) + "\n" + "It goes on.\n" * (limit // 12 + 1))
    limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))}
    ended = status(text, db, installed, **limited)
    assert ended.returncode == 2 and ("check the disk" in ended.stderr or "make room" in ended.stderr)
    with closing(Database(db)) as opened:
        assert opened.execute("pragma integrity_check").fetchall() == [("ok",)]
    text.write_text(playing.text_of(1))
    assert status(text, db).stdout == before
