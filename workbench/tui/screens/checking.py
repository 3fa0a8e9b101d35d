"""The checks run beside the list: it can be worked through meanwhile, and what rests on them waits."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

from textual.worker import Worker

from workbench.core.board import advance
from workbench.core.errors import WorkbenchError
from workbench.core.events import Checked
from workbench.core.outstanding import outstanding
from workbench.tui.failures import ways
from workbench.tui.list_lines import Whole
from workbench.tui.screens.ignoring import IgnoreActions
from workbench.tui.tones import Tone
from workbench.tui.widgets.input_bar import InputBar

Then = Callable[[], Awaitable[None]]


class CheckActions(IgnoreActions):
    """What the checks say comes as an event, like what readers say."""

    _checks: Worker[None] | None = None
    """What runs them now, or did last."""
    _then: Then | None = None
    """What waits for them."""
    _greeting: tuple[str, ...] = ()
    """What was said when the artifact was opened."""

    def run_checks(self) -> None:
        """Run the checks on the text shown, and show what they say of it."""
        self._checks = self.run_worker(self._check(), group="checks", exclusive=True)

    def after_checks(self, what: str, then: Then) -> None:
        """Do something as soon as the checks are done, and say what waits for them."""
        self._then = then
        self.say(f"The checks are still running: {what} as soon as they are done.")
        if self._checks is None or self._checks.is_finished:
            self.run_checks()

    def greet(self) -> None:
        """Say what is to be known first of an artifact that was opened."""
        raise NotImplementedError

    async def _check(self) -> None:
        try:
            event, report = await self.desk.check(self.shown)
            if event.revision.id != self.shown.revision.id:
                # It is of a text that is no longer shown: only what is stored of it counts.
                self._then = None
                await self.show_stored()
                return
            self.checked = report
            await self._show_checked(event)
            await self.keep_preview()
            await self._look_again()
        except WorkbenchError as error:
            self._then = None
            self.say(str(error), Tone.ERROR, ways(str(error)))
            return
        await self._go_on()

    async def _show_checked(self, event: Checked) -> None:
        """Show what the checks found; the cursor goes to it where the person has not begun yet."""
        before = self.shown
        board = await asyncio.to_thread(advance, before, event)
        # What was decided meanwhile is not in it.
        self.board = board if self.shown is before else advance(self.shown, event)
        self.paint()
        if self.since is None and not self.moved and not self._is_busy and self.cursor is Whole.TEXT:
            self.put(self.lines.first)
        self._greet_anew()

    def _greet_anew(self) -> None:
        """Say what is to be known first as it is known by now, unless something else was said meanwhile."""
        if self.since is not None:
            self.since = replace(self.since, waits=outstanding(self.shown.rows))
        if self._said == self._greeting:
            self.greet()

    async def _look_again(self) -> None:
        """Look at what can't tells rest on, which what the checks confirm is part of."""
        before = self.shown
        await self.ask_anew()
        if self.shown is not before:
            self._greet_anew()
        for target in tuple(self.looked_up):
            await self.keep_looked_up(target)

    async def _go_on(self) -> None:
        """Do what waited for the checks, unless the person has begun something else."""
        then, self._then = self._then, None
        if then is not None and self._is_busy:
            self.say("The checks are done: press the key again that waited for them.")
        elif then is not None:
            await self.attempt(then())

    @property
    def _is_busy(self) -> bool:
        """Whether the person is at something that is not to be interrupted."""
        asking = self.query_one(InputBar).asking
        return asking or self.pick is not None or self.opened is not None or not self.is_current
