import json

import pytest
from support.builders import TEXT, question, revision, rubric

from workbench.core.errors import FailureKind, ProviderError
from workbench.core.questioning import MOST, questions_prompt, read_questions, without_repeats
from workbench.core.text.anchoring import Anchorer
from workbench.core.text_questions import TextQuestion

RUBRIC = rubric(question("Q1", ask="Does the first screen say what it is?"))


def entry(ask, quote="fastest kettle in the world", **changes):
    return {"quote": quote, "ask": ask, "meets": "It does.", "fails": "It does not.", **changes}


def read(*entries):
    return read_questions(json.dumps({"questions": list(entries)}), RUBRIC, Anchorer(TEXT))


def test_the_prompt_shows_the_text_fenced_and_what_is_asked_anyway():
    prompt = questions_prompt(revision(), RUBRIC)
    assert TEXT in prompt.text
    assert "- Does the first screen say what it is?" in prompt.task
    assert TEXT not in prompt.task


def test_questions_come_with_their_words_and_examples():
    answer = read(entry("Is another kettle compared?"))
    assert answer.questions == (
        TextQuestion(
            "",
            "derived",
            "Is another kettle compared?",
            "fastest kettle in the world",
            "It does.",
            "It does not.",
        ),
    )
    assert not answer.findings and not answer.notes and answer.failure is None


def test_no_question_is_a_good_answer():
    answer = read()
    assert answer.questions == () and answer.failure is None


def test_a_question_about_words_that_are_not_there_is_left_out_and_said():
    entries = [entry(f"Is {n} so?", quote) for n, quote in enumerate(["Kettle", "kettle on", "boils water"])]
    answer = read(*entries, entry("Does it brew coffee?", "It brews excellent coffee in a minute"))
    assert len(answer.questions) == 3
    assert answer.notes == ("1 of 4 questions were left out: words not found",)
    assert answer.failure is None


def test_an_answer_that_mostly_quotes_what_is_not_there_has_failed():
    answer = read(entry("Is it so?", "It brews excellent coffee in a minute"))
    assert answer.failure is not None and answer.failure.kind is FailureKind.QUOTES_LOST


def test_the_same_question_is_asked_once():
    answer = read(
        entry("Does the first screen say what it is?"),
        entry("Is another kettle compared with it?"),
        entry("Is it compared with another kettle?"),
    )
    assert [q.ask for q in answer.questions] == ["Is another kettle compared with it?"]
    assert answer.notes == ("2 of 3 questions were asked already",)


def test_opposite_questions_are_not_the_same():
    asked = [
        TextQuestion("", "derived", "Can somebody on Linux install it with what is written here?"),
        TextQuestion("", "derived", "Can somebody on macOS install it with what is written here?"),
    ]
    assert without_repeats(asked, []) == asked


def test_there_are_never_more_than_ten():
    subjects = "water tea coffee soup milk juice wine beer cocoa broth honey syrup".split()  # noqa: SIM905
    asked = [entry(f"Is {subject} mentioned, with how long {subject} takes?") for subject in subjects]
    answer = read(*asked)
    assert len(answer.questions) == MOST


@pytest.mark.parametrize("text", ["no JSON", "[]", '{"questions": [{"ask": 3}]}', '{"asked": []}'])
def test_what_is_no_such_answer_is_unreadable(text):
    with pytest.raises(ProviderError) as error:
        read_questions(text, RUBRIC, Anchorer(TEXT))
    assert error.value.failure.kind is FailureKind.UNREADABLE
