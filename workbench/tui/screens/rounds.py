"""Keys that read the text, on disk or with readers: open, watch, edit, read and stop."""

import asyncio
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from textual import on, work
from textual.app import SuspendNotSupported

from workbench.core.board import advance, opened
from workbench.core.errors import UsageError, WorkbenchError
from workbench.core.events import ReadingFailed, ReadingProgressed, ReadingStarted, RoundFinished
from workbench.core.history import Round, RoundState
from workbench.core.odds import like_these
from workbench.core.proposals import Proposal
from workbench.core.rows import Group
from workbench.core.sources import SourceKind
from workbench.core.unread import failed_readings
from workbench.tui.failures import told, ways
from workbench.tui.highlights import span_of
from workbench.tui.list_lines import Whole, asks_for_mark
from workbench.tui.messages import Broke, Reported
from workbench.tui.screens.ignoring import IgnoreActions
from workbench.tui.screens.marking import SHOWN_ANEW
from workbench.tui.screens.proposal import ProposalScreen
from workbench.tui.tones import Tone
from workbench.tui.widgets.input_bar import InputBar

ASK_FROM = 0.50
"""Dollars from which a round is shown before it is sent even where the person agreed before."""


class RoundActions(IgnoreActions):
    """A round goes on while the list is worked through."""

    stopping: asyncio.Event | None = None
    leaving = False
    """Whether to leave as soon as the round has stopped."""
    welcome: tuple[str, ...] = ()
    """What is said first instead of where the text stands, the fullest first."""
    _was_killed = False
    """Whether the last round was cut off."""
    _changed_at: datetime | None = None
    """When the file was written that was looked at last."""
    _unseen = ""
    """Why the file could not be watched the last time; empty where it could."""

    @work(group="open")
    async def open_artifact(self) -> None:
        """Open the artifact and show it; leave with the reason where that cannot be."""
        try:
            await self.load()
        except WorkbenchError as error:
            self.leave_unopened(error)
            return
        await self.begin()

    async def load(self) -> None:
        """Open the artifact and run its checks, so that `begin` can show it.

        Raises:
            ArtifactError: it cannot be read.
            StoreError: the database cannot be used.
            UsageError: it was to take over a history that it cannot have.
        """
        self.board, self.checked = await self.desk.open(self.path, self.kind)
        await self.find_history()
        if closed := await self.desk.close_killed_round(self.board):
            self.board = advance(self.board, closed)
            self._was_killed = True
        others = await self.desk.store.histories(without=self.board.artifact)
        self.odds_elsewhere = like_these(others)
        self._changed_at = await self.desk.files.changed_at(self.path)
        await self.look_at_age()
        await self.look_at_own()
        await self.keep_preview()

    async def begin(self) -> None:
        """Show what was opened, and watch its file."""
        await self.show_opened()
        self.set_interval(self.poll, self._watch)
        if self.offered:
            self.offer_history()

    async def show_opened(self) -> None:
        """Show what was opened, and what there is to say of it."""
        self.paint()
        self.come_back()
        self.run_worker(self.ask_anew(), group="ask anew", exclusive=True)
        await self._greet(self._was_killed)
        if self.goes_on_with:
            self.say(f"This text goes on with the history of {self.goes_on_with}.")

    async def _greet(self, was_killed: bool) -> None:
        read = self.keys.shown("read")
        unread = not any(r.source.kind is not SourceKind.CHECK for r in self.shown.history.readings)
        if self.welcome:
            first, *shorter = self.welcome
            self.say(first, shorter=shorter)
        elif was_killed:
            self.say(f"The last round was cut off; {read} reads what is missing.", Tone.WARNING)
        elif self.tell_ignores():
            pass
        elif begun := self.own_goes_on:
            since = f"; {self.since.short_sentence(self.desk.clock.now())}" if self.since else ""
            self.say(f"{begun}{since}", shorter=(begun,))
        elif self.since is not None and (self.desk.provider or not unread):
            self.tell_since(self.since)
        elif notices := self._notices():
            self.say(" ".join(notices), Tone.WARNING, notices)
        elif self.desk.provider is None:
            self.say(*self.without_reader)
        elif not self.shown.history.rounds:
            self.say(f"Nothing has read this text yet: {read} reads it.")

    def _notices(self) -> tuple[str, ...]:
        """What had to be done to read the text, and what its repository brings in vain."""
        return (*self.shown.revision.notices, *(self.checked.notices if self.checked else ()))

    async def _watch(self) -> None:
        """See whether the file has changed."""
        unseen = ""
        await self.keep_settled_preview()
        try:
            await self._look_if_changed()
            await self._look_if_read_elsewhere()
        except WorkbenchError as error:
            unseen = str(error)
        if unseen and unseen != self._unseen:
            self.say(unseen, Tone.WARNING)
        elif self._unseen and not unseen:
            self.say("The file is back.")
        self._unseen = unseen
        self.paint_bars("artifact")

    async def _look_if_changed(self) -> None:
        changed = await self.desk.files.changed_at(self.path)
        await self.look_at_age()
        if changed != self._changed_at:
            await self._look()
            self._changed_at = changed

    async def _look_if_read_elsewhere(self) -> None:
        """Show the round that another window made, once it is done with it."""
        last = self.shown.history.last_round
        if last is None or self.stopping is not None or not self.shown.read_elsewhere:
            return
        # Whoever can claim it knows that nobody reads it any more.
        if await self.desk.store.claim(last):
            await self.desk.store.release(last)
            await self._show_stored_rounds()

    async def _look(self) -> None:
        self.fold(await self.desk.look(self.shown.artifact))

    async def do_show_disk(self) -> None:
        """Show what the file holds now."""
        await self._look()
        disk = self.shown.disk
        if disk is None:
            self.say("This is the text on disk.")
            return
        event, self.checked = await self.desk.show(self.shown.artifact, disk)
        self.looked_up.clear()
        self.fold(event)
        self.go_to_words()
        self.run_worker(self.ask_anew(), group="ask anew", exclusive=True)
        await self.look_at_own()
        shown = f"Revision {disk.number} is shown"
        said = f"{shown}; {self.keys.shown('read')} reads it"
        goes_on = f"; {self.own_goes_on}" if self.own_left else ""
        if not self.tell_ignores():
            self.say(f"{said}{goes_on}.", shorter=(f"{shown}{goes_on}.", f"{said}."))

    async def do_edit(self) -> None:
        """Open the file in an editor and show what it holds afterwards."""
        span = span_of(self.line)
        document = self.source.document
        line = self.source.marked_line or document.line_of(span.start if span else self.source.top)
        try:
            failed = await self._lend_terminal(line)
        except SuspendNotSupported:
            self.say("This terminal cannot be lent to an editor: edit the file elsewhere.", Tone.WARNING)
            return
        if failed:
            raise failed
        await self._look()
        if self.shown.disk is not None and self.stopping is None:
            await self.do_show_disk()

    async def _lend_terminal(self, line: int) -> WorkbenchError | None:
        """Run the editor; drawing waits meanwhile and readings go on.

        A failure is given back, for one that left `suspend` would leave the terminal suspended.
        """
        with self.app.batch_update(), self.app.suspend():
            try:
                await asyncio.to_thread(self.open_editor, Path(self.shown.artifact.path), line)
            except WorkbenchError as error:
                return error
        return None

    async def do_read(self) -> None:
        """Propose a round, and read when the person agrees."""
        await self._propose(freeze=False)

    async def do_freeze(self) -> None:
        """Propose a round whose ruling binds, and read when the person agrees."""
        await self._propose(freeze=True)

    async def _propose(self, freeze: bool) -> None:
        if not await self._can_be_read():
            return
        await self._show_stored_rounds()
        assert self.checked is not None, "an open artifact has been checked"
        proposal = await self.desk.propose(self.shown, self.checked, freeze)
        if _goes_without_asking(proposal):
            self._begin(proposal)
            return

        async def decided(send: bool | None) -> None:
            if send:
                await self.attempt(self._send(proposal))

        failed = failed_readings(self.shown.history) if proposal.resumes else ()
        screen = ProposalScreen(proposal, self.shown.revision, self.desk.settings.budget, failed)
        self.app.push_screen(screen, decided)

    async def _send(self, proposal: Proposal) -> None:
        """Read what was proposed, unless the file changed while the person looked at it."""
        if await self._can_be_read():
            self._begin(proposal)

    async def _can_be_read(self) -> bool:
        """Whether no round is read and the file holds the text that is shown; says which of them it is.

        Raises:
            ArtifactError: the file cannot be read.
            StoreError: the database cannot be used.
        """
        if self.stopping is not None:
            self.say(f"A round is being read; {self.keys.shown('stop')} stops it.")
            return False
        await self._look()
        if self.shown.disk is not None:
            shows = self.keys.shown("show_disk")
            self.say(f"The file has changed: {shows} shows it, then it can be read; nothing was sent.")
            return False
        return True

    def _begin(self, proposal: Proposal) -> None:
        self.say(f"Reading: {proposal.estimate.sentence()}.")
        self.moved = False
        self.stopping = asyncio.Event()
        self._read(proposal, self.stopping)

    @work(group="round", exclusive=True)
    async def _read(self, proposal: Proposal, stop: asyncio.Event) -> None:
        try:
            async with aclosing(self.desk.read(self.shown.artifact, proposal, stop)) as events:
                async for event in events:
                    self.post_message(Reported(event))
        except WorkbenchError as error:
            self.post_message(Broke(error))

    @on(Broke)
    async def _broke(self, message: Broke) -> None:
        self.stopping = None
        if self.leaving:
            self.leave()
            return
        board = self.shown
        # Not only from the store, which may be what cannot be used.
        stored = opened(board.history, board.revision)
        self.board = replace(stored, disk=board.disk, made_here=board.made_here)
        self.paint()
        self.say(str(message.error), Tone.ERROR, ways(str(message.error)))
        await self.attempt(self._show_broken(message.error))

    async def _show_stored_rounds(self) -> None:
        """Show what is stored, and close a round that broke unless another window reads it."""
        await self.show_stored()
        if closed := await self.desk.close_killed_round(self.shown):
            self.fold(closed)

    async def _show_broken(self, error: WorkbenchError) -> None:
        """Show what is stored of a round that broke, or what another window made of it."""
        await self._show_stored_rounds()
        last = self.shown.history.last_round
        if isinstance(error, UsageError) and last and last.state is not RoundState.RUNNING:
            self.say(f"{SHOWN_ANEW} Nothing was sent.", Tone.WARNING)

    @on(Reported)
    def _report(self, message: Reported) -> None:
        event = message.event
        if isinstance(event, ReadingStarted | ReadingProgressed):
            self.board = advance(self.shown, event)
            self.paint_bars()
            return
        self.fold(event)
        if isinstance(event, ReadingFailed) and event.reading.failure:
            self.say(f"{event.seat.source.name}: {event.reading.failure.message}", Tone.ERROR)
        if isinstance(event, RoundFinished):
            self._round_ended(event.round)

    def _round_ended(self, round: Round) -> None:
        self.stopping = None
        if self.leaving:
            self.leave()
            return
        raised = [row for row in self.shown.rows if row.raised]
        new, again = (sum(row.group is group for row in raised) for group in (Group.NEW, Group.AGAIN))
        waiting = any(row.group is Group.NEW and asks_for_mark(row.standing) for row in raised)
        read, there = self.keys.shown("read"), self._go_to_new()
        finds = "" if there or not waiting else f"; {self.keys.shown('next_unmarked')} finds them"
        found = f"; {new} new{finds}" if finds else ""
        failed = failed_readings(self.shown.history)
        if round.state is RoundState.COMPLETE and self.shown.binding and round.freeze:
            ruling = f"Frozen: {self.shown.ruling.value.value} binds until one character changes"
            self.say(f"{ruling}; {new} new, {again} again{finds}.", Tone.GOOD, (f"{ruling}.",))
        elif round.state is RoundState.COMPLETE:
            self.say(f"Round {round.number} is complete: {new} new, {again} again{finds}.")
        elif failed:
            first, *shorter = told(failed, round.readings, self.keys.shown("open"), read)
            unbound = "Nothing binds yet. " if round.freeze else ""
            told_shorter = (unbound + words for words in (first, *shorter))
            self.say(unbound + first + found, Tone.WARNING, told_shorter)
        else:
            what = "Nothing binds: the freeze" if round.freeze else "The round"
            incomplete = f"{what} is incomplete: {read} reads what is missing"
            self.say(f"{incomplete}{found}.", Tone.WARNING, (f"{incomplete}.",))

    def _go_to_new(self) -> bool:
        """Put the cursor on the first new row, unless the person is at work elsewhere."""
        at_work = self.pick is not None or self.opened is not None or self.query_one(InputBar).asking
        place = self.lines.first_new
        if place is None or at_work or (self.moved and self.cursor is not Whole.TEXT):
            return False
        self.put(place)
        self.row_list.bring(self.lines.index(Group.NEW) or 0)
        return True

    async def do_stop(self) -> None:
        """Stop the round."""
        if self.stopping is None:
            self.say("Nothing is being read.")
            return
        self.stopping.set()
        self.say("Stopping; what was read is kept.")

    async def do_quit(self) -> None:
        """Leave, stopping a round first; asked again, leave at once."""
        if self.stopping is None or self.leaving:
            self.leave()
            return
        self.leaving = True
        self.stopping.set()
        self.say(f"Stopping the round, then leaving; {self.keys.shown('quit')} again leaves at once.")


def _goes_without_asking(proposal: Proposal) -> bool:
    """Whether the person agreed before to all that there is to know about a round."""
    dollars = proposal.estimate.dollars
    cheap = dollars is not None and dollars < ASK_FROM
    return proposal.consented and cheap and not proposal.secrets and not proposal.unusable
