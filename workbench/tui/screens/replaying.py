"""Two wordings on everything that was marked: what it takes, how far it is, and the verdict in words."""

import asyncio
from contextlib import aclosing
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from workbench.core.desk import Desk
from workbench.core.errors import NO_READER, WorkbenchError
from workbench.core.events import ReadingFailed, ReadingFinished, ReadingProgressed
from workbench.core.replay.concluding import concluded
from workbench.core.replay.replay import Replay
from workbench.core.replay.replaying import ReplayEvent, read_replay
from workbench.core.replay.result import ReplayResult
from workbench.core.replay.to_mark import put_to_mark
from workbench.core.replay.units import ReplayProposal, Split, Wish
from workbench.core.text.display_text import counted
from workbench.tui.footer import keys_line
from workbench.tui.replay_layout import Lines, proposal_page, result_page
from workbench.tui.screens.page import PageScreen
from workbench.tui.tones import Piece, Tone, hanging
from workbench.tui.widgets.bar import Bar


class ReplayScreen(PageScreen):
    """Sends nothing before enter; what was read is kept, so that it goes on where it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "send", "send", show=False),
        Binding("x", "stop", "stop", show=False),
        Binding("m", "mark", "mark", show=False),
        Binding("escape,q", "leave", "back", show=False),
    ]

    def __init__(self, desk: Desk, wish: Wish, what: str) -> None:
        """Set what is compared, and what to call it."""
        super().__init__()
        self._desk, self._wish, self._what = desk, wish, what
        self._proposal: ReplayProposal | None = None
        self._result: ReplayResult | None = None
        self._stop: asyncio.Event | None = None
        self._said: tuple[str, Tone] = ("Looking up what is marked.", Tone.MUTED)
        self._done = 0
        self._put = False
        """Whether what is new was put into the lists to be marked."""

    def on_mount(self) -> None:
        """Look up what is there and what is missing."""
        super().on_mount()
        self.look_up()

    @work(group="replay", exclusive=True)
    async def look_up(self) -> None:
        """Say what it takes, or what it came to where nothing is missing."""
        try:
            await self._look_up()
        except WorkbenchError as error:
            saves = " Once it is saved, it can be compared on all of them."
            self._say(f"{error}{saves if self._wish.split is Split.TRAIN else ''}", Tone.WARNING)

    async def _look_up(self) -> None:
        comparison = Replay(self._desk, self._wish, await self._desk.store.replays.bodies())
        self._proposal = await comparison.propose()
        whole = not self._proposal.missing
        self._result = await concluded(self._desk, self._proposal) if whole else None
        self._say("", Tone.MUTED)

    @property
    def _may_send(self) -> bool:
        proposal = self._proposal
        return bool(proposal and proposal.missing and proposal.destination and not proposal.secrets)

    def action_send(self) -> None:
        """Read what is missing, once the person has seen what it takes."""
        proposal = self._proposal
        if proposal is None or self._stop is not None or not proposal.missing:
            return
        if not proposal.destination:
            self._say(NO_READER, Tone.WARNING)
        elif proposal.secrets:
            self._say("Mark each secret miss in its text if it is none; then come back.", Tone.WARNING)
        else:
            self._stop, self._done, self._result = asyncio.Event(), 0, None
            self._read(proposal, self._stop)

    @work(group="replay", exclusive=True)
    async def _read(self, proposal: ReplayProposal, stop: asyncio.Event) -> None:
        failed = ""
        self._tell(proposal, "")
        try:
            async with aclosing(read_replay(self._desk, proposal, stop)) as events:
                async for each in events:
                    failed = self._heard(proposal, each) or failed
            await self._look_up()
            if self._proposal and self._proposal.missing:
                # Some of it may be on both sides already; the rest is read when the person says so.
                self._result = await concluded(self._desk, self._proposal)
                why = failed or ("Stopped." if stop.is_set() else "Not all of it was read.")
                self._say(f"{why} Enter reads what is missing.", Tone.ERROR if failed else Tone.WARNING)
        except WorkbenchError as error:
            self._say(str(error), Tone.ERROR)
        finally:
            self._stop = None
        self.paint()

    def _heard(self, proposal: ReplayProposal, each: ReplayEvent) -> str:
        """Show how far it is; why a reading failed, empty where none did."""
        event = each.event
        if isinstance(event, ReadingFailed):
            self._done += 1
            failure = event.reading.failure
            self._tell(proposal, "")
            return failure.message if failure else ""
        if isinstance(event, ReadingFinished):
            self._done += 1
            self._tell(proposal, f"{each.unit.name}, {each.side}: {len(event.reading.findings)} found")
        elif isinstance(event, ReadingProgressed) and event.waiting:
            self._tell(proposal, event.waiting)
        return ""

    def _tell(self, proposal: ReplayProposal, last: str) -> None:
        calls = sum(len(task.assignments) for unit in proposal.missing for task in unit.tasks)
        self._say(f"Read {self._done} of {counted(calls, 'reading')}. {last}".rstrip(), Tone.STRONG)

    def action_stop(self) -> None:
        """Stop reading; what was read is kept."""
        if self._stop is not None:
            self._stop.set()
            self._say("Stopping; what was read is kept.", Tone.MUTED)

    async def action_mark(self) -> None:
        """Put what is new into the lists of its texts, to be marked there."""
        result = self._result
        if result is None or self._put or not any(not each.known for each in result.to_mark):
            return
        self._put = True
        put = await put_to_mark(self._desk, result)
        stand = "stands in the list of its text" if put == 1 else "stand in the lists of their texts"
        self._say(
            f"{counted(put, 'new finding')} {stand}, to be marked there; then compare again.", Tone.GOOD
        )

    def action_leave(self) -> None:
        """Back to where this was opened from; what is being read is stopped and kept."""
        if self._stop is not None:
            self._stop.set()
        self.app.pop_screen()

    def _say(self, words: str, tone: Tone) -> None:
        self._said = (words, tone)
        self.paint()

    def paint(self) -> None:
        """Draw the page and the keys anew."""
        if self.is_attached:
            self.on_resize()
            self.query_one("#footer", Bar).refresh()

    def lines(self, room: int) -> Lines:
        """The page at this width."""
        words, tone = self._said
        lines: Lines = [*hanging(("", Tone.STRONG), (self._what, Tone.STRONG), 0, room), []]
        if words:
            lines += [*hanging(("", tone), (words, tone), 0, room), []]
        if self._result is not None:
            return [*lines, *result_page(self._result, room)]
        if self._proposal is not None:
            return [*lines, *proposal_page(self._proposal, self._desk.settings.budget, room)]
        return lines

    def _footer(self, room: int) -> list[Piece]:
        items = [("↑ ↓", "scroll"), ("esc", "back")]
        if self._stop is not None:
            items.insert(0, ("x", "stop"))
        elif self._may_send:
            items.insert(0, ("enter", "reads what is missing" if self._result else "sends"))
        if self._result and not self._put and any(not each.known for each in self._result.to_mark):
            items.insert(0, ("m", "have the new ones marked"))
        return keys_line(items, room)
