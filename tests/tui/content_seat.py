"""A person among the personas and rubrics, whose files are in a folder of the test."""

from contextlib import asynccontextmanager
from pathlib import Path

from textual.widgets import Input

from workbench.content.shelf import FileShelf
from workbench.core.instruments import Persona
from workbench.core.sources import wording_of
from workbench.tui.screens.content_editor import ContentEditorScreen
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane

SKEPTIC = """\
---
title: Skeptic
kinds: [readme]
default_for: [readme]
reads_for: [overclaim]
---
You are the skeptic.
"""
DOOR = """\
---
title: Door
kinds: [readme]
questions:
  - id: R1
    ask: Can a reader tell what it is?
    on_fail: fix
    dominant: true
    owns: own-what
    fixable_by: content
    meets: A kettle boils water.
    fails: A thing.
  - id: R2
    ask: Does it name its limits?
    on_fail: note
    owns: own-limits
    fixable_by: content
---
A README is a front door.
"""


class ContentSeat:
    """What a person sees and does there."""

    def __init__(self, bench, folder):
        self.bench, self.folder = bench, folder
        self.press, self.settle = bench.press, bench.settle

    @property
    def screen(self):
        return self.bench.app.screen

    @property
    def said(self):
        return self.bar("status")

    def bar(self, id):
        return self.screen.query_one(f"#{id}", Bar).render().plain

    @property
    def shown(self):
        """The screen's words, with white space folded."""
        return " ".join(self.bench.text().split())

    @property
    def below(self):
        """What stands below a list or a text, all of it."""
        return " ".join("".join(text for text, _ in self.screen.query_one(DetailsPane)._said).split())

    def row(self, name):
        """The line of a file or a question."""
        return next(row for row in self.bench.text().split("\n") if f" {name} " in row)

    def file(self, name):
        """A file of the person's own; None where there is none."""
        path = self.folder / "user" / name
        return path.read_text() if path.exists() else None

    async def to(self, name):
        """Put the cursor on a file."""
        await self.press("home")
        while self.screen.here.name != name:
            await self.press("down")

    async def answer(self, text):
        """Give a line to what asks for one."""
        self.screen.query_one(Input).value = text
        await self.press("enter")

    async def type(self, old, new):
        """Put other words into the text that is being written, and wait until it was checked."""
        area = self.screen.area
        start = area.text.index(old)
        area.replace(new, _place(area.text, start), _place(area.text, start + len(old)))
        await self.bench.pilot.pause()
        self.screen.validate()
        await self.settle()


def _place(text, at):
    before = text[:at]
    return before.count("\n"), at - (before.rfind("\n") + 1)


@asynccontextmanager
async def seat_at(bench, folder, key="p", files=None, project=None, **changes):
    """Open a text with these files of the person's own and of the project, and go to one of the screens."""
    for origin, of in (("user", files), ("repository/.workbench", project)):
        for name, text in (of or {}).items():
            path = folder / origin / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    text = folder / "repository" / "README.md"
    text.parent.mkdir(exist_ok=True)
    shelf = FileShelf(folder / "user", lambda _: folder / "repository")
    async with bench(**{"shelf": shelf, "path": text, "size": (100, 34), **changes}) as opened:
        await opened.press(key)
        await opened.settle()
        yield ContentSeat(opened, folder)


def as_in_file(text, name="skeptic"):
    """The persona that a text of the person's own is."""
    return Persona(
        name=name,
        title="Skeptic",
        kinds=("readme",),
        default_for=("readme",),
        reads_for=("overclaim",),
        body=text.rpartition("---\n")[2].strip(),
        origin="user",
        wording=wording_of(text),
    )


def is_written(seat):
    """Whether a text is being written."""
    return isinstance(seat.screen, ContentEditorScreen)


def trash_of(folder: Path):
    """The names of what was thrown away."""
    return sorted(path.name for path in (folder / "user/personas/trash").glob("*"))
