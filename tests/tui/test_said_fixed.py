"""Saying that a row is fixed, as a person does it."""

from support.builders import TickingClock

from workbench.core.marks import Mark
from workbench.core.rows import Group
from workbench.storage.store import SqliteStore


def fixed(b):
    return [row.headline for row in b.board.rows if row.group is Group.FIXED]


async def test_a_row_said_to_be_fixed_folds_away_and_the_cursor_goes_to_the_next_that_waits(bench):
    async with bench(read=True, size=(100, 24)) as b:
        await b.go("the fastest")
        row = b.row("the fastest")
        following = b.review.lines.unmarked(row.target)
        await b.press("F")
        assert fixed(b) == ["The claim to be the fastest has no support."]
        assert b.said.startswith("L11 “The claim to be the")
        assert "” fixed, you said, though the text has not changed since; u undoes" in b.said
        assert b.review.cursor == following and b.review.lines.index(row.target) is None


async def test_rows_to_fix_are_said_to_be_fixed_one_after_the_other(bench):
    async with bench(read=True) as b:
        for row in ("the fastest", "boils water"):
            await b.go(row)
            await b.press("h")
        await b.press("f")
        await b.answer("fix")
        first = b.row("the fastest")
        await b.go("the fastest")
        await b.press("F")
        assert b.here.target == b.row("boils water").target
        await b.press("F")
        assert b.row("boils water").is_said_fixed and first.headline in fixed(b)
        await b.press("u")
        assert b.here.target == b.row("boils water").target and not b.here.is_said_fixed


async def test_of_a_text_that_changed_since_it_is_not_said_that_it_did_not(bench):
    async with bench(read=True, size=(100, 24)) as b:
        b.review.desk.files.write("Look:\n\n" + b.board.revision.text)
        await b.review._watch()
        await b.go("the fastest")
        await b.press("F")
        assert "” fixed, you said; u undoes" in b.said


async def test_it_says_so_and_is_taken_back_by_the_same_key(bench):
    async with bench(read=True, size=(80, 24)) as b:
        row = b.row("the fastest")
        await b.go("the fastest")
        await b.press("F")
        await b.go("the fastest")
        assert "fixed, you said" in b.bar("brief")
        await b.press("F")
        assert "is no longer said to be fixed" in b.said
        assert b.here.target == row.target and b.here.group is row.group
        assert not fixed(b)


async def test_it_is_undone_and_restored_also_after_the_program_was_started_again(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("h")
        await b.go("the fastest")
        await b.press("F")
    async with bench() as b:
        row = b.row("the fastest")
        assert (row.group, row.standing.mark) == (Group.FIXED, Mark.HIT)
        await b.press("u")
        assert b.said.startswith("Taken back: L11 “The claim") and "” fixed; U restores it" in b.said
        assert not fixed(b) and b.here.target == row.target
        assert b.here.standing.mark is Mark.HIT
        await b.press("U")
        assert fixed(b) == [row.headline] and b.here.target == row.target


async def test_in_an_opened_concern_it_is_said_of_the_whole_concern(bench):
    async with bench(read=True) as b:
        await b.go("the fastest")
        await b.press("enter", "down", "F")
        assert fixed(b) == ["The claim to be the fastest has no support."]
        assert b.said.startswith("L11 “The claim") and b.review.opened is None


async def test_a_merged_concern_is_fixed_as_one(bench):
    async with bench(read=True) as b:
        await b.go("boils water")
        await b.press("space")
        await b.go("Python version")
        await b.press("equals_sign", "F")
        assert [len(row.findings) for row in b.board.rows if row.group is Group.FIXED] == [2]
        await b.press("u", "u")
        assert not fixed(b) and b.row("Python version").target != b.row("boils water").target


async def test_an_answer_cannot_be_fixed(bench):
    async with bench(read=True) as b:
        await b.press("end", "up", "enter", "down", "F")
        assert b.said == "An answer cannot be fixed: only what a reading found wrong can."
        assert not b.board.history.decisions


async def test_a_fault_that_stands_in_the_text_shown_ends_by_itself_only(bench, a_fault):
    async with bench(faults=[a_fault()]) as b:
        await b.go("no command")
        await b.press("F")
        assert b.said.startswith("A check still finds it in this text")
        assert not b.board.history.decisions
        b.review.desk.files.write("# Kettle\n\n`kettle start` it.\n")
        b.review.desk.checks.faults = ()
        await b.review.attempt(b.review.do_show_disk())
        await b.go("no command")
        await b.press("F")
        assert b.said.startswith("It is fixed already: the check")


async def test_a_later_reading_that_raises_it_opens_it_again_and_the_row_says_so(bench, tmp_path):
    clock = TickingClock()
    store = SqliteStore(tmp_path / "w.db", clock.now)
    async with bench(read=True, size=(120, 48), clock=clock, store=store) as b:
        await b.go("the fastest")
        await b.press("F")
        assert fixed(b)
        await b.press("r", "a")
        await b.settle()
        assert not fixed(b) and b.row("the fastest").reopened
        await b.go("the fastest")
        assert "said fixed, raised again" in b.text()
        assert "A reading made after that raised it again." in b.text()
        await b.press("F")
        assert fixed(b) == ["The claim to be the fastest has no support."]
