"""`workbench spend` after a round that a recording answered."""

import json

import pytest
from support.builders import judge_answer, reader_answer

from workbench.cli.exits import Exit
from workbench.content.library import read_library

JUDGED = judge_answer({q.id: "meets" for q in read_library().rubric("readme").questions})


@pytest.fixture
def spent(run, tmp_path, monkeypatch):
    """A text that was read once by models of a known price."""
    folder = tmp_path / "config"
    folder.mkdir()
    prices = tmp_path / "prices.toml"
    prices.write_text('as_of = 2020-01-01\n[[model]]\nid = "m"\ninput = 1\noutput = 1\n')
    (folder / "config.toml").write_text(f'prices = "{prices}"\n')
    monkeypatch.setenv("WORKBENCH_CONFIG", str(folder / "config.toml"))
    text = tmp_path / "README.md"
    text.write_text("# Kettle\n\nKettle boils water. It is the fastest kettle.\n")
    usage = {"input": 1_000_000, "output": 0, "cache_read": 1_000_000}
    answers = [{"text": said, "model": "m", "usage": usage} for said in (reader_answer(), JUDGED)]
    recording = tmp_path / "answers.json"
    recording.write_text(json.dumps({"answers": answers}))
    words = ("--provider", f"scripted:{recording}", "--reader", "skeptic", "--no-text-questions", "--yes")
    run("review", text, *words, "--budget", 100)
    return run


def test_each_text_is_a_row(spent, tmp_path):
    ended = spent("spend")
    assert ended.code == Exit.FINE
    head, row, *notes = ended.out.splitlines()
    assert head.split()[:2] == ["text", "dollars"]
    assert row.split()[:3] == [str(tmp_path / "README.md"), "$2.20", "2"]
    assert any(note.startswith("Prices of 2020-01-01, ") and "months old" in note for note in notes)


def test_the_json_is_the_documented_one(spent):
    shape = spent("spend", "--by", "source", "--format", "json").json["spend"]
    assert set(shape) == {"prices", "since", "by", "rows", "total", "made_for", "not_counted"}
    assert {row["name"]: row["calls"] for row in shape["rows"]} == {"skeptic": 1, "readme": 1}
    assert shape["total"]["dollars"] == pytest.approx(2.2) and shape["total"]["hits"] == 0
    assert shape["total"]["saved"] == pytest.approx(1.8)


def test_markdown_is_a_table(spent):
    lines = spent("spend", "--by", "model", "--format", "markdown").out.splitlines()
    assert lines[0] == "# What was spent" and lines[4].startswith("| m | $2.20 | 2 |")


def test_only_some_days_are_told_without_hits(spent):
    assert "hits" not in spent("spend", "--days", "1").out
    assert spent("spend", "--since", "2999-01-01").out == "Nothing was spent since 2999-01-01.\n"


def test_since_and_days_do_not_go_together(spent):
    ended = spent("spend", "--since", "2026-01-01", "--days", "3")
    assert (ended.code, ended.err) == (Exit.USAGE, "Give --since or --days, not both.\n")


def test_an_empty_database_has_nothing_to_tell(run):
    ended = run("spend")
    assert (ended.code, ended.out) == (Exit.FINE, "Nothing was spent.\n")
