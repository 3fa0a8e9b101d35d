"""A person before two drafts, which are in memory."""

import asyncio

from workbench.tui.widgets.bar import Bar

BODY = "\n".join(f"Step {n} is to wait.\n" for n in range(1, 60))
OLD = f"# Kettle\n\nKettle is a tool about heat.\n\n{BODY}\nThe end is near.\n"
NEW = f"# Kettle\n\nKettle boils water.\n\nIt needs Python 3.11.\n\n{BODY}\nThe end is here.\n"


class Files:
    """Two texts in memory."""

    def __init__(self):
        self.texts = {"/texts/README.md": OLD, "/texts/draft.md": NEW}

    async def read(self, path):
        return self.texts[str(path)].encode()

    async def identity(self, path):
        return f"path:{path}"


class Seat:
    """A person before two texts."""

    def __init__(self, app, pilot):
        self.app, self.pilot, self.screen = app, pilot, app.first

    async def press(self, *keys):
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def until(self, holds):
        """Wait until something is so."""
        for _ in range(500):
            if holds():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.text)

    async def ask(self, answers=4):
        """Have the readers asked, and wait for so many answers."""
        await self.press("r")
        await self.press("enter")
        await self.until(lambda: len(self.screen.standing.readings) == answers and not self.screen.asking)
        await self.pilot.pause()

    @property
    def text(self):
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def said(self):
        return self.screen.query_one("#status", Bar).render().plain

    @property
    def place_of_new(self):
        """The number under which the person sees the draft that boils water."""
        texts = self.screen.shown.comparison.texts
        return 1 + [text.revision.text for text in texts].index(NEW)
