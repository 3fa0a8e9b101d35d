import asyncio
from dataclasses import replace
from pathlib import PurePath

import pytest
from support.builders import MODELS, TEXT, judge_answer, persona, question, reader_answer, rubric

from workbench.core.board import advance
from workbench.core.errors import ContentError, Failure, FailureKind, UsageError
from workbench.core.events import ReadingFinished, RoundFinished, Ruled
from workbench.core.history import RoundState
from workbench.core.readings import Finding, FindingKind, Reading, ReadingState, Span
from workbench.core.rows import Group
from workbench.core.ruling import RulingValue
from workbench.providers.scripted import ScriptedProvider

BOASTS = {
    "skeptic": reader_answer("fastest kettle"),
    "engineer": reader_answer("fastest kettle in the world"),
}


async def test_a_round_groups_rules_and_ends_complete(session):
    s = await session(BOASTS)
    events = await s.read()
    assert [type(e) for e in events[-2:]] == [Ruled, RoundFinished]
    assert s.board.history.last_round.state is RoundState.COMPLETE
    assert s.board.ruling.value is RulingValue.PUBLISHABLE
    concerns = [row for row in s.board.rows if row.target.kind == "concern"]
    assert [(row.group, row.raised, row.readings) for row in concerns] == [(Group.NEW, 2, 3)]


async def test_nothing_is_asked_twice_after_a_failed_reading(session):
    failing = [Failure(FailureKind.REFUSAL, "It refused."), BOASTS["engineer"]]
    s = await session({**BOASTS, "engineer": failing})
    await s.read()
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    assert s.board.ruling.value is RulingValue.FIX
    asked = len(s.desk.provider.asked)
    events = await s.read()
    assert len(s.desk.provider.asked) == asked + 1
    assert [e.seat.source.name for e in events if isinstance(e, ReadingFinished)] == ["engineer"]
    assert s.board.history.last_round.state is RoundState.COMPLETE
    assert len(s.board.history.rounds) == 1
    assert s.board.ruling.value is RulingValue.PUBLISHABLE


async def test_reading_a_complete_round_again_makes_new_trials(session):
    s = await session(BOASTS)
    await s.read()
    await s.read()
    assert [r.number for r in s.board.history.rounds] == [1, 2]
    assert {r.trial for r in s.board.history.readings if r.round == s.board.history.last_round.id} == {2}
    assert [row.raised for row in s.board.rows if row.target.kind == "concern"] == [4]


async def test_stopping_closes_the_round_as_incomplete_and_keeps_what_was_read(session):
    class Slow(ScriptedProvider):
        async def ask(self, request):
            if "You are the skeptic." not in request.prompt.task:
                await asyncio.Event().wait()
            async for said in super().ask(request):
                yield said

    stop = asyncio.Event()
    s = await session(provider=Slow([BOASTS["skeptic"]]))
    proposal = await s.desk.propose(s.board, s.report)
    async for event in s.desk.read(s.board.artifact, proposal, stop):
        if isinstance(event, ReadingFinished):
            stop.set()
    again = await session(BOASTS)
    assert again.board.history.last_round.state is RoundState.INCOMPLETE
    states = sorted(r.state for r in again.board.history.readings if r.round)
    assert states == [ReadingState.FINISHED, ReadingState.STOPPED, ReadingState.STOPPED]
    assert any(row.target.kind == "concern" for row in again.board.rows)


async def left_open(s):
    """A round with one reading, as a killed program leaves it: the store is closed, the round is not."""
    round = await s.desk.store.begin_round(s.board.artifact, planned(await s.desk.propose(s.board, s.report)))
    found = Finding(
        persona("skeptic").source,
        FindingKind.FINDING,
        "kettle on",
        "It does nothing.",
        span=Span(TEXT.index("kettle on"), TEXT.index("kettle on") + 9),
        revision=s.board.revision.id,
    )
    reading = Reading(
        persona("skeptic").source,
        1,
        ReadingState.FINISHED,
        s.board.revision.id,
        round.id,
        asked=MODELS.reader,
        findings=(found,),
        started_at=s.desk.clock.now(),
        ended_at=s.desk.clock.now(),
    )
    await s.desk.store.save_reading(s.board.artifact, reading)


def planned(proposal):
    return proposal.round


async def test_a_round_that_a_killed_run_left_open_is_closed_with_its_findings_placed(session):
    s = await session()
    await left_open(s)
    await s.end()
    again = await session(BOASTS)
    assert again.board.history.last_round.state is RoundState.RUNNING
    finished = await again.desk.close_killed_round(again.board)
    assert finished.round.state is RoundState.INCOMPLETE
    again.board = advance(again.board, finished)
    assert again.row("It does nothing.").target.kind == "concern"
    await again.read()
    assert len(again.desk.provider.asked) == 2


