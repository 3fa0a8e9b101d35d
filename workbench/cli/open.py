"""`workbench open`: the full-screen workbench; without a terminal, what `status` prints."""

import gc
import shlex
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.bootstrap.databases import database_path
from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags, read_configuration
from workbench.cli.editor import edit
from workbench.cli.exits import Exit
from workbench.cli.options import (
    flags_of,
    history_option,
    opened_kind_option,
    path_argument,
    reading_options,
    written_with_option,
)
from workbench.cli.output import narrate
from workbench.cli.running import elsewhere, run
from workbench.cli.slow_imports import imported
from workbench.cli.streams import screen_on_terminal
from workbench.cli.tagline_files import holds_candidates
from workbench.content.artifact_files import LARGEST
from workbench.core.artifacts import LARGE, Kind, size_in_words
from workbench.core.errors import UsageError

if TYPE_CHECKING:
    from workbench.tui.screens.action_screen import ActionScreen
    from workbench.tui.screens.review import ReviewScreen


@click.command()
@path_argument
@opened_kind_option
@history_option
@written_with_option
@click.option(
    "--print-fixes",
    is_flag=True,
    help="When you leave, print what is to fix, as `workbench fixes --format markdown` does.",
)
@click.option(
    "--blind",
    is_flag=True,
    help="First answer the judge's questions yourself, each before you see what it answered.",
)
@reading_options
def open_command(path: Path, **values: Any) -> int:
    """Open PATH in the full-screen workbench. Nothing is sent until you say so."""
    kind, history_of = values.pop("kind"), values.pop("history_of")
    written_with = values.pop("written_with")
    prints, blind = values.pop("print_fixes"), values.pop("blind")
    flags = flags_of(values)
    if holds_candidates(path, kind, database_path(flags)):
        return _open_candidates(path, Kind(kind) if kind else None, flags)
    # Textual paints on standard error, so what is printed at the end may go elsewhere.
    streams = (sys.stdin, sys.stderr) if prints else (sys.stdin, sys.stdout, sys.stderr)
    if not all(stream.isatty() for stream in streams):
        if prints:
            raise UsageError("This is no terminal: `workbench fixes` prints the same without one.")
        if blind:
            raise UsageError("This is no terminal: --blind asks you on a screen.")
        from workbench.cli.status import print_status

        run(print_status(path, kind, history_of, Flags(db=flags.db, provider="none"), "text"))
        reads = f"workbench review {shlex.quote(str(path))}"
        narrate(f"This is no terminal, so nothing was opened or sent; `{reads}` reads it.")
        return Exit.FINE
    if not _is_wanted(path):
        return Exit.FINE
    known = Kind(kind) if kind else None
    if written_with is not None:
        run(_say_written_with(path, known, written_with, Flags(db=flags.db, provider="none")))
    if blind:
        from workbench.cli.blind import marked_blind

        # Whoever leaves before the end has not seen the list, which says what the judge answered.
        if not run(marked_blind(path, known, history_of, flags)):
            return Exit.FINE
    return run(_run(path, known, history_of, flags, prints))


def _open_candidates(path: Path, kind: Kind | None, flags: Flags) -> int:
    """Show the board of candidates; without a terminal, print what is stored of it."""
    from workbench.cli.tagline_screen import board_on_screen, is_screen

    if is_screen():
        return run(board_on_screen(flags, path, kind))
    from workbench.cli.taglines import print_board

    return print_board(path, kind, flags)


def _is_wanted(path: Path) -> bool:
    """Whether a text is small, or wanted all the same."""
    size = path.stat().st_size if path.is_file() else 0
    if not LARGE <= size <= LARGEST:
        return True
    narrate(f"{path.name} holds {size_in_words(size)}: it is slow to open and dear to read.")
    return click.confirm("Open it?", default=True, err=True)


async def _run(path: Path, kind: Kind | None, history_of: Path | None, flags: Flags, prints: bool) -> int:
    # All that is made until the first frame stays, and looking for garbage in it takes time.
    gc.disable()
    from workbench.cli.first_look import first_frame
    from workbench.tui.app import WorkbenchApp

    made: list[ReviewScreen] = []
    async with AsyncExitStack() as stack:

        async def opened() -> "ActionScreen":
            gc.enable()
            await imported("workbench.tui.screens.review")
            from workbench.tui.keymaps import keys_of
            from workbench.tui.screens.review import ReviewScreen

            keys = keys_of(read_configuration(flags).keys)
            review = ReviewScreen(
                await stack.enter_async_context(open_desk(flags, apart=True)), path, kind, keys, edit
            )
            made.append(review)
            review.history_of = history_of
            await elsewhere(review.load())
            # What was loaded stays: the collector would look through all of it every few keys.
            gc.freeze()
            return review

        app = WorkbenchApp(first_frame(path, database_path(flags)), opened)
        with screen_on_terminal():
            await app.run_to_the_end()
        if prints and not app.failure and not app.return_code:
            await _print_fixes(made[-1] if made else None)
    if app.failure:
        raise app.failure
    # Textual ends with 1 after a bug, whose traceback it has printed.
    return Exit.BUG if app.return_code == 1 else app.return_code or Exit.FINE


async def _say_written_with(path: Path, kind: Kind | None, model: str, flags: Flags) -> None:
    async with open_desk(flags) as desk:
        board = await desk.open_unchecked(path, kind)
        await desk.set_written_with(board.artifact, model)


async def _print_fixes(review: "ReviewScreen | None") -> None:
    """Print what is to fix in the text that the file holds now; nothing where it was not opened yet."""
    from workbench.cli.fixes import print_fixes

    if review is None or review.board is None:
        return
    board = review.board
    if board.disk is not None:
        board, _ = await review.desk.open(review.path, review.kind)
    print_fixes(board, "markdown")
