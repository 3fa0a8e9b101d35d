"""Home: every artifact of the database, a line each."""

import shlex
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input, Static

from workbench.core.artifacts import LARGE, Artifact, Kind, size_in_words
from workbench.core.desk import Desk
from workbench.core.entries import Entry
from workbench.core.errors import ArtifactError, WorkbenchError
from workbench.core.home import Home
from workbench.core.ports import Library
from workbench.core.taglines.checks import LineChecks
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, action_of, bindings
from workbench.tui.footer import typing_line
from workbench.tui.home_layout import home_help_lines
from workbench.tui.keymaps import Keys
from workbench.tui.screens.asking import ConfirmScreen
from workbench.tui.screens.board_screen import OpenEditor
from workbench.tui.screens.content_frame import Workshop
from workbench.tui.screens.home_frame import HomeFrame
from workbench.tui.screens.page import PageScreen
from workbench.tui.screens.report import ReportScreen, opens_elsewhere
from workbench.tui.screens.telling import TellingScreen
from workbench.tui.tones import Part, Piece, Tone, drawn, line_of_parts
from workbench.tui.widgets.home_list import HomeList
from workbench.tui.widgets.input_bar import InputBar

NOTHING_YET = (
    ("No text is listed.\n\n", Tone.PLAIN),
    ("workbench open README.md", Tone.KEY),
    (" opens one; from then on it is listed here.", Tone.PLAIN),
)
"""What is said where the list is empty."""


class HomeHelpScreen(PageScreen):
    """The keys of home, and what its columns say."""

    def __init__(self, keys: Keys) -> None:
        super().__init__()
        self._keys = keys

    def lines(self, room: int) -> list[list[Piece]]:
        """The page at this width."""
        return home_help_lines(self._keys, room)


