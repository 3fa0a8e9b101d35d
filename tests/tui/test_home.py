"""Home, on a real database with files in memory."""

import asyncio
from pathlib import Path

import pytest
from support.builders import TEXT
from tui.home_bench import KETTLE, NOTES, TEAPOT, HomeBench

from workbench.core.errors import StoreError
from workbench.core.home import Home
from workbench.core.marks import Mark
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.home import HomeHelpScreen
from workbench.tui.screens.home_frame import HomeFrame
from workbench.tui.screens.own_rubric import OwnRubricScreen
from workbench.tui.screens.report import ReportScreen
from workbench.tui.screens.review import ReviewScreen
from workbench.tui.widgets.input_bar import InputBar


async def test_every_artifact_has_a_line_with_what_waits(at_home, shelf):
    async with at_home(shelf) as b:
        rows = [" ".join(line.split()) for line in b.lines]
        assert rows[0] == "Workbench 3 texts"
        assert rows[1] == "text where kind ruling unmarked to fix last read"
        assert sorted(row.removeprefix("› ") for row in rows[2:5]) == [
            "README.md kettle readme Publishable, draft 3 0 just now",
            "README.md teapot readme not judged 0 0 never",
            "README.old.md notes readme gone, was Publishable 3 0 just now",
        ]
        keys = "enter open ↑ ↓ move / show some x take off s report p personas b rubrics ? keys q quit"
        assert rows[29] == keys


async def test_names_are_there_before_how_anything_stands_and_are_filled_in_one_by_one(
    at_home, shelf, monkeypatch
):
    gate = asyncio.Semaphore(0)
    real = Home.completed

    async def slow(self, entry):
        await gate.acquire()
        return await real(self, entry)

    monkeypatch.setattr(Home, "completed", slow)
    async with at_home(shelf, settled=False) as b:
        while len(b.home.entries) < 3:
            await b.pilot.pause()
        for filled in range(3):
            await b.pilot.pause()
            drawn = "\n".join(b.lines[2:5])
            assert drawn.count("README") == 3 and drawn.count("…") == 3 - filled
            gate.release()
            while sum(entry.line is not None for entry in b.home.entries.values()) == filled:
                await b.pilot.pause()
        await b.settle()
        assert "…" not in "\n".join(b.lines[2:5])


async def test_an_empty_database_says_what_to_do(at_home):
    async with at_home() as b:
        assert any("No text is listed." in line for line in b.lines)
        assert any("workbench open README.md" in line for line in b.lines)
        await b.press("down", "enter", "slash", "escape")
        assert b.app.is_running and b.app.screen is b.home


