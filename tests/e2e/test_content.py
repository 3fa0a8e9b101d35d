"""A persona opened in a real editor, on the terminal that is lent to it."""

import os
from pathlib import Path

import pytest
from support.terminal import Terminal

EDITOR = """\
#!/bin/sh
printf 'editing %s: ' "$1"
read -r words
if [ "$words" ]; then printf '%s\\n' "$words" >> "$1"; fi
"""


@pytest.fixture
def personas(tmp_path):
    """The program at its personas, the first of which ships, with an editor that asks for a line."""
    editor, text = tmp_path / "an editor", tmp_path / "README.md"
    editor.write_text(EDITOR)
    editor.chmod(0o755)
    text.write_text("# Kettle\n\nKettle boils water faster than any other.\n")
    words = ("open", text, "--db", tmp_path / "w.db", "--provider", "none")
    terminal = Terminal(*words, columns=100, environ={"EDITOR": f"'{editor}'", "VISUAL": ""})
    terminal.wait_for("Kettle boils water")
    terminal.press("p")
    terminal.wait_for("by default")
    terminal.settle()
    yield terminal
    terminal.kill()


def own(name):
    return Path(os.environ["XDG_CONFIG_HOME"]) / "workbench/personas" / f"{name}.md"


def test_E_lends_the_terminal_to_the_editor_and_uses_what_it_wrote(personas):
    personas.press("E")
    personas.wait_for(f"editing {own('editor')}")
    personas.press("You hurry.\r")
    personas.wait_for("editor was changed")
    assert own("editor").read_text().endswith("You hurry.\n")
    personas.press("\x1b[B")
    personas.settle()
    assert "editing" not in personas.seen


def test_E_leaves_no_copy_where_nothing_was_written(personas):
    personas.press("E")
    personas.wait_for("editing")
    personas.press("\r")
    personas.wait_for("what ships stays in use")
    assert not own("editor").exists()
