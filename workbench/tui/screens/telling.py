"""A screen that tells in a status line what its keys did."""

from collections.abc import Awaitable, Iterable, Sequence

from workbench.core.errors import WorkbenchError
from workbench.core.text.display_text import width
from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts
from workbench.tui.widgets.bar import Bar


class TellingScreen(ActionScreen):
    """Its status line, the bar `status`, shows what was said last."""

    _said: tuple[str, ...] = ("",)
    """Ways to say it, from the fullest."""
    _said_in = Tone.MUTED

    async def action_act(self, id: str) -> None:
        """Do what a key of the table says; an expected failure is told, not raised."""
        self.say("")
        await self.attempt(getattr(self, f"do_{id}")())

    async def attempt(self, doing: Awaitable[None]) -> None:
        """Wait until something is done; an expected failure of it is told, not raised."""
        try:
            await doing
        except WorkbenchError as error:
            self.say(str(error), Tone.ERROR)

    def say(self, text: str, tone: Tone = Tone.MUTED, shorter: Iterable[str] = ()) -> None:
        """Tell the person something in the status line; `shorter` are ways to say it with less room."""
        self._said, self._said_in = (text, *shorter), tone
        self.query_one("#status", Bar).refresh()

    def said_line(self, room: int) -> list[Piece]:
        """What was said last, in the fullest way that has room."""
        return self.fitting_line(self._said, self._said_in, room)

    def fitting_line(self, ways: Sequence[str], tone: Tone, room: int) -> list[Piece]:
        """The fullest way to say something that has room."""
        said = next((text for text in ways if width(text) <= room), ways[-1])
        return line_of_parts([Part(said, tone)], [], room)
