"""What the screens look like, as text."""

from dataclasses import replace

import pytest
from support.builders import persona, reader_answer, rubric

from workbench.core.ports import Library
from workbench.tui.screens.report import ReportScreen


def marks_of(strips):
    """Every stretch of text that is drawn reversed or underlined."""
    return [s.text for strip in strips for s in strip if s.style and (s.style.reverse or s.style.underline)]


def colours_of(strips):
    return {
        colour
        for strip in strips
        for s in strip
        if s.style
        for colour in (s.style.color, s.style.bgcolor)
        if colour is not None and not colour.is_default
    }


async def test_the_wide_screen_shows_list_text_details_and_keys_at_once(bench, a_fault):
    async with bench(size=(160, 48), faults=[a_fault()], read=True) as b:
        await b.go("the fastest")
        rows = b.text().split("\n")
        assert rows[0].startswith(" README.md  readme  revision 1")
        assert "Publishable" not in rows[0].split("  ") and "Fix  why: options" in rows[0]
        assert rows[1].split("  ")[:4] == [" skeptic 2", "engineer 2", "judge 0", ""]
        assert "checks: 1 fault" in rows[1]
        assert rows[2].startswith(" Concerns  4 new  4 open  0 of 4 marked")
        assert any("› L11     S E   2/3 The claim to be the fastest has no support." in row for row in rows)
        assert any("│ 11  It is the fastest kettle in the world." in row for row in rows)
        assert any(" for the skeptic: I would stop." in row for row in rows)
        said = " raised by 2 of the 3 readings of revision 1; you have marked none that as many raised"
        assert any(said in row for row in rows)
        assert rows[47].startswith("  h hit  m miss  t can't tell  d defer  F fixed  u undo")
        assert "▸ SATISFIED  2 answers, optional to mark" in b.text()


async def test_the_narrow_screen_shows_at_least_eight_rows_of_text_and_two_lines_of_details(bench):
    async with bench(size=(80, 24), read=True) as b:
        await b.go("the fastest")
        rows = b.text().split("\n")
        assert len([row for row in rows if row.strip()]) <= 24
        assert b.review.source.size.height >= 8
        assert rows[20].startswith(" The claim to be the fastest has no support. I would stop.")
        assert rows[21].strip() == "2 of 3 readings of revision 1"
        assert rows[23].startswith(
            "  h hit  m miss  t can't tell  u undo  N next  enter open  r read  ? keys"
        )
        await b.press("enter")
        assert "raised by: skeptic" in b.text()
        words = b.text().split("\n")
        assert b.review.source.scrollable_content_region.height == 4
        assert any("fastest kettle in the world" in row for row in words)
        await b.press("escape")
        assert b.review.source.size.height >= 8


async def test_two_lines_at_the_bottom_hold_the_problem_and_the_beginning_of_the_consequence(bench):
    problem = (
        "The claim to be the fastest of all kettles has no measurement and names no other kettle at all."
    )
    said = {
        "quote": "fastest kettle",
        "problem": problem,
        "consequence": "I close the page.",
        "change": "Say.",
    }
    async with bench(size=(80, 24), answers={"skeptic": reader_answer(said)}, read=True) as b:
        await b.go("no measurement")
        strip = " ".join(" ".join(b.text().split("\n")[20:22]).split())
        assert strip == f"{problem} I close the page. 2 of 3 readings of revision 1"
        assert b.review.source.size.height == 8
    async with bench(size=(80, 20)) as b:
        assert b.review.query_one("#brief").size.height == 1


@pytest.mark.parametrize("size", [(20, 6), (1, 1), (300, 100)])
async def test_any_size_can_be_drawn(bench, size):
    async with bench(size=size, read=True) as b:
        await b.press("down", "h", "enter", "escape")
        assert b.app.is_running


async def test_without_colour_the_current_words_and_row_are_reversed_and_others_underlined(
    bench, monkeypatch
):
    monkeypatch.setenv("NO_COLOR", "1")
    async with bench(read=True) as b:
        await b.go("boils water")
        assert b.app.no_color
        drawn = marks_of(b.strips())
        assert "boils water" in drawn
        assert "fastest kettle in the world" in "".join(drawn)
        assert any("which kettle bo" in text for text in drawn)
        filtered = [b.app._filters[-1].apply(list(strip), None) for strip in b.strips()]
        assert not colours_of(filtered)


