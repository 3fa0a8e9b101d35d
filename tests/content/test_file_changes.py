"""A file that is edited elsewhere is noticed, however the editor writes it."""

import asyncio
import sys
from contextlib import aclosing, suppress

import pytest

from workbench.content.file_changes import file_changes

SOON = 10.0
"""Seconds after which a change that was not noticed counts as missed."""
NEVER = 3600.0


class Watched:
    """A file that is watched, and how often a change of it was told."""

    def __init__(self, path, look_every):
        self.path = path
        self.count = 0
        self._told = asyncio.Event()
        self._task = asyncio.create_task(self._follow(look_every))

    async def _follow(self, look_every):
        async with aclosing(file_changes(self.path, look_every)) as changes:
            async for _ in changes:
                self.count += 1
                self._told.set()

    async def is_told(self):
        """Wait for a change to be told."""
        await asyncio.wait_for(self._told.wait(), SOON)
        self._told.clear()
        return True

    async def begun(self):
        """Wait until it listens, by writing until that is told."""
        while not self._told.is_set():
            self.path.write_text(self.path.read_text() + "x\n")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), 0.4)
        self._told.clear()
        self.count = 0

    async def end(self):
        self._task.cancel()
        await asyncio.wait({self._task}, timeout=SOON)
        assert self._task.cancelled()


@pytest.fixture
async def watched(tmp_path):
    """Watches a file by events alone, unless `look_every` says otherwise."""
    made = []

    async def watch(path=None, look_every=NEVER):
        made.append(Watched(path or tmp_path / "README.md", look_every))
        if look_every == NEVER:
            await made[-1].begun()
        return made[-1]

    (tmp_path / "README.md").write_text("one\n")
    yield watch
    for each in made:
        await each.end()


def replaced(path, text):
    """Write as editors do that save to another file and rename it."""
    beside = path.with_name(f"{path.name}.swp")
    beside.write_text(text)
    beside.replace(path)


async def test_a_file_written_in_place_and_one_put_in_its_place_are_told(watched):
    file = await watched()
    file.path.write_text("two\n")
    assert await file.is_told()
    for text in ("three\n", "four\n"):
        replaced(file.path, text)
        assert await file.is_told()


async def test_a_file_that_goes_and_comes_back_is_told_both_times(watched):
    file = await watched()
    file.path.unlink()
    assert await file.is_told()
    file.path.write_text("one\n")
    assert await file.is_told()


async def test_what_happens_to_other_files_and_reading_this_one_is_not_told(watched):
    file = await watched()
    file.path.read_text()
    file.path.with_name("other.md").write_text("x")
    file.path.write_text("two\n")
    assert await file.is_told()
    assert file.count == 1


async def test_a_link_is_followed_to_the_file_it_leads_to(watched, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "real.md").write_text("one\n")
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "docs" / "real.md")
    file = await watched(link)
    replaced(tmp_path / "docs" / "real.md", "two\n")
    assert await file.is_told()


@pytest.mark.parametrize("missing", ["module", "folder"])
async def test_without_events_the_file_is_looked_at(watched, tmp_path, monkeypatch, missing):
    path = tmp_path / ("README.md" if missing == "module" else "later/README.md")
    if missing == "module":
        monkeypatch.setitem(sys.modules, "watchfiles", None)
    file = await watched(path, look_every=0.01)
    await asyncio.sleep(0.05)
    path.parent.mkdir(exist_ok=True)
    path.write_text("two, and longer\n")
    assert await file.is_told()
