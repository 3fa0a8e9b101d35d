"""Leaving an artifact and coming back to it: where the person was, what changed, what a moved file was."""

from contextlib import suppress
from pathlib import Path

from rich.text import Text
from textual import work

from workbench.core.artifacts import Artifact
from workbench.core.board import Board
from workbench.core.errors import StoreError, WorkbenchError
from workbench.core.marks import Target
from workbench.core.moved import Candidate, MovedFiles
from workbench.core.previews import Preview
from workbench.core.returned import Since, place_again, since
from workbench.core.text.display_text import neutralised
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, Place, RowLine, Whole
from workbench.tui.previews import preview_of
from workbench.tui.screens.looking_up import LookUpActions
from workbench.tui.screens.offer import OfferScreen
from workbench.tui.tones import Tone


class ReturnActions(LookUpActions):
    """What is remembered when the person leaves is told and restored when they come back."""

    history_of: Path | None = None
    """Where a text was whose history this one is to take over; None to ask where it looks like one."""
    from_home = False
    """Whether leaving goes back to the list of every artifact."""
    goes_on_with = ""
    """Where the text was whose history this one has just taken over; empty where it took over none."""
    offered: tuple[Candidate, ...] = ()
    """What the text may have been before it moved, the likeliest first."""
    went_wrong: WorkbenchError | None = None
    """Why the artifact could not be opened."""
    _kept = False
    """Whether it is remembered where the person was."""
    _previewed: Board | None = None
    """The board whose preview is kept."""
    _last_seen: Board | None = None
    """The board when it was last looked whether its preview is kept."""

    def leave(self) -> None:
        """Go home if this was opened from there, else out of the program."""
        self.run_worker(self._leave(), group="leave", exclusive=True)

    async def _leave(self) -> None:
        await self.attempt(self.keep_place())
        if self.from_home:
            self.dismiss()
        else:
            self.app.exit()

    async def leave_program(self) -> None:
        """Leave the program, not for the list of every artifact."""
        self.from_home = False
        await self.do_quit()

    def leave_unopened(self, error: WorkbenchError) -> None:
        """Leave with the reason why the artifact cannot be opened."""
        if self.from_home:
            self.went_wrong = error
            self.dismiss()
        else:
            self.app.exit(return_code=2, message=Text(neutralised(str(error))))

    async def keep_place(self) -> None:
        """Remember where the person is, once; not before a question that was asked first is answered.

        Raises:
            StoreError: the database cannot be used.
        """
        if self.board is not None and not self._kept and not self.offered:
            self._kept = True
            await self.desk.store.leave(self.board.artifact, self.board.revision, self._place())
            await self.keep_preview(self._place() or Whole.TEXT)

    async def keep_preview(self, place: Place | None = None) -> None:
        """Keep what is shown first when this is opened next, with the cursor on a place.

        None: where it will be if this is not left but killed. What cannot be kept is not missed, and until
        the checks are done the one of last time stays.
        """
        if self.checked is not None:
            self._previewed = self.shown
            with suppress(StoreError):
                await self.desk.store.save_preview(self.shown.artifact, self.make_preview(place))

    def make_preview(self, place: Place | None = None) -> Preview:
        """Keep in mind what is shown, as `keep_preview` stores it."""
        self.preview = preview_of(self.desk, self.shown, self.checked, self.keys, self.odds, place)
        return self.preview

    async def keep_settled_preview(self) -> None:
        """Keep what is shown first where it has changed, but not while the person goes on deciding."""
        settled, self._last_seen = self.board is self._last_seen, self.board
        if settled and self.board is not self._previewed and not self.shown.running:
            await self.keep_preview()

    async def on_unmount(self) -> None:
        """Remember where the person is, however the screen ends: a closed terminal and a signal too."""
        try:
            await self.keep_place()
        except WorkbenchError as error:
            self.app.exit(return_code=2, message=Text(neutralised(str(error))))

    def _place(self) -> Target | None:
        """The row under the cursor, or the first one below a heading."""
        line: Line | None = self.line
        if isinstance(line, HeadingLine):
            index = self.lines.index(line.place) or 0
            line = next((each for each in self.lines.all[index:] if isinstance(each, RowLine)), None)
        return line.row.target if isinstance(line, RowLine | FindingLine) else None

    def come_back(self) -> None:
        """Go where the person was, or to the first row that asks for a mark, and say what changed since."""
        left = self.shown.history.left
        self.since = since(self.shown)
        place: Place = self.lines.first
        if left is not None:
            place = place_again(left, self.shown) or Whole.TEXT
        if isinstance(place, Target) and self.lines.index(place) is None:
            self._unfold(place)
        self.cursor = place
        self.paint()
        self.go_to_words()

    def tell_since(self, since: Since) -> None:
        """Say what happened since the person left."""
        now = self.desk.clock.now()
        tone = Tone.WARNING if since.void else Tone.MUTED
        self.say(since.sentence(now), tone, (since.short_sentence(now),))

    async def find_history(self) -> None:
        """Take over the history that was said to be this text's; else see whether there is one to offer.

        Raises:
            StoreError: the database cannot be used.
            UsageError: the text has a history of its own, or there is none where it was said to be.
        """
        moved, board = MovedFiles(self.desk.store, self.desk.files), self.shown
        if self.history_of:
            old, self.history_of = await moved.opened_at(self.history_of, board.artifact), None
            await self._take_over(old)
            self.board = await self.desk.open_unchecked(self.path, self.kind)
        elif self._is_fresh():
            self.offered = await moved.candidates(board.artifact, board.revision)

    @work(group="offer")
    async def offer_history(self) -> None:
        """Ask whether the text is one that moved, and go on with the history of that."""
        question = OfferScreen(self.offered, self.keys, self.desk.clock.now())
        if await self.app.push_screen_wait(question):
            await self.attempt(self._go_on_with(self.offered[0].known.artifact))
        self.offered = ()

    async def _go_on_with(self, old: Artifact) -> None:
        await self._take_over(old)
        await self.load()
        await self.show_opened()

    async def _take_over(self, old: Artifact) -> None:
        await MovedFiles(self.desk.store, self.desk.files).take_over(old, self.shown.artifact)
        self.goes_on_with = old.path

    async def load(self) -> None:
        """Open the artifact, so that `show_opened` can show it."""
        raise NotImplementedError

    async def show_opened(self) -> None:
        """Show what was opened."""
        raise NotImplementedError

    def _is_fresh(self) -> bool:
        """Whether nothing was read or decided here; saves a look at every known text otherwise."""
        history = self.shown.history
        return not (history.rounds or history.decisions or history.left)
