"""The picture in the README: the demo's first round, some of it marked; `make picture` draws it anew."""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from workbench.bootstrap.desks import open_demo
from workbench.content.demonstration import demonstration
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.review import ReviewScreen

SIZE = (132, 40)
"""Columns and rows."""
MARKS = ("h", "h", "m", "2", "h")
"""The keys of one who went through the first rows."""


async def picture(folder: Path) -> str:
    """The screen as an SVG, of a text that is written into a folder."""
    recorded = demonstration()
    async with open_demo(folder, recorded.recording) as desk:
        review = ReviewScreen(desk, recorded.begin(folder), None, keys_of({}), recorded.edit)
        app = WorkbenchApp(review)
        async with app.run_test(size=SIZE) as pilot:
            await app.workers.wait_for_complete()
            await pilot.press("r")
            await pilot.pause()
            await pilot.press("enter")
            await app.workers.wait_for_complete()
            await pilot.pause()
            for key in MARKS:
                await pilot.press(key)
                await pilot.pause()
            return app.export_screenshot(title="workbench demo")


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        Path(sys.argv[1]).write_text(asyncio.run(picture(Path(made))), encoding="utf-8")
