"""Keys that read the text, on disk or with readers: open, watch, edit, read and stop."""

import asyncio
from contextlib import aclosing
from datetime import datetime
from pathlib import Path

from rich.text import Text
from textual import on, work
from textual.app import SuspendNotSupported

from workbench.core.board import advance
from workbench.core.desk import Proposal
from workbench.core.display_text import neutralised
from workbench.core.errors import ArtifactError, WorkbenchError
from workbench.core.events import ReadingFailed, ReadingProgressed, ReadingStarted, RoundFinished
from workbench.core.history import Round, RoundState
from workbench.core.odds import like_these
from workbench.core.rows import Group
from workbench.tui.highlights import span_of
from workbench.tui.messages import Broke, Reported
from workbench.tui.screens.moving import MoveActions
from workbench.tui.screens.proposal import ProposalScreen
from workbench.tui.tones import Tone

ASK_FROM = 0.50
"""Dollars from which a round is shown before it is sent even where the person agreed before."""


class RoundActions(MoveActions):
    """A round goes on while the list is worked through."""

    stopping: asyncio.Event | None = None
    leaving = False
    """Whether to leave as soon as the round has stopped."""
    _changed_at: datetime | None = None

    @work(group="open")
    async def open_artifact(self) -> None:
        """Open the artifact and run its checks; leave with the reason where that cannot be."""
        try:
            self.board, self.checked = await self.desk.open(self.path, self.kind)
            closed = await self.desk.close_killed_round(self.board)
            self.odds = like_these(await self.desk.store.histories())
            self._changed_at = await self.desk.files.changed_at(self.path)
            await self.look_at_age()
        except WorkbenchError as error:
            self.app.exit(return_code=2, message=Text(neutralised(str(error))))
            return
        if closed:
            self.fold(closed)
        self.paint()
        self.cursor = self.lines.first
        self.paint()
        self.go_to_words()
        self._greet(closed is not None)
        self.set_interval(self.poll, self._watch)

    def _greet(self, was_killed: bool) -> None:
        read = self.keys.shown("read")
        if was_killed:
            self.say(f"The last round was cut off; {read} reads what is missing.", Tone.WARNING)
        elif self.desk.provider is None:
            self.say(
                "No reader is set up, so only the checks speak: `workbench doctor` says how to get one.",
                Tone.WARNING,
            )
        elif not self.shown.history.rounds:
            self.say(f"Nothing has read this text yet: {read} reads it.")

    async def _watch(self) -> None:
        """See whether the file has changed."""
        changed = await self.desk.files.changed_at(self.path)
        await self.look_at_age()
        if changed != self._changed_at:
            self._changed_at = changed
            await self._look()
        self.paint_bars()

    async def _look(self) -> None:
        try:
            self.fold(await self.desk.look(self.shown.artifact))
        except ArtifactError as error:
            self.say(str(error), Tone.WARNING)

    async def do_show_disk(self) -> None:
        """Show what the file holds now."""
        await self._look()
        disk = self.shown.disk
        if disk is None:
            self.say("This is the text on disk.")
            return
        event, self.checked = await self.desk.show(self.shown.artifact, disk)
        self.fold(event)
        self.go_to_words()
        self.say(f"Revision {disk.number} is shown.")

    async def do_edit(self) -> None:
        """Open the file in an editor and show what it holds afterwards."""
        span = span_of(self.line)
        document = self.source.document
        line = document.line_of(span.start if span else self.source.top)
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
        if self.stopping is not None:
            self.say(f"A round is being read; {self.keys.shown('stop')} stops it.")
            return
        await self._look()
        if self.shown.disk is not None:
            self.say(f"The file has changed: {self.keys.shown('show_disk')} shows it, then it can be read.")
            return
        assert self.checked is not None, "an open artifact has been checked"
        proposal = await self.desk.propose(self.shown, self.checked)
        dollars = proposal.estimate.dollars
        if proposal.consented and not proposal.secrets and dollars is not None and dollars < ASK_FROM:
            self._begin(proposal)
            return

        def decided(send: bool | None) -> None:
            if send:
                self._begin(proposal)

        self.app.push_screen(
            ProposalScreen(proposal, self.shown.revision, self.desk.settings.budget), decided
        )

    def _begin(self, proposal: Proposal) -> None:
        self.say(f"Reading: {proposal.estimate.sentence()}.")
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
    def _broke(self, message: Broke) -> None:
        self.stopping = None
        self.say(str(message.error), Tone.ERROR)
        if self.leaving:
            self.app.exit()

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
            self.app.exit()
        elif round.state is RoundState.COMPLETE:
            groups = [row.group for row in self.shown.rows]
            new, again = groups.count(Group.NEW), groups.count(Group.AGAIN)
            self.say(f"Round {round.number} is complete: {new} new, {again} again.")
        else:
            read = self.keys.shown("read")
            self.say(f"The round is incomplete: {read} reads what is missing.", Tone.WARNING)

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
            self.app.exit()
            return
        self.leaving = True
        self.stopping.set()
        self.say(f"Stopping the round, then leaving; {self.keys.shown('quit')} again leaves at once.")
