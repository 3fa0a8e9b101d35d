"""The report on screen, by its keys."""

import pytest
from support.builders import judge_answer, persona, question, reader_answer, rubric

from workbench.core.errors import StoreError
from workbench.core.marks import Target
from workbench.core.ports import Library
from workbench.core.trust.claim_words import MarkedWords
from workbench.core.trust.tallies import Heading
from workbench.tui.report_layout import OfHeading, OfInstrument, OfMark, Overview, Unmarked
from workbench.tui.screens.report import ReportScreen

SIZES = [(80, 24), (160, 48)]
JUDGED = judge_answer({"Q1": "fails", "Q2": "meets"})
ASKED = judge_answer({f"Q{n}": "meets" for n in range(1, 13)})


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


@pytest.fixture
def long_report(reported):
    """A report that is longer than its screen: twelve questions, and two readers."""

    def opened():
        asked = rubric(*(question(f"Q{n}", owns=f"owned-{'abcdefghijkl'[n - 1]}") for n in range(1, 13)))
        people = tuple(persona(name, default_for=("readme",)) for name in ("skeptic", "engineer"))
        return reported((80, 24), answers={"judge": ASKED}, library=Library(people, (asked,)))

    return opened


async def test_readers_stand_below_the_table_and_questions_without_a_mark_are_one_line(long_report):
    async with long_report() as b:
        screen = await open_report(b)
        rows = b.text().strip().split("\n")
        assert "overlooked" in rows[6] and "Readers' findings, by reader" in rows[8]
        await down_to(b, "12 questions with no mark yet")
        assert not any(row.lstrip("› ").startswith("readme Q") for row in b.text().split("\n"))
        await b.press("enter")
        assert screen.view == Unmarked(Heading.SATISFIED, None)
        await down_to(b, " Q12 ")
        await b.press("enter")
        assert isinstance(screen.view, OfInstrument) and screen.view.name.endswith("/Q12")
        await b.press("escape", "escape")
        assert "12 questions with no mark yet" in cursor(b)


async def test_the_cursor_goes_with_the_page(long_report):
    async with long_report() as b:
        await open_report(b)
        page = b.app.screen.query_one("#page")
        before = cursor(b)
        await b.press("pagedown")
        assert page.scroll_offset.y > 0 and cursor(b) not in ("", before)
        await b.press("pageup")
        assert page.scroll_offset.y == 0 and cursor(b)


@pytest.mark.parametrize("keys", [("end", "home"), ("end", "b"), ("end", *["up"] * 30)])
async def test_the_title_and_the_columns_are_seen_after_going_to_the_first_line(long_report, keys):
    async with long_report() as b:
        await open_report(b)
        await b.press(*keys)
        rows = b.text().strip().split("\n")
        assert rows[0].strip().startswith("How often each instrument is right")
        assert "raised" in rows[1] and cursor(b)


async def test_the_footer_names_what_the_rows_are_by(reported):
    async with reported((80, 24)) as b:
        await open_report(b)
        assert "b rows by: source and question" in b.text()
        await b.press("b", "b")
        assert "b rows by: question" in b.text()


async def test_enter_on_a_miss_leads_to_its_row_on_the_board(reported):
    async with reported((80, 24)) as b:
        await open_report(b)
        target = b.row("the fastest").target
        await down_to(b, "› skeptic")
        await b.press("enter", "enter")
        await b.settle()
        await b.press("enter")
        assert b.app.screen is b.review and b.here.target == target


@pytest.mark.parametrize(
    ("path", "target", "said"),
    [
        ("/other/it's here.md", 1, "`workbench open '/other/it'\"'\"'s here.md'` opens that."),
        ("/texts/README.md", 999, "It is of revision 4, and the list of the text shown has no row of it."),
    ],
)
async def test_a_miss_without_a_row_here_says_which_text_it_is_of(reported, path, target, said):
    async with reported((160, 24)) as b:
        screen = await open_report(b)

        async def found(wanted):
            return (MarkedWords(path, 4, "skeptic", "q", "p", None, Target("concern", target)),)

        screen._look_up = found
        await down_to(b, "› skeptic")
        await b.press("enter", "enter")
        await b.settle()
        await b.press("enter")
        assert b.app.screen is screen and said in " ".join(b.text().split())


async def test_an_interval_has_its_ends_named(reported):
    async with reported((80, 24)) as b:
        await open_report(b)
        await down_to(b, "› skeptic")
        await b.press("enter")
        (drawn,) = [row.strip() for row in b.text().split("\n") if "●" in row]
        assert drawn.startswith("0 ") and drawn.endswith(" 1")
