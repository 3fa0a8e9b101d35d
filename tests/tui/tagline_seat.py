"""A person before the board of candidates, over a real database, with a model that a test writes."""

import asyncio
import io
import re
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from core.taglines.desk_stage import INTENT, NAMES, PATH, PRICES, README, NoLineChecks, kettle
from rich.console import Console
from support import databases
from support.builders import MODELS, FakeClock, persona
from tui.conftest import SetChecks

from workbench.core.artifacts import Kind
from workbench.core.desk import Desk
from workbench.core.ports import Library, Settings
from workbench.core.taglines.board import advance
from workbench.core.taglines.desk import TaglineDesk, Wish
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.taglines import TaglinesScreen
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.input_bar import Field

SMALL, LARGE = (80, 24), (160, 48)
BOTH = pytest.mark.parametrize("size", [SMALL, LARGE])
LINES = ("Boils water from the shell", "The future of tea", "Steam as a service", "Tea, from a shell")
SHELL, TEA, STEAM, FROM_SHELL = LINES
FILE = "# Kettle\n\n" + "".join(f"- {line}\n" for line in LINES)


class Files:
    """Texts in memory, each with the time it was written."""

    def __init__(self, text):
        self.texts = {PATH: text, README: "# Kettle\n\nBoils water from the shell.\n"}
        self.written = datetime(2026, 1, 1, tzinfo=UTC)

    async def read(self, path):
        return self.texts[path].encode()

    async def identity(self, path):
        return f"path:{path}"

    async def changed_at(self, path):
        return self.written


class TaglineSeat:
    """The screen under test and what a person sees of it."""

    def __init__(self, app, pilot, provider, gate):
        self.app, self.pilot, self.provider = app, pilot, provider
        self.screen = app.first
        self._gate = gate

    @property
    def board(self):
        return self.screen.board

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text):
        """Write a line in place of what is in the field, and send it."""
        field = self.screen.query_one(Field)
        field.value = text
        await self.press("enter")

    async def until(self, holds):
        """Wait until something is so."""
        for _ in range(1000):
            if holds():
                await self.pilot.pause()
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.text)

    def let(self, answers):
        """Let so many answers come."""
        for _ in range(answers):
            self._gate.release()

    async def read(self):
        """Agree to what is proposed and have everything read."""
        await self.press("r", "enter")
        await self.until(lambda: self.board.reads and not self.screen.reading)

    def bar(self, id):
        return self.screen.query_one(f"#{id}", Bar).render().plain

    @property
    def said(self):
        return self.bar("status")

    @property
    def order(self):
        """The candidates as they are listed."""
        return [self.board.rows[id].candidate.text for id in self.screen._order]

    @property
    def rows(self):
        """The screen as it looks, a row each, without colours."""
        width, height = self.app.size
        console = Console(width=width, height=height, file=io.StringIO(), force_terminal=True, record=True)
        console.print(self.app.screen._compositor.render_update(full=True))
        return console.export_text(styles=False).split("\n")

    @property
    def text(self):
        return "\n".join(self.rows)

    @property
    def told(self):
        """All words of the screen in a row, without frames."""
        return " ".join(re.sub("[│╭╮╰╯─]", " ", self.text).split())

    @property
    def here(self):
        """The row of the screen that the cursor is on, and its number."""
        return next((y, row) for y, row in enumerate(self.rows) if row.startswith("›"))

    async def go(self, text):
        """Put the cursor on a candidate."""
        await self.press("home")
        for _ in self.board.candidates:
            if self.screen.row and self.screen.row.candidate.text == text:
                return
            await self.press("down")
        raise AssertionError(f"{text} is not listed")


@asynccontextmanager
async def tagline_seat(
    folder,
    size=SMALL,
    *,
    script=kettle,
    text=FILE,
    intent=INTENT,
    path=PATH,
    wish=None,
    gated=False,
    provider="",
    checks=None,
    keymap=None,
    **settings,
):
    """The board of a file over a database in a folder; a second one there is the program started again.

    With `gated` no answer comes before `let` allows it.
    """
    databases.begin(folder / "w.db")
    clock, gate = FakeClock(), asyncio.Semaphore(0)

    async def passing(seconds):
        await gate.acquire()

    playing = ScriptedProvider(script, delay=1, sleep=passing) if gated else ScriptedProvider(script)
    playing = playing if provider == "" else provider
    store = SqliteStore(folder / "w.db", clock.now)
    library = Library(
        tuple(persona(name, kinds=(Kind.TAGLINES,), default_for=(Kind.TAGLINES,)) for name in NAMES)
    )
    desk = Desk(
        store,
        Files(text),
        checks or SetChecks(),
        playing,
        clock,
        library,
        Settings(MODELS, **settings),
        PRICES,
    )
    screen = TaglinesScreen(
        TaglineDesk(desk, NoLineChecks()), path, None, wish or Wish(), keys_of(keymap or {}), 0.05
    )
    await screen.load()
    if intent and not screen.board.intent:
        screen.board = advance(screen.board, await screen.desk.set_intent(screen.board, intent))
    app = WorkbenchApp(screen)
    try:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            yield TaglineSeat(app, pilot, playing, gate)
    finally:
        await store.close()
