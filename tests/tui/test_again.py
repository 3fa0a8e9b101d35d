"""Old marks made a second time, before the first ones are shown."""

from datetime import timedelta

import pytest

from workbench.core.calibration.again import AgainMarking, again_sheet
from workbench.core.marks import Mark
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.again import AgainScreen


@pytest.fixture
async def marked(bench):
    """A text of which one concern was marked miss."""
    async with bench(read=True) as opened:
        desk, board = opened.review.desk, opened.board
        await desk.mark(board.artifact, opened.row("has no support").target, Mark.MISS, "preference")
        yield desk, board


@pytest.fixture
def again(marked):
    """Opens the screen on the marks that are old enough."""
    desk, _ = marked

    class Opened:
        async def __aenter__(self):
            sheet = await again_sheet(desk.store, desk.clock.now() + timedelta(days=2))
            self.screen = AgainScreen(AgainMarking(desk.store), sheet, keys_of({}))
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
            strips = self.app.screen._compositor.render_strips()
            return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    return Opened


async def test_the_claim_is_shown_without_the_mark_that_it_has(again):
    async with again() as seen:
        assert "The claim to be the fastest has no support." in seen.text
        assert "your mark?" in seen.text
        for hidden in ("preference", "before", "skeptic"):
            assert hidden not in seen.text


async def test_another_mark_than_before_is_said_and_the_first_one_stays(again, marked):
    desk, board = marked
    async with again() as seen:
        await seen.press("h")
        assert "hit, miss before, on 2026-01-01" in seen.text
        assert "1 of 1 answered" in seen.text
        await seen.press("enter")
        assert seen.screen.finished
    history = await desk.store.history(board.artifact)
    made = history.decisions[-1]
    assert (made.what, made.value, made.blind) == ("again", "hit", True)
    report = await desk.report()
    assert (report.counted.you.same, report.counted.you.again) == (0, 1)
    assert report.table[0].tally.hit + report.table[2].tally.hit == 0


async def test_a_second_mark_taken_back_is_in_no_figure_and_not_asked_for_again(again, marked):
    desk, _ = marked
    async with again() as seen:
        await seen.press("m", "u")
        assert "taken back" in seen.text
    assert (await desk.report()).counted.you.again == 0
    sheet = await again_sheet(desk.store, desk.clock.now() + timedelta(days=2))
    assert sheet.items == ()


async def test_what_was_marked_within_a_day_is_not_asked_for(marked):
    desk, _ = marked
    assert (await again_sheet(desk.store, desk.clock.now() + timedelta(hours=23))).items == ()
