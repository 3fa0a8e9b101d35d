"""Readers asked about two texts from a screen: proposed first, told as they answer, stopped with a key."""

import asyncio
from contextlib import aclosing

from textual import work

from workbench.core.comparing.askings import AskingEvent, Ended, Waits
from workbench.core.comparing.desk import CompareDesk, CompareProposal
from workbench.core.comparing.standing import Standing
from workbench.core.errors import UsageError, WorkbenchError
from workbench.core.readings import ReadingState
from workbench.core.text.display_text import one_line
from workbench.tui.keymaps import Keys
from workbench.tui.screens.comparing_sending import CompareSendingScreen
from workbench.tui.screens.rounds import ASK_FROM
from workbench.tui.screens.sending import Agreed
from workbench.tui.screens.telling import TellingScreen
from workbench.tui.tones import Tone


class AskingReaders(TellingScreen):
    """Keeps how far a comparison is."""

    def __init__(self, desk: CompareDesk, standing: Standing, keys: Keys, send_secrets: bool) -> None:
        super().__init__()
        self.desk = desk
        self.standing = standing
        self.keys = keys
        self.asking = 0
        """How many answers are being waited for, those that came among them; 0 while nobody is asked."""
        self._send_secrets = send_secrets
        self._done = 0
        self._stop: asyncio.Event | None = None

    @property
    def shown(self) -> Standing:
        """How far it is, in the order in which the person sees the texts."""
        return self.standing.drawn

    @property
    def answered(self) -> int:
        """How many answers there are of those that are being asked for; of all while nobody is asked."""
        return self._done if self.asking else len(self.standing.readings)

    async def changed(self) -> None:
        """Show that a reader answered."""
        raise NotImplementedError

    def all_answered(self) -> None:
        """Show what came of it."""
        raise NotImplementedError

    async def do_read(self) -> None:
        """Propose to ask the readers, and ask them when the person agrees."""
        if self._stop is not None:
            self.say(f"Readers are being asked; {self.keys.shown('stop')} stops it.")
            return
        self.say("Looking at what would be sent.")
        proposal = await self.desk.propose(self.standing)
        self.say("")
        if not proposal.missing:
            self.say(
                " ".join(proposal.left_out)
                or "These readers have answered in both orders: there is nothing to ask."
            )
            return
        if proposal.secrets and not self._send_secrets:
            raise UsageError(
                f"Nothing was sent: {one_line(' '.join(proposal.secrets))} Remove it, or leave and give "
                "--send-secrets."
            )
        dollars = proposal.estimate.most
        if proposal.consented and dollars is not None and dollars < ASK_FROM and not proposal.secrets:
            self._begin(proposal)
            return

        def decided(agreed: Agreed) -> None:
            if agreed:
                self._begin(proposal)

        kind, budget = self.standing.comparison.kind, self.desk.desk.settings.budget
        self.app.push_screen(CompareSendingScreen(proposal, kind, budget), decided)

    def _begin(self, proposal: CompareProposal) -> None:
        self._stop, self._done, self.asking = asyncio.Event(), 0, len(proposal.missing)
        self.say(f"Asking; {self.keys.shown('stop')} stops it.")
        self.paint_bars()
        self._ask(proposal, self._stop)

    @work(group="ask", exclusive=True)
    async def _ask(self, proposal: CompareProposal, stop: asyncio.Event) -> None:
        failed = ""
        try:
            async with aclosing(self.desk.ask(self.standing, proposal, stop)) as events:
                async for _, event in events:
                    failed = await self._heard(event) or failed
        except WorkbenchError as error:
            failed = str(error)
        finally:
            self._stop, self.asking = None, 0
        if stop.is_set():
            self.say("Stopped; asking again asks what is missing.", Tone.WARNING)
        elif failed:
            self.say(failed, Tone.ERROR)
        else:
            self.say("All readers have answered in both orders.", Tone.GOOD)
            self.all_answered()
        self.paint_bars()

    async def _heard(self, event: AskingEvent) -> str:
        """Take in what happened to one reader; why it failed, empty where it did not."""
        if isinstance(event, Waits) and event.waiting:
            self.say(event.waiting)
        if not isinstance(event, Ended):
            return ""
        if event.reading.state is ReadingState.FINISHED:
            self._done += 1
            self.standing = self.standing.with_reading(event.reading)
            await self.changed()
        failure = event.reading.failure
        return one_line(failure.message) if failure else ""

    async def do_stop(self) -> None:
        """Stop asking; what was answered is kept."""
        if self._stop is None:
            self.say("No reader is being asked.")
        else:
            self._stop.set()

    async def do_quit(self) -> None:
        """Leave; what was chosen and answered is stored."""
        self.app.exit()
