"""The full-screen workbench."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import ThemeProvider

from workbench.core.artifacts import Kind
from workbench.core.desk import Desk
from workbench.tui.actions import ACTIONS, action_of, keys_of
from workbench.tui.palette import Palette
from workbench.tui.screens.board_screen import OpenEditor
from workbench.tui.screens.review import ReviewScreen
from workbench.tui.themes import DARK, LIGHT, OTHERWISE

_PALETTE = action_of("palette")


class WorkbenchApp(App[None]):
    """One artifact on screen; everything it needs comes from outside.

    Raises:
        UsageError: the keymap names an action that does not exist, or gives one key to two.
    """

    TITLE = "workbench"
    # All at once: a stylesheet that comes with a screen has every one parsed again.
    CSS_PATH: ClassVar = [
        "workbench.tcss",
        "screens/page.tcss",
        "screens/proposal.tcss",
        "screens/review.tcss",
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(",".join(_PALETTE.keys), "command_palette", _PALETTE.label, priority=True, id=_PALETTE.id)
    ]

    def __init__(
        self,
        desk: Desk,
        path: Path,
        kind: Kind | None,
        keymap: Mapping[str, str],
        open_editor: OpenEditor,
        poll: float = 1.0,
    ) -> None:
        """Set what is opened; `poll` is in seconds between looks at the file."""
        no_color = "NO_COLOR" in os.environ
        # With the terminal's own colours Textual leaves colour out; otherwise it makes it grey.
        super().__init__(ansi_color=True if no_color else None)
        self.keys = keys_of(keymap)
        self._review = ReviewScreen(desk, path, kind, self.keys, open_editor, poll)
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        if no_color:
            self.theme = "ansi-dark"
        elif "TEXTUAL_THEME" not in os.environ:
            self.theme = DARK.name
        self.set_keymap(self.keys.keymap)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that other themes do not name."""
        return OTHERWISE

    def get_default_screen(self) -> Screen[None]:
        """The artifact."""
        return self._review

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the table that can be used now, and what Textual adds of use."""
        if isinstance(screen, ReviewScreen):
            for action in ACTIONS:
                if action.id != "palette" and screen.check_action("act", (action.id,)):
                    label = f"{action.label} ({self.keys.shown(action.id)})"
                    yield SystemCommand(label, action.help, lambda id=action.id: self._do(id))
        for command in super().get_system_commands(screen):
            if command.title in ("Theme", "Screenshot"):
                yield command

    def action_command_palette(self) -> None:
        """Show every action by name."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """Show every theme by name."""
        self.push_screen(Palette([ThemeProvider], placeholder="Search for themes…"))

    def _do(self, id: str) -> None:
        self.call_later(self._review.action_act, id)

    async def action_quit(self) -> None:
        """Leave as the table's key does."""
        await self._review.do_quit()
