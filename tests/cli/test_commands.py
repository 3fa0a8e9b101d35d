import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.cli import workbench
from workbench.cli.exits import MEANING, Exit


def test_status_says_where_a_text_stands(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    ended = run("status", text)
    assert ended.code == Exit.FINE
    assert "Draft ruling: Publishable" in ended.out
    assert re.search(
        r"Round 1 on \d{4}-\d\d-\d\d \d\d:\d\d: revision 1, "
        "6 readings and the questions, complete, 1 concern",
        ended.out,
    )
    assert "Concerns: 1, of which 1 new, 1 open, 0 to fix, 1 unmarked; 0 marked" in ended.out


def test_status_names_what_the_last_round_still_wants_and_why(run, text, script):
    run("review", text, "--provider", script(broken=1), "--yes", "--parallel", 1)
    assert re.search(r"Not read: \S+\. The answer is not in the form", run("status", text).out)


def test_status_of_an_edited_text_does_not_keep_the_old_ruling(run, text, script):
    run("review", text, "--provider", script(), "--yes", "--parallel", 1)
    text.write_text(text.read_text() + "\nMore.\n")
    assert "Ruling: Unjudged" in run("status", text).out


def test_status_as_json_is_the_shape_of_review(run, text):
    assert run("status", text, "--format", "json").json["round"] is None


def test_open_without_a_terminal_sends_nothing_and_names_review(run, text, script):
    ended = run("open", text, "--provider", script())
    assert ended.code == Exit.FINE
    assert "Ruling: Unjudged" in ended.out and "workbench review" in ended.err


def test_fixes_of_a_text_without_marks_say_so(run, text):
    assert "Nothing is marked hit" in run("fixes", text).out
    assert run("fixes", text, "--format", "json").json["fixes"] == []


def test_the_report_of_an_empty_store_is_n_a(run):
    ended = run("report")
    assert ended.code == Exit.FINE and re.search(r"judge said should fix\s+0 .*n/a", ended.out)


@pytest.mark.parametrize("group", ["personas", "rubrics"])
def test_content_is_listed_shown_and_checked(run, group):
    listed = run(group, "list", "--format", "json").json[group]
    name = listed[0]["name"]
    assert run(group, "show", name).out.startswith("---\n")
    assert run(group, "check").out == "All is well.\n"
    assert name in run(group, "list").out


@pytest.mark.parametrize("group", ["personas", "rubrics"])
def test_a_new_one_is_made_from_a_template_and_used(run, group):
    path = Path(run(group, "new", "my-own").out.strip())
    assert path.is_file()
    assert run(group, "check", path).code == Exit.FINE
    assert "my-own" in run(group, "list").out
    assert run(group, "new", "my-own").code == Exit.USAGE


def test_a_copy_of_a_bundled_persona_replaces_it(run):
    path = Path(run("personas", "new", "editor", "--from", "editor").out.strip())
    path.write_text(path.read_text().replace("copy editor", "copy chief"))
    mine = next(
        p for p in run("personas", "list", "--format", "json").json["personas"] if p["name"] == "editor"
    )
    assert mine["origin"] == "user" and "copy chief" in mine["body"]


def test_a_broken_file_is_named_with_its_line_and_the_rest_still_load(run):
    path = Path(run("personas", "new", "my-own").out.strip())
    path.write_text(path.read_text().replace("reads_for:", "read_for:"))
    ended = run("personas", "list")
    assert ended.code == Exit.USAGE
    assert re.search(rf"{re.escape(str(path))}:\d+: read_for: .*reads_for", ended.err)
    assert "editor" in ended.out


def test_editing_a_bundled_persona_edits_a_copy(run, monkeypatch, tmp_path):
    editor = tmp_path / "editor.py"
    editor.write_text("import sys; p = sys.argv[-1]; open(p, 'a').write('\\nOne more thing.\\n')")
    monkeypatch.setenv("EDITOR", f"{sys.executable} {editor}")
    assert run("personas", "edit", "skeptic").code == Exit.FINE
    assert "One more thing." in run("personas", "show", "skeptic").out


def test_editing_that_changes_nothing_leaves_no_copy(run, monkeypatch):
    monkeypatch.setenv("EDITOR", "true")
    ended = run("personas", "edit", "skeptic")
    assert ended.code == Exit.FINE and "bundled one stays" in ended.err
    listed = run("personas", "list", "--format", "json").json["personas"]
    assert next(p for p in listed if p["name"] == "skeptic")["origin"] == "bundled"


def test_editing_without_an_editor_says_what_to_set(run):
    ended = run("personas", "edit", "skeptic")
    assert ended.code == Exit.USAGE and "set EDITOR" in ended.err


def test_every_check_is_listed_and_shown(run):
    checks = run("checks", "list", "--format", "json").json["checks"]
    for check in checks:
        assert check["proves"] in run("checks", "show", check["id"]).out


def test_checks_run_gives_the_documented_shape_and_fails_on_a_fault(run, text):
    text.write_text(text.read_text().replace("docs/manual.md", "docs/manuals.md"))
    ended = run("checks", "run", text, "--format", "json")
    assert ended.code == Exit.BELOW_BAR
    fault = ended.json["faults"][0]
    assert {"check", "file", "line", "quote", "why", "evidence", "expected"} <= set(fault)
    assert (fault["check"], fault["line"], fault["expected"]) == ("links", 7, "docs/manual.md")


def test_doctor_says_what_is_missing_and_stays_fine(run):
    ended = run("doctor")
    assert ended.code == Exit.FINE
    assert "ANTHROPIC_API_KEY" in ended.out and "personas" in ended.out


def test_doctor_names_a_database_that_cannot_be_used(run, tmp_path):
    path = tmp_path / "not.db"
    path.write_text("this is not a database, it only looks like a file of some length" * 20)
    ended = run("doctor", "--db", path)
    assert ended.code == Exit.USAGE and "is not a database" in ended.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["open", "nowhere.md"], "There is no file"),
        (["status", "."], "is a folder"),
        (["review", "README.md", "--provider", "oracle"], "no provider 'oracle'"),
        (["personas", "show", "nobody"], "none called 'nobody'"),
        (["checks", "show", "nothing"], "no check 'nothing'"),
        (["frobnicate"], "No such command"),
        (["README.md"], "Did you mean `workbench open README.md`?"),
        (["some text.txt"], "Did you mean `workbench open 'some text.txt'`?"),
    ],
)
def test_wrong_usage_ends_with_two_and_a_sentence(run, words, said):
    ended = run(*words)
    assert (ended.code, said in ended.err) == (Exit.USAGE, True)


