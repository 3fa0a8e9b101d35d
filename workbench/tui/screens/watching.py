"""The file on disk while it is open: edits made here and elsewhere are noticed, and shown when asked for."""

import asyncio
from datetime import datetime
from pathlib import Path

from textual.app import SuspendNotSupported

from workbench.core.artifacts import Revision
from workbench.core.errors import WorkbenchError
from workbench.core.loop.edit_effects import EditEffect, edit_effect
from workbench.tui.highlights import span_of
from workbench.tui.screens.checking import CheckActions
from workbench.tui.tones import Tone


class WatchActions(CheckActions):
    """The shown text changes only when the person asks for it."""

    _changed_at: datetime | None = None
    """When the file was written that was looked at last."""
    _unseen = ""
    """Why the file could not be watched the last time; empty where it could."""
    _following: asyncio.Task[None] | None = None
    """What is told of changes of the file."""

    def watch_file(self) -> None:
        """Look at the file whenever the system tells of a change, and besides now and then.

        Only the looks now and then see how old the last edit is, and what another window has read.
        """
        self.set_interval(self.poll, self._watch)
        # No worker: it never ends, and what waits for all workers would wait for ever.
        self._following = asyncio.create_task(self._follow_file())
        self._following.add_done_callback(self._followed)

    async def _follow_file(self) -> None:
        async for _ in self.desk.files.changes(self.path):
            self.call_later(self._watch)

    def _followed(self, following: asyncio.Task[None]) -> None:
        """Crash loudly where following the file broke."""
        if not following.cancelled() and following.exception():
            self.call_later(following.result)

    async def on_unmount(self) -> None:
        """Follow the file no more."""
        if self._following is not None:
            self._following.cancel()

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

    async def _show_stored_rounds(self) -> None:
        """Show what is stored, and close a round that broke unless another window reads it."""
        await self.show_stored()
        if closed := await self.desk.close_killed_round(self.shown):
            self.fold(closed)

    async def do_show_disk(self) -> None:
        """Show what the file holds now."""
        await self._look()
        disk = self.shown.disk
        if disk is None:
            self.say("This is the text on disk.")
            return
        effect = await self._effect(disk)
        event, self.checked = await self.desk.show(self.shown.artifact, disk)
        self.looked_up.clear()
        self.fold(event)
        self.go_to_words()
        self.run_worker(self.ask_anew(), group="ask anew", exclusive=True)
        await self.look_at_own()
        if not self.tell_ignores():
            self._tell_shown(f"Revision {disk.number} is shown", effect)

    async def _effect(self, disk: Revision) -> EditEffect:
        """What the file's text does to the one that is shown."""
        board = self.shown
        return await asyncio.to_thread(edit_effect, board.history, board.rows, board.revision, disk)

    def _tell_shown(self, shown: str, effect: EditEffect) -> None:
        """Say what an edit did, and what can be done next."""
        keys = self.keys.shown
        goes_on = f"; {self.own_goes_on}" if self.own_left else ""
        reads = f", {keys('read')} reads it" if self.desk.provider else ""
        then = f"{keys('diff')} shows the diff{reads}"
        concerns = f"; {effect.in_concerns}" if effect.in_concerns else ""
        short = goes_on or f"; {keys('diff')} shows how"
        self.say(
            f"{shown}: {effect.in_lines}{concerns}; {then}{goes_on}.",
            shorter=(
                f"{shown}: {effect.in_short}; {then}{goes_on}.",
                f"{shown}: {effect.in_short}{short}.",
                f"{shown}: {effect.in_short}{goes_on}.",
                f"{shown}{goes_on}.",
            ),
        )

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
        disk = self.shown.disk
        if disk is None:
            self.say("The file holds what is shown: nothing was changed.")
        elif self.stopping is None:
            await self.do_show_disk()
        else:
            changed, shows = (await self._effect(disk)).in_short, self.keys.shown("show_disk")
            reading = f"revision {self.shown.revision.number} is still being read"
            self.say(f"Edited, {changed}; {reading}, {shows} shows the new text.")

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
