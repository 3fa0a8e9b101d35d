"""Keys that come faster than a screen goes: each dialog is left once, and the screen below stays."""

import pytest

from workbench.tui.palette import Palette
from workbench.tui.screens.proposal import SEND_WORDS


async def at_once(b, *keys):
    """Press keys so that all of them are there before any is looked at."""
    for key in keys:
        b.app.simulate_key(key)
    await b.settle()


@pytest.mark.parametrize("enters", [1, 2, 3, 6])
async def test_a_choice_in_the_palette_is_made_once_however_often_enter_is_pressed(bench, enters):
    async with bench(read=True, size=(80, 24)) as b:
        await b.go("the fastest")
        await b.press("ctrl+p")
        await b.press("h", "i", "t")
        while not b.app.screen._list_visible:
            await b.pilot.pause(0.05)
        made = len(b.board.history.decisions)
        await at_once(b, *["enter"] * enters)
        assert b.app.screen is b.review and b.app.is_running
        assert len(b.board.history.decisions) - made == 1
        await b.press("?")
        assert b.app.screen is not b.review


@pytest.mark.parametrize(
    "keys", [["enter", "escape"], ["escape", "escape", "escape"], ["escape", "enter", "enter"]]
)
async def test_the_palette_is_left_once(bench, keys):
    async with bench(read=True) as b:
        await b.press("ctrl+p")
        assert isinstance(b.app.screen, Palette)
        await b.settle()
        await at_once(b, *keys)
        assert b.app.is_running and b.review in b.app.screen_stack


async def test_a_round_is_agreed_to_once_however_often_enter_is_pressed_on_the_typed_words(bench, a_fault):
    secret = a_fault("kettle on", "This looks like a live key.", asks="secrets")
    async with bench(faults=(secret,)) as b:
        await b.press("r", *SEND_WORDS)
        await at_once(b, "enter", "enter", "enter")
        assert b.app.is_running and b.app.screen is b.review
        assert len(b.board.history.rounds) == 1


@pytest.mark.parametrize("opens", ["question_mark", "R", "r"])
async def test_a_page_is_left_once(bench, opens):
    async with bench(read=opens != "r") as b:
        await b.press(opens)
        await b.settle()
        await at_once(b, "escape", "escape", "escape")
        assert b.app.is_running and b.app.screen is b.review
