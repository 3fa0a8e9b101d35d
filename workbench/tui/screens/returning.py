"""Leaving an artifact and coming back to it: where the person was, what changed, what a moved file was."""

from contextlib import suppress
from pathlib import Path

from rich.text import Text

from workbench.core.board import Board
from workbench.core.display_text import neutralised
from workbench.core.errors import StoreError, WorkbenchError
from workbench.core.marks import Target
from workbench.core.moved import MovedFiles
from workbench.core.returned import Since, place_again, since
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, Place, RowLine, Whole
from workbench.tui.previews import preview_of
from workbench.tui.screens.board_screen import BoardScreen
from workbench.tui.screens.offer import OfferScreen
from workbench.tui.tones import Tone


class ReturnActions(BoardScreen):
    """What is remembered when the person leaves is told and restored when they come back."""

    history_of: Path | None = None
    """Where a text was whose history this one is to take over; None to ask where it looks like one."""
    from_home = False
    """Whether leaving goes back to the list of every artifact."""
    goes_on_with = ""
    """Where the text was whose history this one has just taken over; empty where it took over none."""
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

    def leave_unopened(self, error: WorkbenchError) -> None:
        """Leave with the reason why the artifact cannot be opened."""
        if self.from_home:
            self.went_wrong = error
            self.dismiss()
        else:
            self.app.exit(return_code=2, message=Text(neutralised(str(error))))

    async def keep_place(self) -> None:
        """Remember where the person is, once.

        Raises:
            StoreError: the database cannot be used.
        """
        if self.board is not None and not self._kept:
            self._kept = True
            await self.desk.store.leave(self.board.artifact, self.board.revision, self._place())
            await self.keep_preview(self._place() or Whole.TEXT)

    async def keep_preview(self, place: Place | None = None) -> None:
        """Keep what is shown first when this is opened next, with the cursor on a place.

        None: where it will be if this is not left but killed. What cannot be kept is not missed.
        """
        board = self._previewed = self.shown
        assert self.checked is not None, "an open artifact has been checked"
        self.preview = preview_of(self.desk, board, self.checked, self.keys, self.odds, place)
        with suppress(StoreError):
            await self.desk.store.save_preview(board.artifact, self.preview)

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
        self.cursor = self.lines.first
        if left is not None:
            self.move(place_again(left, self.shown) or self.lines.all[0].place)
            self.moved = False
        self.paint()
        self.go_to_words()

    def tell_since(self, since: Since) -> None:
        """Say what happened since the person left."""
        now = self.desk.clock.now()
        tone = Tone.WARNING if since.void else Tone.MUTED
        self.say(since.sentence(now), tone, (since.short_sentence(now),))

    async def take_over_history(self) -> None:
        """Let the opened text take over the history of one that moved, where it was said to or is wanted.

        Raises:
            ArtifactError: the file cannot be read any more.
            StoreError: the database cannot be used.
            UsageError: the text has a history of its own, or there is none where it was said to be.
        """
        artifact, revision = self.shown.artifact, self.shown.revision
        moved = MovedFiles(self.desk.store, self.desk.files)
        if self.history_of:
            old = await moved.opened_at(self.history_of, artifact)
        else:
            candidates = await moved.candidates(artifact, revision) if self._is_fresh() else ()
            if not candidates:
                return
            if self.is_mounted:
                self.paint()
            old = candidates[0].known.artifact
            if not await self.app.push_screen_wait(OfferScreen(candidates, self.keys, self.desk.clock.now())):
                return
        await moved.take_over(old, artifact)
        self.goes_on_with = old.path
        self.board, self.checked = await self.desk.open(self.path, self.kind)

    def _is_fresh(self) -> bool:
        """Whether nothing was read or decided here; saves a look at every known text otherwise."""
        history = self.shown.history
        return not (history.rounds or history.decisions or history.left)
