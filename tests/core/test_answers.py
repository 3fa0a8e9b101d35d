import pytest
from support.builders import TEXT, judge_answer, persona, question, reader_answer, rubric

from workbench.core.answers import mended, read_judge, read_reader
from workbench.core.errors import FailureKind, ProviderError
from workbench.core.readings import FindingKind, Verdict
from workbench.core.text.anchoring import Anchorer

ANCHORER = Anchorer(TEXT)


def test_a_finding_stands_on_the_words_it_quotes():
    answer = read_reader(reader_answer("fastest kettle"), persona(), ANCHORER)
    finding = answer.findings[0]
    assert TEXT[finding.span.start : finding.span.end] == "fastest kettle"
    assert (finding.kind, finding.asks, finding.consequence) == (
        FindingKind.FINDING,
        "overclaim",
        "I would stop.",
    )


def test_lost_interest_and_one_fix_become_findings_of_their_own_kind():
    text = reader_answer(
        "fastest kettle",
        lost_interest={"quote": "## Limits", "why": "Enough."},
        one_fix={"quote": "fastest kettle", "what": "Drop the boast."},
    )
    kinds = [finding.kind for finding in read_reader(text, persona(), ANCHORER).findings]
    assert kinds == [FindingKind.LOST_INTEREST, FindingKind.FINDING, FindingKind.ONE_FIX]


def test_nothing_found_is_a_good_answer():
    answer = read_reader(reader_answer(), persona(), ANCHORER)
    assert answer.findings == () and answer.failure is None


def test_an_id_that_is_not_the_personas_becomes_other():
    text = reader_answer({"quote": "kettle on", "consequence": "c", "problem": "p", "asks": "invented"})
    assert read_reader(text, persona(), ANCHORER).findings[0].asks == "other"


def test_one_lost_quote_in_four_is_kept_and_marked():
    text = reader_answer("fastest kettle", "kettle on", "boils water", "the moon is made of cheese")
    answer = read_reader(text, persona(), ANCHORER)
    assert [finding.span is None for finding in answer.findings] == [False, False, False, True]
    assert answer.failure is None


def test_more_than_a_quarter_of_the_quotes_lost_fails_the_reading():
    text = reader_answer("fastest kettle", "kettle on", "the moon is made of cheese")
    assert read_reader(text, persona(), ANCHORER).failure.kind is FailureKind.QUOTES_LOST


@pytest.mark.parametrize(
    "text", ["", "sorry", "[]", "{}", '{"about": 1, "findings": []}', '{"about": "x", "findings": 3}']
)
def test_an_answer_in_another_form_is_unreadable(text):
    with pytest.raises(ProviderError) as caught:
        read_reader(text, persona(), ANCHORER)
    assert caught.value.failure.kind is FailureKind.UNREADABLE


def test_a_code_fence_round_the_json_does_no_harm():
    assert read_reader(f"```json\n{reader_answer()}\n```", persona(), ANCHORER).about == "A kettle."


def test_a_failed_question_becomes_a_finding_that_asks_it():
    text = judge_answer(
        {"Q1": {"answer": "fails", "quote": "fastest kettle", "change": "Limit it."}, "Q2": "meets"}
    )
    answer = read_judge(text, rubric(), ANCHORER)
    finding = answer.findings[0]
    assert (finding.kind, finding.asks, finding.source.name) == (FindingKind.FAILS, "Q1", "readme/Q1")
    assert (finding.change, finding.on_fail, finding.fixable_by) == ("Limit it.", "fix", "wording")
    assert answer.verdict is Verdict.FIX


def test_a_fail_that_falls_to_its_challenge_cannot_be_told_and_both_are_kept():
    challenges = [{"question": "Q1", "attempt": "The next line says it.", "holds": False}]
    text = judge_answer({"Q1": {"answer": "fails", "quote": "kettle on"}, "Q2": "meets"}, challenges)
    answer = read_judge(text, rubric(), ANCHORER)
    first = answer.answers[0]
    assert (first.value, first.first_value, first.challenge) == (
        "cannot tell",
        "fails",
        "The next line says it.",
    )
    assert answer.findings == ()


def test_a_dominant_meets_that_falls_to_its_challenge_fails_with_the_attack_as_problem():
    challenges = [{"question": "Q1", "attempt": "A newcomer is lost.", "holds": False}]
    answer = read_judge(judge_answer(challenges=challenges), rubric(), ANCHORER)
    assert answer.answers[0].value == "fails"
    assert answer.findings[0].problem == "A newcomer is lost."


def test_a_challenge_to_an_ordinary_meets_changes_nothing():
    challenges = [{"question": "Q2", "attempt": "Somebody might mind.", "holds": False}]
    assert read_judge(judge_answer(challenges=challenges), rubric(), ANCHORER).answers[1].value == "meets"


def test_a_question_without_an_answer_cannot_be_told_and_is_said():
    many = rubric(*(question(f"Q{n}", dominant=n == 5) for n in range(1, 6)))
    answer = read_judge(judge_answer({f"Q{n}": "meets" for n in range(1, 5)}), many, ANCHORER)
    assert answer.answers[4].value == "cannot tell" and answer.answers[4].dominant
    assert answer.notes == ("no answer to Q5",)


def test_a_judge_that_leaves_over_a_quarter_of_the_questions_out_is_unreadable():
    with pytest.raises(ProviderError, match="leaves 1 of 2 questions out"):
        read_judge(judge_answer({"Q1": "meets"}), rubric(), ANCHORER)


def test_answers_to_unknown_questions_are_left_out_and_said():
    answer = read_judge(judge_answer({"Q1": "meets", "Q2": "meets", "Z9": "fails"}), rubric(), ANCHORER)
    assert [a.question for a in answer.answers] == ["Q1", "Q2"]
    assert answer.notes == ("answers to unknown questions: Z9",)


def test_the_worst_places_are_kept_and_are_no_findings():
    answer = read_judge(judge_answer(), rubric(), ANCHORER)
    assert answer.worst[0].quote == "fastest kettle" and answer.worst[0].span is not None
    assert answer.findings == ()


def test_what_a_looping_model_adds_beyond_two_hundred_findings_is_left_out():
    answer = read_reader(reader_answer(*["fastest kettle"] * 300), persona(), ANCHORER)
    assert len(answer.findings) == 200


@pytest.mark.parametrize("depth", [900, 1100, 100_000])
def test_an_answer_that_is_nested_too_deeply_is_unreadable(depth):
    with pytest.raises(ProviderError):
        read_reader('{"about":' + "[" * depth, persona(), ANCHORER)


def test_halves_of_characters_that_fit_are_joined_and_others_replaced():
    assert mended("a \ud83d\ude00 \ud83d b \ude00") == "a 😀 \ufffd b \ufffd"
    assert mended("plain") == "plain" and mended("\ufeff湯") == "\ufeff湯"


def test_an_answer_never_holds_what_nothing_can_store():
    text = reader_answer("fastest kettle").replace("Say less.", "Say \\ud83d less.")
    (finding,) = read_reader(text, persona(), ANCHORER).findings
    assert finding.change == "Say \ufffd less."
