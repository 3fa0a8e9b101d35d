import pytest
from support.builders import TEXT, reader_answer

from workbench.core.board import advance
from workbench.core.errors import UsageError
from workbench.core.marks import Mark
from workbench.core.readings import Span
from workbench.core.rows import Group

BOASTS = {
    "skeptic": reader_answer("fastest kettle"),
    "engineer": reader_answer("fastest kettle in the world"),
}


async def test_a_deferral_and_a_note_made_before_grouping_are_kept(session):
    s = await session(BOASTS)
    proposal = await s.desk.propose(s.board, s.report)
    done = set()
    async for event in s.desk.read(s.board.artifact, proposal):
        s.board = advance(s.board, event)
        for row in s.board.rows:
            if row.target.kind == "finding" and row.target not in done:
                done.add(row.target)
                who = row.findings[0].source.name
                s.board = advance(s.board, await s.desk.note(s.board.artifact, row.target, f"by {who}"))
                s.board = advance(s.board, await s.desk.defer(s.board.artifact, row.target, True))
    standing = s.row("fastest kettle").standing
    assert standing.deferred and standing.note == "by skeptic; by engineer"
    await s.mark(s.row("fastest kettle"), Mark.HIT)
    assert s.row("fastest kettle").standing.note == "by skeptic; by engineer"
    taken_back = await s.desk.defer(s.board.artifact, s.row("fastest kettle").target, False)
    s.board = advance(s.board, taken_back)
    assert not s.row("fastest kettle").standing.deferred


async def test_a_board_that_another_program_left_behind_is_refreshed(session):
    s = await session(BOASTS)
    await s.read()
    other = await session(BOASTS)
    await other.mark(other.row("fastest kettle"), Mark.MISS)
    s.board = advance(s.board, await s.desk.refresh(s.board.artifact))
    assert s.row("fastest kettle").standing.mark is Mark.MISS


async def test_marks_survive_a_restart_and_are_undone_after_it(session):
    s = await session(BOASTS)
    await s.read()
    await s.mark(s.row("fastest kettle"), Mark.MISS, "preference")
    again = await session(BOASTS)
    standing = again.row("fastest kettle").standing
    assert (standing.mark, standing.reason) == (Mark.MISS, "preference")
    await again.desk.undo(again.board.artifact)
    assert (await session(BOASTS)).row("fastest kettle").standing.mark is None


async def test_undone_marks_are_redone_until_something_new_is_decided(session):
    s = await session(BOASTS)
    await s.read()
    row = s.row("fastest kettle")
    await s.mark(row, Mark.HIT)
    await s.desk.undo(s.board.artifact)
    assert (await s.desk.redo(s.board.artifact)).decision.value == "hit"
    await s.desk.undo(s.board.artifact)
    await s.mark(row, Mark.MISS)
    assert await s.desk.redo(s.board.artifact) is None


async def test_a_mark_on_a_finding_becomes_its_concerns_when_the_round_ends(session):
    s = await session(BOASTS)
    proposal = await s.desk.propose(s.board, s.report)
    marked = False
    async for event in s.desk.read(s.board.artifact, proposal):
        s.board = advance(s.board, event)
        unplaced = [row for row in s.board.rows if row.target.kind == "finding"]
        if unplaced and not marked:
            await s.mark(unplaced[0], Mark.HIT)
            marked = True
    row = s.row("fastest kettle")
    assert (row.target.kind, row.standing.mark, row.disagree) == ("concern", Mark.HIT, False)


async def test_marks_that_disagree_stay_with_their_findings_and_the_person_is_asked(session):
    s = await session(BOASTS)
    proposal = await s.desk.propose(s.board, s.report)
    async for event in s.desk.read(s.board.artifact, proposal):
        s.board = advance(s.board, event)
        for row in s.board.rows:
            if row.target.kind == "finding" and row.standing.mark is None:
                hit = row.findings[0].source.name == "skeptic"
                await s.mark(row, Mark.HIT if hit else Mark.MISS)
    row = s.row("fastest kettle")
    assert row.disagree and row.standing.mark is None
    assert {s.board.marks.of_finding(f) for f in row.findings} == {Mark.HIT, Mark.MISS}
    await s.mark(row, Mark.HIT)
    row = s.row("fastest kettle")
    assert not row.disagree and {s.board.marks.of_finding(f) for f in row.findings} == {Mark.HIT}


async def test_a_mark_survives_an_edit_that_leaves_its_words_findable(session):
    s = await session(BOASTS)
    await s.read()
    await s.mark(s.row("fastest kettle"), Mark.MISS, "wrong")
    await s.edit(TEXT.replace("# Kettle\n", "# Kettle\n\nA new paragraph.\n"))
    row = s.row("fastest kettle")
    assert row.standing.mark is Mark.MISS
    assert s.board.revision.text[row.span.start : row.span.end].startswith("fastest kettle")


async def test_an_overlooked_problem_is_a_concern_of_its_own_marked_hit(session):
    s = await session()
    added = await s.desk.overlook(s.board.artifact, s.board.revision, Span(0, 8), "The title says nothing.")
    s.board = advance(s.board, added)
    row = s.row("The title says nothing.")
    assert (row.standing.mark, row.group) == (Mark.HIT, Group.ADDED)
    s.board = advance(s.board, await s.desk.undo(s.board.artifact))
    assert not [row for row in s.board.rows if row.headline == "The title says nothing."]


async def test_an_overlooked_problem_wants_words(session):
    s = await session()
    with pytest.raises(UsageError, match="Say what is wrong"):
        await s.desk.overlook(s.board.artifact, s.board.revision, Span(0, 8), "  ")


async def test_the_report_counts_what_was_marked(session):
    s = await session(BOASTS)
    await s.read()
    await s.mark(s.row("fastest kettle"), Mark.HIT)
    report = await s.desk.report()
    readers = next(row for row in report.table if row.heading.value == "reader findings")
    assert (readers.raised, readers.tally.marked) == (2, 2)
