"""The file is edited while it is open: in an editor that the program starts, and elsewhere."""

import asyncio

import pytest
from support.builders import TEXT

from workbench.tui.screens import rounds

EDITED = TEXT.replace("boils water", "boils cold water").replace("fastest kettle", "fastest small kettle")


class Told:
    """Files that tell when they are written, as the disk does."""

    def __init__(self, files):
        self._files, self._told = files, asyncio.Event()
        self.looks = 0
        self.ended = False

    def __getattr__(self, name):
        return getattr(self._files, name)

    async def read(self, path):
        self.looks += 1
        return await self._files.read(path)

    def write(self, text):
        self._files.write(text)
        self._told.set()

    async def changes(self, path):
        try:
            while True:
                await self._told.wait()
                self._told.clear()
                yield
        finally:
            self.ended = True


async def following(b):
    """The bench's files, which tell of changes from now on."""
    files = Told(b.review.desk.files)
    object.__setattr__(b.review.desk, "files", files)
    b.review._following.cancel()
    b.review.watch_file()
    await b.pilot.pause()
    return files


async def test_an_edit_made_elsewhere_is_said_as_soon_as_it_is_told_and_the_text_stays(bench):
    async with bench(read=True) as b:
        files = await following(b)
        top = b.review.source.scroll_offset.y
        files.write(f"Look:\n\n{TEXT}")
        await b.pilot.pause()
        await b.pilot.pause()
        assert "changed on disk: R shows it" in b.bar("artifact")
        assert b.board.revision.text == TEXT and b.review.source.scroll_offset.y == top


async def test_nothing_is_read_again_while_nothing_is_told(bench):
    async with bench(read=True) as b:
        files = await following(b)
        for _ in range(3):
            await b.review._watch()
        assert files.looks == 0


async def test_following_the_file_ends_with_the_screen(bench):
    async with bench(read=True) as b:
        files = await following(b)
        await b.press("q")
    assert files.ended


async def test_what_an_edit_touched_is_said_on_coming_back_from_the_editor(bench):
    async with bench(read=True, size=(160, 30)) as b:
        b.review.open_editor = lambda path, line: b.review.desk.files.write(EDITED)
        b.review._lend_terminal = lambda line: lent(b, line)
        await b.press("e")
        await b.settle()
        assert b.said == (
            "Revision 2 is shown: +2 -2 lines; of 3 concerns 1 edited (L11) and 1 gone (L3); "
            "D shows the diff, r reads it."
        )


@pytest.mark.parametrize(("width", "then"), [(80, "; D shows how"), (70, "")])
async def test_a_narrow_screen_says_it_shorter(bench, width, then):
    async with bench(read=True, size=(width, 24)) as b:
        b.review.desk.files.write(EDITED)
        await b.press("R")
        await b.settle()
        assert b.said == f"Revision 2 is shown: +2 -2 lines, of 3 concerns 1 edited, 1 gone{then}."


async def test_an_editor_that_changed_nothing_is_said_to_have(bench):
    async with bench(read=True) as b:
        b.review._lend_terminal = lambda line: lent(b, line)
        await b.press("e")
        assert b.said == "The file holds what is shown: nothing was changed."


async def test_an_edit_during_a_round_says_that_the_earlier_text_is_still_read(bench, gated):
    provider = gated()
    async with bench(provider=provider, size=(160, 30)) as b:
        await b.press("r", "enter")
        b.review.open_editor = lambda path, line: b.review.desk.files.write(EDITED)
        b.review._lend_terminal = lambda line: lent(b, line)
        await b.press("e")
        assert b.said == "Edited, +2 -2 lines; revision 1 is still being read, R shows the new text."
        assert b.board.revision.number == 1
        provider.release()
        await b.settle()


async def test_reading_the_same_text_again_is_said_to_be_that(bench, monkeypatch):
    monkeypatch.setattr(rounds, "ASK_FROM", 0.0)
    async with bench(read=True) as b:
        await b.press("r", "a")
        assert "Read revision 1 again" in b.text() and "further trials" in b.text()
        await b.press("escape")
        b.review.desk.files.write(EDITED)
        await b.press("R", "r")
        assert "Read revision 2 " in b.text() and "further trials" not in b.text()


async def lent(b, line):
    """The editor, without a terminal to lend."""
    b.review.open_editor(b.review.path, line)
