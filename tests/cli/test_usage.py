"""What a command is given that cannot be: each is refused in a sentence of its own, with exit code 2."""

import os
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from workbench.cli.exits import Exit


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("/", "The database / is a folder: name a file with --db or WORKBENCH_DB, such as /workbench.db."),
        ("{tmp}", "is a folder: name a file with --db or WORKBENCH_DB"),
        (os.devnull, "The database /dev/null is no file but a device or a pipe: name a file"),
    ],
)
@pytest.mark.parametrize("words", [["review", "--checks-only"], ["status"], ["open"]])
def test_a_database_that_can_be_none_is_refused(run, text, tmp_path, monkeypatch, words, database, said):
    monkeypatch.setenv("WORKBENCH_DB", database.format(tmp=tmp_path))
    ended = run(*words, text)
    assert ended.code == Exit.USAGE and ended.err.count("\n") == 1
    assert said in ended.err


def test_doctor_says_so_of_a_database_that_can_be_none_and_goes_on(run, monkeypatch):
    monkeypatch.setenv("WORKBENCH_DB", "/")
    ended = run("doctor")
    assert "fault  database: The database / is a folder" in ended.out and "content:" in ended.out


@pytest.mark.parametrize("words", [["review", ""], ["status", ""], ["open", ""], ["review", "a", "--db", ""]])
def test_an_empty_path_is_not_the_current_folder(run, words):
    ended = run(*words)
    assert ended.code == Exit.USAGE and "it is empty: name a file" in ended.err
    assert str(Path.cwd()) not in ended.err


def test_a_name_too_long_for_a_file_is_no_command(run):
    ended = run("a" * 300)
    assert ended.code == Exit.USAGE and "No such command" in ended.err


@pytest.mark.parametrize("budget", ["0", "-1"])
def test_a_budget_of_nothing_is_refused_by_the_option_as_by_the_settings(run, text, budget):
    ended = run("review", text, "--budget", budget)
    assert ended.code == Exit.USAGE and "Invalid value for '--budget'" in ended.err


def test_settings_nested_too_deeply_are_refused_by_their_file(run, text, tmp_path, monkeypatch):
    config = tmp_path / "config.toml"
    config.write_text(f"a = {'[' * 5000}{']' * 5000}\n")
    monkeypatch.setenv("WORKBENCH_CONFIG", str(config))
    ended = run("status", text)
    assert ended.code == Exit.USAGE and f"{config}: is nested too deeply" in ended.err


def test_a_round_that_was_killed_is_called_what_the_screen_calls_it(run, text, script, tmp_path):
    run("review", text, "--provider", script(broken=1), "--yes", "--parallel", 1)
    with closing(Database(tmp_path / "w.db")) as db:
        db.execute("update rounds set state = 'running', ruling = null, ended_at = null")
        db.conn.commit()
    ended = run("status", text)
    assert "The last round was cut off" in ended.err
    assert "running" not in ended.out and "incomplete" in ended.out
    assert run("status", text, "--format", "json").json["round"]["state"] == "incomplete"
