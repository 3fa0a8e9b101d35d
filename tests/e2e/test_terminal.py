"""The installed program in a real terminal."""

import json
import subprocess

from support.builders import judge_answer, reader_answer
from support.terminal import PROGRAM, Terminal

TEXT = "# Kettle\n\nKettle boils water faster than any other.\n\n## Install\n\nRun `kettle on`.\n"


def script(path):
    questions = {f"R{n}": "meets" for n in range(1, 15)}
    judged = judge_answer(questions, verdict="Publishable").replace("Kettle boils water", "boils water")
    answers = [*[reader_answer("faster than any other")] * 5, judged.replace("fastest kettle", "kettle on")]
    path.write_text(json.dumps({"answers": [{"answer": json.loads(answer)} for answer in answers]}))
    return f"scripted:{path}"


def test_a_text_is_opened_read_and_marked_with_the_keyboard_alone(tmp_path):
    text, db = tmp_path / "README.md", tmp_path / "w.db"
    text.write_text(TEXT)
    terminal = Terminal("open", text, "--db", db, "--provider", script(tmp_path / "s.json"), "--parallel", 1)
    terminal.wait_for("Kettle boils water")
    terminal.press("r")
    terminal.wait_for("recorded answers")
    terminal.press("\r")
    terminal.wait_for("Publishable")
    terminal.press("N")
    terminal.wait_for("L3")
    terminal.press("h")
    terminal.wait_for("u undoes")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    said = subprocess.run(
        [PROGRAM, "fixes", text, "--db", db], capture_output=True, text=True, check=True
    ).stdout
    assert "faster than any other" in said


def test_quitting_in_the_middle_of_a_round_keeps_what_was_read(tmp_path):
    text, db = tmp_path / "README.md", tmp_path / "w.db"
    text.write_text(TEXT)
    slow = tmp_path / "slow.json"
    slow.write_text(
        json.dumps({"answers": [{"answer": json.loads(reader_answer("kettle on"))}] * 6, "delay": 0.2})
    )
    terminal = Terminal("open", text, "--db", db, "--provider", f"scripted:{slow}", "--parallel", 1)
    terminal.wait_for("Kettle boils water")
    terminal.press("r")
    terminal.wait_for("recorded answers")
    terminal.press("\r")
    terminal.wait_for("1 of 6")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    said = subprocess.run(
        [PROGRAM, "status", text, "--db", db], capture_output=True, text=True, check=True
    ).stdout
    assert ": revision 1, 6 readings, incomplete" in said


def test_a_bug_on_the_screen_ends_with_seventy_and_a_traceback(tmp_path):
    text = tmp_path / "README.md"
    text.write_text(TEXT)
    broken = tmp_path / "sitecustomize.py"
    broken.write_text(
        "import workbench.core.desk as desk\n"
        "def look(*_): raise ZeroDivisionError('planted')\n"
        "desk.Desk.open = look\n"
    )
    terminal = Terminal(
        "open", text, "--db", tmp_path / "w.db", "--provider", "none", environ={"PYTHONPATH": str(tmp_path)}
    )
    assert terminal.wait_for_end() == 70
    assert "planted" in terminal.seen
