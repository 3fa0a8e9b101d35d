import pytest
from support.builders import TEXT, reader_answer

from workbench.core.board import advance
from workbench.core.marks import Mark
from workbench.core.ports import CheckReport
from workbench.core.readings import Finding, FindingKind, Span
from workbench.core.ruling import RulingValue

BOASTS = {"skeptic": reader_answer("fastest kettle")}


def fault(rule, words="kettle on"):
    start = TEXT.index(words)
    return Finding(
        rule.source,
        FindingKind.FAULT,
        words,
        f"There is no {words}.",
        asks=rule.id,
        span=Span(start, start + len(words)),
        on_fail=rule.on_fail,
    )


@pytest.fixture
async def read(session):
    """A text that was read, before any check found something in it."""
    s = await session(BOASTS)
    await s.read()
    return s


async def test_a_board_is_open_before_its_checks_have_run(read):
    s = read
    s.desk.checks.report = CheckReport(faults=(fault(s.desk.checks.rules[0]),))
    board = await s.desk.open_unchecked(s.path)
    assert board.unchecked and len(board.rows) == len(s.board.rows)
    event, report = await s.desk.check(board)
    board = advance(board, event)
    assert not board.unchecked and len(report.faults) == 1
    opened, _ = await s.desk.open(s.path)
    assert (board.rows, board.ruling) == (opened.rows, opened.ruling)
    assert board.ruling.value is RulingValue.FIX and board.ruling.caps


async def test_checks_that_say_what_they_said_before_leave_the_list_as_it_is(read):
    s = read
    s.desk.checks.report = CheckReport(faults=(fault(s.desk.checks.rules[0]),))
    await s.desk.open(s.path)
    board = await s.desk.open_unchecked(s.path)
    decided = advance(board, await s.desk.mark(board.artifact, board.rows[-1].target, Mark.HIT))
    event, _ = await s.desk.check(board)
    checked = advance(decided, event)
    assert checked.listing is board.listing and checked.rows == decided.rows
    opened, _ = await s.desk.open(s.path)
    assert set(checked.history.readings) == set(opened.history.readings)


async def test_a_fault_that_is_found_no_more_leaves_the_list(read):
    s = read
    s.desk.checks.report = CheckReport(faults=(fault(s.desk.checks.rules[0]),))
    await s.desk.open(s.path)
    s.desk.checks.report = CheckReport()
    board = await s.desk.open_unchecked(s.path)
    event, _ = await s.desk.check(board)
    checked = advance(board, event)
    assert len(board.rows) - len(checked.rows) == 1 and not checked.ruling.caps


async def test_what_another_window_placed_meanwhile_is_on_the_board_too(read, session):
    s = read
    s.desk.checks.report = CheckReport(faults=(fault(s.desk.checks.rules[0]),))
    board = await s.desk.open_unchecked(s.path)
    other = await session(BOASTS, checks=s.desk.checks)
    event, _ = await s.desk.check(board)
    checked = advance(board, event)
    assert [row.target for row in checked.rows] == [row.target for row in other.board.rows]


async def test_checks_of_the_text_shown_do_not_hide_that_the_file_changed(read):
    s = read
    board = await s.desk.open_unchecked(s.path)
    s.desk.files.contents[str(s.path)] = TEXT + "More.\n"
    changed = advance(board, await s.desk.look(board.artifact))
    event, _ = await s.desk.check(board)
    assert advance(changed, event).disk == changed.disk is not None
