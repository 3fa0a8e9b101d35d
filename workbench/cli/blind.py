"""Questions that are put to the person on a screen before the text's list may be seen."""

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bootstrap.desks import open_desk
from workbench.bootstrap.flags import Flags, read_configuration
from workbench.cli.opening import opened
from workbench.cli.output import narrate
from workbench.cli.streams import screen_on_terminal
from workbench.core.artifacts import Kind
from workbench.core.calibration.blind import BlindMarking, BlindSheet, blind_sheet
from workbench.core.desk import Desk

if TYPE_CHECKING:
    from workbench.core.calibration.again import AgainSheet
    from workbench.tui.keymaps import Keys
    from workbench.tui.screens.action_screen import ActionScreen


async def marked_blind(path: Path, kind: Kind | None, history_of: Path | None, flags: Flags) -> bool:
    """Whether no answer of a judge about the text is left that the person has not answered blind.

    Raises:
        ArtifactError: the file cannot be read.
        StoreError: the database cannot be used.
    """
    async with open_desk(flags) as desk:
        board, _ = await opened(desk, path, kind, history_of)
        sheet = await blind_sheet(desk.store, board.artifact, board.revision)
        if sheet.left_out:
            narrate(sheet.left_out)
        if not sheet.items:
            narrate(_nothing(sheet, board.revision.number))
            return True
        sheet = await answered(desk, sheet, "Blind", flags)
        if sheet.left:
            narrate(f"{sheet.progress}; the same command goes on.")
        return not sheet.left


def _nothing(sheet: BlindSheet, revision: int) -> str:
    if sheet.before:
        return "You have answered all of it blind."
    if sheet.seen:
        return "Nothing is left to answer blind."
    return f"No judge has read revision {revision}, so there is nothing to answer blind."


async def answered(desk: Desk, sheet: BlindSheet, what: str, flags: Flags) -> BlindSheet:
    """A sheet with what the person answered to it on a screen."""
    from workbench.tui.screens.blind import BlindScreen

    screen = BlindScreen(BlindMarking(desk.store), sheet, what, _keys(flags))
    await _shown(screen)
    return screen.sheet


async def marked_again(desk: Desk, sheet: "AgainSheet", flags: Flags) -> "AgainSheet":
    """A sheet with the person's second marks."""
    from workbench.core.calibration.again import AgainMarking
    from workbench.tui.screens.again import AgainScreen

    screen = AgainScreen(AgainMarking(desk.store), sheet, _keys(flags))
    await _shown(screen)
    return screen.sheet


def _keys(flags: Flags) -> "Keys":
    from workbench.tui.keymaps import keys_of

    return keys_of(read_configuration(flags).keys)


async def _shown(screen: "ActionScreen") -> None:
    """Show a screen until the person leaves it.

    Raises:
        WorkbenchError: it could not be shown.
    """
    from workbench.tui.app import WorkbenchApp

    app = WorkbenchApp(screen)
    with screen_on_terminal():
        await app.run_to_the_end()
    if app.failure:
        raise app.failure
