"""The list of what is asked, against every instrument that ships."""

from collections import Counter

import pytest

from workbench.checks.registry import RULES
from workbench.content.library import read_library
from workbench.core.artifacts import Kind
from workbench.core.ownership import OWNED, OWNED_BY_CHECKS, is_own

RUBRICS = read_library().rubrics


def owners(kind):
    """How many instruments that read a kind of text own each id."""
    asked = (question.owns for rubric in RUBRICS if kind in rubric.kinds for question in rubric.questions)
    return Counter([*asked, *(rule.owns for rule in RULES)])


@pytest.mark.parametrize("kind", list(Kind))
def test_what_is_asked_of_a_kind_of_text_has_exactly_one_owner(kind):
    assert {id: count for id, count in owners(kind).items() if count != 1} == {}


def test_whatever_an_instrument_owns_is_in_the_list_and_whatever_is_in_the_list_is_owned():
    assert set().union(*map(owners, Kind)) == set(OWNED)


def test_what_checks_are_said_to_own_is_what_they_own():
    assert {rule.owns for rule in RULES} == OWNED_BY_CHECKS


def test_no_two_ids_ask_the_same():
    assert len(set(OWNED.values())) == len(OWNED)


def test_what_is_asked_is_one_question():
    for id, asked in OWNED.items():
        assert asked.endswith("?") and asked.count("?") == 1, id


def test_nothing_in_the_list_has_the_form_that_a_person_may_add():
    assert not [id for id in OWNED if is_own(id)]
