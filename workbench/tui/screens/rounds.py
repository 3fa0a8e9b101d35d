"""Keys that read the text, on disk or with readers: open, watch, edit, read and stop."""

import asyncio
from collections.abc import Iterable
from contextlib import aclosing
from dataclasses import replace

from textual import on, work

from workbench.core.board import advance, opened
from workbench.core.errors import UsageError, WorkbenchError
from workbench.core.events import ReadingFailed, ReadingProgressed, ReadingStarted, RoundFinished
from workbench.core.history import Round, RoundState
from workbench.core.offered_rubrics import offered_rubrics
from workbench.core.proposals import Proposal
from workbench.core.rows import Group, Row
from workbench.core.sources import NOT_ASKED
from workbench.core.text.display_text import counted
from workbench.core.trust.odds import like_these
from workbench.core.unread import failed_readings
from workbench.tui.failures import told, ways
from workbench.tui.list_lines import Whole, asks_for_mark
from workbench.tui.messages import Broke, Reported
from workbench.tui.screens.marking import SHOWN_ANEW
from workbench.tui.screens.proposal import ProposalScreen
from workbench.tui.screens.sending import Agreed
from workbench.tui.screens.watching import WatchActions
from workbench.tui.tones import Tone
from workbench.tui.widgets.input_bar import InputBar

ASK_FROM = 0.50
"""Dollars from which a round is shown before it is sent even where the person agreed before."""


class RoundActions(WatchActions):
    """A round goes on while the list is worked through."""

    leaving = False
    """Whether to leave as soon as the round has stopped."""
    welcome: tuple[str, ...] = ()
    """What is said first instead of where the text stands, the fullest first."""
    _was_killed = False
    """Whether the last round was cut off."""

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
        """Open the artifact, so that `begin` can show it and run its checks.

        Raises:
            ArtifactError: it cannot be read.
            StoreError: the database cannot be used.
            UsageError: it was to take over a history that it cannot have.
        """
        await self.use_project()
        self.board, self.checked = await self.desk.open_unchecked(self.path, self.kind), None
        await self.find_history()
        if closed := await self.desk.close_killed_round(self.board):
            self.board = advance(self.board, closed)
            self._was_killed = True
        others = await self.desk.store.histories(without=self.board.artifact)
        self.odds_elsewhere = like_these(others)
        self._changed_at = await self.desk.files.changed_at(self.path)
        await self.look_at_age()
        await self.look_at_own()
        self.make_preview()

    async def begin(self) -> None:
        """Show what was opened, and watch its file."""
        await self.show_opened()
        self.watch_file()
        if self.offered:
            self.offer_history()

    async def show_opened(self) -> None:
        """Show what was opened, and what there is to say of it."""
        self.paint()
        self.come_back()
        self.greet()
        self.run_checks()

    def greet(self) -> None:
        """Say what is to be known first of an artifact that was opened."""
        self._greet()
        if self.goes_on_with:
            self.say(f"This text goes on with the history of {self.goes_on_with}.")
        self._greeting = self._said

    def _greet(self) -> None:
        read = self.keys.shown("read")
        unread = not any(r.source.kind not in NOT_ASKED for r in self.shown.history.readings)
        if self.welcome:
            first, *shorter = self.welcome
            self.say(first, shorter=shorter)
        elif self._was_killed:
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
        notices = self.checked.notices if self.checked else ()
        return (*self.shown.revision.notices, *self.project_notices(notices))

    async def do_read(self) -> None:
        """Propose a round, and read when the person agrees."""
        await self._propose(freeze=False)

    async def do_freeze(self) -> None:
        """Propose a round whose ruling binds, and read when the person agrees."""
        await self._propose(freeze=True)

    async def _propose(self, freeze: bool, again: bool = False) -> None:
        if not await self._can_be_read():
            return
        await self._show_stored_rounds()
        if self.checked is None:
            self.after_checks("the round is proposed", lambda: self._propose(freeze, again))
            return
        proposal = await self.desk.propose(self.shown, self.checked, freeze, again)
        if goes_without_asking(proposal):
            self._begin(proposal)
            return

        async def decided(agreed: Agreed) -> None:
            if agreed == "again":
                await self.attempt(self._propose(freeze, again=True))
            elif agreed:
                await self.attempt(self._send(proposal))

        failed = failed_readings(self.shown.history) if proposal.resumes else ()
        used = self.desk.plan(self.shown.artifact).rubric
        offered = offered_rubrics(self.desk.library, self.shown.artifact, self.shown.revision, used)
        uses = f"{self.keys.shown('rubrics')}, then {self.keys.shown('content_use')}"
        ways = [f"{each.sentence()}: {uses}" for each in offered]
        screen = ProposalScreen(proposal, self.shown.revision, self.desk.settings.budget, failed, ways)
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
        again = " again" if proposal.again else ", what is new" if proposal.stands else ""
        what = f"Reading revision {proposal.revision.number}{again}"
        cost = proposal.estimate.sentence()
        self.say(f"{what}: {cost}.", shorter=(f"Reading: {cost}.",))
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
        made = {r.id for r in self.shown.history.readings if r.round == round.id}
        raised = [row for row in self.shown.rows if any(f.reading in made for f in row.findings)]
        new, again = (sum(row.group is group for row in raised) for group in (Group.NEW, Group.AGAIN))
        anew = _asked_anew(self.shown.rows)
        waiting = anew or any(row.group is Group.NEW and asks_for_mark(row.standing) for row in raised)
        read, there = self.keys.shown("read"), self._go_to_new()
        finds = "" if there or not waiting else f"; {self.keys.shown('next_unmarked')} finds them"
        found = f"; {new} new{anew}{finds}" if anew or finds else ""
        failed = failed_readings(self.shown.history)
        if round.state is RoundState.COMPLETE and self.shown.binding and round.freeze:
            ruling = f"Frozen: {self.shown.ruling.value.value} binds until one character changes"
            self.say(f"{ruling}; {new} new, {again} again{anew}{finds}.", Tone.GOOD, (f"{ruling}.",))
        elif round.state is RoundState.COMPLETE:
            self.say(f"Round {round.number} is complete: {new} new, {again} again{anew}{finds}.")
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


def _asked_anew(rows: Iterable[Row]) -> str:
    """That marks count no more until they are made anew, behind what a round raised; empty for none."""
    count = sum(bool(row.standing.returned) and asks_for_mark(row.standing) for row in rows)
    return f"; {counted(count, 'mark')} {'asks' if count == 1 else 'ask'} anew" if count else ""


def goes_without_asking(proposal: Proposal) -> bool:
    """Whether the person agreed before to all that there is to know about a round."""
    most = proposal.estimate.most
    cheap = most is not None and most < ASK_FROM
    agreed = proposal.consented and cheap and not proposal.secrets and not proposal.unusable
    return agreed and not proposal.all_read
