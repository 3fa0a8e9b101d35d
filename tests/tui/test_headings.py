"""Headings of the list: what they say and what enter does on them."""

import pytest
from support.builders import TEXT, judge_answer, persona, question, rubric

from workbench.core.ports import Library
from workbench.core.rows import Group
from workbench.tui.keymaps import keys_of
from workbench.tui.legend import MEANINGS, what_enter_does
from workbench.tui.list_lines import HeadingLine, RowLine, Whole


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (HeadingLine(Group.SATISFIED, 3, 0, folded=True), "enter unfolds these 3 rows"),
        (HeadingLine(Group.SATISFIED, 1, 0, folded=False), "enter folds this row"),
        (HeadingLine(Group.NEW, 3, 0, folded=False), "enter does nothing here"),
    ],
)
def test_it_is_said_what_enter_does_on_a_heading(line, said):
    assert what_enter_does(line, keys_of({})) == said


def test_every_heading_has_a_meaning():
    assert list(MEANINGS) == list(Group)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
async def test_a_heading_says_what_enter_does_and_not_what_the_first_line_says(bench, size):
    async with bench(size=size, read=True) as b:
        await b.press("end")
        assert "enter unfolds these 2 rows" in b.text()
        assert "how the text is ruled" not in b.text()
        await b.press("enter")
        assert "enter folds these 2 rows" in b.text()
        await b.press("home", "down")
        assert "enter does nothing here" in b.text()
        await b.press("enter")
        assert "These rows do not fold: N goes to the next row to mark." in b.said


async def test_unfolding_at_the_lower_edge_brings_the_rows_into_sight(bench):
    asked = [question(f"Q{n}") for n in range(1, 9)]
    answers = {"judge": judge_answer({one.id: "meets" for one in asked}, verdict="Publishable")}
    async with bench(size=(80, 24), answers=answers, library=_library(*asked), read=True) as b:
        await b.press("end", "up", "enter")
        rows, top = b.review.row_list, b.review.row_list.scroll_offset.y
        unfolded = [
            n for n, line in enumerate(b.review.lines.all) if isinstance(line, RowLine) and line.row.answer
        ]
        assert len(unfolded) == 8
        assert sum(top <= n < top + rows.size.height for n in unfolded) >= 7
        assert top <= b.review.lines.index(b.review.cursor)


async def test_an_opened_concern_at_the_lower_edge_shows_its_findings(bench, a_fault):
    faults = [a_fault(f"item {n}", f"Fault {n}.") for n in range(10, 22)]
    items = "".join(f"\nThis is item {n}.\n" for n in range(10, 22))
    async with bench(text=items + TEXT, size=(80, 24), faults=faults, read=True) as b:
        await b.go("the fastest")
        rows = b.review.row_list
        rows.scroll_to(y=0, animate=False, immediate=True)
        await b.press("enter")
        here = b.review.lines.index(b.review.cursor)
        assert rows.scroll_offset.y <= here and here + 2 < rows.scroll_offset.y + rows.size.height


async def test_a_mark_never_goes_on_to_an_unfolded_answer_which_the_key_does_once_nothing_else_is_left(bench):
    async with bench(read=True) as b:
        await b.press("end", "up", "enter", "home", "N")
        await b.press("h", "h", "h")
        assert b.here.answer is None and "nothing left to mark" in b.said
        await b.press("N")
        assert b.here.answer is not None
        await b.press("h")
        await b.press("N")
        assert "Nothing left to mark" in b.said


def _library(*asked):
    return Library((persona("skeptic", default_for=("readme",)),), (rubric(*asked),))


async def test_how_many_are_left_stays_above_the_list_however_far_it_is_scrolled(bench, a_fault):
    faults = [a_fault(f"item {n}", f"Fault {n}.") for n in range(10, 40)]
    items = "".join(f"\nThis is item {n}.\n" for n in range(10, 40))
    async with bench(text=items, size=(80, 24), faults=faults, read=True) as b:
        await b.press("end")
        assert b.review.row_list.scroll_offset.y > 0
        assert "0 of 30 marked" in b.text()
        await b.press("h")
        assert "1 of 30 marked" in b.text()
        await b.pilot.click(b.review.row_list, (4, 0))
        await b.settle()
        assert b.review.cursor is Whole.TEXT
