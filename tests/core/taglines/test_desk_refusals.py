"""What is said where lines are being tried elsewhere, and where calls fail or cost too much."""

from contextlib import aclosing

import pytest
from core.taglines.desk_stage import (
    is_grading,
    kettle,
)

from workbench.core.errors import Failure, FailureKind, UsageError
from workbench.core.taglines.board import advance
from workbench.core.taglines.events import ReadEnded
from workbench.core.taglines.words import conclusions


async def test_two_programs_never_try_the_same_lines_at_once_and_both_see_what_came_of_it(session):
    first, second = await session().open(), await session().open()
    async with aclosing(first.desk.read(first.board)) as events:
        await anext(events)
        with pytest.raises(UsageError, match="is trying these lines now: wait until it is done"):
            await second.read()
        async for event in events:
            first.board = advance(first.board, event)
    assert first.board.standing.decided and not second.asked
    with pytest.raises(UsageError, match="has tried these lines meanwhile: open them again"):
        await second.read()
    assert not second.asked
    again = await second.open()
    await again.read()
    assert not again.asked and again.board.standing.decided


async def test_lines_that_were_stopped_or_refused_are_free_for_another_program(session):
    first = await session().open()
    await first.read(until=lambda event: isinstance(event, ReadEnded))
    second = await session().open()
    await second.read()
    assert second.board.standing.decided
    with pytest.raises(UsageError, match="meanwhile"):
        await first.read()
    third = await session().open()
    assert not (await third.read())[-1].why


async def test_grading_by_a_question_is_refused_while_another_program_tries_the_lines(session):
    first = await session().open()
    await first.read()
    second = await session().open()
    for each in (first, second):
        each.board = advance(each.board, await each.desk.ask(each.board, "Is it about the shell?"))
    async with aclosing(first.desk.grade(first.board)) as events:
        await anext(events)
        with pytest.raises(UsageError, match="wait until it is done"):
            await second.grade()
    assert not second.asked


async def test_refused_gradings_are_told_apart_from_reads_with_why_and_their_reads_are_not_called_missing(
    session,
):
    def refuses(request):
        return Failure(FailureKind.REFUSAL, "It refused.") if is_grading(request) else kettle(request)

    made = await session(refuses).open()
    events = await made.read()
    assert events[-1].why == "2 gradings failed, so what was asked is missing. It refused."
    said = list(conclusions(made.board))
    assert "No answer of these is graded, so no candidate can be told from another." in said
    assert not any("With 0" in each for each in said)
    assert said[-1] == f"Not finished: {events[-1].why}"


async def test_several_reasons_are_counted_after_the_one_that_came_most_often(session):
    def fails(request):
        if "future of tea" in request.prompt.text:
            return Failure(FailureKind.REFUSAL, "It refused.")
        if "Steam" in request.prompt.text and "skeptic" in request.prompt.task:
            return Failure(FailureKind.UNREADABLE, "It was unreadable.")
        return kettle(request)

    made = await session(fails, attempts=1).open()
    why = (await made.read())[-1].why
    assert why == "4 reads failed, so what was asked is missing. It refused. 1 other reason beside that."


async def test_nothing_read_says_why(session):
    made = await session(lambda request: Failure(FailureKind.REFUSAL, "It refused.")).open()
    events = await made.read()
    assert list(conclusions(made.board)) == [f"Not finished: {events[-1].why}"]


async def test_a_budget_that_does_not_cover_a_read_is_named(session):
    made = await session(budget=0.000001).open()
    why = (await made.read())[-1].why
    assert why.startswith("What is left of the budget of under $0.01 does not cover the next read.")
