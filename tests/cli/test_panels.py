"""Panels and reuse on the command line."""

import json
from pathlib import Path

import pytest

from workbench.cli.exits import Exit

JUDGES = ("--judge-model", "claude-opus-5-5", "--judge-model", "claude-sonnet-5-5")


@pytest.fixture
def panel(script, tmp_path):
    """Recorded answers in which the first judge fails R1 and the second meets it."""
    fails = json.loads(Path(script("Fix", ["R1"]).partition(":")[2]).read_text())
    meets = json.loads(Path(script().partition(":")[2]).read_text())
    path = tmp_path / "panel.json"
    path.write_text(json.dumps({"answers": [*fails["answers"], meets["answers"][-1]]}))
    return f"scripted:{path}"


def review(run, text, provider, *more):
    return run("review", text, "--provider", provider, "--yes", "--parallel", 1, *more)


def test_judges_that_differ_are_told_each_and_the_lowest_rules(run, text, panel):
    ended = review(run, text, panel, *JUDGES)
    assert ended.code == Exit.BELOW_BAR
    assert ended.out.startswith("Draft ruling: Fix (opus said Fix, sonnet said Publishable)\n")
    assert "  The judges differ on R1: opus fails, sonnet meets.\n" in ended.out
    assert "judge opus: 1 finding, Fix" in ended.err and "judge sonnet: 0 findings" in ended.err


def test_json_says_what_each_model_of_a_panel_said(run, text, panel):
    shape = review(run, text, panel, *JUDGES, "--format", "json").json
    assert shape["panel"] == [
        {"model": "claude-opus-5-5", "called": "opus", "verdicts": ["Fix"]},
        {"model": "claude-sonnet-5-5", "called": "sonnet", "verdicts": ["Publishable"]},
    ]
    assert shape["judges_differ"] == [
        {
            "question": "R1",
            "answers": [
                {"model": "claude-opus-5-5", "called": "opus", "answers": ["fails"]},
                {"model": "claude-sonnet-5-5", "called": "sonnet", "answers": ["meets"]},
            ],
        }
    ]
    asked = {(reading["source"]["kind"], reading["asked"]) for reading in shape["readings"]}
    assert {("rubric", "claude-opus-5-5"), ("rubric", "claude-sonnet-5-5")} <= asked
    assert shape["round"] == {"number": 1, "state": "complete", "readings": 7, "reused": 0}


def test_a_text_that_was_read_is_not_sent_again_unless_that_is_said(run, text, script):
    first = review(run, text, script())
    ended = review(run, text, script())
    assert ended.code == first.code and first.out.startswith(ended.out.rstrip())
    assert ended.err.splitlines()[-1] == (
        "Everything was read already, so nothing was sent: --again makes a further trial of each reading."
    )


def test_a_judge_that_joins_is_asked_alone_and_what_stands_is_said(run, text, script, panel, tmp_path):
    review(run, text, script("Fix", ["R1"]), "--judge-model", "claude-opus-5-5")
    only = json.loads(Path(panel.partition(":")[2]).read_text())["answers"][-1:]
    rest = tmp_path / "rest.json"
    rest.write_text(json.dumps({"answers": only}))
    ended = review(run, text, f"scripted:{rest}", *JUDGES)
    assert "Reading what is new: 1 call" in ended.err
    assert "6 readings of this text stand as they are.\n" in ended.err
    assert "The judges differ on R1: opus fails, sonnet meets." in ended.out
    told = run("status", text).out
    assert "1 reading, 6 reused, complete" in told


def test_status_says_which_verdict_a_round_that_asked_nobody_stands_on(run, text, script, panel, tmp_path):
    of_one = json.loads(Path(panel.partition(":")[2]).read_text())["answers"][:-1]
    path = tmp_path / "one.json"
    path.write_text(json.dumps({"answers": of_one}))
    review(run, text, f"scripted:{path}", *JUDGES)
    ended = review(run, text, f"scripted:{path}", *JUDGES[:2])
    assert ended.code == Exit.INCOMPLETE
    assert "round 1 is incomplete: the judge sonnet did not answer, and nothing was read instead" in ended.out
    told = run("status", text).out
    assert "0 readings, 6 reused, complete, 0 concerns, Fix (reused)\n" in told


def test_another_effort_is_another_reading(run, text, script):
    review(run, text, script())
    ended = review(run, text, script(), "--effort", "high")
    assert "Reading: 6 calls" in ended.err


def test_the_report_has_a_row_for_each_model_of_a_panel(run, text, panel):
    review(run, text, panel, *JUDGES)
    told = run("report", "--by", "model", "--format", "json").json
    titles = json.dumps(told["blocks"])
    assert "claude-opus-5-5" in titles and "claude-sonnet-5-5" in titles


def test_one_model_may_not_be_named_twice(run, text, script):
    ended = review(run, text, script(), "--judge-model", "opus", "--judge-model", "opus")
    assert ended.code == Exit.USAGE and "names opus twice" in ended.err
