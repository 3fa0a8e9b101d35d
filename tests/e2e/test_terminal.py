"""The installed program in a real terminal."""

import json
import os
import shlex
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import pytest
from support.builders import judge_answer, reader_answer
from support.terminal import PROGRAM, Terminal

TEXT = "# Kettle\n\nKettle boils water faster than any other.\n\n## Install\n\nRun `kettle on`.\n"


def script(path):
    questions = {f"R{n}": "meets" for n in range(1, 15)}
    judged = judge_answer(questions, verdict="Publishable").replace("Kettle boils water", "boils water")
    readers = [reader_answer("faster than any other")] * 5
    answers = [*readers, '{"questions": []}', judged.replace("fastest kettle", "kettle on")]
    path.write_text(json.dumps({"answers": [{"answer": json.loads(answer)} for answer in answers]}))
    return f"scripted:{path}"


def begin_round(terminal, destination):
    """Have the text read, once the dialog names where it would go."""
    terminal.wait_for("Kettle boils water")
    terminal.press("r")
    terminal.wait_for("sent to")
    terminal.wait_for(destination)
    terminal.settle()
    terminal.press("\r")


def test_a_text_is_opened_read_and_marked_with_the_keyboard_alone_and_its_fixes_are_printed(tmp_path):
    text, db = tmp_path / "README.md", tmp_path / "w.db"
    text.write_text(TEXT)
    words = ["open", text, "--db", db, "--provider", script(tmp_path / "s.json"), "--parallel", 1]
    run = shlex.join(map(str, [PROGRAM, *words, "--print-fixes"]))
    terminal = Terminal("-c", f"exec {run} > {tmp_path}/fixes.md", columns=100, program="/bin/sh")
    begin_round(terminal, "recorded answers")
    terminal.wait_for("Round 1 is complete")
    terminal.press("h")
    terminal.wait_for("u undoes")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    printed = (tmp_path / "fixes.md").read_text()
    said = subprocess.run([PROGRAM, "fixes", text, "--db", db], capture_output=True, text=True, check=True)
    assert printed == said.stdout and "faster than any other" in printed


def test_quitting_in_the_middle_of_a_round_keeps_what_was_read(tmp_path):
    text, db = tmp_path / "README.md", tmp_path / "w.db"
    text.write_text(TEXT)
    slow = tmp_path / "slow.json"
    slow.write_text(
        json.dumps({"answers": [{"answer": json.loads(reader_answer("kettle on"))}] * 6, "delay": 0.2})
    )
    terminal = Terminal("open", text, "--db", db, "--provider", f"scripted:{slow}", "--parallel", 1)
    begin_round(terminal, "recorded answers")
    terminal.wait_for("1 of 6")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    said = subprocess.run(
        [PROGRAM, "status", text, "--db", db], capture_output=True, text=True, check=True
    ).stdout
    assert ": revision 1, 6 readings and the questions, incomplete" in said


def test_a_bug_on_the_screen_ends_with_seventy_and_a_traceback(tmp_path):
    text = tmp_path / "README.md"
    text.write_text(TEXT)
    broken = tmp_path / "sitecustomize.py"
    broken.write_text(
        "import workbench.core.desk as desk\n"
        "def look(*_): raise ZeroDivisionError('planted')\n"
        "desk.Desk.open_unchecked = look\n"
    )
    terminal = Terminal(
        "open", text, "--db", tmp_path / "w.db", "--provider", "none", environ={"PYTHONPATH": str(tmp_path)}
    )
    assert terminal.wait_for_end() == 70
    assert "planted" in terminal.seen


HANGS = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()} '); time.sleep(600)"


def hanging(tmp_path):
    """A configuration whose reader is a program that never answers, and the file it writes its ids to."""
    config, ids = tmp_path / "config.toml", tmp_path / "ids"
    argv = json.dumps([sys.executable, "-c", HANGS, str(ids)])
    config.write_text(f'provider = "command"\n[command]\nargv = {argv}\n')
    return {"WORKBENCH_CONFIG": str(config), "WORKBENCH_DB": str(tmp_path / "w.db")}, ids


def wait_until(happened, seconds=20):
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it never happened"
        threading.Event().wait(0.05)


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_what_ends_a_headless_round_ends_its_programs_too(tmp_path, name):
    environ, ids = hanging(tmp_path)
    text = tmp_path / "README.md"
    text.write_text(TEXT)
    round = subprocess.Popen(
        [PROGRAM, "review", text, "--yes"], env={**os.environ, **environ}, stderr=subprocess.PIPE
    )
    wait_until(lambda: ids.exists() and len(ids.read_text().split()) == 6)
    round.send_signal(getattr(signal, name))
    assert round.wait(20) == 130
    round.stderr.close()
    wait_until(lambda: not any(is_running(int(pid)) for pid in ids.read_text().split()))


def test_closing_the_terminal_ends_the_programs_that_read(tmp_path):
    environ, ids = hanging(tmp_path)
    text = tmp_path / "README.md"
    text.write_text(TEXT)
    terminal = Terminal("open", text, environ=environ)
    begin_round(terminal, "the program")
    wait_until(lambda: terminal.read(0) and ids.exists() and len(ids.read_text().split()) == 6)
    os.kill(terminal.pid, signal.SIGHUP)
    terminal.wait_for_end()
    wait_until(lambda: not any(is_running(int(pid)) for pid in ids.read_text().split()))


def test_two_drafts_are_chosen_between_with_the_keyboard_alone(tmp_path):
    first, second, db = tmp_path / "README.md", tmp_path / "draft.md", tmp_path / "w.db"
    first.write_text(TEXT)
    second.write_text(TEXT.replace("faster than any other", "in a minute"))
    terminal = Terminal("compare", first, second, "--db", db, "--provider", "none")
    terminal.wait_for("names and order are hidden")
    terminal.wait_for("Kettle boils water")
    terminal.press("2")
    terminal.wait_for("enter keeps it")
    terminal.press("\r")
    terminal.wait_for("you chose text 2")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    with sqlite3.connect(db) as stored:  # noqa: TID251
        assert stored.execute("select blind, undone from comparison_choices").fetchall() == [(1, 0)]
    stored.close()
