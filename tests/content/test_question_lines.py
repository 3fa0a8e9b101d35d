"""The questions of a rubric's text, changed without touching what stands around them."""

import pytest

from workbench.content.locations import bundled
from workbench.content.question_lines import lines_of_questions, with_change
from workbench.content.rubrics import rubric_of
from workbench.core.errors import UsageError
from workbench.core.shelf import QuestionChange

README = bundled("rubrics") / "readme.md"
TWO = """\
---
title: Door
kinds: [readme]
# what is asked
questions:
  - id: R1   # the first
    ask: >-
      Does it say
      what it is?
    on_fail: fix  # or rewrite
    owns: own-a
    fixable_by: wording
    meets: |-
      - a list, no question
    fails: no
  - fixable_by: wording
    id: R2
    on_fail: 'note'
    dominant: "false"
    ask: Is it short?
    owns: own-b
---
Guidance.
"""


def questions(text):
    rubric = rubric_of(text, README, "user")
    assert not isinstance(rubric, tuple), rubric
    return rubric.questions


def test_each_question_begins_where_it_is_listed():
    assert lines_of_questions(TWO) == (6, 16)
    text = README.read_text()
    lines = text.split("\n")
    assert all(lines[line - 1].lstrip().startswith("- id: R") for line in lines_of_questions(text))
    assert lines_of_questions("no front matter") == ()


def test_a_question_is_moved_with_everything_that_is_its_own():
    moved = with_change(TWO, QuestionChange(0, to=1))
    assert [q.id for q in questions(moved)] == ["R2", "R1"]
    assert sorted(moved.split("\n")) == sorted(TWO.split("\n"))
    assert with_change(moved, QuestionChange(1, to=0)) == TWO
    assert with_change(TWO, QuestionChange(0, to=9)) == moved


def test_every_question_that_ships_can_be_moved_to_every_place_and_back():
    text = README.read_text()
    last = len(questions(text)) - 1
    for at in range(last + 1):
        assert (
            with_change(with_change(text, QuestionChange(at, to=last)), QuestionChange(last, to=at)) == text
        )


def test_what_a_fail_does_is_changed_in_place_and_a_remark_stays():
    assert "    on_fail: rewrite  # or rewrite\n" in with_change(TWO, QuestionChange(0, on_fail="rewrite"))
    assert questions(with_change(TWO, QuestionChange(1, on_fail="fix")))[1].on_fail == "fix"


def test_dominant_is_changed_or_put_below_what_a_fail_does():
    made = with_change(TWO, QuestionChange(0, dominant=True))
    assert questions(made)[0].dominant and "  # or rewrite\n    dominant: true\n" in made
    assert "    dominant: false\n" in with_change(TWO, QuestionChange(1, dominant=False))


def test_an_added_question_stands_below_with_an_id_of_its_own_and_is_not_whole_yet():
    added = with_change(TWO, QuestionChange(0, add=True))
    assert lines_of_questions(added) == (6, 16, 24)
    found = rubric_of(added, README, "user")
    assert {(error.line, error.key) for error in found} == {
        (17, "questions.R3.ask"),
        (20, "questions.R3.owns"),
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\ntitle: x\n---\n", "It has no questions yet"),
        ("---\nquestions: [{id: R1, on_fail: fix}]\n---\n", "only a person can change"),
        ("---\nquestions:\n  -\n    id: R1\n    on_fail: fix\n---\n", "only a person can change"),
        ("---\nquestions:\n  - id: R1\n    on_fail:\n      fix\n---\n", "only a person can change"),
        ("---\nquestions:\n  - id: R1\n---\n", "It has no on_fail"),
        ("---\nquestions: [\n---\n", "put that right first"),
    ],
)
def test_what_cannot_be_changed_line_by_line_is_refused_in_a_sentence(text, said):
    with pytest.raises(UsageError, match=said):
        with_change(text, QuestionChange(0, on_fail="note", dominant=True))
