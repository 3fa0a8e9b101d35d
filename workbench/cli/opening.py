"""Opening a text without a screen: what the commands that take a path have in common."""

import shlex
from contextlib import suppress
from pathlib import Path

from workbench.bootstrap.flags import Flags, read_configuration
from workbench.cli.output import narrate
from workbench.core.artifacts import Kind
from workbench.core.board import Board, advance
from workbench.core.desk import Desk
from workbench.core.errors import WorkbenchError
from workbench.core.moved import MovedFiles
from workbench.core.ports import CheckReport


async def opened(
    desk: Desk, path: Path, kind: Kind | None = None, history_of: Path | None = None
) -> tuple[Board, CheckReport]:
    """The board of a file, with its checks run, and with the history of one that moved where asked for.

    Where it is not asked for and the file looks like one that moved, that is said, and it is opened as a
    text of its own.

    Raises:
        ArtifactError: the file cannot be read.
        StoreError: the database cannot be used.
        UsageError: it has a history of its own, or there is none where it was said to be.
    """
    board, report = await _as_left(desk, path, kind)
    moved = MovedFiles(desk.store, desk.files)
    if history_of is not None:
        await moved.take_over(await moved.opened_at(history_of, board.artifact), board.artifact)
        return await _as_left(desk, path, kind)
    found = await moved.candidates(board.artifact, board.revision)
    if found:
        first, *others = (one.known.artifact.path for one in found)
        looks = found[0].sentence(desk.clock.now())
        goes_on = f"--history-of {shlex.quote(first)} goes on with its history"
        narrate(f"{looks} It is opened as a text of its own; {goes_on}.")
        if others:
            narrate(f"Also alike: {', '.join(others)}.")
    return board, report


async def _as_left(desk: Desk, path: Path, kind: Kind | None) -> tuple[Board, CheckReport]:
    """The board of a file, with a round closed that a killed program left open: as the screen shows it."""
    board, report = await desk.open(path, kind)
    if closed := await desk.close_killed_round(board):
        board = advance(board, closed)
        narrate("The last round was cut off; reading again reads what is missing.")
    return board, report


async def keep_preview(desk: Desk, board: Board, report: CheckReport, flags: Flags) -> None:
    """Keep what the screen of this text shows first when it is opened; what cannot be kept is not missed."""
    from workbench.tui.keymaps import keys_of
    from workbench.tui.previews import preview_of

    with suppress(WorkbenchError):
        keys = keys_of(read_configuration(flags).keys)
        await desk.store.save_preview(board.artifact, preview_of(desk, board, report, keys, odds=None))
