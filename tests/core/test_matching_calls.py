"""The call of a round that settles which findings are the same concern, and what happens where it cannot."""

import asyncio
import json
from datetime import date

import pytest
from support.builders import MODELS, TEXT, judge_answer, reader_answer

from workbench.core.costs.prices import Price, PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.errors import Failure, FailureKind, ProviderError, StoreError
from workbench.core.events import ReadingFailed, ReadingFinished, ReadingStarted
from workbench.core.history import RoundState
from workbench.core.identity.matching_calls import MATCHING_SEAT
from workbench.core.identity.regrouping import Regrouping
from workbench.core.marks import Target
from workbench.core.ports import Reply, Settings
from workbench.core.readings import ReadingState
from workbench.providers.scripted import ScriptedProvider

FASTEST = "It is the fastest kettle in the world."


def found(problem, change):
    return reader_answer(
        {
            "quote": FASTEST,
            "consequence": problem,
            "problem": problem,
            "change": change,
            "fixable_by": "wording",
            "asks": "other",
        }
    )


ANSWERS = {
    "skeptic": found("Nothing was measured.", "Cite a trial."),
    "engineer": found("My own pot may be quicker.", "Compare it to pots."),
}
SAME = json.dumps(
    {
        "placements": [
            {"finding": "F1", "reason": "first", "same_as": "new"},
            {"finding": "F2", "reason": "no support", "same_as": "F1"},
        ]
    }
)


def asks_matcher(request):
    return request.key.startswith("matcher:")


@pytest.fixture
async def matched(session):
    """Makes sessions whose matching call gets an answer, or each of several in turn."""

    async def make(matching=SAME, budget=None):
        left = list(matching) if isinstance(matching, list) else None

        def answer(request):
            if asks_matcher(request):
                return _reply(matching if left is None else left.pop(0))
            if "# Questions" in request.prompt.task:
                return judge_answer(verdict="Publishable")
            return next(
                text for name, text in ANSWERS.items() if f"You are the {name}." in request.prompt.task
            )

        settings = Settings(MODELS, budget, text_questions=False, match="model")
        prices = PriceTable(date(2026, 1, 1), (Price("matcher-model", 1, 1),))
        provider = ScriptedProvider(answer)
        return await session(provider=provider, settings=settings, prices=prices, text=TEXT)

    return make


def _reply(answer):
    """An answer with figures; a failure as it stands."""
    if isinstance(answer, Failure):
        return answer
    return Reply(answer, "matcher-model", "end_turn", Usage(1_000_000, 500_000))


def concerns(s):
    return sorted({placement.concern for placement in s.board.history.placements.values()})


def calls(s):
    return [request for request in s.desk.provider.asked if asks_matcher(request)]


def matchings(s):
    return [r for r in s.board.history.readings if r.source == MATCHING_SEAT.source]


async def test_a_round_ends_with_one_call_that_says_which_findings_are_the_same(matched):
    s = await matched()
    events = await s.read()
    assert [request.model for request in calls(s)] == ["matcher-model"]
    assert len(concerns(s)) == 1
    whys = {(p.why, p.by) for p in s.board.history.placements.values()}
    assert whys == {("first", "model"), ("no support", "model")}
    told = [event for event in events if getattr(event, "seat", None) == MATCHING_SEAT]
    assert isinstance(told[0], ReadingStarted) and isinstance(told[-1], ReadingFinished)


async def test_what_the_call_took_is_stored_and_counted(matched):
    s = await matched()
    proposal = await s.desk.propose(s.board, s.report)
    assert proposal.estimate.calls == len(proposal.assignments) + 1
    await s.read()
    await s.end()
    again = await matched()
    (reading,) = matchings(again)
    assert reading.prompt_sha256 and (reading.model, reading.usage.output) == ("matcher-model", 500_000)
    spent = again.board.spend(again.desk.prices, again.board.history.last_round.id)
    assert spent.dollars == 1.5 and spent.calls == len(proposal.assignments) + 1


