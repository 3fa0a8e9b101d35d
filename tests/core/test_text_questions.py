from dataclasses import replace

from support.builders import artifact, persona, rubric

from workbench.core.history import History
from workbench.core.questioning import QUESTIONER
from workbench.core.readings import OWN_PROVIDER, Reading, ReadingState
from workbench.core.text_questions import (
    TextQuestion,
    added_questions,
    derived_questions,
    next_number,
    standing_questions,
)

RUBRIC = rubric().source


def history(*readings, questions=()):
    """Readings given as (source, revision), keyed in order from 1."""
    made = tuple(
        Reading(source, 1, ReadingState.FINISHED, at, id=id)
        for id, (source, at) in enumerate(readings, start=1)
    )
    return History(artifact(), readings=made, questions=tuple(questions))


def derived(name, reading, at=1, **changes):
    return TextQuestion(name, "derived", f"Is {name} so?", reading=reading, revision=at, **changes)


FIRST = derived("D1", 1)
SECOND = derived("D2", 4, at=3)


def test_without_a_set_questions_are_to_be_made():
    assert derived_questions(history(), 1) is None


def test_a_set_stands_for_its_revision_and_for_the_next_one_that_is_judged():
    of_one = history((QUESTIONER.source, 1), (RUBRIC, 1), questions=[FIRST])
    assert derived_questions(of_one, 1) == (FIRST,)
    assert derived_questions(of_one, 2) == (FIRST,)
    judged_two = history((QUESTIONER.source, 1), (RUBRIC, 1), (RUBRIC, 2), questions=[FIRST])
    assert derived_questions(judged_two, 2) == (FIRST,)
    assert derived_questions(judged_two, 3) is None
    assert derived_questions(judged_two, 1) == (FIRST,)


def test_the_person_and_readers_use_no_set_up():
    read = history((QUESTIONER.source, 1), (RUBRIC, 1), (persona().source, 2), (RUBRIC, 2), questions=[FIRST])
    mine = replace(read.readings[-1], provider=OWN_PROVIDER)
    read = replace(read, readings=(*read.readings[:-1], mine))
    assert derived_questions(read, 3) == (FIRST,)


def test_of_several_sets_of_one_revision_the_last_stands():
    again = derived("D3", 3)
    twice = history((QUESTIONER.source, 1), (RUBRIC, 1), (QUESTIONER.source, 1), questions=[FIRST, again])
    assert derived_questions(twice, 1) == (again,)


def test_an_empty_set_is_a_set():
    assert derived_questions(history((QUESTIONER.source, 1), (RUBRIC, 1)), 1) == ()


def test_a_set_whose_call_failed_is_none():
    failed = history((QUESTIONER.source, 1))
    failed = replace(failed, readings=(replace(failed.readings[0], state=ReadingState.FAILED),))
    assert derived_questions(failed, 1) is None


def test_a_question_taken_away_is_asked_no_more():
    gone = replace(FIRST, withdrawn=True)
    added = TextQuestion("P1", "added", "Is it about the harness?")
    known = history(
        (QUESTIONER.source, 1), questions=[gone, added, replace(added, name="P2", withdrawn=True)]
    )
    assert derived_questions(known, 1) == ()
    assert added_questions(known) == standing_questions(known, 1) == (added,)


def test_a_new_name_is_nobody_elses():
    known = history(questions=[FIRST, SECOND, TextQuestion("P7", "added", "So?", withdrawn=True)])
    assert next_number(known, "derived", frozenset({"D9", "R4"})) == 10
    assert next_number(known, "added", frozenset()) == 8
    assert next_number(history(), "derived", frozenset({"D", "Dx"})) == 1


def test_a_question_has_a_wording_of_its_own_and_the_name_of_its_kind():
    assert FIRST.source.name == "derived/D1"
    assert replace(FIRST, quote="other words").source == FIRST.source
    assert replace(FIRST, ask="Is it?").source != FIRST.source
    assert replace(FIRST, fails="It is not.").source != FIRST.source
