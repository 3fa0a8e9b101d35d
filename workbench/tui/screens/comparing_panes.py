"""Two texts beside each other, how they differ, and the readers: what is seen of it, and moving about."""

import asyncio
from collections.abc import Iterable
from typing import Literal

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container

from workbench.core.comparing.agreement import JudgeAgreement
from workbench.core.comparing.desk import CompareDesk
from workbench.core.comparing.results import ReaderResult
from workbench.core.comparing.standing import Standing
from workbench.core.loop.revision_diff import RevisionDiff, revision_diff
from workbench.core.readings import Span
from workbench.tui.action_kinds import Where
from workbench.tui.actions import action_of
from workbench.tui.comparing_layout import reader_details, reader_rows, together_details
from workbench.tui.diff_layout import diff_layout
from workbench.tui.footer import footer_line
from workbench.tui.keymaps import Keys
from workbench.tui.screens.asking_readers import AskingReaders
from workbench.tui.screens.help import HelpScreen
from workbench.tui.screens.review_layout import TALL, WIDE
from workbench.tui.tones import Piece, joined
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.diff_view import DiffView
from workbench.tui.widgets.plain_list import PlainList
from workbench.tui.widgets.source_view import SourceView
from workbench.tui.widgets.texts_beside import TextsBeside

Pane = Literal["first", "second", "readers"]


