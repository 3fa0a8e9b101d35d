"""Home in a real terminal: the installed program without a command."""

import json
import os
import signal
import sqlite3
from contextlib import closing

import pytest
from support import databases
from support.terminal import Terminal

TEXT = "# Kettle\n\nKettle boils water faster than any other.\n\n## Install\n\nRun `kettle on`.\n"


@pytest.fixture
def environ(tmp_path):
    """Two texts that were opened before, and what the program needs to find them."""
    said = {"WORKBENCH_DB": str(tmp_path / "w.db"), "WORKBENCH_PROVIDER": "none"}
    for name in ("kettle", "teapot"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "README.md").write_text(TEXT + "\n[broken](nowhere.md)\n")
        databases.open_text(tmp_path / name / "README.md", tmp_path / "w.db")
    return said


def left(environ):
    """Where each text that was left was left, by its folder."""
    with closing(sqlite3.connect(environ["WORKBENCH_DB"])) as db:  # noqa: TID251
        rows = db.execute("select path, left_place from artifacts where left_at is not null").fetchall()
    return {path.split("/")[-2]: json.loads(place or "null") for path, place in rows}


def test_a_text_is_opened_from_home_marked_and_left_with_the_keyboard_alone(environ):
    terminal = Terminal(environ=environ)
    terminal.wait_for("not judged")
    terminal.press("j")
    terminal.wait_for("kettle")
    terminal.press("\r")
    terminal.wait_for("checks: 1 fault")
    terminal.settle()
    terminal.press("h")
    terminal.wait_for("u undoes")
    terminal.press("q")
    terminal.wait_for("2 texts")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    assert left(environ)["kettle"]["kind"] == "concern" and "teapot" not in left(environ)


@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM"])
def test_what_ends_the_program_from_outside_remembers_the_place_too(environ, tmp_path, name):
    terminal = Terminal("open", tmp_path / "kettle" / "README.md", environ=environ)
    terminal.wait_for("checks: 1 fault")
    terminal.settle()
    os.kill(terminal.pid, getattr(signal, name))
    terminal.wait_for_end()
    assert left(environ)["kettle"]["kind"] == "concern"


def test_an_empty_database_says_what_to_do(tmp_path):
    terminal = Terminal(environ={"WORKBENCH_DB": str(tmp_path / "w.db"), "WORKBENCH_PROVIDER": "none"})
    terminal.wait_for("workbench open README.md")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