async def test_by_rules_alone_nothing_is_asked(session):
    s = await session(dict(ANSWERS))
    await s.read()
    assert not calls(s) and len(concerns(s)) == 2


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Failure(FailureKind.REFUSAL, "It refused."), FailureKind.REFUSAL),
        (Failure(FailureKind.SERVER, "It broke."), FailureKind.SERVER),
        ("I would rather not.", FailureKind.UNREADABLE),
    ],
    ids=["refusal", "server", "unreadable"],
)
async def test_where_the_call_fails_rules_match_and_the_round_is_complete(matched, answer, kind):
    s = await matched(answer)
    events = await s.read()
    assert s.board.history.last_round.state is RoundState.COMPLETE and s.board.ruling.complete
    assert {p.by for p in s.board.history.placements.values()} == {"rules"} and len(concerns(s)) == 2
    (failed,) = [event for event in events if isinstance(event, ReadingFailed)]
    assert failed.reading.failure.kind is kind
    assert "Rules matched the findings instead." in failed.reading.failure.message


async def test_a_call_that_did_not_come_through_is_made_again(matched):
    s = await matched([Failure(FailureKind.OVERLOADED, "Too many."), SAME])
    await s.read()
    assert len(calls(s)) == 2 and len(concerns(s)) == 1 and s.desk.clock.slept


async def test_a_call_that_the_budget_does_not_cover_is_not_made(matched):
    s = await matched(budget=0.000001)
    events = await s.read()
    (failed,) = [event for event in events if isinstance(event, ReadingFailed)]
    assert failed.reading.failure.kind is FailureKind.OVER_BUDGET and not calls(s)
    assert s.board.history.last_round.state is RoundState.COMPLETE and len(concerns(s)) == 2


async def test_stopped_while_the_model_is_asked_rules_match(matched):
    s = await matched()
    stop = asyncio.Event()

    async def endless(request):
        stop.set()
        await asyncio.Event().wait()
        yield

    asked = s.desk.provider.ask
    s.desk.provider.ask = lambda request: endless(request) if asks_matcher(request) else asked(request)
    await s.read(stop)
    assert s.board.history.last_round.state is RoundState.COMPLETE
    assert [r.state for r in matchings(s)] == [ReadingState.STOPPED] and len(concerns(s)) == 2


async def killed(s, *methods):
    """The store can write no more from one of its methods on, as when its program is killed."""

    async def gone(*words):
        raise StoreError("killed")

    for method in methods:
        setattr(s.desk.store, method, gone)
    with pytest.raises(StoreError, match="killed"):
        await s.read()
    await s.end()


@pytest.mark.parametrize(
    ("methods", "by", "count"),
    [(("save_matching", "end_round"), "rules", 2), (("end_round",), "model", 1)],
    ids=["before-it-was-stored", "after"],
)
async def test_killed_around_the_call_the_round_is_closed_and_nothing_is_asked_again(
    matched, methods, by, count
):
    await killed(await matched(), *methods)
    again = await matched()
    finished = await again.desk.close_killed_round(again.board)
    assert finished.round.state is RoundState.COMPLETE and not calls(again)
    placements = again.board.history.with_placements(finished.placements).placements.values()
    assert {placement.by for placement in placements} == {by}
    assert len({placement.concern for placement in placements}) == count


async def test_what_the_person_placed_while_the_model_was_asked_stays_where_they_put_it(matched):
    s = await matched()
    asked = s.desk.provider.ask
    put = []

    async def merging(request):
        unplaced = [f for f in s.board.history.findings if f.id not in s.board.history.placements]
        targets = [Target("finding", finding.id) for finding in unplaced]
        put.append(await Regrouping(s.desk.store).merge(s.board.artifact, targets))
        async for said in asked(request):
            yield said

    s.desk.provider.ask = lambda request: merging(request) if asks_matcher(request) else asked(request)
    await s.read()
    assert put and {p.by for p in (await s.desk.store.history(s.board.artifact)).placements.values()} == {
        "person"
    }


async def test_a_resumed_round_is_matched_again_for_what_was_missing_only(matched):
    s = await matched()
    ask = s.desk.provider.ask

    async def refusing(request):
        raise ProviderError(Failure(FailureKind.REFUSAL, "It refused."))
        yield

    def without_engineer(request):
        return refusing(request) if "You are the engineer." in request.prompt.task else ask(request)

    s.desk.provider.ask = without_engineer
    await s.read()
    before = dict(s.board.history.placements)
    assert before and not calls(s) and s.board.history.last_round.state is RoundState.INCOMPLETE
    s.desk.provider.ask = ask
    await s.read()
    after = s.board.history.placements
    assert {finding: after[finding] for finding in before} == before and len(after) == len(before) + 1
    assert len(calls(s)) == 1 and s.board.history.last_round.state is RoundState.COMPLETE
