"""`rubrics check --run`: each question asked of its own anchors."""

import json

import pytest
from support.builders import judge_answer

RUBRIC = """\
---
title: Kettles
kinds: [readme]
questions:
  - id: Q1
    ask: Does it say how long a kettle takes?
    on_fail: fix
    dominant: false
    owns: own-time
    fixable_by: content
    meets: It boils water in ten seconds.
    fails: It boils water in no time.
---
Judge kettles.
"""


@pytest.fixture
def check(run, tmp_path):
    """Checks a rubric of one question by a judge that gives these answers in turn."""
    path = tmp_path / "kettles.md"
    path.write_text(RUBRIC)

    def checked(*values, more=()):
        script = tmp_path / "script.json"
        entries = [
            {"answer": json.loads(judge_answer({"Q1": {"answer": value, "quote": "boils water in"}}))}
            for value in values
        ]
        script.write_text(json.dumps({"answers": entries}))
        asked = ("rubrics", "check", path, "--run", "--provider", f"scripted:{script}", "--parallel", 1)
        return run(*asked, "--yes", *more)

    return checked


def test_a_question_that_tells_its_anchors_apart_is_fine(check):
    ended = check("meets", "fails")
    assert ended.code == 0
    assert ended.out.startswith("Q1 tells its anchors apart.\n1 of 1 questions of kettles tell")
    assert "The anchors of kettles: 2 calls" in ended.err


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (("meets", "meets"), "Q1 is broken: it passes both of its anchors."),
        (("fails", "fails"), "Q1 is broken: it fails both of its anchors."),
        (("fails", "meets"), "Q1 is reversed"),
    ],
)
def test_one_that_does_not_ends_with_1(check, values, said):
    ended = check(*values)
    assert (ended.code, said in ended.out) == (1, True)


def test_one_that_could_not_be_asked_ends_with_3(check):
    ended = check("meets")
    assert (ended.code, "Q1 was not asked: " in ended.out) == (3, True)


def test_json_says_what_was_said_of_each_example(check):
    shape = check("meets", "meets", more=("--format", "json")).json
    assert shape["questions"] == [
        {"question": "Q1", "outcome": "broken", "said": {"meets": "meets", "fails": "meets"}}
    ]


def test_nothing_of_it_is_in_the_report(check, run):
    check("meets", "fails")
    assert run("report", "--format", "json").json["instruments"] == []


def test_nothing_is_sent_without_a_yes(run, tmp_path, check):
    check("meets", "fails")
    asked = ("rubrics", "check", "--run", tmp_path / "kettles.md")
    ended = run(*asked, "--provider", f"scripted:{tmp_path / 'script.json'}")
    assert (ended.code, "Nothing was sent: give --yes" in ended.err) == (2, True)


def test_a_rubric_that_is_not_there_is_refused(run, tmp_path):
    assert "There is no rubric 'nosuch'" in run("rubrics", "check", "--run", "nosuch").err
    assert "does not exist" in run("rubrics", "check", tmp_path / "nosuch.md").err
