"""Home under test, and three texts for it."""

import io
from pathlib import Path

from rich.console import Console
from support.builders import FakeClock

from workbench.core.errors import ArtifactError
from workbench.tui.screens.review import ReviewScreen
from workbench.tui.widgets.bar import Bar

KETTLE, TEAPOT, NOTES = (
    Path("/tea/kettle/README.md"),
    Path("/tea/teapot/README.md"),
    Path("/notes/README.old.md"),
)


class Texts:
    """Files by path, all in memory; each is gone where it is None."""

    def __init__(self, texts):
        self.texts = dict(texts)

    async def read(self, path):
        if self.texts.get(path) is None:
            raise ArtifactError(f"There is no file {path}.")
        return self.texts[path].encode()

    async def identity(self, path):
        return f"path:{path}"

    async def changed_at(self, path):
        return None if self.texts.get(path) is None else FakeClock().now()

    async def changes(self, path):
        return
        yield


class HomeBench:
    """Home under test and what a person sees of it."""

    def __init__(self, app, pilot, files):
        self.app, self.pilot, self.files = app, pilot, files
        self.home = app.first

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self):
        await self.app.workers.wait_for_complete()
        await self.pilot.pause()

    def bar(self, id):
        return self.home.query_one(f"#{id}", Bar).render().plain

    @property
    def lines(self):
        """The screen as it looks, a row each, without colours."""
        width, height = self.app.size
        console = Console(width=width, height=height, file=io.StringIO(), force_terminal=True, record=True)
        console.print(self.app.screen._compositor.render_update(full=True))
        return console.export_text(styles=False).split("\n")

    async def go(self, path):
        """Put the cursor on a text."""
        await self.press("home")
        for _ in self.home.entries:
            if self.home.here.known.artifact.path == str(path):
                return
            await self.press("down")
        raise AssertionError(f"{path} is not listed")

    @property
    def review(self):
        assert isinstance(self.app.screen, ReviewScreen)
        return self.app.screen
