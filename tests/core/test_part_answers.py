from dataclasses import replace
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.answers import ReadAnswer
from workbench.core.errors import Failure, FailureKind
from workbench.core.part_answers import joined
from workbench.core.readings import Answer, Finding, FindingKind, Place, Span, Verdict
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.sources import Source, SourceKind
from workbench.core.text.parts import Part
from workbench.core.text_questions import TextQuestion

READER = Source(SourceKind.READER, "skeptic", "w")
QUESTION = Source(SourceKind.QUESTION, "readme/R1", "q")
LOWEST_FIRST = (Verdict.REWRITE, Verdict.FIX, Verdict.PUBLISHABLE)

STATES = {
    "fails": ("fails", True, None),
    "fails, words lost": ("fails", False, None),
    "failed, then fell": ("cannot tell", True, "fails"),
    "fell from meets": ("fails", True, "meets"),
    "meets": ("meets", True, None),
    "meets, words lost": ("meets", False, None),
    "cannot tell": ("cannot tell", True, None),
    "cannot tell, words lost": ("cannot tell", False, None),
    "does not apply": ("does not apply", True, None),
}
"""What a part may answer: value, whether its words were found, and what it was before its challenge."""


def part(number, of=3):
    return Part(number * 10, number * 10 + 10, number, of, number * 100, number * 100 + 99)


def said(state, number=1, source=QUESTION):
    value, found, first = STATES[state]
    span = Span(number * 10, number * 10 + 5) if found else None
    reason = f"so it reads in {number}"
    return Answer(source, "R1", value, f"words {number}", reason, span=span, first_value=first, on_fail="fix")


def read(*answers):
    """The answers of as many parts as are given."""
    return [(part(number, len(answers)), answer) for number, answer in enumerate(answers, start=1)]


def judged(*states, verdicts=None):
    answers = [
        ReadAnswer((), answers=(said(state, number),), verdict=verdict, why=f"why {number}")
        for number, (state, verdict) in enumerate(
            zip(states, verdicts or [Verdict.FIX] * len(states), strict=True), start=1
        )
    ]
    return read(*answers)


def finding(number, kind=FindingKind.FINDING, quote="the same words"):
    return Finding(READER, kind, quote, f"problem {number}", span=Span(number * 10, number * 10 + 5))


def expected(states):
    """What counts for the whole, from the rules in words."""
    if {"fails", "fell from meets"} & set(states):
        return "fails"
    if {"fails, words lost", "failed, then fell"} & set(states):
        return "cannot tell"
    if "meets" in states:
        return "meets"
    return "does not apply" if set(states) == {"does not apply"} else "cannot tell"


@pytest.mark.parametrize("first", STATES)
def test_every_combination_of_three_parts_counts_as_the_rules_say(first):
    for states in product([first], STATES, STATES):
        (answer,) = joined(judged(*states)).answers
        assert settled(MarkedAnswer(answer)).value == expected(states), states


def test_the_answer_is_that_of_the_part_that_decides_it_and_names_it():
    answer = joined(judged("meets", "fails", "fails, words lost")).answers[0]
    assert (answer.quote, answer.span) == ("words 2", Span(20, 25))
    assert answer.reason == "Part 2 of 3: so it reads in 2 (Other parts: meets in 1; fails in 3.)"


def test_a_part_that_the_question_is_not_about_is_not_named():
    answer = joined(judged("does not apply", "meets", "does not apply")).answers[0]
    assert answer.reason == "Part 2 of 3: so it reads in 2"


@pytest.mark.parametrize(
    "states", [("meets", "cannot tell", "fails"), ("failed, then fell", "meets", "meets")]
)
def test_the_order_in_which_parts_were_read_does_not_matter(states):
    given = judged(*states, verdicts=(Verdict.PUBLISHABLE, Verdict.REWRITE, Verdict.FIX))
    assert len({joined(order) for order in permutations(given)}) == 1


@given(
    st.lists(st.sampled_from(list(STATES)), min_size=1, max_size=4), st.lists(st.sampled_from(list(STATES)))
)
def test_what_other_parts_pass_never_makes_up_for_a_fail(states, others):
    def is_failed(these):
        return settled(MarkedAnswer(joined(judged(*these)).answers[0])).value == "fails"

    assert is_failed([*states, *others]) is (is_failed(states) or (bool(others) and is_failed(others)))