def test_a_bug_ends_with_seventy_and_a_traceback(run, monkeypatch, text):
    monkeypatch.setattr("workbench.cli.status.status_lines", lambda *_: 1 / 0)
    ended = run("status", text)
    assert ended.code == Exit.BUG and "ZeroDivisionError" in ended.err


def test_every_command_helps():
    for name in workbench.list_commands(None):
        command = workbench.get_command(None, name)
        assert command is not None and command.help, name


def test_the_exit_codes_of_the_documentation_are_those_of_the_table(exits_in_docs):
    rows = dict(re.findall(r"^\| (\d+) \| (.+) \|$", exits_in_docs.read_text(), re.M))
    assert rows == {str(int(code)): meaning for code, meaning in MEANING.items()}


def test_the_installed_program_runs(tmp_path, text):
    program = Path(sys.executable).with_name("workbench")
    done = subprocess.run(
        [program, "status", text, "--db", tmp_path / "w.db", "--format", "json"],
        capture_output=True,
        check=True,
    )
    assert json.loads(done.stdout)["artifact"]["path"] == str(text)


def test_an_editor_that_cannot_be_split_into_words_is_named(run, monkeypatch):
    monkeypatch.setenv("EDITOR", "vim 'x")
    ended = run("personas", "edit", "skeptic")
    assert ended.code == Exit.USAGE and "cannot be split" in ended.err


def test_an_editor_that_fails_is_named_and_nothing_is_said_to_be_in_use(run, monkeypatch):
    monkeypatch.setenv("EDITOR", "false")
    ended = run("personas", "edit", "skeptic")
    assert ended.code == Exit.USAGE and "ended with an error (1)" in ended.err and "is used" not in ended.err


def test_doctor_looks_for_the_program_that_is_to_read(run, monkeypatch, tmp_path):
    config = tmp_path / "config.toml"
    config.write_text('provider = "command"\n[command]\nargv = ["no-such-program"]\n')
    monkeypatch.setenv("WORKBENCH_CONFIG", str(config))
    ended = run("doctor")
    assert ended.code == Exit.USAGE and "no program 'no-such-program'" in ended.out


def test_a_full_disk_on_standard_output_is_no_bug(text, tmp_path):
    program = Path(sys.executable).with_name("workbench")
    with Path("/dev/full").open("w") as full:
        # Buffered as it is for most people, whatever Python is told here.
        environ = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        done = subprocess.run(
            [program, "personas", "list"], stdout=full, stderr=subprocess.PIPE, check=False, env=environ
        )
    assert done.returncode == Exit.USAGE and b"Traceback" not in done.stderr


def test_a_reader_that_leaves_early_is_no_failure(tmp_path):
    command = f"{Path(sys.executable).with_name('workbench')} doctor --db {tmp_path}/w.db"
    several = f"for i in 1 2; do {command} | true; echo ${{PIPESTATUS[0]}}; done"
    done = subprocess.run(["bash", "-c", several], capture_output=True, check=True)
    assert set(done.stdout.split()) == {b"0"}
