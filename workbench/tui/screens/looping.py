"""The keys that show the loop and what changed, from the list and back to it."""

from workbench.core.loop.unquoted import Section
from workbench.core.marks import Target
from workbench.core.readings import Span
from workbench.core.text.carrying import carry
from workbench.core.text.document import Document
from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.screens.rounds import RoundActions


class LoopActions(RoundActions):
    """Neither changes what is stored."""

    async def do_loop(self) -> None:
        """Show every round and what it brought."""
        # Imported when asked for, like every screen over this one: what is never opened takes no memory.
        from workbench.tui.screens.loop import LoopScreen

        prices, budget = self.desk.prices, self.desk.settings.loop_budget
        self.app.push_screen(
            LoopScreen(lambda: self.shown, prices, budget, self.keys, self._go_to, self._show_diff)
        )

    async def do_diff(self) -> None:
        """Show what changed: up to the text on disk where that is another, else up to the text shown."""
        self._show_diff((self.shown.disk or self.shown.revision).id)

    def _show_diff(self, newer: int) -> None:
        from workbench.tui.screens.loop_diff import DiffScreen, before

        board = self.shown
        if board.disk is not None and newer == board.disk.id:
            older: int | None = board.revision.id
        else:
            older = before(board, newer)
        if older is None:
            said = "This is the first revision: there is none before to compare it with."
            top = self.app.screen
            (top if isinstance(top, ActionScreen) else self).say(said)
            return
        self.app.push_screen(DiffScreen(board, older, newer, self.keys))

    def _go_to(self, place: Target | Section) -> None:
        """Go to a concern, or to the first line of a section."""
        if isinstance(place, Target):
            self.move(place)
        elif (line := self._shown_line(place.first)) is None:
            self.say("That line is not in the text shown any more.")
        else:
            self.source.go_to_line(line)

    def _shown_line(self, line: int) -> int | None:
        """Where a 1-based line of the text read last is in the text shown; None where it is gone."""
        read = self.shown.loop.rounds[-1].revision
        if read.id == self.shown.revision.id:
            return line
        document = Document(read.text)
        start = document.line_starts[line - 1]
        now = carry(Span(start, start + len(document.lines[line - 1])), read.text, self.shown.revision.text)
        return self.source.document.line_of(now.start) if now else None