@pytest.mark.parametrize("theme", ["workbench-light", "ansi-light", "nord"])
async def test_every_theme_can_be_drawn(bench, theme):
    async with bench(read=True) as b:
        b.app.theme = theme
        await b.pilot.pause()
        assert "The claim to be the fastest" in b.text()


async def test_help_and_report_open_and_escape_goes_back(bench):
    async with bench(size=(160, 48), read=True) as b:
        await b.go("the fastest")
        await b.press("h", "question_mark")
        assert "I don't agree: this is not a real problem" in b.text()
        await b.press("escape", "s")
        assert isinstance(b.app.screen, ReportScreen)
        shown = b.text()
        assert "reader findings" in shown and "directional" in shown and "n/a" in shown
        assert "reader findings (2 of 4 raised)" in shown
        await b.press("q")
        assert b.app.screen is b.review


async def test_help_says_what_the_list_means_and_is_read_with_home_and_end(bench):
    async with bench(size=(80, 24), read=True) as b:
        await b.press("question_mark")
        page = b.app.screen.query_one("#page")
        said = " ".join(words.strip() for words in page.query_one("#page-text").render().plain.split("\n"))
        for meaning in (
            "3/6 raised by three of the six readings",
            "again ",
            "text gone ",
            "open ",
            "E S R5 check",
        ):
            assert meaning in " ".join(said.split())
        assert "E engineer, S skeptic" in said
        assert "After a mark the cursor goes on to the next row without one" in " ".join(said.split())
        await b.press("end")
        await b.settle()
        assert page.scroll_offset.y == page.max_scroll_y > 0
        await b.press("home")
        await b.settle()
        assert page.scroll_offset.y == 0


async def test_no_row_of_a_page_is_broken_by_its_scrollbar(bench):
    async with bench(size=(80, 24)) as b:
        await b.press("question_mark")
        text = b.app.screen.query_one("#page-text")
        assert text.size.height == len(text.render().plain.split("\n"))


async def test_tab_goes_from_pane_to_pane_and_arrows_scroll_the_one_in_use(bench):
    async with bench(text="# Kettle\n\n" + "boils water\n\n" * 60) as b:
        await b.press("tab")
        assert b.review.source.has_focus
        await b.press("down", "j")
        assert b.review.source.scroll_offset.y == 2
        await b.press("escape")
        assert b.review.row_list.has_focus


async def test_clicking_on_words_goes_to_their_row(bench):
    async with bench(read=True) as b:
        source = b.review.source
        row = source.wrapped.row_of(b.board.revision.text.index("boils water"))
        await b.pilot.click(source, offset=(14, row))
        await b.pilot.pause()
        assert "boils water" in b.here.headline
        await b.pilot.click(b.review.row_list, offset=(10, 0))
        await b.pilot.pause()
        assert b.review.cursor == b.review.lines.all[0].place


@pytest.mark.parametrize(
    ("title", "said"),
    [("Second-language reader", "for the second-language reader: "), (None, "for the skeptic reader: ")],
)
async def test_whom_a_finding_hinders_is_named_by_title_or_as_a_reader(bench, title, said):
    readers = (persona("skeptic", title=title or "Skeptic", default_for=("readme",)),)
    async with bench(library=Library(readers, (rubric(),)), size=(160, 48), read=True) as b:
        if title is None:
            b.review.desk = replace(b.review.desk, library=Library((), (rubric(),)))
        await b.go("the fastest")
        assert f" {said}I would stop." in b.text()


@pytest.mark.parametrize(
    ("size", "panes"), [((80, 24), ["text", "list"]), ((160, 48), ["text", "details", "list"])]
)
@pytest.mark.parametrize("colours", [True, False])
async def test_which_pane_has_the_focus_is_seen_without_colours(bench, monkeypatch, size, panes, colours):
    if not colours:
        monkeypatch.setenv("NO_COLOR", "1")
    async with bench(read=True, size=size) as b:
        assert not set("━┃") & set(b.text())
        for pane in panes:
            await b.press("tab")
            assert bool(set("━┃") & set(b.text())) == (pane != "list")
            assert b.said == f"The {pane}: ↑ ↓ {'move in' if pane == 'list' else 'scroll'} it."
