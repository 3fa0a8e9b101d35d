"""What every screen is whose keys are those of the one table."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.screen import Screen

from workbench.core.previews import Preview
from workbench.tui.keymaps import Keys
from workbench.tui.tones import TONES, Tone
from workbench.tui.widgets.bar import Bar


class ActionScreen(Screen[None]):
    """Binds actions of the table; which of them can be used now is for `check_action` to say."""

    # Each costs a match against every rule: once for a screen, not for each of its widgets.
    COMPONENT_CLASSES: ClassVar[set[str]] = TONES

    keys: Keys
    """The keys that this person has for them."""
    preview: Preview | None = None
    """What is shown first when the same is opened next; None where that is not known."""

    async def action_act(self, id: str) -> None:
        """Do what a key of the table says."""
        raise NotImplementedError

    def say(self, text: str, tone: Tone = Tone.MUTED, shorter: Iterable[str] = ()) -> None:
        """Tell the person something; `shorter` are ways to say it with less room."""
        raise NotImplementedError

    def paint_bars(self) -> None:
        """Draw the single lines."""
        for bar in self.query(Bar):
            bar.refresh()

    kept = 0
    """How many keys wait for the screen that takes this one's place."""

    def tell_kept(self, count: int) -> None:
        """Say that so many keys wait for the screen that takes this one's place."""
        self.kept = count
        for status in self.query("#status"):
            status.refresh()

    @property
    def kept_words(self) -> str:
        """That keys wait, in words; empty where none does."""
        keys = (
            "The key that you pressed is" if self.kept == 1 else f"The {self.kept} keys that you pressed are"
        )
        return f"{keys} answered as soon as it is open." if self.kept else ""

    def usable(self, kept: Sequence[events.Key], screen: "ActionScreen") -> Sequence[events.Key]:
        """Of the keys pressed on this screen, those that mean the same on the one that takes its place."""
        return kept

    async def do_quit(self) -> None:
        """Leave the program, or this screen for the one that it was opened from."""
        self.app.exit()

    async def leave_program(self) -> None:
        """Leave the program, wherever this was opened from."""
        await self.do_quit()


async def leave_below(screen: ActionScreen) -> None:
    """Leave the program as the screen below another one does, which may have a round to stop first."""
    stack = screen.app.screen_stack
    below = stack[stack.index(screen) - 1]
    if screen.is_current:
        screen.dismiss()
    if isinstance(below, ActionScreen):
        await below.leave_program()
