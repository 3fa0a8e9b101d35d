"""Questions answered before the judge's answers are seen."""

import pytest
from support.builders import judge_answer

from workbench.core.calibration.blind import BlindMarking, blind_sheet
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.blind import BlindScreen
from workbench.tui.widgets.bar import Bar

FAILS = {"answer": "fails", "quote": "fastest kettle in the world", "reason": "Nobody measured it."}


@pytest.fixture
async def seat(bench):
    """A person in front of what a judge answered: Q1 meets, Q2 fails."""
    async with bench(answers={"judge": judge_answer({"Q1": "meets", "Q2": FAILS})}, read=True) as opened:
        desk, board = opened.review.desk, opened.board
        yield desk, board


async def screen_of(desk, board, keymap=None):
    sheet = await blind_sheet(desk.store, board.artifact, board.revision)
    return BlindScreen(BlindMarking(desk.store), sheet, "Blind", keys_of(keymap or {}))


def text_of(app):
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@pytest.fixture
def blind(seat):
    """Opens the screen on what is open, and gives what is needed to press and look."""

    class Opened:
        async def __aenter__(self):
            desk, board = seat
            self.screen = await screen_of(desk, board)
            self.app = WorkbenchApp(self.screen)
            self._running = self.app.run_test(size=(80, 24))
            self.pilot = await self._running.__aenter__()
            await self.pilot.pause()
            return self

        async def __aexit__(self, *error):
            await self._running.__aexit__(*error)

        async def press(self, *keys):
            await self.pilot.press(*keys)
            await self.pilot.pause()

        @property
        def text(self):
            return text_of(self.app)

        @property
        def said(self):
            return self.screen.query_one("#status", Bar).render().plain

    return Opened


async def test_neither_the_answer_nor_its_reason_nor_who_gave_it_is_seen_before_the_persons(blind):
    async with blind() as seen:
        await seen.press("down")
        assert "Does it meet Q2?" in seen.text
        assert "fastest kettle in the world" in seen.text
        for hidden in ("Nobody measured it", "readme ", "scripted", "judge"):
            assert hidden not in seen.text


async def test_once_answered_the_judges_answer_is_revealed_and_it_is_stored_as_blind(blind, seat):
    desk, board = seat
    async with blind() as seen:
        await seen.press("down", "n")
        for told in ("fails, as you", "Nobody measured it.", "1 of 2 answered"):
            assert told in seen.text
    made = (await desk.store.history(board.artifact)).decisions[-1]
    assert (made.what, made.value, made.blind, made.target.kind) == ("answered", "fails", True, "answer")


async def test_another_answer_than_the_judges_is_said_to_be_one(blind):
    async with blind() as seen:
        await seen.press("n")
        assert "meets, otherwise than you" in seen.text
        await seen.press("enter", "t")
        assert "fails  readme" in seen.text


async def test_leaving_keeps_what_was_answered_and_the_next_time_asks_for_the_rest_only(blind):
    async with blind() as seen:
        await seen.press("y", "q")
    async with blind() as again:
        assert "1 of 2 answered" in again.text
        assert "Does it meet Q2?" in again.text
        assert not again.screen.finished
        await again.press("y", "enter")
        assert again.screen.finished


async def test_enter_reveals_nothing_and_leaves_nothing(blind):
    async with blind() as seen:
        await seen.press("enter")
        assert "Answer it first" in seen.said
        assert seen.screen.item.open


async def test_an_answer_taken_back_is_in_no_figure_and_is_not_asked_again(blind, seat):
    desk, board = seat
    async with blind() as seen:
        await seen.press("y", "u")
        assert "taken back" in seen.text
        await seen.press("y")
        assert "taken back" in seen.text
    assert (await desk.store.history(board.artifact)).decisions[-1].undone
    sheet = await blind_sheet(desk.store, board.artifact, board.revision)
    assert [item.question.id for item in sheet.items] == ["Q2"]


async def test_what_the_person_marked_before_is_not_asked_blind(bench):
    async with bench(answers={"judge": judge_answer({"Q1": "meets", "Q2": FAILS})}, read=True) as opened:
        await opened.go("Nobody measured it.")
        await opened.press("h")
        sheet = await blind_sheet(opened.review.desk.store, opened.board.artifact, opened.board.revision)
        assert [item.question.id for item in sheet.items] == ["Q1"]
        assert sheet.left_out == "1 question left out: you marked what a judge said of it before."


async def test_undo_in_the_list_takes_back_no_blind_answer(blind, seat, bench):
    async with blind() as seen:
        await seen.press("y")
    async with bench() as opened:
        await opened.press("u")
        assert "nothing" in opened.said.casefold()


async def test_a_disagreement_stands_beside_the_ruling_of_the_text(blind, bench):
    async with blind() as seen:
        await seen.press("n")
    async with bench(size=(160, 30)) as opened:
        assert "rubric not ready" in opened.text()
        assert "you differ on Q1" in opened.text()
