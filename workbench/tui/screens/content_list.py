"""The personas or the rubrics: every file, how it stands, how often it was right, and what can be done."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from workbench.core.artifacts import Kind
from workbench.core.errors import UsageError, WorkbenchError
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Settings
from workbench.core.shelf import Shelved
from workbench.core.trust.instruments import Report
from workbench.core.trust.wordings import (
    Figures,
    claiming,
    earlier_of,
    figures_of,
    heading_of,
    marked_of,
    to_edit_by,
)
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.screens.content_files import FileActions
from workbench.tui.screens.content_frame import ListFrame, Workshop
from workbench.tui.screens.content_pages import (
    ContentHelpScreen,
    FileScreen,
    PromptScreen,
    WordingsScreen,
)
from workbench.tui.shelf_layout import LEGEND, Lines, file_details, shelf_lines
from workbench.tui.tones import Part, Piece, Tone, joined, line_of_parts
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.plain_list import PlainList
from workbench.tui.wording_layout import Wording


class ContentListScreen(ListFrame, FileActions):
    """Lists the files of one sort at once, and fills in the rates when they are counted."""

    place = Where.CONTENT
    titled: str
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if Where.CONTENT in a.where and a.id != "palette")
    ]

    def __init__(self, workshop: Workshop) -> None:
        super().__init__(workshop)
        self.report: Report | None = None
        self._lines: Lines = []

    def on_mount(self) -> None:
        """List the files, then count."""
        self.take_focus()
        self.refill()

    @property
    def text_path(self) -> Path | None:
        """Where the open text is; None where none is."""
        text = self.workshop.text
        return Path(text.board().artifact.path) if text else None

    @work(group="content", exclusive=True)
    async def refill(self) -> None:
        """List every file, then say how often each was right."""
        try:
            await self.load()
            if self.report is None:
                self.report = await self.workshop.desk.report()
                self.paint()
        except WorkbenchError as error:
            self.say(str(error), Tone.ERROR)

    async def load(self) -> None:
        """List every file anew, and have what can be used taken."""
        shelf = self.workshop.shelf
        self.files = await shelf.listed(self.sort, self.text_path)
        library = await shelf.library(self.text_path)
        self.workshop = self.workshop._replace(desk=replace(self.workshop.desk, library=library))
        self.workshop.take(library)
        self.paint()

    def figures(self, file: Shelved) -> Figures:
        """How often a file was right; nothing while that is not known."""
        if self.report is None or file.item is None:
            return Figures()
        return figures_of(self.report, file.item.source, heading_of(file.item))

    @property
    def place_in_list(self) -> int:
        """The index of the file under the cursor."""
        return next((n for n, file in enumerate(self.files) if file.path == self.cursor), 0)

    @property
    def here(self) -> Shelved:
        """The file under the cursor.

        Raises:
            UsageError: there is none.
        """
        if not self.files:
            raise UsageError(f"There are no {self.sort} here.")
        return self.files[self.place_in_list]

    @property
    def item(self) -> Persona | Rubric:
        """What the file under the cursor says.

        Raises:
            UsageError: it is broken, or nobody has looked at it.
        """
        if self.here.waits:
            raise UsageError(f"Look at it first: {self.keys.shown('open')} shows it in full.")
        if self.here.item is None:
            raise UsageError(f"{self.here.name} is broken: {self.keys.shown('content_edit')} puts it right.")
        return self.here.item

    def paint(self) -> None:
        """Draw everything."""
        listed = self.query_one(PlainList)
        figures = [self.figures(file) for file in self.files]
        if self.files:
            self.headings, self._lines = shelf_lines(self.files, figures, listed.room)
        listed.show(self._lines if self.files else [], self.place_in_list)
        self._paint_details()
        self.paint_bars()

    def _paint_details(self) -> None:
        details = self.query_one(DetailsPane)
        room = max(20, details.scrollable_content_region.width)
        lines: Lines = [[(f"No {self.sort} yet.", Tone.MUTED)]]
        if self.files:
            lines = [*file_details(self.here, self.figures(self.here), room), *self.more_details(room)]
        details.show(joined(lines))

    def more_details(self, room: int) -> Lines:
        """What else is known of the file under the cursor."""
        if not self.here.waits:
            return self._taking_part()
        said = f"{self.keys.shown('open')} shows all of it; at its end you can trust it."
        return [[(said, Tone.WARNING)]]

    def _taking_part(self) -> Lines:
        """That it reads or judges the open text as things stand."""
        text, item = self.workshop.text, self.here.usable
        if text is None or item is None:
            return []
        try:
            plan = self.workshop.desk.plan(text.board().artifact)
        except UsageError:
            return []
        does = "reads" if isinstance(item, Persona) else "judges"
        part = [each.source for each in (*plan.readers, plan.rubric) if each is not None]
        said = f"It {does} {text.board().artifact.name} in the next round."
        return [[(said, Tone.GOOD)]] if item.source in part else []

    @on(PlainList.Resized)
    def _resized(self) -> None:
        self.paint()

    @on(PlainList.Pointed)
    def _pointed(self, message: PlainList.Pointed) -> None:
        self._go_to(message.index)

    def go_to(self, file: Shelved) -> None:
        """Put the cursor on a file."""
        self._go_to(self.files.index(file))

    def _go_to(self, index: int) -> None:
        if self.files:
            self.cursor = self.files[max(0, min(len(self.files) - 1, index))].path
            self.query_one(PlainList).show(self._lines, self.place_in_list)
            self._paint_details()

    def title_line(self, room: int) -> list[Piece]:
        """Which files are listed, and beside what."""
        text = self.workshop.text
        of = f"beside {text.board().artifact.name}" if text else "no text is open"
        waiting = sum(file.waits for file in self.files)
        waits = f"{waiting} not looked at" if waiting else ""
        left = [Part(self.titled, Tone.STRONG), Part(f"{len(self.files)} files, {of}", Tone.MUTED, 1)]
        return line_of_parts(left, [Part(waits, Tone.WARNING)], room)

    def quiet_line(self, room: int) -> list[Piece]:
        """What the rates are."""
        ways = LEGEND if self.report else ("Counting how often each was right.",)
        return self.fitting_line(ways, Tone.MUTED, room)

    async def do_up(self) -> None:
        """To the file above."""
        self._go_to(self.place_in_list - 1)

    async def do_down(self) -> None:
        """To the file below."""
        self._go_to(self.place_in_list + 1)

    async def do_page_up(self) -> None:
        """Up by a page of the details, where there is more than is seen."""
        self._scroll(-1)

    async def do_page_down(self) -> None:
        """Down by a page of the details."""
        self._scroll(1)

    def _scroll(self, by: int) -> None:
        details = self.query_one(DetailsPane)
        details.scroll_relative(y=by * max(1, details.size.height - 1), animate=False)

    async def do_first(self) -> None:
        """To the first file."""
        self._go_to(0)

    async def do_last(self) -> None:
        """To the last file."""
        self._go_to(len(self.files) - 1)

    async def do_open(self) -> None:
        """Show the file in full; one that waits to be looked at can be trusted there."""
        if self.here.waits:
            await self.do_content_trust()
        else:
            self.app.push_screen(FileScreen(self.here))

    async def do_back(self) -> None:
        """Back to where this was opened from."""
        await self.leave()

    async def do_quit(self) -> None:
        """Back to where this was opened from."""
        await self.leave()

    async def do_help(self) -> None:
        """The keys, and what the columns say."""
        self.app.push_screen(ContentHelpScreen(self.keys, self.place))

    async def do_content_use(self) -> None:
        """Have what is under the cursor read or judge the open text until that is left, or no more."""
        text, item, desk = self.workshop.text, self.item, self.workshop.desk
        if text is None:
            flag = "reader" if self.sort == "personas" else "rubric"
            raise UsageError(
                f"No text is open: `workbench open PATH --{flag} {item.name}` opens one with it."
            )
        if self.here.usable is None:
            raise UsageError(f"This {item.name} is {self.here.stand.value}: it is not used.")
        artifact = text.board().artifact
        if artifact.kind not in item.kinds:
            raise UsageError(f"{item.name} is not for a text of kind {artifact.kind.value!r}.")
        readers = [reader.name for reader in desk.plan(artifact).readers]
        changed = replace(desk, settings=self.with_it(desk.settings, artifact.kind, readers))
        plan = changed.plan(artifact)
        self.workshop = self.workshop._replace(desk=changed)
        self.workshop.settle(changed.settings)
        read = ", ".join(reader.name for reader in plan.readers) or "nobody"
        judged = plan.rubric.name if plan.rubric else "nobody"
        here = f"Until you leave, {artifact.name} is read by {read} and judged by {judged}."
        self.say(here, Tone.GOOD, (f"Read by {read}; judged by {judged}.",))
        self.paint()

    def with_it(self, settings: Settings, kind: Kind, readers: Sequence[str]) -> Settings:
        """Settings under which what is under the cursor takes part beside these readers, or no more."""
        raise NotImplementedError

    async def do_content_prompt(self) -> None:
        """Show what would be sent."""
        text = self.workshop.text
        if text is None:
            raise UsageError("No text is open: open one to see what would be sent of it.")
        board, desk = text.board(), self.workshop.desk
        checked = text.checked()
        self.app.push_screen(PromptScreen(self.item, board, checked, desk.settings.models))

    async def do_content_diff(self) -> None:
        """Compare its wordings."""
        item, store = self.item, self.workshop.desk.store
        bodies = await store.replays.bodies()
        others = earlier_of(item, bodies)
        if not others:
            self.say("No other wording of it has read anything, so there is nothing to compare.")
            return
        may_see = to_edit_by(await store.histories())
        wordings = [
            Wording(each, await marked_of(store, claiming(each), may_see), self._figures_at(each))
            for each in (item, *others)
        ]
        self.app.push_screen(WordingsScreen(wordings))

    async def do_content_replay(self) -> None:
        """Compare its wording with the one before it."""
        await self.replay_earlier(self.item)

    def _figures_at(self, item: Persona | Rubric) -> Figures:
        if self.report is None:
            return Figures()
        return replace(figures_of(self.report, item.source, heading_of(item)), earlier=())
