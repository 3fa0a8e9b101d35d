"""Plain `workbench` without a terminal."""

import subprocess
import sys

from workbench.cli.exits import Exit


def table(ended):
    """The list as rows of cells, by its headings."""
    lines = ended.out.splitlines()
    names = ("text", "where", "kind", "ruling", "unmarked", "to fix", "last read", "path")
    starts = [lines[0].index(name) for name in names]
    ends = [*starts[1:], None]
    rows = [[line[start:end].strip() for start, end in zip(starts, ends, strict=True)] for line in lines[1:]]
    return [dict(zip(names, row, strict=True)) for row in rows]


def test_an_empty_database_says_what_to_do(run):
    ended = run()
    assert (ended.code, ended.out) == (Exit.FINE, "")
    assert "`workbench open README.md` opens one" in ended.err


def test_every_text_is_a_line_with_its_path(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    other = text.parent / "docs" / "manual.md"
    run("status", other)
    read, seen = sorted(table(run()), key=lambda row: row["text"])
    assert read == {
        "text": "README.md",
        "where": text.parent.name,
        "kind": "readme",
        "ruling": "Publishable, draft",
        "unmarked": "1",
        "to fix": "0",
        "last read": "just now",
        "path": str(text),
    }
    assert (seen["ruling"], seen["last read"], seen["path"]) == ("not judged", "never", str(other))


def test_an_edited_text_has_a_void_ruling_and_one_that_was_removed_is_gone(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    text.write_text(text.read_text() + "\nMore.\n")
    assert [row["ruling"] for row in table(run())] == ["void, was Publishable"]
    text.unlink()
    assert [row["ruling"] for row in table(run())] == ["gone, was Publishable"]


def test_a_name_with_a_newline_stays_on_one_line(run, tmp_path):
    path = tmp_path / "a\nb.md"
    path.write_text("# Kettle\n")
    run("status", path)
    assert [row["text"] for row in table(run())] == ["a␊b.md"]


def test_names_are_shown_before_anything_is_imported_that_opening_a_text_takes():
    shown = "workbench.cli.home, workbench.storage.known, workbench.tui.app, workbench.tui.screens.home_frame"
    slow = ("pydantic", "markdown_it", "rapidfuzz", "sqlite_utils", "yaml", "workbench.core.board")
    code = f"import sys, {shown}; print([name for name in {slow} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_home_is_said_in_the_help_and_imports_no_screen(run):
    assert "Without a command" in run("--help").out
    code = "import sys; from workbench.cli import main\ntry: main()\nfinally: print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("False\n")