class HomeScreen(TellingScreen, HomeFrame):
    """Lists the artifacts at once and fills each line in as it is computed; enter opens one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if Where.HOME in a.where and a.id != "palette")
    ]

    def __init__(
        self,
        desk: Desk,
        keys: Keys,
        open_editor: OpenEditor,
        poll: float = 1.0,
        line_checks: Callable[[], LineChecks] | None = None,
    ) -> None:
        """Set what opens an artifact; `poll` is in seconds between looks at its file.

        `line_checks` makes what candidates are checked by; without it these open as any text.
        """
        super().__init__((), keys)
        self.desk = desk
        self._open_editor = open_editor
        self._poll = poll
        self._line_checks = line_checks
        self._home = Home(desk.store, desk.files)
        self.words = ""
        """What an artifact must say to be shown."""
        self._listed = False

    def compose_list(self) -> ComposeResult:
        """The list, and what stands in its place where it is empty."""
        yield from super().compose_list()
        yield Static(drawn(NOTHING_YET), id="home-empty", markup=False)

    def compose_more(self) -> ComposeResult:
        """A line to type into."""
        yield InputBar(id="ask")

    def on_mount(self) -> None:
        """Say how each artifact stands."""
        super().on_mount()
        self.refill()

    async def load(self) -> None:
        """List every artifact by name, those whose stand is known with it.

        Raises:
            StoreError: the database cannot be used.
        """
        before = self.entries
        self.entries = {
            entry.known.artifact.id: replace(entry, line=known.line) if known else entry
            for entry in await self._home.entries()
            for known in (before.get(entry.known.artifact.id),)
        }
        self._listed = True

    @work(group="home", exclusive=True)
    async def refill(self) -> None:
        """List every artifact by name, then say how each stands, one by one."""
        try:
            await self.load()
            self.paint()
            for entry in tuple(self.entries.values()):
                self._fill(await self._home.completed(entry))
        except WorkbenchError as error:
            self.say(str(error), Tone.ERROR)

    def _fill(self, entry: Entry) -> None:
        id = entry.known.artifact.id
        # It may have been taken off the list meanwhile.
        if id in self.entries:
            self.entries = {**self.entries, id: entry}
            self.paint()

    @property
    def shown(self) -> list[Entry]:
        """The entries that say the words that were asked for; the one under the cursor stays."""
        return [entry for id, entry in self.entries.items() if id == self.cursor or entry.holds(self.words)]

    @property
    def now(self) -> datetime:
        """The time."""
        return self.desk.clock.now()

    def paint(self) -> None:
        """Draw everything."""
        super().paint()
        self.set_class(self._listed and not self.entries, "-empty")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: none does while text is typed."""
        if action != "act":
            return True
        return Where.HOME in action_of(str(parameters[0])).where and not self.query_one(InputBar).asking

    async def do_up(self) -> None:
        """To the line above."""
        self._step(-1)

    async def do_down(self) -> None:
        """To the line below."""
        self._step(1)

    async def do_page_up(self) -> None:
        """Up by as much as is seen."""
        self._step(-self.query_one(HomeList).page)

    async def do_page_down(self) -> None:
        """Down by as much as is seen."""
        self._step(self.query_one(HomeList).page)

    async def do_first(self) -> None:
        """To the first line."""
        self._step(-len(self.entries))

    async def do_last(self) -> None:
        """To the last line."""
        self._step(len(self.entries))

    def _step(self, by: int) -> None:
        ids = [entry.known.artifact.id for entry in self.shown]
        if ids:
            self.cursor = ids[max(0, min(len(ids) - 1, ids.index(self.cursor) + by))]
            self.paint()

    async def do_open(self) -> None:
        """Open the artifact under the cursor where the person left it."""
        entry = self.here
        if entry is None:
            self.say("There is nothing to open.")
            return
        path = Path(entry.known.artifact.path)
        if await self.desk.files.changed_at(path) is None:
            where = "open it where it is now, with `workbench open`"
            said = f"It is no longer there: {where}; its history is then offered."
            self.say(said, Tone.WARNING, (f"It is gone: {where}.",))
            return
        size = await self._bytes_at(path)
        if entry.known.artifact.kind is Kind.TAGLINES and self._line_checks is not None:
            await self._open_candidates(path, self._line_checks())
            return
        if size < LARGE:
            self._open(path)
            return
        holds = f"{path.name} holds {size_in_words(size)}: it is slow to open and dear to read. Open it?"
        self._confirm(holds, ("opens it", "leaves it"), partial(self._opened_anyway, path))

    async def _bytes_at(self, path: Path) -> int:
        """How many bytes a file holds; 0 for one that opening it will find cannot be read."""
        try:
            return len(await self.desk.files.read(path))
        except ArtifactError:
            return 0

    async def _opened_anyway(self, path: Path) -> None:
        self._open(path)

    def _open(self, path: Path) -> None:
        """Open what is at a path."""
        from workbench.tui.screens.review import ReviewScreen

        # Its readings are wanted now, those of the others when the person is back.
        self.workers.cancel_group(self, "home")
        review = ReviewScreen(self.desk, path, None, self.keys, self._open_editor, self._poll)
        review.from_home = True

        def back(_: None) -> None:
            if review.went_wrong:
                self.say(str(review.went_wrong), Tone.ERROR)
            self._renew_library()
            self.refill()

        self.app.push_screen(review, back)

    async def _open_candidates(self, path: Path, checks: LineChecks) -> None:
        """Open the board of candidates.

        Raises:
            ArtifactError: the file holds none any more.
        """
        from workbench.core.taglines.desk import TaglineDesk, Wish
        from workbench.tui.screens.taglines import TaglinesScreen

        desk = TaglineDesk(self.desk, checks)
        board = TaglinesScreen(desk, path, Kind.TAGLINES, Wish(), self.keys, self._poll)
        board.from_home = True
        await board.load()
        self.workers.cancel_group(self, "home")

        def back(_: None) -> None:
            self.refill()

        self.app.push_screen(board, back)

    @work(group="library", exclusive=True)
    async def _renew_library(self) -> None:
        """Learn what can be used now: personas and rubrics may have been changed from an opened text."""
        if self.desk.shelf is not None:
            self._take(await self.desk.shelf.library())

    def _take(self, library: Library) -> None:
        self.desk = replace(self.desk, library=library)

    async def do_personas(self) -> None:
        """Show every persona."""
        from workbench.tui.screens.personas import PersonasScreen

        self.app.push_screen(PersonasScreen(self._workshop))

    async def do_rubrics(self) -> None:
        """Show every rubric."""
        from workbench.tui.screens.rubrics import RubricsScreen

        self.app.push_screen(RubricsScreen(self._workshop))

    @property
    def _workshop(self) -> Workshop:
        return Workshop(self.desk, self.keys, self._open_editor, None, self._take, lambda _: None)

    def _confirm(self, question: str, answers: tuple[str, str], then: Callable[[], Awaitable[None]]) -> None:
        """Ask whether to do something, and do it where the person agrees."""

        async def decided(agreed: bool | None) -> None:
            if agreed:
                await self.attempt(then())

        self.app.push_screen(ConfirmScreen(question, self.keys, *answers), decided)

    async def do_unlist(self) -> None:
        """Take the artifact under the cursor off the list, once the person has agreed."""
        entry = self.here
        if entry is None:
            self.say("There is nothing to take off the list.")
            return
        artifact = entry.known.artifact
        question = (
            f"Take {artifact.name} ({entry.place}) off this list? Its readings and your marks stay in the "
            "database, and come back when you open the file again."
        )
        self._confirm(question, ("takes it off", "leaves it"), partial(self._unlist, artifact))

    async def _unlist(self, artifact: Artifact) -> None:
        ids = [entry.known.artifact.id for entry in self.shown]
        here = ids.index(artifact.id)
        await self.desk.store.unlist(artifact)
        self.cursor = next(iter([*ids[here + 1 :], *reversed(ids[:here])]), 0)
        await self.load()
        self.paint()
        back = f"`workbench open {shlex.quote(artifact.path)}` brings it back, with its marks"
        said = f"{artifact.name} is off the list"
        self.say(f"{said}; {back}.", shorter=(f"{said}; opening it brings it back, with its marks.",))

    async def do_search(self) -> None:
        """Ask which artifacts are shown."""
        hint = "words of a name, a place, a kind or a ruling; empty shows all"
        self.query_one(InputBar).ask("Show", self._show, self.words, hint)
        self.query_one(Input).select_all()
        self.paint_bars()

    async def _show(self, words: str) -> None:
        self.words = words.strip()
        matching = [id for id, entry in self.entries.items() if entry.holds(self.words)]
        if self.cursor not in matching:
            self.cursor = matching[0] if matching else 0
        self.paint()
        if not matching:
            self.say(f"No text says “{self.words}”; {self.keys.shown('back')} shows all.")

    async def do_back(self) -> None:
        """Show every artifact again."""
        if self.words:
            await self._show("")
            self.say("Every text is shown.")
        else:
            self.say(f"Nothing is open here; {self.keys.shown('quit')} leaves.")

    async def do_report(self) -> None:
        """How often each instrument is right."""
        report = await self.desk.report()
        self.app.push_screen(ReportScreen(report, self.desk.store.claim_words, opens_elsewhere))

    async def do_help(self) -> None:
        """The keys, and what the columns say."""
        self.app.push_screen(HomeHelpScreen(self.keys))

    @on(InputBar.Answered)
    async def _answered(self, message: InputBar.Answered) -> None:
        self._leave_input()
        await message.then(message.text)

    @on(InputBar.Left)
    def _leave_input(self) -> None:
        self.query_one(HomeList).focus()
        self.paint_bars()

    @on(HomeList.Pointed)
    def _point(self, message: HomeList.Pointed) -> None:
        self.cursor = self.shown[message.index].known.artifact.id
        self.paint()

    def _shown_part(self) -> Part:
        count = f"{len(self.shown)} of {len(self.entries)}"
        return Part(f"shown: {self.words}, {count}" if self.words else "", Tone.WARNING)

    def _status_line(self, room: int) -> list[Piece]:
        asking = self.query_one(InputBar)
        if asking.asking:
            return line_of_parts([Part(asking.hint, Tone.MUTED)], [], room)
        return self.said_line(room)

    def _footer_line(self, room: int) -> list[Piece]:
        asking = self.query_one(InputBar)
        return typing_line(asking.completes, room) if asking.asking else super()._footer_line(room)
