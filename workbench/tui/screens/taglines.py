"""The board of candidates: who got each, which can't be told apart, and what is read next."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType

from workbench.core.artifacts import Kind
from workbench.core.errors import WorkbenchError
from workbench.core.taglines.board import opened
from workbench.core.taglines.desk import TaglineDesk, Wish
from workbench.core.taglines.rows import State
from workbench.core.taglines.words import UNCOMPARED
from workbench.core.text.display_text import counted, width
from workbench.tui.action_kinds import CANDIDATES
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.footer import typing_line
from workbench.tui.keymaps import Keys
from workbench.tui.screens.report import ReportScreen, opens_elsewhere
from workbench.tui.screens.tagline_help import TaglineHelpScreen
from workbench.tui.screens.tagline_list import TaglineListScreen
from workbench.tui.tagline_words import asked_words, quiet_words, title_parts
from workbench.tui.tones import Part, Piece, Tone, line_of_parts
from workbench.tui.widgets.input_bar import InputBar


class TaglinesScreen(TaglineListScreen):
    """Asks for the intent once, counts by further questions, and has candidates read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if a.where & CANDIDATES and a.id != "palette")
    ]

    def __init__(
        self, desk: TaglineDesk, path: Path, kind: Kind | None, wish: Wish, keys: Keys, poll: float = 1.0
    ) -> None:
        """Set what is opened; `poll` is in seconds between looks whether the file has changed."""
        super().__init__()
        self.desk, self.path, self.kind, self.wish, self.keys = desk, path, kind, wish, keys
        self.from_home = False
        self._poll = poll
        self._changed_at: datetime | None = None

    async def load(self) -> None:
        """Open the candidates.

        Raises:
            ArtifactError: the file cannot be read, or holds none.
            StoreError: the database cannot be used.
            UsageError: nobody reads lines, or there is no title to show them under.
        """
        self.board = await self.desk.open(self.path, self.kind, self.wish)
        self._changed_at = await self.desk.desk.files.changed_at(self.path)
        self.order_rows()

    def on_mount(self) -> None:
        """Say what can be done first, and watch the file."""
        super().on_mount()
        self.set_interval(self._poll, self._watch)

    def ended(self) -> None:
        """Order what was read."""
        self.order_rows()
        self.arrived()

    def leave(self) -> None:
        """Back home, or out of the program."""
        if not self.from_home:
            self.app.exit()
            return
        while not self.is_current:
            self.app.pop_screen()
        self.dismiss()

    async def leave_program(self) -> None:
        """Leave the program, wherever this was opened from."""
        self.from_home = False
        await self.do_quit()

    def title_line(self, room: int) -> list[Piece]:
        """What is listed, and how far it is read."""
        left, right = title_parts(self.board, self.goal, self.words, len(self._order))
        if self.opened is not None:
            candidate = self.board.candidate(self.opened)
            left = [Part("Reads of", Tone.MUTED), Part(candidate.text if candidate else "", Tone.STRONG)]
        return line_of_parts(left, right, room)

    def asked_line(self, room: int) -> list[Piece]:
        """By what an answer is right."""
        asked = asked_words(self.board, self.keys)
        left, right = [Part(asked, Tone.HEADING)], []
        if self.board.question and self.board.reads:
            fits = width(asked) + 2 + width(UNCOMPARED) <= room
            right = [Part(UNCOMPARED if fits else State.UNCOMPARED.value, Tone.WARNING)]
        return line_of_parts(left, right, room)

    def status_line(self, room: int) -> list[Piece]:
        """What was done last, what may be typed, else what comes next."""
        asking = self.query_one(InputBar)
        if asking.asking:
            return line_of_parts([Part(asking.hint, Tone.MUTED)], [], room)
        if self._said[0]:
            return self.said_line(room)
        can_read = self.desk.desk.provider is not None
        among_reads = self.opened is not None
        return self.fitting_line(quiet_words(self.board, self.keys, can_read, among_reads), Tone.MUTED, room)

    def footer_line(self, room: int) -> list[Piece]:
        """The keys that are of use now."""
        if self.query_one(InputBar).asking:
            return typing_line(completes=False, room=room)
        return super().footer_line(room)

    async def do_intent(self) -> None:
        """Say what it is and for whom."""
        if not self.is_busy():
            self._ask_intent(self._intent_said)

    def _ask_intent(self, then: Callable[[], Awaitable[None]]) -> None:
        async def said(intent: str) -> None:
            if not intent.strip():
                self.say("Left as it was.")
                return
            self.fold(await self.desk.set_intent(self.board, intent))
            self.order_rows()
            self.paint()
            await then()

        hint = "one sentence, kept; what a reader says is right if it says this"
        self.ask("What is it, and for whom", said, self.board.intent, hint)
        self.go_on_typing()

    async def _intent_said(self) -> None:
        again = "; what was read is graded anew by it" if self.board.reads else ""
        self.say(f"Kept; {self.keys.shown('read')} has candidates read{again}.")

    async def do_read(self) -> None:
        """Propose to read on, and read when the person agrees; the intent is asked for first."""
        if self.is_busy():
            return
        if self.board.intent or self.desk.desk.provider is None:
            await self.propose(regrade=False)
        else:
            self._ask_intent(self.do_read)

    async def do_tagline_question(self) -> None:
        """Ask a further question of what readers answered."""
        if self.is_busy():
            return
        if not self.board.intent:
            self._ask_intent(self.do_tagline_question)
            return
        hint = "yes or no, of what readers answered; nothing is read anew; empty: whether they got it"
        self.ask("Is it so that", self._count_by, self.board.question, hint)

    async def _count_by(self, question: str) -> None:
        self.fold(await self.desk.ask(self.board, question))
        self.order_rows()
        self.paint()
        if self.board.question and self.board.reads:
            await self.propose(regrade=True)
        else:
            self.say("Counted by whether readers got it." if not self.board.question else "Kept.")

    async def do_tagline_count(self) -> None:
        """Count by the next question that was asked."""
        asked = ("", *self.board.questions)
        if len(asked) == 1:
            self.say(f"No further question was asked; {self.keys.shown('tagline_question')} asks one.")
            return
        if self.is_busy():
            return
        following = asked[(asked.index(self.board.question) + 1) % len(asked)]
        self.fold(await self.desk.ask(self.board, following))
        self.order_rows()
        self.paint()
        if left := sum(row.ungraded for row in self.board.rows.values()):
            key = self.keys.shown("tagline_question" if following else "read")
            self.say(f"{counted(left, 'read')} not graded by this yet; {key} has that done.")

    async def do_tagline_full(self) -> None:
        """Read every candidate as often, or leave some out on the way."""
        if self.is_busy():
            return
        race = replace(self.board.race, full=not self.board.race.full)
        self.wish = replace(self.wish, full=race.full)
        self.board = opened(replace(self.board, race=race))
        self.order_rows()
        self.paint()
        reads = self.keys.shown("read")
        if race.full:
            self.say(f"In full: every candidate is read {race.trials} times by each reader; {reads} reads.")
        else:
            self.say(f"A race: candidates that others beat are left out on the way; {reads} reads.")

    async def do_tagline_title(self) -> None:
        """Show candidates under the title, or alone."""
        if self.is_busy():
            return
        await self._reopen(replace(self.wish, under_title=not self.board.title))
        how = f"under “{self.board.title}”" if self.board.title else "alone"
        self.say(f"Read {how}: only reads made so are counted.")

    async def do_show_disk(self) -> None:
        """Show the candidates that the file holds now."""
        if not self.is_busy():
            before = {candidate.id for candidate in self.board.candidates}
            await self._reopen(self.wish)
            new = sum(candidate.id not in before for candidate in self.board.candidates)
            self.say(f"As the file is now: {len(self.board.candidates)} candidates, {new} of them new.")

    async def _reopen(self, wish: Wish) -> None:
        wish = replace(wish, under_title=bool(self.board.title) if wish is self.wish else wish.under_title)
        board = await self.desk.open(self.path, self.kind, wish)
        self._changed_at = await self.desk.desk.files.changed_at(self.path)
        self.wish = wish
        self.board = opened(replace(board, question=self.board.question))
        self.order_rows()
        self.paint()

    async def _watch(self) -> None:
        """See whether the file has changed."""
        try:
            changed = await self.desk.desk.files.changed_at(self.path)
        except WorkbenchError:
            return
        if changed is not None and changed != self._changed_at:
            self._changed_at = changed
            self.say(f"The file has changed: {self.keys.shown('show_disk')} shows it.", Tone.WARNING)

    async def do_report(self) -> None:
        """How often each instrument is right, the grader among them."""
        report = await self.desk.desk.report()
        self.app.push_screen(ReportScreen(report, self.desk.desk.store.claim_words, opens_elsewhere))

    async def do_help(self) -> None:
        """The keys, and what the columns say."""
        self.app.push_screen(TaglineHelpScreen(self.board, self.keys, self.where))
