"""When a rubric is ready, with judges of known skill as controls."""

from datetime import UTC, datetime

import pytest
from support.builders import question, rubric

from workbench.core.calibration.calibration import calibration, drawn, judges
from workbench.core.calibration.disagreements import differing, unready
from workbench.core.calibration.store import Stored
from workbench.core.history import History
from workbench.core.trust.claims import Played

AT = datetime(2026, 1, 1, tzinfo=UTC)
RUBRIC = rubric(question("Q1"), question("Q2"), question("Q3"))
TRUTH = {(q, text): "fails" if (q + text) % 3 == 0 else "meets" for q in (1, 2, 3) for text in range(1, 7)}
"""What the person answers, by question and text: each question is failed by two texts of six."""


def answers(judge, given=None, made=RUBRIC, model="large"):
    """A judge's answers to every question about six texts; `given` is what the person answered to which."""
    return [
        Stored(
            10 * text + q,
            text,
            text,
            text,
            Played(made.source, "scripted", model),
            made.source_of(made.questions[q - 1]),
            judge(truth),
            AT,
            said,
            drawn=said is not None,
        )
        for (q, text), truth in TRUTH.items()
        for said in [(given or {}).get(10 * text + q)]
    ]


def sittings(judge, most=20):
    """The person answers the truth, five at a time, until nothing is left or the rubric is ready."""
    given, asked = {}, []
    for _ in range(most):
        stands = calibration(RUBRIC, "scripted", "large", answers(judge, given))
        examples = drawn(stands)
        if stands.ready or stands.disagreed or not examples:
            break
        asked.append(examples)
        for each in examples:
            given[each.answer] = TRUTH[each.answer % 10, each.artifact]
    return stands, asked


def flips(truth):
    return "fails" if truth == "meets" else "meets"


def test_a_judge_that_is_always_right_becomes_ready_in_two_sittings_of_five():
    stands, asked = sittings(lambda truth: truth)
    assert (stands.state, list(map(len, asked))) == ("ready", [5, 5])
    assert next(stands.sentences()).endswith("ready, 10 of 10 examples agreed on.")


@pytest.mark.parametrize(
    "judge", [lambda truth: "meets", lambda truth: "fails", flips], ids=["passes", "fails", "flips"]
)
def test_a_judge_that_passes_fails_or_flips_all_is_never_ready(judge):
    stands, _ = sittings(judge)
    assert stands.state == "not ready"
    assert stands.disagreed


def test_a_judge_that_never_failed_anything_is_not_ready_however_often_it_was_agreed_with():
    given = {10 * text + q: "meets" for q, text in TRUTH}
    stands = calibration(RUBRIC, "scripted", "large", answers(lambda truth: "meets", given))
    assert (stands.disagreed, stands.uncovered, stands.state) == ((), (), "not calibrated yet")
    assert "It never answered fails: whether it would is not known." in list(stands.sentences())


def test_five_at_a_time_cover_questions_and_both_answers_over_several_texts():
    examples = drawn(calibration(RUBRIC, "scripted", "large", answers(lambda truth: truth)))
    assert len(examples) == 5
    assert {each.value for each in examples} == {"meets", "fails"}
    assert len({each.question for each in examples}) == 3
    assert len({each.artifact for each in examples}) == 5


def test_none_is_drawn_twice_and_what_was_taken_back_is_not_drawn_again():
    stored = answers(lambda truth: truth)
    first = drawn(calibration(RUBRIC, "scripted", "large", stored))
    keys = {each.answer for each in first}
    later = [each._replace(drawn=True) if each.answer in keys else each for each in stored]
    assert keys.isdisjoint(
        each.answer for each in drawn(calibration(RUBRIC, "scripted", "large", later), 100)
    )


def test_what_the_person_marked_before_is_never_drawn():
    stored = [each._replace(seen=True) for each in answers(lambda truth: truth)]
    assert drawn(calibration(RUBRIC, "scripted", "large", stored)) == ()


def test_one_disagreement_and_the_rubric_is_not_ready_however_much_is_agreed_on():
    given = {10 * text + q: truth for (q, text), truth in TRUTH.items()}
    stands = calibration(RUBRIC, "scripted", "large", answers(lambda truth: truth, given))
    assert stands.ready
    stands = calibration(RUBRIC, "scripted", "large", answers(lambda truth: truth, given | {11: "fails"}))
    assert (stands.state, stands.disagreed) == ("not ready", ("Q1",))


def test_that_a_question_does_not_apply_is_another_answer_and_not_to_be_able_to_tell_is_none():
    (one, *_) = answers(lambda truth: "meets", {11: "does not apply"})
    assert calibration(RUBRIC, "scripted", "large", [one]).disagreed == ("Q1",)
    unsure = calibration(RUBRIC, "scripted", "large", [one._replace(given="cannot tell")])
    assert (unsure.disagreed, unsure.uncovered) == ((), ("Q1",))
    assert "Of 1 more example you could not tell: they cover nothing." in list(unsure.sentences())


def test_a_question_with_other_words_begins_anew_and_the_others_keep_their_examples():
    given = {10 * text + q: flips(truth) if q == 1 else truth for (q, text), truth in TRUTH.items()}
    stored = answers(lambda truth: truth, given)
    edited = rubric(question("Q1", ask="Otherwise?"), *RUBRIC.questions[1:], wording="0" * 64)
    stands = calibration(edited, "scripted", "large", stored)
    assert (stands.disagreed, stands.unanswered, stands.state) == ((), ("Q1",), "not calibrated yet")
    assert len(stands.examples) == 12


def test_each_model_is_calibrated_for_itself():
    given = {10 * text + q: truth for (q, text), truth in TRUTH.items()}
    stored = [
        *answers(lambda truth: truth, given),
        *(e._replace(reading=e.reading + 10) for e in answers(flips, given, model="small")),
    ]
    assert calibration(RUBRIC, "scripted", "large", stored).ready
    assert calibration(RUBRIC, "scripted", "small", stored).disagreed == ("Q1", "Q2", "Q3")
    assert judges(stored) == (("scripted", "small"), ("scripted", "large"))


def test_a_rubric_that_judged_nothing_says_what_to_do():
    stands = calibration(RUBRIC, "scripted", "large", ())
    assert not stands.ready
    assert list(stands.sentences())[-1].endswith("let it judge some texts first.")


def test_a_disagreement_is_of_a_wording_and_a_model_and_not_of_what_was_seen():
    stored = answers(flips, {11: "meets"})
    assert unready(stored) == {RUBRIC.source_of(RUBRIC.questions[0]): ("large",)}
    assert unready([each._replace(seen=True) for each in stored]) == {}
    assert differing(History(None), 1) == ()
