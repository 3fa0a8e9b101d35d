"""Two texts from opening to what is known of their readers, over a real database."""

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest
from core.comparing.conftest import NEW_PATH, OLD_PATH
from core.comparing.stage import NEW, OLD, Halting, always, answer, prefers
from support.builders import MODELS, persona

from workbench.core.artifacts import Kind
from workbench.core.comparing.askings import Ended
from workbench.core.comparing.results import Told
from workbench.core.errors import ArtifactError, Failure, FailureKind, UsageError
from workbench.core.ports import CheckReport, Library, Settings
from workbench.core.readings import Finding, FindingKind, ReadingState
from workbench.core.sources import Source, SourceKind
from workbench.providers.scripted import ScriptedProvider


async def opened(desk, a=OLD_PATH, b=NEW_PATH, **more):
    return await desk.open(a, b, 3, **more)


async def asked(desk, standing, stop=None):
    """Asks what is missing; gives how far it is then, and what ended."""
    ended = []
    proposal = await desk.propose(standing)
    async for reached, event in desk.ask(standing, proposal, stop or asyncio.Event()):
        standing, ended = reached, [*ended, *([event.reading] if isinstance(event, Ended) else [])]
    return standing, ended


async def test_every_reader_answers_in_both_orders_and_a_steady_choice_counts(desk):
    made = await desk()
    standing, ended = await asked(made, await opened(made))
    assert len(ended) == len(made.desk.provider.asked) == 4
    assert {result.told for result in standing.results} == {Told.CHOSE}
    assert (standing.together.a, standing.together.b) == (0, 2)
    assert (await made.look(standing.comparison)).readings == standing.readings


async def test_naming_the_texts_the_other_way_round_swaps_the_result_and_asks_nothing_again(desk):
    made = await desk()
    await asked(made, await opened(made))
    turned = await opened(made, NEW_PATH, OLD_PATH)
    assert (turned.together.a, turned.together.b) == (2, 0)
    assert not (await made.propose(turned)).missing


@pytest.mark.parametrize("place", ["text 1", "text 2"])
async def test_a_model_that_likes_a_place_gives_nothing_but_ties(desk, place):
    made = await desk(always(place))
    standing, _ = await asked(made, await opened(made))
    assert {result.told for result in standing.results} == {Told.FLIPPED}
    assert standing.together.chose == 0


async def test_a_stored_revision_is_named_by_its_number(desk):
    made = await desk(texts={OLD_PATH: OLD})
    await made.desk.store.save_revision(
        await made.desk.store.open_artifact(f"path:{OLD_PATH}", OLD_PATH, None), _of(NEW)
    )
    standing = await opened(made, f"{OLD_PATH}@1", OLD_PATH)
    assert [text.revision.text for text in standing.comparison.texts] == [NEW, OLD]
    assert [text.name for text in standing.comparison.texts] == [
        "README.md revision 1",
        "README.md revision 2",
    ]
    for missing in (f"{OLD_PATH}@3", f"{OLD_PATH}@0"):
        with pytest.raises(UsageError, match=r"its revisions are 1 to 2, such as README\.md@2"):
            await opened(made, missing, OLD_PATH)


def _of(text):
    from workbench.core.artifacts import decoded

    return decoded(text.encode())


async def test_a_stored_revision_outlives_its_file_and_a_name_that_ends_so_is_a_file_first(desk):
    made = await desk(texts={OLD_PATH: OLD, f"{OLD_PATH}@1": NEW})
    standing = await opened(made, f"{OLD_PATH}@1", OLD_PATH)
    assert standing.comparison.a.artifact.path == f"{OLD_PATH}@1"
    later = await desk(texts={NEW_PATH: NEW})
    standing = await opened(later, f"{OLD_PATH}@1", NEW_PATH)
    assert standing.comparison.a.revision.text == OLD


async def test_of_a_text_that_was_never_opened_there_is_no_revision_and_none_is_made(desk):
    made = await desk()
    with pytest.raises(UsageError, match=r"Nothing is stored of nowhere\.md"):
        await opened(made, "/texts/nowhere.md@2", NEW_PATH)
    with pytest.raises(ArtifactError):
        await opened(made, "/texts/nowhere.md", NEW_PATH)
    assert await made.desk.store.comparisons.revisions("path:/texts/nowhere.md") is None


