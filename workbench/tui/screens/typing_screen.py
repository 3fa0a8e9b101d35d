"""A screen with a field at the bottom, in which a line of text is typed."""

from textual import on

from workbench.tui.screens.telling import TellingScreen
from workbench.tui.widgets.input_bar import InputBar, Then


class TypingScreen(TellingScreen):
    """Gives the keys to the field while a line is asked for, and back once it is answered or left."""

    def ask(self, label: str, then: Then, value: str = "", hint: str = "", placeholder: str = "") -> None:
        """Ask for a line of text at the bottom."""
        self.query_one(InputBar).ask(label, then, value, hint, placeholder=placeholder)
        self.paint_bars()

    @on(InputBar.Answered)
    async def _answered(self, message: InputBar.Answered) -> None:
        self.take_focus()
        await self.attempt(message.then(message.text))

    @on(InputBar.Left)
    def _left(self) -> None:
        self.take_focus()

    def take_focus(self) -> None:
        """Give the keys back to what is worked on."""
        raise NotImplementedError
