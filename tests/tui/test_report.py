"""The report on screen, by its keys."""

import pytest
from support.builders import judge_answer, reader_answer

from workbench.core.errors import StoreError
from workbench.tui.report_layout import OfHeading, OfInstrument, OfMark, Overview
from workbench.tui.screens.report import ReportScreen

SIZES = [(80, 24), (160, 48)]
JUDGED = judge_answer({"Q1": "fails", "Q2": "meets"})


def cursor(b):
    """The line under the cursor."""
    found = [line.strip() for line in b.text().split("\n") if line.strip().startswith("›")]
    return found[0] if found else ""


async def down_to(b, words):
    """Go down until the line under the cursor says this."""
    for _ in range(40):
        if words in cursor(b):
            return
        await b.press("down")
    raise AssertionError(f"{words!r} is not led to in: {b.text()}")


@pytest.fixture
def reported(bench):
    """A text that was read, two problems marked, and the report opened."""

    def opened(size=(160, 48), **more):
        return bench(size=size, read=True, **more)

    return opened


async def open_report(b):
    await b.go("the fastest")
    await b.press("m", "2")
    await b.press("s")
    await b.settle()
    assert isinstance(b.app.screen, ReportScreen)
    return b.app.screen


@pytest.mark.parametrize("size", SIZES)
async def test_the_table_is_seen_at_once_whole_within_the_width(reported, size):
    async with reported(size) as b:
        await open_report(b)
        rows = b.text().split("\n")
        shown = [row.rstrip() for row in rows if row.strip()]
        assert "judge said should fix" in shown[2] and "overlooked" in shown[6]
        assert "reader findings" in shown[4] and ("0.00*" in shown[4] or "0.00, directional" in shown[4])
        assert all(len(row) <= size[0] for row in rows)
        assert not any(row.startswith(("of ", "the ")) for row in shown)


@pytest.mark.parametrize("size", SIZES)
async def test_enter_leads_from_a_source_to_its_misses_and_their_words_and_escape_back(reported, size):
    async with reported(size) as b:
        screen = await open_report(b)
        await down_to(b, "› skeptic")
        await b.press("enter")
        assert isinstance(screen.view, OfInstrument) and "skeptic: reader findings" in b.text()
        assert cursor(b) == "› 1 miss"
        assert "preference" in b.text() and "█" in b.text()
        await b.press("enter")
        await b.settle()
        assert isinstance(screen.view, OfMark)
        words = " ".join(b.text().split())
        assert "The claim to be the fastest has no support." in words and "README.md, revision 1" in words
        await b.press("escape")
        assert cursor(b) == "› 1 miss"
        await b.press("escape")
        assert cursor(b).startswith("› skeptic")
        await b.press("escape")
        assert b.app.screen is b.review


async def test_a_heading_has_a_page_of_its_own(reported):
    async with reported() as b:
        screen = await open_report(b)
        await b.press("j", "enter")
        assert isinstance(screen.view, OfHeading)
        assert "reader findings, all together" in b.text()
        await b.press("q")
        assert screen.view == Overview()


async def test_the_rows_can_be_by_something_else(reported):
    async with reported() as b:
        screen = await open_report(b)
        seen = []
        for _ in range(5):
            await b.press("b")
            seen.append(screen.view.by and screen.view.by.value)
        assert seen == ["source", "question", "model", "artifact", None]
        await b.press("b", "b", "b")
        assert "by model" in b.text()


async def test_a_page_on_which_nothing_leads_further_scrolls(reported):
    async with reported((80, 24)) as b:
        await open_report(b)
        page = b.app.screen.query_one("#page")
        await b.press("end")
        assert page.scroll_offset.y == page.max_scroll_y > 0
        await b.press("home")
        assert page.scroll_offset.y == 0


async def test_a_rubric_leads_to_its_questions(reported):
    async with reported(answers={"judge": JUDGED}) as b:
        screen = await open_report(b)
        await down_to(b, ", all")
        await b.press("enter")
        assert "Its questions" in b.text()
        await down_to(b, " Q1 ")
        await b.press("enter")
        assert isinstance(screen.view, OfInstrument) and screen.view.name.endswith("/Q1")


async def test_words_that_cannot_be_looked_up_are_said_to_be(reported):
    async with reported() as b:
        screen = await open_report(b)

        async def fail(wanted):
            raise StoreError("The file is gone.")

        screen._look_up = fail
        await b.press("down", "enter", "enter")
        await b.settle()
        assert "The file is gone." in b.text()


async def test_a_report_on_nothing_can_be_opened(bench):
    async with bench(size=(80, 24)) as b:
        await b.press("s")
        await b.settle()
        assert "n/a" in b.text()
        await b.press("enter", "down", "up", "b", "escape")
        assert b.app.screen is b.review


@pytest.mark.parametrize("size", [(20, 6), (1, 1), (45, 10)])
async def test_any_size_can_be_drawn(reported, size):
    async with reported(size, answers={"skeptic": reader_answer()}) as b:
        await b.press("h", "s", "down", "enter", "enter", "escape", "b")
        assert b.app.is_running
