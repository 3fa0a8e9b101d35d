"""What the screens of personas and rubrics have in common: a line to type into, and leaving safely."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual import events
from textual.app import ComposeResult

from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import CheckReport, Library, Settings
from workbench.core.shelf import Shelf
from workbench.tui.action_kinds import Where
from workbench.tui.actions import action_of
from workbench.tui.footer import footer_line, typing_line
from workbench.tui.keymaps import Keys
from workbench.tui.screens.action_screen import leave_below
from workbench.tui.screens.board_screen import OpenEditor
from workbench.tui.screens.review_layout import TALL
from workbench.tui.screens.typing_screen import TypingScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.input_bar import InputBar
from workbench.tui.widgets.plain_list import INSET, PlainList

if TYPE_CHECKING:
    from workbench.core.replay.units import Split


class OpenText(NamedTuple):
    """The text that is open, as it is now."""

    board: Callable[[], Board]
    checked: Callable[[], CheckReport | None]
    """None while the checks run."""


class Workshop(NamedTuple):
    """What the screens of personas and rubrics work with."""

    desk: Desk
    keys: Keys
    open_editor: OpenEditor
    text: OpenText | None
    """None where no text is open: nothing can be tried, and no project takes part."""
    take: Callable[[Library], None]
    """Gets what can be used whenever a file was changed."""
    settle: Callable[[Settings], None]
    """Gets who is to read and judge the open text, until it is left."""

    @property
    def shelf(self) -> Shelf:
        """The files.

        Raises:
            UsageError: there are none to be written here.
        """
        if self.desk.shelf is None:
            raise UsageError("Personas and rubrics cannot be written here.")
        return self.desk.shelf


class ContentFrame(TypingScreen):
    """A title, what is worked on, a line on what was done, the keys."""

    place: Where

    def __init__(self, workshop: Workshop) -> None:
        super().__init__()
        self.workshop = workshop
        self.keys = workshop.keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: none does while a line is typed."""
        if action != "act":
            return True
        return self.place in action_of(str(parameters[0])).where and not self.query_one(InputBar).asking

    def status_line(self, room: int) -> list[Piece]:
        """What was done last, or what may be typed."""
        asking = self.query_one(InputBar)
        if asking.asking:
            return line_of_parts([Part(asking.hint, Tone.MUTED)], [], room)
        return self.said_line(room) if self._said[0] else self.quiet_line(room)

    def quiet_line(self, room: int) -> list[Piece]:
        """What stands in the status line while there is nothing to tell."""
        return []

    def footer_line(self, room: int) -> list[Piece]:
        """The keys that are of use now."""
        if self.query_one(InputBar).asking:
            return typing_line(completes=False, room=room)
        return footer_line(self.keys, self.place, room)

    async def replay_earlier(self, item: Persona | Rubric) -> None:
        """Compare a wording with the one that read before it, on everything that was marked.

        Raises:
            UsageError: no other wording of it has read anything.
        """
        # Large, and the main screen has this module.
        from workbench.core.replay.units import Split
        from workbench.core.trust.wordings import earlier_of

        earlier = earlier_of(item, await self.workshop.desk.store.replays.bodies())
        if not earlier:
            raise UsageError(
                f"No other wording of {item.name} has read anything: change a word, then both are compared."
            )
        self.replay(item, earlier[0], Split.ALL, "this wording against the one before it")

    def replay(self, new: Persona | Rubric, old: Persona | Rubric, split: "Split", which: str) -> None:
        """Compare two wordings on what was marked, on a screen that asks before it sends."""
        from workbench.core.replay.concluding import side_of
        from workbench.core.replay.units import Wish
        from workbench.tui.screens.replaying import ReplayScreen

        desk = self.workshop.desk
        models = desk.settings.models
        wish = Wish(side_of(new, models), side_of(old, models), split=split)
        self.app.push_screen(ReplayScreen(desk, wish, f"{new.name}: {which}"))

    async def leave(self) -> None:
        """Back to where this was opened from, at once."""
        self.dismiss()

    async def leave_program(self) -> None:
        """Leave the program as the screen below does."""
        await leave_below(self)


class ListFrame(ContentFrame):
    """A list under headings, and the details of what is under the cursor."""

    headings: Sequence[Piece] = ()

    def title_line(self, room: int) -> list[Piece]:
        """What is listed."""
        raise NotImplementedError

    def paint(self) -> None:
        """Draw everything."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The list under its headings, what is under the cursor, what was done, keys."""
        yield Bar(self.title_line, id="content-title")
        yield Bar(lambda room: [(" " * (INSET - 1), Tone.PLAIN), *self.headings], id="content-headings")
        yield PlainList(id="content-list")
        yield DetailsPane(id="details")
        yield Bar(self.status_line, id="status")
        yield InputBar(id="ask")
        yield Bar(self.footer_line, id="footer")

    def on_resize(self, event: events.Resize) -> None:
        """Give the details more room where there is some."""
        self.set_class(event.size.height >= TALL, "-tall")
        self.call_after_refresh(self.paint)

    def take_focus(self) -> None:
        """Give the keys back to the list."""
        self.query_one(PlainList).focus()
        self.paint_bars()
