import sqlite3
from dataclasses import replace

import pytest
from core.comparing.stage import answered, player
from sqlite_utils import Database
from storage import samples

from workbench.core.comparing.comparison import ComparedText, Comparison
from workbench.core.errors import Failure, FailureKind
from workbench.core.readings import ReadingState


@pytest.fixture
async def comparison(store, artifact, revision):
    """Two revisions of one text, stored."""
    later = await store.save_revision(artifact, samples.revision("# Kettle\n\n湯を沸かす。\n"))
    wish = Comparison(ComparedText(artifact, revision), ComparedText(artifact, later), "Which?", "a" * 64, 5)
    return await store.comparisons.begin(wish)


def keys(comparison):
    return [text.revision.id for text in comparison.texts]


def reading(comparison, chosen, first=0, **changes):
    """An answer that chooses the text at a place, None for none; `first` says which stood first."""
    a, b = keys(comparison)
    made = answered(None if chosen is None else (a, b)[chosen], (a, b)[first])
    preference = replace(made.preference, why="湯 \ud800")
    return replace(made, second=(b, a)[first], preference=preference, raw="as it came", **changes)


async def test_the_same_two_texts_and_question_are_one_comparison_however_they_are_named(store, comparison):
    again = await store.comparisons.begin(replace(comparison.swapped, seed=9, id=0))
    assert (again.id, again.seed) == (comparison.id, comparison.seed)
    other = await store.comparisons.begin(replace(comparison, asked="b" * 64, id=0))
    assert other.id != comparison.id


async def test_an_answer_comes_back_as_it_was_and_a_failure_does_not(store, comparison, query):
    whole = reading(comparison, 1)
    await store.comparisons.save_reading(comparison, whole)
    failed = replace(
        whole,
        first=keys(comparison)[1],
        state=ReadingState.FAILED,
        failure=Failure(FailureKind.QUOTES_LOST, "Lost."),
    )
    await store.comparisons.save_reading(comparison, failed)
    (found,) = await store.comparisons.readings(comparison)
    assert replace(found, preference=whole.preference) == whole and found.raw == "as it came"
    assert found.preference.why == "湯 \N{REPLACEMENT CHARACTER}"
    assert query("select state, chosen_revision_id from comparison_readings") == [
        ("finished", keys(comparison)[1]),
        ("failed", None),
    ]


async def test_it_is_nowhere_that_a_round_or_a_rate_looks(store, artifact, comparison, query):
    await store.comparisons.save_reading(comparison, reading(comparison, 0))
    assert (await store.history(artifact)).readings == ()
    assert not query("select 1 from readings") and not query("select 1 from findings_with_marks")


async def test_a_choice_is_blind_until_what_readers_chose_was_shown_in_any_window(
    store, open_store, comparison
):
    a, b = keys(comparison)
    first = await store.comparisons.choose(comparison, a)
    at = await open_store().comparisons.show(comparison)
    assert await store.comparisons.show(comparison) == at
    second = await store.comparisons.choose(comparison, b)
    third = await store.comparisons.choose(comparison, None)
    assert [choice.blind for choice in (first, second, third)] == [True, False, False]
    assert (await store.comparisons.begin(comparison)).shown_at == at
    assert await store.comparisons.choices(comparison) == (first, second, third)


async def test_a_choice_that_was_taken_back_stays_and_counts_no_more(store, comparison):
    a, b = keys(comparison)
    first = await store.comparisons.choose(comparison, a)
    await store.comparisons.take_back(first)
    assert await store.comparisons.choices(comparison) == (replace(first, undone=True),)
    assert await store.comparisons.past() == ()
    await store.comparisons.choose(comparison, b)
    (past,) = await store.comparisons.past()
    assert past.chosen == b


async def test_a_choice_is_never_changed(store, comparison, path):
    await store.comparisons.choose(comparison, None)
    await store.close()
    with Database(path) as db, pytest.raises(sqlite3.IntegrityError, match="only undone"):
        db.execute("update comparison_choices set blind = 0")


async def test_what_counts_is_the_first_blind_choice_and_the_last_answer_of_each_order(store, comparison):
    a, b = keys(comparison)
    assert await store.comparisons.past() == ()
    for made in (reading(comparison, 0), reading(comparison, 1), reading(comparison, None, first=1)):
        await store.comparisons.save_reading(comparison, made)
    await store.comparisons.choose(comparison, b)
    await store.comparisons.show(comparison)
    await store.comparisons.choose(comparison, a)
    (past,) = await store.comparisons.past()
    assert (past.chosen, past.asked.question, len(past.artifacts)) == (b, "Which?", 1)
    assert [(said.player, said.first, said.chosen) for said in past.said] == [
        (player(), a, b),
        (player(), b, None),
    ]


async def test_revisions_are_found_by_the_identity_of_their_text_and_nothing_is_made(
    store, artifact, comparison, query
):
    known, revisions = await store.comparisons.revisions(artifact.identity)
    assert (known, [each.number for each in revisions]) == (artifact, [1, 2])
    assert await store.comparisons.revisions("path:/texts/other.md") is None
    assert query("select count(*) from artifacts") == [(1,)]
