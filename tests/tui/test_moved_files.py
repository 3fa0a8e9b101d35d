"""A text that moved is offered its history on screen."""

from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.builders import TEXT, FakeClock

from workbench.core.errors import ArtifactError
from workbench.core.marks import Mark
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.offer import OfferScreen
from workbench.tui.screens.review import ReviewScreen
from workbench.tui.widgets.bar import Bar

OLD, NEW, COPY = Path("/tea/README.md"), Path("/tea/docs/README.md"), Path("/tea/README.copy.md")


class Texts:
    """Files by path, all in memory; each is gone where it is not there."""

    def __init__(self, **texts):
        self.texts = {Path(path): text for path, text in texts.items()}

    async def read(self, path):
        if path not in self.texts:
            raise ArtifactError(f"There is no file {path}.")
        return self.texts[path].encode()

    async def identity(self, path):
        return f"path:{path}"

    async def changed_at(self, path):
        return FakeClock().now() if path in self.texts else None

    async def changes(self, path):
        return
        yield


@pytest.fixture
async def read(other_window, reads_through):
    """Reads texts at these paths and marks a concern of each a hit."""

    async def read_at(*paths):
        desk = replace(other_window, files=Texts(**{str(path): TEXT for path in paths}))
        for path in paths:
            await reads_through(desk, path)
            board, _ = await desk.open(path)
            row = next(row for row in board.rows if row.is_concern)
            await desk.mark(board.artifact, row.target, Mark.HIT)

    return read_at


@pytest.fixture
def opens(unrun):
    """Opens the new path with these texts on disk."""

    @asynccontextmanager
    async def open_new(texts, size=(120, 30), history_of=None, path=NEW, keymap=None):
        desk = replace(unrun.first.desk, files=Texts(**{str(p): text for p, text in texts.items()}))
        screen = ReviewScreen(desk, path, None, keys_of(keymap or {}), lambda path, line: None, poll=3600)
        screen.history_of = history_of
        app = WorkbenchApp(screen)
        async with app.run_test(size=size) as pilot:
            b = Opened(app, pilot, screen)
            await b.until(lambda: isinstance(app.screen, OfferScreen) or b.is_open or app.return_code)
            yield b

    return open_new


class Opened:
    """A text that is being opened."""

    def __init__(self, app, pilot, review):
        self.app, self.pilot, self.review = app, pilot, review

    @property
    def is_open(self):
        """Whether the text is open and nothing is asked or under way."""
        return self.review.board is not None and not self.app.workers._workers

    @property
    def asked(self):
        assert isinstance(self.app.screen, OfferScreen)
        return " ".join(self.app.screen.query_one("Static").render().plain.split())

    @property
    def said(self):
        return self.review.query_one("#status", Bar).render().plain

    async def until(self, happened):
        for _ in range(500):
            await self.pilot.pause()
            if happened():
                await self.pilot.pause()
                return
        raise AssertionError("it never happened")

    async def press(self, key):
        await self.pilot.press(key)
        await self.until(lambda: self.is_open)


async def test_a_file_that_moved_is_offered_its_history_and_takes_it_over(read, opens):
    await read(OLD)
    async with opens({NEW: TEXT}) as b:
        assert b.asked == (
            f"This looks like {OLD}, last read just now, which is gone. "
            "y takes over its history n starts anew"
        )
        await b.press("y")
        board = b.review.shown
        assert board.artifact.path == str(NEW) and len(board.history.rounds) == 1
        assert [row.standing.mark for row in board.rows].count(Mark.HIT) == 1
        assert b.said == f"This text goes on with the history of {OLD}."
    async with opens({NEW: TEXT}) as b:
        assert len(b.review.shown.history.rounds) == 1


@pytest.mark.parametrize("key", ["n", "escape"])
async def test_a_text_of_its_own_starts_anew_and_is_not_asked_about_again(read, opens, key):
    await read(OLD)
    async with opens({NEW: TEXT}) as b:
        await b.press(key)
        assert b.review.shown.history.rounds == () and b.review.shown.artifact.path == str(NEW)
    async with opens({NEW: TEXT}) as b:
        assert not isinstance(b.app.screen, OfferScreen)


async def test_other_keys_wait_until_the_question_is_answered(read, opens):
    await read(OLD)
    async with opens({NEW: TEXT}) as b:
        for key in ("r", "q", "h", "enter", "slash"):
            await b.pilot.press(key)
        assert isinstance(b.app.screen, OfferScreen)


async def test_a_question_that_was_not_answered_is_asked_again(read, opens):
    await read(OLD)
    for _ in range(2):
        async with opens({NEW: TEXT}) as b:
            assert isinstance(b.app.screen, OfferScreen)


async def test_of_several_the_likeliest_is_named_and_the_others_are_listed(read, opens):
    await read(OLD, COPY)
    async with opens({NEW: TEXT + "\nMore.\n"}) as b:
        first, second = (COPY, OLD) if f"looks like {COPY}" in b.asked else (OLD, COPY)
        assert f"looks like {first}," in b.asked
        assert (
            f"Also alike: {second}. `workbench open PATH --history-of OTHER` takes one of these." in b.asked
        )


async def test_a_copy_of_a_file_that_is_still_there_is_asked_nothing(read, opens):
    await read(OLD)
    async with opens({OLD: TEXT, NEW: TEXT}) as b:
        assert not isinstance(b.app.screen, OfferScreen) and b.review.shown.history.rounds == ()


async def test_a_text_that_is_not_alike_is_asked_nothing(read, opens):
    await read(OLD)
    async with opens({NEW: "# Teapot\n\nIt pours.\n"}) as b:
        assert not isinstance(b.app.screen, OfferScreen)


async def test_the_history_that_was_asked_for_is_taken_over_without_a_question(read, opens):
    await read(OLD)
    async with opens({NEW: "# Teapot\n\nIt pours.\n", OLD: TEXT}, history_of=OLD) as b:
        assert not isinstance(b.app.screen, OfferScreen)
        assert len(b.review.shown.history.rounds) == 1 and b.review.shown.artifact.path == str(NEW)


async def test_a_history_that_is_not_there_ends_with_the_reason(opens):
    async with opens({NEW: TEXT}, history_of=OLD) as b:
        await b.until(lambda: b.app.return_code is not None)
        assert b.app.return_code == 2


async def test_what_another_window_took_over_meanwhile_is_told(read, opens, other_window):
    await read(OLD)
    async with opens({NEW: TEXT}) as b:
        store = other_window.store
        artifacts = {each.artifact.path: each.artifact for each in await store.known()}
        await store.take_over(artifacts[str(OLD)], artifacts[str(NEW)])
        await b.press("y")
        assert b.said == "Another workbench has taken over this history meanwhile: open the text again."


@pytest.mark.parametrize("size", [(80, 24), (40, 10)])
async def test_the_question_fits_a_small_terminal(read, opens, size):
    await read(OLD)
    async with opens({NEW: TEXT}, size=size) as b:
        assert b.app.screen.query_one("#asked").region.bottom == size[1]
        await b.press("y")
        assert len(b.review.shown.history.rounds) == 1


async def test_the_answers_have_the_keys_that_the_person_gave_them(read, opens):
    await read(OLD)
    async with opens({NEW: TEXT}, keymap={"take_over": "o"}) as b:
        assert "o takes over its history" in b.asked
        await b.press("o")
        assert len(b.review.shown.history.rounds) == 1
