"""A rubric's questions asked of their own anchors, by judges of known skill."""

import asyncio
from datetime import date

import pytest
from support.builders import MODELS, FakeClock, judge_answer, question, rubric

from workbench.core.attempts import Attempts
from workbench.core.calibration.anchor_trials import Told, trials, tried, try_anchors
from workbench.core.costs.meter import Meter
from workbench.core.costs.prices import Price, PriceTable
from workbench.core.errors import Failure, FailureKind
from workbench.providers.scripted import ScriptedProvider

RUBRIC = rubric(
    question("Q1", meets="Kettle boils water in ten seconds.", fails="Kettle is a paradigm of warmth."),
    question("Q2", meets="Run it with no other program.", fails=None),
)
PRICES = PriceTable(date(2026, 1, 1), (Price("judge-model", 1, 1),))


def judged(answer, cap=None, made=RUBRIC):
    """What a judge says of the anchors; `answer` gives its answer to a text that truly meets or fails."""

    def reply(request):
        meets = "paradigm" not in request.prompt.text
        said = answer("meets" if meets else "fails")
        quote = "boils water in ten" if meets else "a paradigm of warmth"
        return said if isinstance(said, Failure) else judge_answer({"Q1": {"answer": said, "quote": quote}})

    provider = ScriptedProvider(reply)
    attempts = Attempts(provider, FakeClock(), Meter(PRICES, cap), 1)
    said = asyncio.run(try_anchors(attempts, trials(made, MODELS), 2))
    return tried(made, said), provider.asked


def flips(truth):
    return "fails" if truth == "meets" else "meets"


@pytest.mark.parametrize(
    ("judge", "told", "sentence"),
    [
        (lambda truth: truth, Told.APART, "Q1 tells its anchors apart."),
        (lambda truth: "meets", Told.BROKEN, "Q1 is broken: it passes both of its anchors."),
        (lambda truth: "fails", Told.BROKEN, "Q1 is broken: it fails both of its anchors."),
        (flips, Told.REVERSED, "Q1 is reversed: it fails its meets example and passes its fails example."),
        (
            lambda truth: truth if truth == "meets" else "cannot tell",
            Told.UNDECIDED,
            "Q1 is undecided: it says cannot tell of its fails example.",
        ),
    ],
    ids=["always right", "always passes", "always fails", "flips", "cannot tell"],
)
def test_a_judge_of_known_skill_is_told_as_what_it_is(judge, told, sentence):
    (first, _), _ = judged(judge)
    assert (first.told, first.sentence) == (told, sentence)


def test_a_question_without_both_anchors_is_not_asked_and_is_said_so():
    (_, second), asked = judged(lambda truth: truth)
    assert second.told is Told.BARE
    assert second.sentence == "Q2 cannot be asked of its anchors: it has no example that fails it."
    assert len(asked) == 2


def test_each_is_asked_alone_of_one_example_and_without_its_examples():
    _, asked = judged(lambda truth: truth)
    for request in asked:
        assert request.prompt.task.count("## Q") == 1
        assert "An example" not in request.prompt.task
        assert ("ten seconds" in request.prompt.text) != ("paradigm" in request.prompt.text)


def test_a_call_that_fails_leaves_the_question_unasked_with_the_reason():
    refused = Failure(FailureKind.REFUSAL, "The model refused.")
    (first, _), _ = judged(lambda truth: truth if truth == "meets" else refused)
    assert (first.told, first.sentence) == (Told.UNASKED, "Q1 was not asked: The model refused.")


def test_the_budget_is_a_hard_stop():
    (first, _), asked = judged(lambda truth: truth, cap=0.0001)
    assert (first.told, asked) == (Told.UNASKED, [])


def test_a_rubric_without_anchors_asks_nothing():
    bare = rubric(question("Q1", meets=None, fails=None))
    found, asked = judged(lambda truth: truth, made=bare)
    assert ([each.told for each in found], asked) == ([Told.BARE], [])
    assert "no example that meets and none that fails it" in found[0].sentence