@given(
    st.lists(st.tuples(st.sampled_from(list(STATES)), st.sampled_from(Verdict)), min_size=1, max_size=5),
    st.randoms(use_true_random=False),
)
def test_the_verdict_is_the_lowest_and_any_answers_can_be_joined(judgements, random):
    given = judged(*(state for state, _ in judgements), verdicts=[verdict for _, verdict in judgements])
    whole = joined(given)
    assert whole.verdict is min((verdict for _, verdict in judgements), key=LOWEST_FIRST.index)
    shuffled = list(given)
    random.shuffle(shuffled)
    assert joined(shuffled) == whole


def test_the_reason_of_the_verdict_names_its_part():
    verdicts = (Verdict.PUBLISHABLE, Verdict.FIX, Verdict.FIX)
    why = joined(judged("meets", "fails", "fails", verdicts=verdicts)).why
    assert why == "Part 2 of 3: why 2 (Other parts: Publishable in 1; Fix in 3.)"


def test_one_part_is_the_answer_itself():
    answer = ReadAnswer((finding(1),), "A kettle.", notes=("odd",))
    assert joined([(Part(0, 9), answer)]) is answer


def test_no_part_is_no_answer():
    with pytest.raises(ValueError, match="no part"):
        joined([])


def test_findings_stand_in_the_order_of_the_text_and_none_is_dropped():
    one, two = ReadAnswer((finding(1), finding(2))), ReadAnswer((finding(3), finding(3)))
    whole = joined(list(reversed(read(one, two))))
    assert whole.findings == (*one.findings, *two.findings)


def test_what_it_is_about_is_said_by_the_first_part_that_says_it():
    whole = joined(read(ReadAnswer((), ""), ReadAnswer((), "Tea.", ""), ReadAnswer((), "Milk.", "Drinkers.")))
    assert (whole.about, whole.for_whom) == ("Tea.", "Drinkers.")


def test_several_places_to_lose_interest_are_kept_as_what_they_are_and_said_to_be_several():
    lost, first = FindingKind.LOST_INTEREST, FindingKind.ONE_FIX
    answers = [ReadAnswer((finding(n, lost), finding(n, first))) for n in (1, 2)]
    whole = joined(read(*answers, ReadAnswer((finding(3, lost),))))
    assert [f.kind for f in whole.findings] == [lost, first, lost, first, lost]
    assert "lost interest in each of the parts 1, 2, 3: each was read afresh" in whole.notes
    assert "one fix first in each of the parts 1, 2: each was read afresh" in whole.notes


def test_the_parts_and_their_notes_are_said():
    whole = joined(read(ReadAnswer(()), replace(ReadAnswer(()), notes=("no answer to R3",))))
    assert whole.notes == (
        "read in 2 parts, which begin at the lines 100, 200",
        "part 2 of 2: no answer to R3",
    )
    assert joined(read(*[ReadAnswer(())] * 40)).notes[0].endswith("2000 and 20 more")


def test_at_most_three_worst_places_are_listed_those_of_the_lowest_verdict_first():
    places = [tuple(Place(f"words {part} {n}", "why") for n in range(2)) for part in range(3)]
    verdicts = (Verdict.PUBLISHABLE, Verdict.REWRITE, Verdict.REWRITE)
    answers = [ReadAnswer((), verdict=v, worst=p) for v, p in zip(verdicts, places, strict=True)]
    whole = joined(read(*answers))
    assert [place.quote for place in whole.worst] == ["words 1 0", "words 2 0", "words 0 0"]
    assert "3 of the 6 worst places of the parts are not listed" in whole.notes


def test_a_part_that_failed_fails_the_reading_and_is_named():
    failure = Failure(FailureKind.QUOTES_LOST, "What it quotes is not in the text.", usage=None)
    whole = joined(read(ReadAnswer((finding(1),)), replace(ReadAnswer(()), failure=failure)))
    assert whole.failure.kind is FailureKind.QUOTES_LOST
    assert whole.failure.message == "Part 2 of 2: What it quotes is not in the text."


def test_derived_questions_come_from_every_part_and_are_few():
    words = [f"{word} {n} {word}?" for word in ("Zebra", "Quince", "Umbrella") for n in range(6)]
    answers = [
        replace(ReadAnswer(()), questions=tuple(TextQuestion("", "derived", w) for w in words[n : n + 6]))
        for n in (0, 6, 12)
    ]
    whole = joined(read(*answers))
    assert len(whole.questions) <= 10
    assert {q.ask.split()[0] for q in whole.questions} == {"Zebra", "Quince", "Umbrella"}
    assert any(note.endswith("questions of the parts are not asked") for note in whole.notes)
