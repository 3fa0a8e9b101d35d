"""Candidates read from a screen: proposed first, folded as events come, stopped with a key."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from textual import work

from workbench.core.errors import WorkbenchError
from workbench.core.taglines.board import TaglineBoard, advance
from workbench.core.taglines.desk import TaglineDesk
from workbench.core.taglines.events import GradeEnded, Moved, ReadEnded, RunEnded, RunEvent, TaglineEvent
from workbench.core.taglines.proposal import Calls, TaglineProposal
from workbench.core.text.display_text import counted, one_line
from workbench.tui.failures import ways
from workbench.tui.screens.rounds import ASK_FROM
from workbench.tui.screens.sending import Agreed
from workbench.tui.screens.tagline_frame import TaglineFrame
from workbench.tui.screens.tagline_sending import TaglineSendingScreen
from workbench.tui.tones import Tone

_PAINT_EVERY = 0.2
"""Seconds between two paintings while reads arrive: more often than that nobody reads a count."""


class TaglineReadingScreen(TaglineFrame):
    """Keeps the board, and how far its reading is."""

    desk: TaglineDesk
    board: TaglineBoard
    send_secrets = False
    """Whether what looks like a credential may be sent unasked."""
    goal = 0
    """Reads that there are when this pass is over; 0 where that is not known."""
    leaving = False
    """Whether to leave as soon as the reading has stopped."""
    _stop: asyncio.Event | None = None
    _stale = False
    """Whether something arrived that is not painted yet."""

    def arrived(self) -> None:
        """Paint what came while reading; what is under the cursor stays where it is."""
        raise NotImplementedError

    def ended(self) -> None:
        """Paint that nothing is read any more."""
        raise NotImplementedError

    def leave(self) -> None:
        """Leave at once."""
        raise NotImplementedError

    def fold(self, event: TaglineEvent) -> None:
        """Take in what happened."""
        self.board = advance(self.board, event)

    @property
    def reading(self) -> bool:
        """Whether something is being read or graded."""
        return self._stop is not None

    def is_busy(self) -> bool:
        """Whether something is being read or graded; says so."""
        if self.reading:
            self.say(f"Reads are being made; {self.keys.shown('stop')} stops them.")
        return self.reading

    async def propose(self, regrade: bool) -> None:
        """Say what would be sent, and send it when the person agrees."""
        self.say("Looking at what would be sent.")
        proposal = await self.desk.propose(self.board, regrade)
        self.say("")
        wanted = proposal.now if regrade else proposal.most
        if not (wanted.reads or wanted.grades):
            self.say(self._nothing_to_send(regrade))
            return
        if self._goes_without_asking(proposal):
            self._begin(regrade, wanted)
            return

        def decided(agreed: Agreed) -> None:
            if agreed and not self.is_busy():
                self._begin(regrade, wanted)

        settings = self.desk.desk.settings
        screen = TaglineSendingScreen(self.board, proposal, settings.models, settings.budget, regrade)
        self.app.push_screen(screen, decided)

    def _nothing_to_send(self, regrade: bool) -> str:
        if regrade:
            return "Every stored answer is graded by this already: nothing is sent."
        if not self.board.shown:
            return "Every candidate is hidden: there is nothing to read."
        full = f"; {self.keys.shown('tagline_full')} reads every candidate as often"
        return f"All is read that telling them apart takes{'' if self.board.race.full else full}."

    def _goes_without_asking(self, proposal: TaglineProposal) -> bool:
        """Whether the person agreed before to all that there is to know."""
        dollars = proposal.most.dollars
        cheap = dollars is not None and dollars < ASK_FROM
        return proposal.consented and cheap and (self.send_secrets or not proposal.secrets)

    def _begin(self, regrade: bool, calls: Calls) -> None:
        self._stop, self.goal = asyncio.Event(), 0
        what, stops = "Grading" if regrade else "Reading", f"{self.keys.shown('stop')} stops it."
        most = "" if regrade else "up to "
        calls_made = counted(calls.reads, "read") if calls.reads else counted(calls.grades, "grading")
        brief = calls_made if calls.dollars is None else calls.money
        self.say(
            f"{what}, {most}{calls.sentence()}; {stops}",
            shorter=(f"{what}, {most}{brief}; {stops}", f"{what}; {stops}"),
        )
        events = (self.desk.grade if regrade else self.desk.read)(self.board, self._stop)
        self._listen(events, regrade)

    @work(group="reads", exclusive=True)
    async def _listen(self, events: AsyncGenerator[RunEvent, None], regrade: bool) -> None:
        try:
            async with aclosing(events):
                async for event in events:
                    self._hear(event)
        except WorkbenchError as error:
            self.fold(RunEnded(str(error)))
        finally:
            stopped = self._stop is not None and self._stop.is_set()
            self._stop, self.goal = None, 0
        if self.leaving:
            self.leave()
            return
        self.ended()
        self._say_ended(stopped, regrade)

    def _say_ended(self, stopped: bool, regrade: bool) -> None:
        board = self.board
        if stopped:
            made = "what was graded is" if regrade else counted(len(board.reads), "read")
            goes_on = self.keys.shown("tagline_question" if regrade else "read")
            self.say(f"Stopped: {made} kept; {goes_on} goes on from there.", Tone.WARNING)
        elif board.ended:
            self.say(board.ended, Tone.WARNING, ways(board.ended))
        elif regrade:
            self.say("Every stored answer is graded by this.", Tone.GOOD)
        else:
            saved = f", {board.reads_saved:,} fewer than in full" if board.reads_saved else ""
            self.say(f"All is read: {counted(len(board.reads), 'read')}{saved}.", Tone.GOOD)

    def _hear(self, event: RunEvent) -> None:
        self.fold(event)
        if isinstance(event, Moved) and event.standing.wanted:
            self.goal = len(self.board.reads) + len(event.standing.wanted)
        failure = None
        if isinstance(event, ReadEnded):
            failure = event.read.failure
        elif isinstance(event, GradeEnded):
            failure = event.grade.failure
        if failure:
            self.say(one_line(failure.message), Tone.ERROR)
        if not self._stale:
            self._stale = True
            self.set_timer(_PAINT_EVERY, self._paint_arrived)

    def _paint_arrived(self) -> None:
        self._stale = False
        if self.reading and self.is_attached:
            self.arrived()

    async def do_stop(self) -> None:
        """Stop reading; what was read is kept."""
        if self._stop is None:
            self.say("Nothing is being read.")
            return
        self._stop.set()
        self.say("Stopping; what was read is kept.")

    async def do_quit(self) -> None:
        """Leave, stopping the reading first; asked again, leave at once."""
        if self._stop is None or self.leaving:
            self.leave()
            return
        self.leaving = True
        self._stop.set()
        self.say(f"Stopping, then leaving; {self.keys.shown('quit')} again leaves at once.")
