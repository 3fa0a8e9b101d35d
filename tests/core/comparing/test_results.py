from core.comparing.stage import A, B, both_orders, comparison, player
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.comparing.results import Told, results, together
from workbench.core.readings import ReadingState

choices = st.sampled_from([A, B, None])
pairs = st.lists(st.tuples(choices, choices), max_size=8)


def made(pairs):
    readings = [
        reading
        for number, (one, other) in enumerate(pairs)
        for reading in both_orders(one, other, player(f"reader-{number}"))
    ]
    return results(readings)


def told(one, other):
    (result,) = results(both_orders(one, other))
    return result


def test_the_same_text_in_both_orders_is_a_choice():
    result = told(B, B)
    assert (result.told, result.chosen) == (Told.CHOSE, B)
    assert result.sentence(comparison()) == "chose B in both orders"


def test_a_choice_that_flips_with_the_order_is_a_tie_and_says_at_which_place():
    first, second = told(A, B), told(B, A)
    assert {each.told for each in (first, second)} == {Told.FLIPPED}
    assert first.chosen is second.chosen is None
    assert first.sentence(comparison()) == (
        "flipped with the order, always for the text that stood first: a tie"
    )
    assert "stood second" in second.sentence(comparison())


def test_no_difference_in_either_order_is_a_tie():
    assert (told(None, None).told, told(A, None).told, told(None, B).told) == (
        Told.NO_DIFFERENCE,
        Told.ONCE,
        Told.ONCE,
    )
    assert told(None, None).sentence(comparison()) == "no difference in both orders: a tie"
    assert told(None, A).sentence(comparison()) == (
        "chose A with B first, no difference the other way round: a tie"
    )


def test_one_order_alone_concludes_nothing():
    one, other = both_orders(A, A)
    (result,) = results([one])
    assert (result.told, result.chosen) == (Told.MISSING, None)
    failed = type(other)(other.player, other.first, other.second, "x", ReadingState.FAILED)
    (result,) = results([one, failed])
    assert result.told is Told.MISSING
    assert "1 of 2 orders" in result.sentence(comparison())


@given(pairs)
def test_every_reader_is_counted_once(pairs):
    counts = together(comparison(), made(pairs))
    assert counts.a + counts.b + counts.ties + counts.missing == len(pairs)


@given(pairs)
def test_naming_the_texts_the_other_way_round_swaps_every_result(pairs):
    this, other = comparison(), comparison().swapped
    assert this.drawn == other.drawn
    one, two = together(this, made(pairs)), together(other, made(pairs))
    assert (one.a, one.b, one.ties) == (two.b, two.a, two.ties)
    assert one.separable == two.separable
    swap = str.maketrans("AB", "BA")
    for result in made(pairs):
        if result.told is not Told.FLIPPED:
            assert result.sentence(this) == result.sentence(other).translate(swap)


@given(pairs)
def test_readers_who_only_like_a_place_choose_nothing(pairs):
    likes_first = made([(A, B)] * len(pairs))
    likes_second = made([(B, A)] * len(pairs))
    for group in (likes_first, likes_second):
        counts = together(comparison(), group)
        assert (counts.chose, counts.flipped) == (0, len(pairs))


def test_what_the_counts_can_bear_is_said():
    few = together(comparison(), made([(B, B)] * 4))
    assert few.counts() == "0 chose A, 4 chose B, 0 ties"
    said = few.sentences()
    assert said[0] == (
        "4 of 4 that choose a text choose B; not separable: below 6 of them chance alone is never ruled out."
    )
    assert said[1].startswith("One model played them all, so they are not independent")
    many = together(comparison(), made([(B, B)] * 6))
    assert many.separable
    assert (
        "a coin splits so or more unevenly once in 32 times (exact sign test, p = 0.031)"
        in (many.sentences()[0])
    )
    mixed = together(comparison(), made([(B, B)] * 5 + [(A, A), (A, B), (None, None), (None, A)]))
    assert mixed.counts() == (
        "1 chose A, 5 chose B, 3 ties (1 flipped with the order, 1 no difference, 1 chose in one order only)"
    )
    assert not mixed.separable
    assert "5 of 6 that choose a text choose B; not separable from chance" in mixed.sentences()[0]


def test_readers_of_several_models_are_said_to_be_of_several():
    readings = [*both_orders(B, B, player(model="m")), *both_orders(B, B, player(model="n"))]
    counts = together(comparison(), results(readings))
    assert counts.models == 2
    assert counts.sentences()[1].startswith("2 models played them")


def test_nothing_but_ties_says_so_and_no_reader_says_nothing():
    assert together(comparison(), made([(A, B)])).sentences() == (
        "No reader chose the same text in both orders.",
    )
    assert together(comparison(), ()).sentences() == ()


def test_no_sentence_has_a_percentage():
    for pairs in ([(B, B)] * 7, [(A, A)], [(A, B)], [(None, None)] * 3):
        counts = together(comparison(), made(pairs))
        assert "%" not in " ".join((counts.counts(), *counts.sentences()))