@pytest.mark.parametrize(
    ("text", "said"), [(f"{OLD}\n", "say the same"), (" \n", "nothing to read in new.md")]
)
async def test_texts_of_which_nobody_can_prefer_one_are_refused(desk, text, said):
    made = await desk(texts={OLD_PATH: OLD, NEW_PATH: text})
    with pytest.raises(UsageError, match=said):
        await opened(made)


async def test_an_empty_question_is_refused_and_another_one_is_another_comparison(desk):
    made = await desk()
    with pytest.raises(UsageError, match="question is empty"):
        await opened(made, question="  ")
    standing, _ = await asked(made, await opened(made))
    other = await opened(made, question="Which is shorter?")
    assert other.comparison.id != standing.comparison.id and not other.readings
    same = await opened(made, question="  Which is\n shorter? ")
    assert same.comparison.id == other.comparison.id


async def test_what_failed_is_kept_out_and_asked_again_alone(desk):
    def once(request):
        good = prefers("boils water")(request)
        return Failure(FailureKind.REFUSAL, "It refused.") if request is made.desk.provider.asked[0] else good

    made = await desk(once)
    standing, ended = await asked(made, await opened(made))
    assert [reading.state for reading in ended].count(ReadingState.FAILED) == 1
    assert standing.together.missing == 1 and not standing.complete
    again = await desk()
    standing, ended = await asked(again, await opened(again))
    assert len(ended) == 1 and standing.complete


async def test_an_answer_whose_words_are_lost_does_not_count(desk):
    made = await desk(always("text 1"))
    lost = ScriptedProvider(lambda request: answer("text 1", "words of nobody"))
    made = replace(made, desk=replace(made.desk, provider=lost))
    standing, ended = await asked(made, await opened(made))
    assert {reading.failure.kind for reading in ended} == {FailureKind.QUOTES_LOST}
    assert standing.results == ()


@pytest.mark.parametrize("how", ["stopped", "closed"])
async def test_a_run_that_ends_early_keeps_what_was_answered_and_the_next_asks_the_rest(desk, how):
    made = await desk(provider=Halting(prefers("boils water"), 1))
    standing = await opened(made)
    stop, ended = asyncio.Event(), []
    run = made.ask(standing, await made.propose(standing), stop)
    async for _, event in run:
        if isinstance(event, Ended):
            ended.append(event.reading.state)
            if how == "closed":
                break
            stop.set()
    await run.aclose()
    assert ended[0] is ReadingState.FINISHED and set(ended[1:]) <= {ReadingState.STOPPED}
    again = await desk()
    standing = await opened(again)
    assert len(standing.readings) == 1
    standing, ended = await asked(again, standing)
    assert len(ended) == 3 and standing.together.b == 2


async def test_a_budget_stops_it_and_says_so_and_nothing_of_it_is_stored(desk):
    made = await desk(settings=Settings(MODELS, budget=0.000_001))
    standing, ended = await asked(made, await opened(made))
    assert {reading.failure.kind for reading in ended} == {FailureKind.OVER_BUDGET}
    assert made.desk.provider.asked == [] and not standing.readings
    assert "Give a higher --budget" in ended[0].failure.message


async def test_what_it_takes_is_said_before_anything_is_sent(desk):
    made = await desk()
    proposal = await made.propose(await opened(made))
    assert proposal.sentence.startswith("2 readers, both orders of the texts: 4 calls, about ")
    assert proposal.sentence.endswith(", to nowhere: recorded answers")
    assert proposal.estimate.dollars > 0 and not proposal.consented
    assert made.desk.provider.asked == []


async def test_consent_is_remembered_for_both_texts(desk):
    made = await desk()
    await asked(made, await opened(made))
    other = await opened(made, question="Which is shorter?")
    assert (await made.propose(other)).consented


async def test_what_looks_like_a_credential_is_named(desk):
    secret = Finding(
        Source(SourceKind.CHECK, "secrets", "0"), FindingKind.FAULT, "k", "A key stands here.", asks="secrets"
    )
    made = await desk()
    made.desk.checks.report = CheckReport((secret,))
    assert (await made.propose(await opened(made))).secrets == ("A key stands here.",)


async def test_texts_that_no_window_holds_together_are_refused_and_never_cut(desk):
    long = {OLD_PATH: OLD + "It boils.\n" * 2_000, NEW_PATH: NEW}
    made = await desk(texts=long, settings=Settings(replace(MODELS, window=8_000)))
    with pytest.raises(UsageError, match="a window of 8,000 leaves room for"):
        await made.propose(await opened(made))


