"""Candidates as they stand on the screen: a list under headings, beside or above what is known of one."""

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container, Vertical

from workbench.core.text.display_text import neutralised_line
from workbench.tui.action_kinds import Where
from workbench.tui.footer import footer_line
from workbench.tui.keymaps import Keys, keys_of
from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.screens.review_layout import TALL, WIDE
from workbench.tui.screens.typing_screen import TypingScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.input_bar import InputBar
from workbench.tui.widgets.plain_list import INSET, PlainList

_DECIDING = ("tagline_hide", "tagline_edit", "hit", "miss", "cant_tell")
"""Actions that decide about the row under the cursor."""


class TaglineFrame(TypingScreen):
    """A title, by what answers are right, the list, details, what was done, keys."""

    headings: Sequence[Piece] = ()
    where = Where.TAGLINES

    def compose(self) -> ComposeResult:
        """Everything in its place."""
        yield Bar(self.title_line, id="tagline-title")
        yield Bar(self.asked_line, id="tagline-asked")
        with Container(id="tagline-panes"):
            with Vertical(id="tagline-rows"):
                yield Bar(self._headings_line, id="tagline-headings")
                yield PlainList(id="tagline-list")
            yield DetailsPane(id="details")
        yield Bar(self.status_line, id="status")
        yield InputBar(id="ask")
        yield Bar(self.footer_line, id="footer")

    def on_mount(self) -> None:
        """Take the keys to the list."""
        self.listing.focus()

    def on_resize(self, event: events.Resize) -> None:
        """List and details side by side where there is room."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.set_class(event.size.height >= TALL, "-tall")

    @on(PlainList.Resized)
    def _lay_out_anew(self) -> None:
        self.paint()

    @property
    def listing(self) -> PlainList:
        """The list."""
        return self.query_one(PlainList)

    def paint(self) -> None:
        """Draw everything."""
        raise NotImplementedError

    def paint_bars(self) -> None:
        """Draw the single lines where they say something else by now."""
        for bar in self.query(Bar):
            bar.paint()

    def title_line(self, room: int) -> list[Piece]:
        """What is listed, and how far it is read."""
        raise NotImplementedError

    def asked_line(self, room: int) -> list[Piece]:
        """By what an answer is right."""
        raise NotImplementedError

    def _headings_line(self, room: int) -> list[Piece]:
        return [(" " * (INSET - 1), Tone.PLAIN), *self.headings]

    def status_line(self, room: int) -> list[Piece]:
        """What was done last."""
        return self.said_line(room)

    def footer_line(self, room: int) -> list[Piece]:
        """The keys that are of use now."""
        return footer_line(self.keys, self.where, room)


class TaglineGlimpse(TaglineFrame):
    """The candidates of a file while what is stored of them is being read; nothing can be done yet."""

    def __init__(self, name: str, texts: Sequence[str]) -> None:
        super().__init__()
        self.keys: Keys = keys_of({})
        self._file, self._texts = name, texts

    def paint(self) -> None:
        """Draw the candidates."""
        self.listing.show([[(text, Tone.PLAIN)] for text in self._texts], 0)
        self.paint_bars()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys are kept for the screen that takes this one's place."""
        return action != "act"

    def usable(self, kept: Sequence[events.Key], screen: ActionScreen) -> Sequence[events.Key]:
        """All keys, but none where one of them would decide about a row: the board has another order."""
        keys = {key for id in _DECIDING for key in screen.keys.by_action[id]}
        if all(keys.isdisjoint((event.key, *event.aliases)) for event in kept):
            return kept
        said = "The board was not open yet: the keys that you pressed did nothing."
        screen.say(said, Tone.WARNING)
        return ()

    def title_line(self, room: int) -> list[Piece]:
        """The file."""
        return line_of_parts([Part(neutralised_line(self._file), Tone.STRONG)], [], room)

    def asked_line(self, room: int) -> list[Piece]:
        """Not known yet."""
        return []

    def status_line(self, room: int) -> list[Piece]:
        """That it is being opened."""
        said = self.kept_words or "Opening; reading what is stored."
        return line_of_parts([Part(said, Tone.MUTED)], [], room)
