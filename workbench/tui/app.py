"""The full-screen workbench."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import rich
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.theme import ThemeProvider
from textual.worker import WorkerCancelled, WorkerFailed

from workbench.core.errors import WorkbenchError
from workbench.tui.actions import ACTIONS, action_of
from workbench.tui.keymaps import Keys
from workbench.tui.palette import Palette
from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.themes import DARK, LIGHT, OTHERWISE

_PALETTE = action_of("palette")
_FOLDER = Path(__file__).parent
_SHEETS = [_FOLDER / "workbench.tcss", _FOLDER / "screens/review.tcss"]
_FURTHER_SHEETS = [
    _FOLDER / "screens" / name
    for name in (
        "home.tcss",
        "asking.tcss",
        "blind.tcss",
        "comparing.tcss",
        "loop.tcss",
        "loop_diff.tcss",
        "own_rubric.tcss",
        "page.tcss",
        "personas.tcss",
        "proposal.tcss",
        "taglines.tcss",
    )
]

Then = Callable[[], Awaitable[ActionScreen]]
"""Makes the screen that takes the place of the first one.

Raises:
    WorkbenchError: it cannot be made.
"""


class WorkbenchApp(App[None]):
    """Shows screens; everything they need comes from outside.

    Where the first screen only stands for another one, `then` makes that while the first is seen. Keys are
    kept for it meanwhile, but those that leave. All stylesheets are the app's: one that comes with a screen
    would have every other one parsed again.
    """

    TITLE = "workbench"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(",".join(_PALETTE.keys), "command_palette", _PALETTE.label, priority=True, id=_PALETTE.id)
    ]

    def __init__(self, first: ActionScreen, then: Then | None = None) -> None:
        no_color = "NO_COLOR" in os.environ
        # With the terminal's own colours Textual leaves colour out; otherwise it makes it grey.
        sheets = _SHEETS if then else [*_SHEETS, *_FURTHER_SHEETS]
        super().__init__(css_path=list(sheets), ansi_color=True if no_color else None)
        self.first = first
        self.failure: WorkbenchError | None = None
        """Why the screen that was to come could not be made."""
        self._then = then
        self._kept: list[events.Key] = []
        self.register_theme(DARK)
        self.register_theme(LIGHT)
        if no_color:
            self.theme = "ansi-dark"
        elif "TEXTUAL_THEME" not in os.environ:
            # Set before anything is styled, so that nothing has to be styled twice.
            self.set_reactive(App.theme, DARK.name)
            self.stylesheet.set_variables(self.get_css_variables())
        self.use_keys(first.keys)

    def use_keys(self, keys: Keys) -> None:
        """Have these keys do what the table says."""
        self.keys = keys
        self.set_keymap(keys.keymap)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that other themes do not name."""
        return OTHERWISE

    def get_default_screen(self) -> Screen[None]:
        """What is seen first."""
        return self.first

    def on_ready(self) -> None:
        """Make what comes next, once the first screen is painted."""
        if self._then is not None:
            self.first.call_after_refresh(self._begin, self._then)

    def _begin(self, then: Then) -> None:
        self.run_worker(self._take_over(then), name="take over")

    async def _take_over(self, then: Then) -> None:
        """Put the next screen over the first; it is seen only once it is painted whole."""
        try:
            screen = await then()
        except WorkbenchError as error:
            self.failure = error
            self.exit()
            return
        self.stylesheet.read_all(_FURTHER_SHEETS)
        self.stylesheet.parse()
        with self.batch_update():
            await self.push_screen(screen)
            painted = asyncio.Event()
            screen.call_after_refresh(painted.set)
            await painted.wait()
        screen.refresh()
        self.call_later(self._release, screen)

    async def _release(self, screen: ActionScreen) -> None:
        """Give the screen the keys that were kept for it, before any other."""
        kept, self._then = self._kept, None
        # A question that opened over it was not there to be answered.
        if self.screen is screen:
            for event in self.first.usable(kept, screen):
                await self.on_event(event)

    async def on_event(self, event: events.Event) -> None:
        """Keep keys while the screen that they are for is being made; those that leave do so at once."""
        if self._then is None or not isinstance(event, events.Key) or event.is_forwarded:
            await super().on_event(event)
        elif {event.key, *event.aliases} & {"ctrl+q", *self.keys.by_action["quit"]}:
            self.exit()
        else:
            self._kept.append(event)
            self.first.tell_kept(len(self._kept))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every action of the table that can be used now, and what Textual adds of use."""
        if isinstance(screen, ActionScreen):
            for action in ACTIONS:
                if action.id != "palette" and screen.check_action("act", (action.id,)):
                    label = f"{action.label} ({self.keys.shown(action.id)})"
                    yield SystemCommand(label, action.help, lambda id=action.id: self._do(screen, id))
        for command in super().get_system_commands(screen):
            # Where a screenshot would go, Textual does not say, nor why one cannot be kept.
            if command.title == "Theme":
                yield command

    def action_command_palette(self) -> None:
        """Show every action by name."""
        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(id="--command-palette"))

    def search_themes(self) -> None:
        """Show every theme by name."""
        self.push_screen(Palette([ThemeProvider], placeholder="Search for themes…"))

    def _do(self, screen: ActionScreen, id: str) -> None:
        self.call_later(screen.action_act, id)

    async def run_to_the_end(self) -> None:
        """Run until the person leaves, and until what was under way then has stored what it read.

        A closed terminal or a termination ends it from outside in the middle of a round.
        """
        try:
            await self.run_async()
        finally:
            for worker in tuple(self.workers):
                worker.cancel()
                with suppress(WorkerCancelled, WorkerFailed):
                    await worker.wait()

    def _fatal_error(self) -> None:
        from rich.traceback import Traceback  # with all of Pygments, which nothing else wants

        # Textual would print every local variable too: minutes of work where a board holds thousands of
        # findings, and the text under review on the screen.
        self.panic(Traceback(show_locals=False, width=None, suppress=[rich]))

    async def action_quit(self) -> None:
        """Leave the program as the table's key does, from wherever."""
        for screen in reversed(self.screen_stack):
            if isinstance(screen, ActionScreen):
                await screen.leave_program()
                return
        self.exit()
