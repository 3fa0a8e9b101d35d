"""Leaving a text and coming back to it."""

from datetime import timedelta

import pytest
from support.builders import TEXT, FakeClock

from workbench.core.marks import Mark
from workbench.tui.list_lines import Whole

EDITED = TEXT.replace("Kettle boils water from the command line.", "Kettle boils water.\n\nIn a minute.")


@pytest.fixture
def days_pass(monkeypatch):
    """Moves the clock on."""
    now = FakeClock.now

    def pass_days(days):
        monkeypatch.setattr(FakeClock, "now", lambda self: now(self) + timedelta(days=days))

    return pass_days


def details(b):
    """The lines of the details pane on a screen that shows all of it."""
    rows = [row.rstrip() for row in b.text().split("\n")]
    rule = next(n for n, row in enumerate(rows) if row.startswith("─────"))
    return [row.removeprefix(" ") for row in rows[rule + 1 :]]


async def test_the_row_that_was_left_is_under_the_cursor_again(bench):
    async with bench(read=True) as b:
        await b.go("Python version")
        left = b.here.target
        await b.press("q")
    async with bench() as b:
        assert b.here.target == left
        assert b.review.source.marked_line is None


async def test_what_happened_since_is_said_and_told_in_full_on_the_first_line(bench, days_pass):
    async with bench(read=True, size=(160, 48)) as b:
        await b.go("the fastest")
        await b.press("h", "q")
    days_pass(8)
    async with bench(text=EDITED, size=(160, 48)) as b:
        assert b.said == (
            "Left 8 days ago; +2 -1 lines in Kettle; the ruling Publishable of revision 1 is void; "
            "1 to fix; 2 unmarked."
        )
        await b.press("home")
        assert b.review.cursor is Whole.TEXT
        assert details(b)[:7] == [
            "You left 8 days ago, at revision 1.",
            "On disk since then: +2 -1 lines.",
            "  Kettle: +2 -1",
            "The ruling Publishable of revision 1 is void.",
            "To fix, marked hit and still there: 1; `workbench fixes` lists them.",
            "Unmarked: 2.",
            "",
        ]
        await b.go("boils water")
        await b.press("m", "home")
        assert "Unmarked: 1." in details(b)


async def test_a_narrow_screen_says_it_in_short(bench, days_pass):
    async with bench(read=True, size=(80, 24)) as b:
        await b.press("q")
    days_pass(1)
    async with bench(text=EDITED, size=(80, 24)) as b:
        assert b.said == "Left a day ago; +2 -1 lines; Publishable is void; 0 to fix, 3 unmarked."


async def test_opening_without_doing_anything_is_leaving_too(bench):
    async with bench(read=True) as b:
        first = b.here.target
    async with bench() as b:
        assert b.said.startswith("Left just now; nothing has changed") and b.here.target == first
        assert (await b.review.desk.store.history(b.board.artifact)).left.place == first


async def test_a_text_that_was_never_left_has_nothing_to_tell(bench):
    async with bench(read=True, size=(160, 48)) as b:
        assert "Left" not in b.said
        await b.press("home")
        assert not any(line.startswith("You left") for line in details(b))


async def test_the_line_of_the_whole_text_is_a_place_too(bench):
    async with bench(read=True) as b:
        await b.press("home", "q")
    async with bench() as b:
        assert b.review.cursor is Whole.TEXT


async def test_a_row_that_was_folded_away_is_unfolded(bench):
    async with bench(read=True) as b:
        answer = next(row for row in b.board.rows if row.answer)
        b.review.move(answer.target)
        await b.press("q")
    async with bench() as b:
        assert b.here.target == answer.target


async def test_where_the_row_is_gone_the_nearest_one_is_there(bench):
    async with bench(read=True) as b:
        answer = next(row for row in b.board.rows if row.answer and row.span)
        b.review.move(answer.target)
        await b.press("q")
    async with bench(text=EDITED) as b:
        assert b.here.is_concern and "boils water" in b.here.headline


async def test_marks_of_another_window_do_not_move_where_this_one_was(bench, other_window):
    async with bench(read=True) as b:
        await b.go("boils water")
        left = b.here.target
        await other_window.mark(b.board.artifact, b.row("the fastest").target, Mark.MISS)
        await b.press("q")
    async with bench() as b:
        assert b.here.target == left


async def test_leaving_while_a_round_is_read_stops_it_and_remembers_the_place(bench, gated):
    provider = gated()
    async with bench(provider=provider) as b:
        await b.press("r", "enter", "q", "q")
    async with bench() as b:
        assert b.board.history.left is not None
