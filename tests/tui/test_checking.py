"""The board is there before its checks are: what they find comes later, and what rests on it waits."""

import asyncio
import io
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from rich.console import Console
from support.builders import TEXT

from workbench.core.errors import StoreError
from workbench.core.marks import Mark
from workbench.core.ports import Mention
from workbench.tui.app import WorkbenchApp
from workbench.tui.screens.proposal import ProposalScreen
from workbench.tui.widgets.bar import Bar

LINE = Mention("src/kettle.py", 12, "fast = True", "fast", ("fast = True",), 12)


class Held:
    """Checks each of whose runs ends when it is told to."""

    def __init__(self, checks):
        self.checks, self.rules, self.runs = checks, checks.rules, []

    async def run(self, *what):
        self.runs.append(asyncio.Event())
        await self.runs[-1].wait()
        return await self.checks.run(*what)


class Lookup:
    """A repository with one line."""

    async def mentions(self, path, words, most=12):
        return (LINE,)


class Opened:
    """An artifact whose checks run still."""

    def __init__(self, review, pilot):
        self.review, self.app, self.pilot = review, review.app, pilot

    @property
    def text(self):
        console = Console(width=120, height=30, file=io.StringIO(), force_terminal=True, record=True)
        console.print(self.app.screen._compositor.render_update(full=True))
        return console.export_text(styles=False)

    @property
    def said(self):
        return self.review.query_one("#status", Bar).render().plain

    def row(self, words):
        return next((row for row in self.review.shown.rows if words in row.headline), None)

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def go(self, words):
        self.review.move(self.row(words).target)
        await self.pilot.pause()

    async def end_checks(self, run=0):
        self.review.desk.checks.runs[run].set()
        await self.pilot.pause()
        await self.pilot.pause()


@pytest.fixture
def opened(unopened):
    """Opens the bench's artifact with checks that are held."""

    @asynccontextmanager
    async def start(**changes):
        review = unopened(**changes)
        review.desk = replace(review.desk, checks=Held(review.desk.checks))
        async with WorkbenchApp(review).run_test(size=(120, 30)) as pilot:
            while not review.desk.checks.runs:
                await pilot.pause()
            yield Opened(review, pilot)

    return start


async def test_rows_are_marked_while_the_checks_run_and_no_ruling_is_shown_without_them(bench, opened):
    async with bench(read=True):
        pass
    async with opened() as app:
        assert "checks are running" in app.text and "Ruling: not yet" in app.text
        assert "Draft ruling" not in app.text
        await app.go("has no support")
        await app.press("m")
        assert "miss, u undoes" in app.said and "ruling" not in app.said
        await app.end_checks()
        assert "checks are running" not in app.text and "checks: 0 faults" in app.text
        assert "Draft ruling" in app.text
        assert app.row("has no support").standing.mark is Mark.MISS


async def test_what_the_checks_find_comes_under_the_cursor_where_nobody_has_begun_yet(opened, a_fault):
    async with opened(faults=(a_fault(),)) as app:
        assert app.row("no command") is None
        await app.end_checks()
        assert app.review.line.row == app.row("no command")


async def test_what_the_checks_find_leaves_the_cursor_where_the_person_put_it(bench, opened, a_fault):
    async with bench(read=True):
        pass
    async with opened(faults=(a_fault(),)) as app:
        await app.go("has no support")
        await app.end_checks()
        assert app.row("no command") and app.review.line.row.target == app.row("has no support").target


@pytest.mark.parametrize("key", ["r", "z"])
async def test_a_round_is_proposed_once_the_checks_have_looked_for_secrets(opened, a_fault, key):
    async with opened(faults=(a_fault("kettle on", "This looks like a live key.", asks="secrets"),)) as app:
        await app.press(key)
        assert app.app.screen is app.review
        assert "The checks are still running: the round is proposed as soon as they are done." in app.said
        await app.end_checks()
        assert isinstance(app.app.screen, ProposalScreen) and "live key" in app.text


async def test_a_round_that_waits_for_the_checks_interrupts_nobody_who_types(bench, opened):
    async with bench(read=True):
        pass
    async with opened() as app:
        await app.press("r")
        await app.go("has no support")
        await app.press("c", "x")
        await app.end_checks()
        assert app.app.screen is app.review
        await app.press("enter")
        assert app.row("has no support").standing.note == "x"


async def test_a_text_that_is_opened_from_home_is_there_before_its_checks(shelf, at_home):
    async with at_home(shelf) as home:
        first = home.app.first
        held = Held(first.desk.checks)
        first.desk = replace(first.desk, checks=held)
        await home.pilot.press("enter")
        while not held.runs:
            await home.pilot.pause()
        review = home.app.screen
        assert review.shown.unchecked and review.shown.rows
        held.runs[0].set()
        await home.settle()
        assert home.app.screen is review and not review.shown.unchecked


async def test_what_the_checks_say_of_a_text_that_is_shown_no_more_is_dropped(opened, a_fault):
    async with opened(faults=(a_fault(),)) as app:
        edited = TEXT.replace("kettle on", "kettle --start")
        app.review.desk.files.write(edited)
        app.app.simulate_key("R")
        while len(app.review.desk.checks.runs) < 2:
            await app.pilot.pause()
        await app.end_checks(1)
        shown = app.review.checked
        await app.end_checks(0)
        assert app.review.checked is shown and app.review.shown.revision.text == edited
        assert app.row("no command").span is None and not app.review.shown.unchecked


async def test_checks_that_cannot_be_kept_are_told_and_run_again_before_a_round(opened, monkeypatch):
    async with opened() as app:
        store = app.review.desk.store
        save = store.save_checks

        async def full(*what):
            raise StoreError("The disk is full.")

        monkeypatch.setattr(store, "save_checks", full)
        await app.end_checks()
        assert "The disk is full." in app.said and "Ruling: not yet" in app.text
        monkeypatch.setattr(store, "save_checks", save)
        await app.press("r")
        await app.end_checks(1)
        assert isinstance(app.app.screen, ProposalScreen)


async def test_nobody_waits_for_the_checks_to_leave(opened):
    async with opened() as app:
        await app.press("q")
        assert not app.app.is_running


async def test_what_a_cant_tell_rests_on_is_kept_with_what_the_checks_confirm(bench, opened):
    async with bench(read=True):
        pass
    async with opened(lookup=Lookup()) as app:
        await app.go("has no support")
        await app.press("t", "1")
        decision = app.row("has no support").standing.decision.id
        looked_up = app.review.shown.history.looked_up
        assert looked_up[decision].evidence is None
        await app.end_checks()
        assert app.review.shown.history.looked_up[decision].evidence is not None