async def test_enter_opens_the_text_where_it_was_left_and_q_comes_back(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(KETTLE)
        await b.press("enter")
        assert b.review.shown.artifact.path == str(KETTLE)
        await b.press("down", "down")
        target = b.review.line.row.target
        await b.press("q")
        assert b.app.screen is b.home
        assert b.home.here.known.artifact.path == str(KETTLE)
        await b.press("enter")
        assert b.review.line.row.target == target
        assert "Left just now; nothing has changed" in b.review._said[0]


async def test_what_was_done_inside_is_seen_at_home_and_what_was_left_last_is_first(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(KETTLE)
        await b.press("enter")
        row = next(row for row in b.review.shown.rows if row.is_concern)
        b.review.move(row.target)
        await b.press("h", "q")
        assert b.home.here.line.waits.agreed == 1
        assert next(iter(b.home.entries.values())).known.artifact.path == str(KETTLE)


async def test_escape_closes_what_is_open_and_never_goes_home(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(KETTLE)
        await b.press("enter", "tab", "escape")
        assert isinstance(b.app.screen, ReviewScreen) and b.review.row_list.has_focus
        await b.press("escape")
        assert b.review._said[0] == "Nothing is open here; q goes back to your texts."
        await b.press("q", "escape")
        assert b.app.screen is b.home and b.bar("status") == "Nothing is open here; q leaves."


async def test_q_and_escape_on_ones_own_rubric_lead_back_to_the_text_and_ctrl_q_leaves(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(KETTLE)
        await b.press("enter", "v")
        assert isinstance(b.app.screen, OwnRubricScreen)
        await b.press("q")
        assert isinstance(b.app.screen, ReviewScreen)
        await b.press("v", "t", "escape")
        assert isinstance(b.app.screen, ReviewScreen) and "1 of" in b.review._said[0]
        await b.press("v", "ctrl+q")
        assert not b.app.is_running


async def test_a_text_is_taken_off_the_list_only_when_that_is_confirmed_and_opening_it_brings_it_back(
    at_home, shelf
):
    async with at_home(shelf, size=(80, 24)) as b:
        await b.go(KETTLE)
        await b.press("x")
        asked = " ".join(" ".join(line.split()) for line in b.lines)
        assert "Take README.md (kettle) off this list?" in asked
        assert "your marks stay in the database, and come back when you open the file again." in asked
        await b.press("n")
        assert len(b.home.shown) == 3
        await b.press("delete", "y")
        assert str(KETTLE) not in [entry.known.artifact.path for entry in b.home.shown]
        assert b.bar("status").startswith("README.md is off the list") and len(b.home.entries) == 2
        assert b.home.here is not None
    async with at_home(shelf) as b:
        assert len(b.home.shown) == 2
    board, _ = await shelf.open(KETTLE)
    assert [row for row in board.rows if row.is_concern]
    async with at_home(shelf) as b:
        assert len(b.home.shown) == 3


async def test_the_last_text_is_taken_off_and_what_to_do_is_said(at_home, shelf):
    async with at_home(shelf) as b:
        await b.press("x", "y", "x", "y", "x", "y")
        assert any("No text is listed." in line for line in b.lines)
        await b.press("x")
        assert b.bar("status") == "There is nothing to take off the list."


async def test_a_text_taken_off_while_the_others_are_still_looked_at_stays_off(at_home, shelf, monkeypatch):
    gate = asyncio.Event()
    real = Home.completed

    async def slow(self, entry):
        await gate.wait()
        return await real(self, entry)

    monkeypatch.setattr(Home, "completed", slow)
    async with at_home(shelf, settled=False) as b:
        while len(b.home.entries) < 3:
            await b.pilot.pause()
        await b.pilot.press("x")
        await b.pilot.pause()
        await b.pilot.press("y")
        while len(b.home.entries) == 3:
            await b.pilot.pause()
        gate.set()
        await b.settle()
        assert len(b.home.entries) == 2 and all(entry.line for entry in b.home.entries.values())


async def test_a_large_text_is_opened_only_when_that_is_confirmed(at_home, shelf):
    async with at_home(shelf) as b:
        b.files.texts[KETTLE] = TEXT + "More. " * 200_000
        await b.go(KETTLE)
        await b.press("enter")
        assert any("README.md holds 1.2 MB, about" in line for line in b.lines)
        await b.press("escape")
        assert b.app.screen is b.home
        await b.press("enter", "y")
        assert b.review.shown.artifact.path == str(KETTLE)


async def test_until_the_database_was_read_nothing_says_that_it_is_empty():
    app = WorkbenchApp(HomeFrame(()), then=asyncio.Event().wait)
    async with app.run_test(size=(80, 24)) as pilot:
        bench = HomeBench(app, pilot, None)
        shown = "\n".join(bench.lines)
        assert "No text is listed" not in shown and "Reading the database." in shown


async def test_an_edit_of_the_file_makes_its_ruling_void(at_home, shelf):
    shelf.files.texts[KETTLE] = TEXT + "\nMore.\n"
    async with at_home(shelf) as b:
        assert any("void, was Publishable" in line for line in b.lines)


async def test_a_file_that_is_gone_is_said_to_be_and_not_opened(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(NOTES)
        await b.press("enter")
        assert b.app.screen is b.home
        assert b.bar("status").startswith("It is no longer there: open it where it is now")
        assert any("gone" in line for line in b.lines[2:5])


async def test_a_text_that_cannot_be_opened_leads_back_home_with_the_reason(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(TEAPOT)
        b.files.texts[TEAPOT] = "a\0b"
        await b.press("enter")
        assert b.app.screen is b.home
        assert "is not text" in b.bar("status")


async def test_words_show_some_texts_and_escape_shows_all(at_home, shelf):
    async with at_home(shelf) as b:
        await b.press("slash", *"OLD", "space", *"gone", "enter")
        assert [entry.known.artifact.path for entry in b.home.shown] == [str(NOTES)]
        assert "shown: OLD gone, 1 of 3" in b.bar("home-title")
        await b.press("escape")
        assert len(b.home.shown) == 3 and b.bar("status") == "Every text is shown."


async def test_words_that_no_text_says_are_said_to_be_so(at_home, shelf):
    async with at_home(shelf) as b:
        await b.press("slash", *"samovar", "enter")
        assert b.home.shown == [] and "No text says “samovar”; esc shows all." in b.bar("status")
        await b.press("down", "enter")
        assert b.app.screen is b.home


async def test_keys_are_letters_while_words_are_typed(at_home, shelf):
    async with at_home(shelf) as b:
        await b.press("slash", "q", "s")
        assert b.app.is_running and b.home.query_one(InputBar).asking
        await b.press("escape")
        assert not b.home.query_one(InputBar).asking and b.home.words == ""


async def test_the_cursor_moves_by_lines_and_to_both_ends_and_stops_there(at_home, shelf):
    async with at_home(shelf) as b:
        ids = list(b.home.entries)
        for keys, index in ((["end"], 2), (["down"], 2), (["k"], 1), (["home"], 0), (["up"], 0), (["j"], 1)):
            await b.press(*keys)
            assert b.home.cursor == ids[index]
        await b.press("pagedown")
        assert b.home.cursor == ids[2]


async def test_a_click_goes_to_a_line(at_home, shelf):
    async with at_home(shelf) as b:
        await b.pilot.click("#home-list", offset=(5, 2))
        await b.settle()
        assert b.home.cursor == list(b.home.entries)[2]


async def test_the_whole_path_and_the_keys_are_at_the_bottom(at_home, shelf):
    async with at_home(shelf) as b:
        await b.press("home")
        assert b.bar("home-place").strip() == b.home.here.known.artifact.path


async def test_help_and_report_open_and_q_comes_back(at_home, shelf):
    async with at_home(shelf) as b:
        await b.press("question_mark")
        assert isinstance(b.app.screen, HomeHelpScreen)
        shown = " ".join("\n".join(b.lines).split())
        assert "ruling As it stands with your marks; a draft until" in shown and "y take" not in shown
        await b.press("q", "s")
        assert isinstance(b.app.screen, ReportScreen)
        await b.press("escape")
        assert b.app.screen is b.home


async def test_ctrl_q_leaves_the_program_from_within_a_text_too(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(KETTLE)
        await b.press("enter", "down")
        await b.press("ctrl+q")
        assert not b.app.is_running
    known = {each.artifact.path: each for each in await shelf.store.known()}
    assert known[str(KETTLE)].left_at is not None


async def test_q_leaves_the_program(at_home, shelf):
    async with at_home(shelf) as b:
        await b.press("q")
        assert b.app.return_code == 0 and not b.app.is_running


async def test_the_keymap_holds_at_home_too(at_home, shelf):
    async with at_home(shelf, keymap={"preset": "vim"}) as b:
        await b.press("G")
        assert b.home.cursor == list(b.home.entries)[-1]
        await b.press("H")
        assert b.home.cursor == next(iter(b.home.entries))


@pytest.mark.parametrize("size", [(80, 24), (40, 10), (20, 6), (1, 1), (300, 100)])
async def test_any_size_can_be_drawn(at_home, shelf, size):
    async with at_home(shelf, size=size) as b:
        await b.press("down", "slash", "escape", "question_mark", "escape")
        assert b.app.is_running


async def test_eighty_columns_hold_name_ruling_and_figures(at_home, shelf):
    async with at_home(shelf, size=(80, 24)) as b:
        line = next(line for line in b.lines if "kettle" in line)
        assert (
            "README.md" in line and "Publishable" in line and "just now" in line and len(line.rstrip()) <= 80
        )


async def test_hostile_names_cannot_command_the_terminal(at_home, shelf):
    path = Path("/tea/\x1b[31m[red]README\n.md")
    shelf.files.texts[path] = TEXT
    await shelf.open(path)
    async with at_home(shelf) as b:
        drawn = "\n".join(b.lines)
        assert "\x1b[31m[" not in drawn and "␛[31m[red]README␊.md" in drawn


async def test_a_database_that_fails_is_told(at_home, shelf, monkeypatch):
    async with at_home(shelf) as b:

        async def broken(self, entry):
            raise StoreError("The disk is full: make room and try again.")

        monkeypatch.setattr(Home, "completed", broken)
        b.home.refill()
        await b.settle()
        assert "The disk is full" in b.bar("status")


async def test_the_palette_lists_what_can_be_done_here(at_home, shelf):
    async with at_home(shelf) as b:
        commands = [command.title for command in b.app.get_system_commands(b.home)]
        assert "open (enter)" in commands and not any(title.startswith("hit") for title in commands)


async def test_a_mark_made_in_another_window_is_seen_on_coming_back(at_home, shelf):
    async with at_home(shelf) as b:
        await b.go(KETTLE)
        await b.press("enter")
        row = next(row for row in b.review.shown.rows if row.is_concern)
        await shelf.mark(b.review.shown.artifact, row.target, Mark.HIT)
        await b.press("q")
        assert b.home.here.line.waits.agreed == 1
