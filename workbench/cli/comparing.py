"""Two texts on a screen, chosen between before the readers' choices are seen."""

from workbench.bootstrap.flags import Flags, read_configuration
from workbench.cli.exits import Exit
from workbench.cli.streams import screen_on_terminal
from workbench.core.comparing.desk import CompareDesk
from workbench.core.comparing.standing import Standing


async def compared_on_screen(desk: CompareDesk, standing: Standing, flags: Flags, send_secrets: bool) -> Exit:
    """Show two texts until the person leaves them."""
    from workbench.tui.app import WorkbenchApp
    from workbench.tui.keymaps import keys_of
    from workbench.tui.screens.comparing import ComparingScreen

    keys = keys_of(read_configuration(flags).keys)
    app = WorkbenchApp(ComparingScreen(desk, standing, keys, send_secrets))
    with screen_on_terminal():
        await app.run_to_the_end()
    if app.failure:
        raise app.failure
    return Exit.BUG if app.return_code == 1 else Exit.FINE
