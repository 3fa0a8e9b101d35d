"""`export` and `import`, as they are called."""

import json
import shlex

import pytest

from workbench.cli.exits import Exit


@pytest.fixture
def findings(tmp_path):
    """A file of findings as another program writes it."""

    def written(*claims):
        path = tmp_path / "findings.jsonl"
        path.write_text("\n".join(json.dumps(claim) for claim in claims))
        return path

    return written


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


def test_what_is_exported_is_imported_elsewhere_once(run, text, script, tmp_path):
    run("review", text, "--provider", script(), "--yes")
    out = tmp_path / "export.jsonl"
    exported = run("export", text, "--out", out)
    assert exported.code == Exit.FINE and not exported.out
    assert out.stat().st_mode & 0o777 == 0o600
    other = ("--db", tmp_path / "other.db")
    assert "1 round added" in run("import", out, *other).out
    assert "everything was known already" in run("import", out, *other).out
    again = run("export", *other)
    assert again.out.splitlines()[1:] == out.read_text().splitlines()[1:]


def test_a_review_that_was_imported_is_gone_on_with_at_the_file(run, text, script, tmp_path):
    run("review", text, "--provider", script(), "--yes")
    run("export", "--out", tmp_path / "export.jsonl")
    other = ("--db", tmp_path / "other.db")
    run("import", tmp_path / "export.jsonl", "--artifact", text, *other)
    status = run("status", text, "--format", "json", *other).json
    assert status["ruling"]["value"] == "Publishable"
    # Nobody's marks came along, and the readings did.
    assert run("report", "--format", "json", *other).json["own_revisions"] == 0


def test_a_text_that_is_at_no_file_here_is_named_with_the_command_that_opens_it(
    run, text, script, tmp_path, monkeypatch
):
    run("review", text, "--provider", script(), "--yes")
    run("export", "--out", tmp_path / "export.jsonl")
    other = ("--db", tmp_path / "other.db")
    monkeypatch.chdir(text.parent)
    said = run("import", tmp_path / "export.jsonl", *other).out.splitlines()
    command = shlex.split(said[-1])
    assert command[:4] == ["workbench", "open", text.name, "--history-of"]
    # Where it is opened without that, it is offered by what it holds, an earlier revision too.
    told = run("status", text, *other)
    assert f"This looks like the {text.name} that you imported, last read" in told.err
    assert f"--history-of {command[4]}" in " ".join(told.err.split())
    assert run("status", *command[2:], "--format", "json", *other).json["ruling"]["value"] == "Publishable"
    again = run("import", tmp_path / "export.jsonl", *other).out
    assert "everything was known already" in again and "--history-of" not in again


def test_a_text_whose_file_is_not_at_hand_is_opened_from_a_path_to_be_named(
    run, text, script, tmp_path, monkeypatch
):
    run("review", text, "--provider", script(), "--yes")
    run("export", "--out", tmp_path / "export.jsonl")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    for _ in range(2):
        said = run("import", tmp_path / "export.jsonl", "--db", tmp_path / "other.db").out
        assert "workbench open PATH --history-of /imported/" in said


def test_what_is_told_otherwise_by_a_later_export_is_named(run, text, script, tmp_path, findings):
    run("review", text, "--provider", script(), "--yes")
    run("export", "--out", tmp_path / "first.jsonl")
    lines = lines_of((tmp_path / "first.jsonl").read_text())
    other = ("--db", tmp_path / "other.db")
    without = [{**line, "body": None} if line.get("type") == "source" else line for line in lines]
    (tmp_path / "bare.jsonl").write_text("\n".join(map(json.dumps, without)))
    run("import", tmp_path / "bare.jsonl", *other)
    said = run("import", tmp_path / "first.jsonl", *other).out
    assert "known before and told otherwise now: " in said and " source" in said


def test_no_path_of_this_machine_is_told_unless_asked_for(run, text, tmp_path):
    run("status", text)
    assert str(tmp_path) not in run("export").out
    assert str(tmp_path) in run("export", "--with-paths").out
    assert not any("text" in line for line in lines_of(run("export", "--without-texts").out))


def test_a_text_that_was_never_opened_cannot_be_exported(run, text):
    ended = run("export", text)
    assert ended.code == Exit.USAGE and "was never opened" in ended.err


def test_an_export_never_takes_the_place_of_the_database(run, text, tmp_path):
    run("status", text)
    before = (tmp_path / "w.db").read_bytes()[:100]
    ended = run("export", "--out", tmp_path / "w.db")
    assert ended.code == Exit.USAGE and "the database itself" in ended.err
    assert (tmp_path / "w.db").read_bytes()[:100] == before


def test_an_export_that_cannot_be_written_leaves_nothing_behind(run, text, tmp_path):
    run("status", text)
    ended = run("export", "--out", tmp_path / "none" / "export.jsonl")
    assert ended.code == Exit.USAGE and "cannot be written" in ended.err
    assert not list(tmp_path.glob("**/*.part"))


def test_findings_of_another_reviewer_are_raised_and_counted_in_a_row_of_their_own(run, text, findings):
    claims = (
        {"file": "README.md", "quote": "faster than any other", "problem": "No support."},
        {"file": "docs/manual.md", "problem": "Empty."},
        {"line": 7, "problem": "Which Python?"},
    )
    said = run("import", findings(*claims), "--as", "vale@3.7", "--artifact", text)
    assert said.out == "README.md: 2 new findings by vale@3.7.\n"
    assert "1 finding about other files left out" in said.err
    assert "0 new findings" in run("import", findings(*claims), "--as", "vale@3.7", "--artifact", text).out
    report = run("report", "--format", "json").json
    assert [(row["name"], row["raised"]) for row in report["instruments"]] == [("vale", 2)]
    assert {row["heading"]: row["raised"] for row in report["table"]}["outside reviewers"] == 2


def test_a_reviewers_finding_joins_the_concern_of_a_reader_and_is_no_reading(run, text, script, findings):
    run("review", text, "--provider", script(), "--yes")
    before = run("status", text, "--format", "json").json
    claim = {"quote": "faster than any other", "problem": "It says faster than any other."}
    said = run("import", findings(claim), "--as", "agent", "--artifact", text)
    assert "1 joined concerns that were known" in said.out
    after = run("status", text, "--format", "json").json
    assert len(after["concerns"]) == len(before["concerns"])
    counts = [[(c["raised"], c["readings"]) for c in status["concerns"]] for status in (before, after)]
    assert counts[0] == counts[1]
    assert after["stop"] == before["stop"]


def test_findings_name_their_files_where_no_text_is_named(run, text, findings, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert (
        "1 new finding by x"
        in run("import", findings({"file": "README.md", "problem": "a"}), "--as", "x").out
    )
    ended = run("import", findings({"problem": "a"}), "--as", "x")
    assert ended.code == Exit.USAGE and "--artifact PATH" in ended.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--as", "a b"), "is no name for a reviewer"),
        (("--as", "x", "--mine"), "give one of them"),
        ((), "this is no export of Workbench"),
    ],
)
def test_what_does_not_fit_is_refused_with_the_way_on(run, findings, words, said):
    ended = run("import", findings({"problem": "a"}), *words)
    assert ended.code == Exit.USAGE and said in ended.err


def test_nothing_in_a_file_acts_on_the_terminal(run, findings, text):
    ended = run("import", findings({"file": "\x1b[2J\u202e", "problem": "a"}), "--as", "x")
    assert ended.code == Exit.USAGE
    assert not {"\x1b", "\u202e"} & set(ended.err + ended.out)
