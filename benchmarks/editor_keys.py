"""What a key costs in the editor of personas, on one of 200 lines: the work of the program's own thread.

Measured in the processor time of the thread that draws, from the key's event until nothing is left to do.
`fast` types on, so that the check of the text never runs; `slow` waits after each key until the text was
checked and what is wrong with it is painted. The same keys in a bare text area of Textual are taken off.
"""

import asyncio
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from textual import events
from textual.app import App, ComposeResult
from textual.widgets import TextArea

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags
from workbench.cli.editor import edit
from workbench.content.shelf import FileShelf
from workbench.core.errors import ContentError
from workbench.core.instruments import Persona, Rubric
from workbench.core.shelf import Draft
from workbench.tui.app import WorkbenchApp
from workbench.tui.keymaps import keys_of
from workbench.tui.screens.content_editor import ContentEditorScreen
from workbench.tui.screens.content_frame import Workshop
from workbench.tui.screens.home import HomeScreen

LINES = 200
KEYS = 120
SIZE = (160, 48)
MIDDLE = (100, 10)
"""Row and column at which is typed."""
LIMIT = 16.0
"""Milliseconds of our own work a key, from the design."""
_FAST, _SETTLED = 0.03, 0.12
"""Seconds between two keys: shorter than the editor waits, and longer than a check and its painting take."""


def persona_of(lines: int) -> str:
    """A persona of so many lines, with a few slips in its keys for the check to tell of."""
    head = "---\ntitle: Long\nkinds: [readme, article]\nreads_for: [next-step, effect, effect]\n---\n"
    body = (
        "You read the part on `setting {n}` as **somebody who came for it**, and stop where it is not told."
    )
    return head + "\n".join(body.format(n=n) for n in range(lines - head.count("\n"))) + "\n"


async def typed(app: App[None], gap: float) -> list[float]:
    """Milliseconds of the drawing thread that each key took, typed with so many seconds between them."""
    taken = []
    for n in range(KEYS + 10):
        started = time.thread_time()
        key = "abcdefghij "[n % 11]
        app.post_message(events.Key("space" if key == " " else key, key))
        await asyncio.sleep(gap)
        taken.append((time.thread_time() - started) * 1000)
    return taken[10:]


class BareApp(App[None]):
    """Nothing but a text area."""

    def compose(self) -> ComposeResult:
        """The text."""
        yield TextArea(persona_of(LINES), soft_wrap=True, show_line_numbers=True)


async def bare(gap: float) -> list[float]:
    """The keys in Textual's text area alone."""
    app = BareApp()
    async with app.run_test(size=SIZE) as pilot:
        area = app.query_one(TextArea)
        area.focus()
        area.move_cursor(MIDDLE)
        await pilot.pause()
        return await typed(app, gap)


async def ours(gap: float, pause: float, folder: Path) -> tuple[list[float], list[float]]:
    """The keys in the editor, which checks the text so many seconds after the last one.

    And the milliseconds that each check took, in a thread of its own.
    """
    checks: list[float] = []
    read = FileShelf.read

    def timed(shelf: FileShelf, draft: Draft) -> Persona | Rubric | tuple[ContentError, ...]:
        started = time.thread_time()
        found = read(shelf, draft)
        checks.append((time.thread_time() - started) * 1000)
        return found

    async with open_desk(Flags(db=folder / "w.db", provider="none")) as desk:
        app = WorkbenchApp(HomeScreen(desk, keys_of({}), edit))
        with patch.object(ContentEditorScreen, "pause", pause), patch.object(FileShelf, "read", timed):
            async with app.run_test(size=SIZE) as pilot:
                await pilot.pause()
                workshop = Workshop(desk, keys_of({}), edit, None, lambda _: None, lambda _: None)
                screen = ContentEditorScreen(workshop, Draft("personas", "long", persona_of(LINES)))
                await app.push_screen(screen)
                screen.area.move_cursor(MIDDLE)
                await pilot.pause()
                checks.clear()
                return await typed(app, gap), checks


def line(name: str, taken: Sequence[float]) -> str:
    """A row of the table."""
    p95 = statistics.quantiles(taken, n=20, method="inclusive")[-1]
    return f"  {name:<44} {statistics.median(taken):7.1f} {p95:7.1f} {max(taken):7.1f}"


def main() -> None:
    """Measure and print."""
    print(f"A key in the editor, a persona of {LINES} lines, {KEYS} keys; ms of the drawing thread")
    print(f"  {'':<44} {'p50':>7} {'p95':>7} {'max':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for name, gap, pause in (("fast", _FAST, 10.0), ("slow, checked after each key", _SETTLED, 0.02)):
            alone = asyncio.run(bare(gap))
            taken, checks = asyncio.run(ours(gap, pause, Path(folder)))
            own = [max(0.0, each - statistics.median(alone)) for each in taken]
            print(line(f"{name}: in all", taken))
            print(line("  of it a bare text area of Textual", alone))
            print(line("  our own work", own))
            if checks:
                print(line(f"  {len(checks)} checks, each beside it in a thread", checks))
            p95 = statistics.quantiles(own, n=20, method="inclusive")[-1]
            print(f"  {'  within':<44} {LIMIT:7.1f}  {'yes' if p95 < LIMIT else 'NO'}")


if __name__ == "__main__":
    main()
