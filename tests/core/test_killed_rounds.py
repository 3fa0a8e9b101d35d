"""Rounds whose program was killed, or could not write, at each of their moments."""

import pytest
from support.builders import judge_answer, reader_answer

from workbench.core.board import advance
from workbench.core.errors import Failure, FailureKind, StoreError, UsageError
from workbench.core.history import RoundState
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.ruling import RulingValue

ANSWERS = {"skeptic": reader_answer("fastest kettle in the world"), "engineer": reader_answer("kettle on")}
REFUSED = Failure(FailureKind.REFUSAL, "It refused.")


async def killed(s):
    """The store can write no more, as when its program is killed; what was written is there."""

    async def gone(*words):
        raise StoreError("killed")

    s.desk.store.end_round = gone
    with pytest.raises(StoreError, match="killed"):
        await s.read()
    await s.end()


async def reopened(session, **changes):
    """The program started again, with a round that was left open closed."""
    s = await session(dict(ANSWERS), **changes)
    finished = await s.desk.close_killed_round(s.board)
    s.board = advance(s.board, finished) if finished else s.board
    return s


def unplaced(board):
    return [f for f in board.history.findings if f.id not in board.history.placements]


async def test_a_round_killed_after_its_last_reading_is_complete_and_asks_nothing_again(session):
    await killed(await session(dict(ANSWERS)))
    s = await reopened(session)
    assert s.board.history.last_round.state is RoundState.COMPLETE
    assert s.board.ruling.value is RulingValue.PUBLISHABLE
    assert not unplaced(s.board) and s.desk.provider.asked == []


async def test_a_resumed_round_killed_after_its_last_reading_is_complete(session):
    s = await session({**ANSWERS, "judge": [REFUSED]})
    await s.read()
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    await s.end()
    await killed(await session(dict(ANSWERS)))
    s = await reopened(session)
    assert [r.state for r in s.board.history.rounds] == [RoundState.COMPLETE]
    assert s.board.ruling.complete and s.desk.provider.asked == []


async def test_a_resumed_round_that_is_killed_leaves_no_finding_without_a_concern(session):
    s = await session({**ANSWERS, "skeptic": [REFUSED], "judge": [REFUSED]})
    await s.read()
    await s.end()
    await killed(await session({**ANSWERS, "judge": [REFUSED]}))
    s = await reopened(session)
    assert s.board.history.last_round.state is RoundState.INCOMPLETE
    assert not unplaced(s.board)
    await s.read()
    assert len(s.desk.provider.asked) == 1


async def test_a_round_that_is_resumed_is_shown_as_being_read_to_other_windows(session):
    s = await session({**ANSWERS, "judge": [REFUSED, judge_answer(verdict="Publishable")]})
    await s.read()
    proposal = await s.desk.propose(s.board, s.report)
    events = s.desk.read(s.board.artifact, proposal)
    await anext(events)
    other = await session()
    assert other.board.history.last_round.state is RoundState.RUNNING
    with pytest.raises(UsageError, match="Another workbench is reading"):
        await other.desk.propose(other.board, other.report)
    async for _ in events:
        pass


async def test_of_two_windows_that_were_both_about_to_read_one_reads(session):
    s, other = await session(dict(ANSWERS)), await session(dict(ANSWERS))
    proposals = [await each.desk.propose(each.board, each.report) for each in (s, other)]
    events = s.desk.read(s.board.artifact, proposals[0])
    await anext(events)
    with pytest.raises(UsageError, match="Another workbench has read"):
        await anext(other.desk.read(other.board.artifact, proposals[1]))
    async for _ in events:
        pass
    assert other.desk.provider.asked == []
    assert len((await other.desk.refresh(other.board.artifact)).history.rounds) == 1


async def test_a_new_text_is_not_read_while_another_window_resumes_the_round_of_the_old_one(session):
    s = await session({**ANSWERS, "judge": [REFUSED, judge_answer()]})
    await s.read()
    other = await session(dict(ANSWERS))
    await other.edit("# Kettle\n\nIt boils water.\n")
    proposal = await other.desk.propose(other.board, other.report)
    events = s.desk.read(s.board.artifact, await s.desk.propose(s.board, s.report))
    await anext(events)
    with pytest.raises(UsageError, match="Another workbench has read"):
        await anext(other.desk.read(other.board.artifact, proposal))
    async for _ in events:
        pass
    assert other.desk.provider.asked == []


async def test_a_round_that_could_not_be_closed_can_be_closed_by_another_window(session):
    s = await session(dict(ANSWERS))
    store = s.desk.store

    async def full(*words):
        raise StoreError("the disk is full")

    end, store.end_round = store.end_round, full
    with pytest.raises(StoreError):
        await s.read()
    store.end_round = end
    other = await reopened(session)
    assert other.board.history.last_round.state is RoundState.COMPLETE


async def test_faults_of_a_run_that_was_killed_before_it_placed_them_are_placed_by_the_next(session):
    s = await session()
    text = s.board.revision.text
    start = text.index("kettle on")
    fault = Finding(
        s.desk.checks.rules[0].source,
        FindingKind.FAULT,
        "kettle on",
        "It is not closed.",
        span=Span(start, start + 9),
        on_fail="fix",
    )
    s.desk.checks.report = CheckReport((fault,))

    async def gone(*words):
        raise StoreError("killed")

    s.desk.store.place = gone
    with pytest.raises(StoreError, match="killed"):
        await s.open()
    await s.end()
    later = await session(text="# Kettle\n\nNothing of that is left.\n")
    assert len(later.board.history.findings) == 1
    assert not unplaced(later.board)


async def test_what_another_window_has_read_since_it_was_proposed_is_not_paid_for_again(session):
    s, other = await session(dict(ANSWERS)), await session(dict(ANSWERS))
    proposal = await other.desk.propose(other.board, other.report)
    await s.read()
    with pytest.raises(UsageError, match="Another workbench has read this text meanwhile"):
        await anext(other.desk.read(other.board.artifact, proposal))
    assert other.desk.provider.asked == []
    other.board = advance(other.board, await other.desk.refresh(other.board.artifact))
    await other.read()
    assert len(other.board.history.rounds) == 2
