"""The board of candidates in full screen."""

import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bootstrap.desks import open_taglines
from workbench.bootstrap.flags import Flags, read_configuration
from workbench.cli.exits import Exit
from workbench.cli.slow_imports import imported
from workbench.cli.streams import screen_on_terminal
from workbench.core.artifacts import Kind, decoded
from workbench.core.errors import ArtifactError
from workbench.core.taglines.files import is_candidate_file, read_candidates
from workbench.core.taglines.rows import Sort

if TYPE_CHECKING:
    from workbench.core.taglines.desk import Wish
    from workbench.tui.screens.action_screen import ActionScreen
    from workbench.tui.screens.taglines import TaglinesScreen

_LARGEST = 1_000_000
"""Bytes; what a larger file holds is shown once it is open."""


def is_screen() -> bool:
    """Whether there is a terminal to show a screen on."""
    return all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))


async def board_on_screen(
    flags: Flags,
    path: Path,
    kind: Kind | None,
    wish: "Wish | None" = None,
    send_secrets: bool = False,
    sort: Sort = Sort.RIGHT,
) -> int:
    """Show candidates until the person leaves them."""
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.screens.tagline_frame import TaglineGlimpse

    async with AsyncExitStack() as stack:

        async def opened() -> "ActionScreen":
            await imported("workbench.tui.screens.taglines")
            screen = await _screen(stack, flags, path, kind, wish)
            screen.send_secrets, screen.sort = send_secrets, sort
            screen.order_rows()
            return screen

        app = WorkbenchApp(TaglineGlimpse(path.name, _texts(path, kind)), opened)
        with screen_on_terminal():
            await app.run_to_the_end()
    if app.failure:
        raise app.failure
    # Textual ends with 1 after a bug, whose traceback it has printed.
    return Exit.BUG if app.return_code == 1 else app.return_code or Exit.FINE


async def _screen(
    stack: AsyncExitStack, flags: Flags, path: Path, kind: Kind | None, wish: "Wish | None"
) -> "TaglinesScreen":
    from workbench.core.taglines.desk import Wish
    from workbench.tui.keymaps import keys_of
    from workbench.tui.screens.taglines import TaglinesScreen

    keys = keys_of(read_configuration(flags).keys)
    desk = await stack.enter_async_context(open_taglines(flags, apart=True))
    screen = TaglinesScreen(desk, path, kind, wish or Wish(), keys)
    await screen.load()
    return screen


def _texts(path: Path, kind: Kind | None) -> tuple[str, ...]:
    """What a file of candidates holds; whatever is wrong with it is said once it is opened."""
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return ()
        text = decoded(path.read_bytes(), path.name).text
        if kind is not Kind.TAGLINES and not is_candidate_file(path.name, text):
            return ()
        file = read_candidates(path.name, text)
    except (OSError, ValueError, ArtifactError):
        return ()
    return tuple(candidate.text for candidate in file.candidates)
