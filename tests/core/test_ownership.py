"""The list of what is asked, against every instrument that ships."""

from itertools import combinations

import pytest
from rapidfuzz import fuzz

from workbench.checks.registry import RULES
from workbench.content.library import read_library
from workbench.core.answered_by_checks import owned_by_check
from workbench.core.ownership import OWNED, OWNED_BY_CHECKS, is_own

RUBRICS = read_library().rubrics
QUESTIONS = [(rubric, question) for rubric in RUBRICS for question in rubric.questions]
ALIKE = 75
"""Of 100: two questions about different things that ship reach 72, the same thing asked in other words 77."""


def ask_the_same(one, other):
    """Whether the words of two questions are so much alike that one of them is one too many."""
    return fuzz.token_set_ratio(one.casefold(), other.casefold()) >= ALIKE


def owners(rubric):
    """What a rubric and the checks beside it own, once for each instrument."""
    return [*(question.owns for question in rubric.questions), *(rule.owns for rule in RULES)]


@pytest.mark.parametrize("rubric", RUBRICS, ids=lambda rubric: rubric.name)
def test_what_is_asked_where_a_rubric_judges_has_exactly_one_owner(rubric):
    assert len(owners(rubric)) == len(set(owners(rubric)))


def test_questions_that_ask_the_same_in_like_words_own_the_same():
    alike = [(a, b) for a, b in combinations(QUESTIONS, 2) if ask_the_same(a[1].ask, b[1].ask)]
    named = [f"{r.name}/{q.id} and {s.name}/{p.id}" for (r, q), (s, p) in alike if q.owns != p.owns]
    assert alike and named == []


@pytest.mark.parametrize("pair", QUESTIONS, ids=lambda pair: f"{pair[0].name}/{pair[1].id}")
def test_no_question_asks_what_a_check_answers(pair):
    _, question = pair
    assert owned_by_check(question.ask) is None
    assert not [id for id in OWNED_BY_CHECKS if ask_the_same(question.ask, OWNED[id])]


def test_whatever_an_instrument_owns_is_in_the_list_and_whatever_is_in_the_list_is_owned():
    assert set().union(*map(owners, RUBRICS)) == set(OWNED)


def test_what_checks_are_said_to_own_is_what_they_own():
    assert {rule.owns for rule in RULES} == OWNED_BY_CHECKS


def test_no_two_ids_ask_the_same():
    assert len(set(OWNED.values())) == len(OWNED)


def test_what_is_asked_is_one_question():
    for id, asked in OWNED.items():
        assert asked.endswith("?") and asked.count("?") == 1, id


def test_nothing_in_the_list_has_the_form_that_a_person_may_add():
    assert not [id for id in OWNED if is_own(id)]