async def test_a_round_that_another_workbench_reads_is_neither_closed_nor_read_twice(session):
    s = await session()
    await left_open(s)
    other = await session(BOASTS)
    assert await other.desk.close_killed_round(other.board) is None
    with pytest.raises(UsageError, match="Another workbench is reading"):
        await other.desk.propose(other.board, other.report)


async def test_a_round_that_another_workbench_resumed_meanwhile_is_not_read_again(session):
    failing = [Failure(FailureKind.REFUSAL, "It refused."), BOASTS["engineer"]]
    s = await session({**BOASTS, "engineer": failing})
    await s.read()
    other = await session(BOASTS)
    proposal = await other.desk.propose(other.board, other.report)
    await s.read()
    with pytest.raises(UsageError, match="has read this text meanwhile"):
        async for _ in other.desk.read(other.board.artifact, proposal):
            pass


async def test_a_resumed_round_shows_every_seat_of_it(session):
    failing = [Failure(FailureKind.REFUSAL, "It refused."), BOASTS["engineer"]]
    s = await session({**BOASTS, "engineer": failing})
    await s.read()
    await s.read()
    assert {seat.source.name: p.phase for seat, p in s.board.seats.items()} == {
        "skeptic": "finished",
        "engineer": "finished",
        "readme": "finished",
    }


async def test_there_is_nothing_to_read_in_a_text_of_front_matter_alone(session):
    s = await session(text="---\ntitle: Tea\n---\n\n")
    with pytest.raises(UsageError, match="nothing to read"):
        await s.desk.propose(s.board, s.report)


async def test_files_that_cannot_be_used_are_named_before_a_round(session):
    s = await session()
    broken = ContentError(PurePath("personas/editor.md"), "is broken", 3)
    s.desk = replace(s.desk, library=replace(s.desk.library, errors=(broken,)))
    assert (await s.desk.propose(s.board, s.report)).unusable == ("personas/editor.md:3: is broken",)


async def test_a_round_in_which_nobody_read_says_nothing_of_what_was_raised_before(session):
    refused = Failure(FailureKind.REFUSAL, "It refused.")
    answers = {
        name: [BOASTS.get(name, judge_answer(verdict="Publishable")), refused] for name in (*BOASTS, "judge")
    }
    s = await session(answers)
    await s.read()
    await s.read()
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    assert s.row("fastest kettle").group is Group.NEW


async def test_a_concern_raised_again_on_the_edited_text_is_known(session):
    s = await session(BOASTS)
    await s.read()
    await s.edit(TEXT.replace("boils water", "heats water"))
    await s.read()
    assert s.row("fastest kettle").group is Group.AGAIN
    assert len([row for row in s.board.rows if row.target.kind == "concern"]) == 1


async def test_a_concern_whose_words_are_gone_says_so(session):
    s = await session(BOASTS)
    await s.read()
    await s.edit(TEXT.replace("It is the fastest kettle in the world.", "Nothing more."))
    assert s.row("fastest kettle").group is Group.GONE


async def test_consent_is_remembered_for_the_artifact_and_destination(session):
    s = await session(BOASTS)
    assert not (await s.desk.propose(s.board, s.report)).consented
    await s.read()
    assert (await (await session(BOASTS)).desk.propose(s.board, s.report)).consented


async def test_a_persona_that_does_not_exist_is_named(session):
    s = await session()
    s.desk = replace(s.desk, settings=replace(s.desk.settings, readers={s.board.artifact.kind: ("nobody",)}))
    with pytest.raises(UsageError, match="no persona 'nobody'"):
        await s.desk.propose(s.board, s.report)


async def test_reading_again_never_raises_a_ruling(session):
    answers = {"judge": [judge_answer({"Q1": {"answer": "fails", "quote": "kettle on"}, "Q2": "meets"})]}
    answers["judge"].append(judge_answer(verdict="Publishable"))
    s = await session(answers)
    await s.read()
    assert s.board.ruling.value is RulingValue.FIX
    await s.read()
    assert s.board.ruling.value is RulingValue.FIX


async def test_an_answer_whose_quote_is_lost_is_listed_as_it_counts(session):
    met = {"answer": "meets", "quote": "words that nobody wrote here"}
    answers = {"Q1": met, "Q2": "meets", "Q3": "meets", "Q4": "meets"}
    several = rubric(*(question(f"Q{n}") for n in range(1, 5)))
    s = await session({"judge": judge_answer(answers, verdict="Publishable")})
    s.desk = replace(s.desk, library=replace(s.desk.library, rubrics=(several,)))
    await s.read()
    groups = {row.answer.question: row.group for row in s.board.rows if row.answer}
    assert (groups["Q1"], groups["Q2"]) == (Group.UNDECIDED, Group.SATISFIED)
