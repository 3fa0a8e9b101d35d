from core.comparing.stage import A, B, player
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.comparing.agreement import (
    Agreement,
    Asked,
    Past,
    Said,
    Standing,
    agreement_sentences,
    agreement_shape,
    agreements,
)

ASKED = Asked("Which?", "0" * 64)


def past(chosen, with_a_first, with_b_first, who=None, asked=ASKED, artifacts=(1,)):
    who = who or player()
    return Past(asked, artifacts, chosen, (Said(who, A, with_a_first), Said(who, B, with_b_first)))


def of(*each):
    (found,) = agreements(each)
    return found.agreement


def test_only_a_choice_that_holds_in_both_orders_agrees_or_disagrees():
    assert of(past(A, A, A)) == Agreement(same=1)
    assert of(past(A, B, B)) == Agreement(opposite=1)
    for flipped in (past(A, A, B), past(A, B, A), past(A, A, None), past(A, None, None)):
        assert of(flipped) == Agreement(ties=1)
    assert of(past(None, A, A)) == Agreement(you_tied=1)
    assert of(past(None, A, B)) == Agreement(both_tied=1)


def test_ties_are_in_no_rate():
    made = of(past(A, A, A), past(A, A, B), past(None, A, A), past(B, A, A))
    assert (made.rate.hits, made.rate.of) == (1, 2)
    assert "1 of 2 times" in made.sentence
    assert "1 tie of its own" in made.sentence
    assert "1 where you saw no difference and it chose" in made.sentence


def test_a_reader_that_answered_in_one_order_is_held_against_nothing():
    assert agreements([Past(ASKED, (1,), A, (Said(player(), A, A),))]) == ()


def test_each_wording_model_and_question_is_counted_apart():
    made = agreements(
        [
            past(A, A, A),
            past(A, A, A, player(model="other")),
            past(A, A, A, player("engineer")),
            past(A, A, A, asked=Asked("Which is shorter?", "1" * 64)),
        ]
    )
    assert [each.agreement.same for each in made] == [1, 1, 1, 1]


def test_the_texts_that_comparisons_are_of_are_counted():
    (found,) = agreements([past(A, A, A, artifacts=(1,)), past(A, A, A, artifacts=(1, 2))])
    assert found.texts == 2


def test_a_judge_that_keeps_choosing_the_opposite_in_both_orders_is_no_judge_of_this():
    few = of(*[past(A, B, B)] * 6)
    assert few.standing is Standing.OPEN
    assert "not told apart from a coin" in few.sentence
    many = of(*[past(A, B, B)] * 7)
    assert many.standing is Standing.NO_JUDGE
    assert "is no judge of this: it keeps choosing the opposite of you" in many.sentence


def test_one_that_flips_as_often_is_not_said_to_be_opposite():
    assert of(*[past(A, A, B)] * 20).standing is Standing.OPEN


@given(st.integers(0, 40), st.integers(0, 40))
def test_choosing_the_opposite_every_time_turns_what_is_said_round(same, opposite):
    turned = {
        Standing.NO_JUDGE: Standing.WITH_YOU,
        Standing.WITH_YOU: Standing.NO_JUDGE,
        Standing.OPEN: Standing.OPEN,
    }
    assert Agreement(opposite, same).standing is turned[Agreement(same, opposite).standing]


def test_few_comparisons_are_directional_and_none_has_no_rate():
    assert "directional" in of(*[past(A, A, A)] * 14).sentence
    assert "directional" not in of(*[past(A, A, A)] * 15).sentence
    assert of(past(A, A, B)).sentence.startswith(
        "has not chosen a text yet where you chose one; besides, 1 tie"
    )
    (shape,) = map(agreement_shape, agreements([past(A, A, B)]))
    assert (shape["rate"], shape["interval"], shape["ties"]) == (None, None, 1)


def test_the_report_says_what_a_figure_is_of():
    lines = list(agreement_sentences(agreements([past(A, A, A)])))
    assert lines[0].startswith("You chose between two texts before you saw")
    assert lines[1].startswith("skeptic ") and "asked “Which?”: chose as you 1 of 1 time" in lines[1]
    assert list(agreement_sentences(())) == []
