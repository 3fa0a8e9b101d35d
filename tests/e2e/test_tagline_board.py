"""The board of candidates in a real terminal: read, marked and left with the keyboard alone."""

import json

import pytest
from support.terminal import Terminal

SAID = {
    "thought": "Hm.",
    "what": "A kettle.",
    "for_whom": "",
    "quote": "A kettle",
    "reason": "So.",
    "answer": "right",
}
"""What serves a reader and a grader alike."""


@pytest.fixture
def started(tmp_path):
    """Starts the program on a file of candidates, over a recording."""
    recording, lines = tmp_path / "recording.json", tmp_path / "taglines.md"
    recording.write_text(json.dumps({"answers": [{"answer": SAID}] * 400}))
    lines.write_text("# Kettle\n\n- Boils water\n- お茶を沸かす\n- Tea, [/x] by 🫖\n")
    environ = {"WORKBENCH_DB": str(tmp_path / "w.db"), "WORKBENCH_PROVIDER": f"scripted:{recording}"}
    return lambda command, *more: Terminal(command, lines, *more, environ=environ)


@pytest.mark.parametrize("command", ["open", "taglines"])
def test_candidates_are_read_marked_and_left_with_the_keyboard_alone(started, command):
    terminal = started(command)
    terminal.wait_for("r has every candidate read")
    terminal.press("r")
    terminal.wait_for("for whom:")
    terminal.press("A kettle.\r")
    terminal.wait_for("sends")
    terminal.settle()
    terminal.press("\r")
    terminal.wait_for("All is read")
    terminal.press("\r")
    terminal.wait_for("Reads of")
    terminal.press("m")
    terminal.wait_for("the grader is wrong")
    terminal.press("q")
    assert terminal.wait_for_end() == 0
    again = started(command)
    again.wait_for("1 marked by you")
    again.press("q")
    assert again.wait_for_end() == 0


def test_an_empty_file_is_told_of_in_a_sentence(started, tmp_path):
    (tmp_path / "taglines.md").write_text("\n")
    terminal = started("open")
    terminal.wait_for("taglines.md")
    assert terminal.wait_for_end() == 2
    assert "no candidate" in terminal.seen


def test_a_run_that_an_option_asks_for_needs_no_screen(started):
    terminal = started("taglines", "--intent", "A kettle.", "--yes")
    terminal.wait_for("graded")
    assert terminal.wait_for_end() == 0


def test_home_opens_a_file_of_candidates_as_a_board_and_takes_the_person_back(started, tmp_path):
    started("taglines", "--intent", "A kettle.", "--yes").wait_for_end()
    home = Terminal(environ={"WORKBENCH_DB": str(tmp_path / "w.db"), "WORKBENCH_PROVIDER": "none"})
    home.wait_for("taglines.md")
    home.settle()
    home.press("\r")
    home.wait_for("Intent: A kettle.")
    home.press("q")
    home.wait_for("1 text")
    home.press("q")
    assert home.wait_for_end() == 0