async def test_a_reader_who_would_see_no_difference_is_not_asked_and_that_is_said(desk):
    beginning = "# Kettle\n\nBoils.\n\n## More\n\n"
    glancing = persona("passer-by", sees="first-screen", default_for=("readme",))
    made = await desk(
        texts={OLD_PATH: f"{beginning}One.\n", NEW_PATH: f"{beginning}Two.\n"},
        library=Library((glancing, persona("skeptic", default_for=("readme",)))),
    )
    proposal = await made.propose(await opened(made))
    assert {asking.persona.name for asking in proposal.missing} == {"skeptic"}
    assert proposal.left_out == ("passer-by is not asked: what it is shown is the same in both texts.",)


async def test_without_anybody_to_ask_the_person_can_still_choose(desk):
    made = await desk(provider=None)
    standing = await opened(made)
    with pytest.raises(UsageError):
        await made.propose(standing)
    standing = await made.choose(standing, standing.comparison.b.revision.id)
    assert standing.counting == standing.yours


async def test_the_first_blind_choice_counts_whatever_is_chosen_after_the_readers_are_seen(desk):
    made = await desk()
    standing, _ = await asked(made, await opened(made))
    a, b = (text.revision.id for text in standing.comparison.texts)
    standing = await made.choose(standing, a)
    standing = await made.show(standing)
    standing = await made.choose(standing, b)
    assert (standing.counting.chosen, standing.yours.chosen) == (a, b)
    assert [choice.blind for choice in (await made.look(standing.comparison)).choices] == [True, False]
    (skeptic, _) = await made.agreements()
    assert (skeptic.agreement.same, skeptic.agreement.opposite) == (0, 1)
    standing = await made.take_back(standing)
    assert standing.yours.chosen == a
    standing = await made.take_back(standing)
    assert standing.counting is standing.yours is None and len(standing.choices) == 2
    assert await made.agreements() == ()
    with pytest.raises(UsageError, match="nothing to take back"):
        await made.take_back(standing)


async def test_a_choice_made_after_the_result_was_printed_is_held_against_nobody(desk):
    made = await desk()
    standing, _ = await asked(made, await opened(made))
    await made.show(standing)
    again = await opened(await desk())
    standing = await made.choose(again, None)
    assert standing.counting is None and not standing.yours.blind


async def test_the_order_in_which_the_person_sees_them_is_drawn_once(desk):
    made = await desk()
    seeds = range(20)
    drawn = {
        (await made.open(OLD_PATH, NEW_PATH, seed, f"Which, {seed}?")).comparison.drawn.a.artifact.path
        for seed in seeds
    }
    assert drawn == {OLD_PATH, NEW_PATH}
    first = await made.open(OLD_PATH, NEW_PATH, 1)
    for seed in seeds:
        assert (await made.open(NEW_PATH, OLD_PATH, seed)).comparison.drawn == first.comparison.drawn


async def test_the_kind_that_is_said_holds_for_stored_revisions_too(desk):
    made = await desk(texts={OLD_PATH: OLD, "/texts/notes.md": NEW})
    first = await opened(made, OLD_PATH, "/texts/notes.md")
    assert first.comparison.kind is first.comparison.swapped.kind is Kind.README
    both = await opened(made, f"{OLD_PATH}@1", "/texts/notes.md@1", kind=Kind.ARTICLE)
    assert both.comparison.kind is Kind.ARTICLE


async def test_two_programs_never_ask_about_the_same_two_texts_at_once(desk):
    first, second = await desk(), await desk()
    seen = await opened(second)
    proposal = await second.propose(seen)
    standing = await opened(first)
    async with aclosing(first.ask(standing, await first.propose(standing), asyncio.Event())) as events:
        await anext(events)
        with pytest.raises(UsageError, match="is asking about these two texts now: wait until it is done"):
            await anext(second.ask(seen, proposal, asyncio.Event()))
        _ = [event async for event in events]
    with pytest.raises(UsageError, match="has asked about these two texts meanwhile: compare them again"):
        await anext(second.ask(seen, proposal, asyncio.Event()))
    assert len(first.desk.provider.asked) == 4 and not second.desk.provider.asked
    assert (await opened(second)).complete


async def test_texts_whose_asking_was_stopped_are_free_for_another_program(desk):
    first, second = await desk(), await desk()
    standing = await opened(first)
    async with aclosing(first.ask(standing, await first.propose(standing), asyncio.Event())) as events:
        await anext(events)
    reached, _ = await asked(second, await opened(second))
    assert reached.complete