class ComparingPanes(AskingReaders):
    """What is hidden is in no pane until it is revealed."""

    def __init__(self, desk: CompareDesk, standing: Standing, keys: Keys, send_secrets: bool) -> None:
        super().__init__(desk, standing, keys, send_secrets)
        self.revealed = standing.yours is not None
        """Whether what was hidden is seen."""
        self.pane: Pane = "readers" if self.revealed and standing.results else "first"
        self.here = 0
        """The row of the readers that the cursor is on: 0 for all together."""
        self.diffed = False
        """Whether it is shown how they differ, in place of the texts."""
        self._differences: RevisionDiff | None = None
        """How they differ; None until it was asked for."""
        self.agreements: tuple[JudgeAgreement, ...] = ()
        """How often readers choose as the person does."""

    @property
    def where(self) -> Where:
        """What the person is doing."""
        return Where.COMPARED if self.revealed else Where.COMPARING

    def title_line(self, room: int) -> list[Piece]:
        """What this is, and how far the readers are."""
        raise NotImplementedError

    def question_line(self, room: int) -> list[Piece]:
        """What is asked."""
        raise NotImplementedError

    def heading_line(self, place: int, room: int) -> list[Piece]:
        """What is said of the text of a place."""
        raise NotImplementedError

    def status_line(self, room: int) -> list[Piece]:
        """What was done last, or what can be done."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """What is asked, the texts or how they differ, what readers chose, what was done, keys."""
        texts = self.shown.comparison.texts
        yield Bar(self.title_line, id="compared")
        yield Bar(self.question_line, id="asked")
        yield TextsBeside((texts[0].revision.text, texts[1].revision.text), self.heading_line, id="texts")
        yield DiffView(id="diff-view")
        with Container(id="chosen"):
            yield PlainList(id="readers")
            yield DetailsPane(id="details")
        yield Bar(self.status_line, id="status")
        yield Bar(lambda room: footer_line(self.keys, self.where, room), id="footer")

    def on_resize(self, event: events.Resize) -> None:
        """Choose the form."""
        self.set_class(event.size.width >= WIDE, "-wide")
        self.show_panes()

    @property
    def texts(self) -> TextsBeside:
        """Both texts."""
        return self.query_one(TextsBeside)

    @property
    def size_for(self) -> tuple[bool, bool]:
        """Whether there is room for both texts, and for the readers below them."""
        return self.app.size.width >= WIDE, self.app.size.height >= TALL

    def show_panes(self) -> None:
        """Show what there is room for, and draw it."""
        wide, tall = self.size_for
        self.set_class(not wide, "-one")
        beneath = self.revealed and wide and tall
        readers = self.revealed and not self.diffed and (beneath or self.pane == "readers")
        self.texts.display = not self.diffed and (beneath or self.pane != "readers")
        self.texts.show_both(wide)
        self.query_one(DiffView).display = self.diffed
        self.query_one("#chosen").display = readers
        self._focus()
        self.call_after_refresh(self.paint)

    def _focus(self) -> None:
        used = self.query_one(DiffView) if self.diffed else self.texts.view
        (self.query_one(PlainList) if self.pane == "readers" and not self.diffed else used).focus()

    def paint(self) -> None:
        """Draw the readers, their words in the texts, and the lines."""
        if self.revealed:
            readers, details = self.query_one(PlainList), self.query_one(DetailsPane)
            self.here = min(self.here, len(self.shown.results))
            readers.show(reader_rows(self.shown, self.agreements, readers.room), self.here)
            room = max(1, details.scrollable_content_region.width)
            result = self.result
            lines = (
                together_details(self.shown, self.agreements, room)
                if result is None
                else reader_details(result, self.shown, self.agreements, room)
            )
            details.show(joined(lines))
        self.paint_bars()

    @on(PlainList.Resized)
    def _lay_out_readers_anew(self) -> None:
        self.paint()

    @property
    def result(self) -> ReaderResult | None:
        """The reader under the cursor; None for all together."""
        return self.shown.results[self.here - 1] if self.here else None

    def show_words(self) -> None:
        """Show in the texts what the reader under the cursor quotes of them."""
        result = self.result
        words = [list(self._quoted(result, text.revision.id)) for text in self.shown.comparison.texts]
        self.texts.show_words(words)

    @staticmethod
    def _quoted(result: ReaderResult | None, revision: int) -> Iterable[Span]:
        for reading in result.readings if result else ():
            quoted = reading.quoted(revision)
            if quoted and quoted.span:
                yield quoted.span

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now."""
        return action != "act" or bool(self.where & action_of(str(parameters[0])).where)

    async def do_pane(self) -> None:
        """To the other text, then to the readers."""
        panes: tuple[Pane, ...] = ("first", "second", "readers") if self.revealed else ("first", "second")
        if self.diffed:
            self.diffed = False
        self.use(panes[(panes.index(self.pane) + 1) % len(panes)])

    def use(self, pane: Pane) -> None:
        """Go to a pane."""
        self.pane = pane
        if pane != "readers":
            self.texts.use(("first", "second").index(pane))
        self.show_panes()

    @on(SourceView.Pointed)
    def _pointed(self, event: SourceView.Pointed) -> None:
        view = self.focused
        for place, text in enumerate(self.texts.views):
            if text is view:
                self.use("first" if place == 0 else "second")

    @on(PlainList.Pointed)
    def _point_at(self, event: PlainList.Pointed) -> None:
        self.pane = "readers"
        self._go_to_row(event.index)

    async def do_diff(self) -> None:
        """Show how the texts differ, or the texts again."""
        self.diffed = not self.diffed
        if self._differences is None:
            first, second = (text.revision.text for text in self.shown.comparison.texts)
            self._differences = await asyncio.to_thread(revision_diff, first, second)
        if self.diffed:
            self.say("- text 1, + text 2: which of them is older is not said.")
        self.show_panes()
        self.call_after_refresh(self._lay_out_diff, True)

    @on(DiffView.Resized)
    def _lay_out_diff_anew(self) -> None:
        self._lay_out_diff(False)

    def _lay_out_diff(self, top: bool) -> None:
        view = self.query_one(DiffView)
        if self.diffed and self._differences is not None and view.room:
            view.show(diff_layout(self._differences, (), view.room, str), top)

    async def do_next_change(self) -> None:
        """To the next place where they differ."""
        self._to_change(forward=True)

    async def do_previous_change(self) -> None:
        """To the place before."""
        self._to_change(forward=False)

    def _to_change(self, forward: bool) -> None:
        if self.diffed:
            found = self.query_one(DiffView).go_to_change(forward)
        else:
            if self.pane == "readers" and not all(self.size_for):
                self.use("first")
            number = self.texts.go_to_difference(forward)
            found = number is not None
            if number is not None:
                self.say(f"Difference {number} of {len(self.texts.parallel.differences)}.")
        if not found:
            self.say("There is no further difference." if forward else "There is no difference before.")

    async def do_up(self) -> None:
        """Up a reader, or a row of the texts."""
        self._move(-1)

    async def do_down(self) -> None:
        """Down a reader, or a row of the texts."""
        self._move(1)

    async def do_page_up(self) -> None:
        """Up a page of what is read."""
        self._page(-1)

    async def do_page_down(self) -> None:
        """Down a page."""
        self._page(1)

    async def do_first(self) -> None:
        """To the beginning."""
        self._move(-1_000_000)

    async def do_last(self) -> None:
        """To the end."""
        self._move(1_000_000)

    def _move(self, by: int) -> None:
        if self.diffed:
            self.query_one(DiffView).scroll_rows(by)
        elif self.pane == "readers":
            self._go_to_row(self.here + by)
        else:
            self.texts.scroll_rows(by)

    def _go_to_row(self, row: int) -> None:
        self.here = max(0, min(row, len(self.shown.results)))
        self.paint()
        if all(self.size_for):
            self.show_words()

    def _page(self, by: int) -> None:
        if self.diffed:
            view = self.query_one(DiffView)
            view.scroll_rows(by * view.page)
        elif self.texts.display:
            self.texts.scroll_rows(by * self.texts.page)
        else:
            details = self.query_one(DetailsPane)
            (details.action_page_down if by > 0 else details.action_page_up)()

    async def do_back(self) -> None:
        """Close the diff; nothing else is left so."""
        if self.diffed:
            self.diffed = False
            self.show_panes()
        else:
            self.say(f"{self.keys.shown('quit')} leaves; what you kept is stored.")

    async def do_help(self) -> None:
        """Every key and sign."""
        self.app.push_screen(HelpScreen(self.keys, {}, self.where))
