"""The key by which a comment of the text that has a check's faults ignored is heeded from then on."""

from collections.abc import Sequence

from workbench.core.acceptance import accept
from workbench.core.ignores import Ignore, waiting
from workbench.core.text.display_text import one_line
from workbench.tui.screens.judging import JudgeActions
from workbench.tui.tones import Tone

LONGEST_REASON = 80
"""Characters of a reason that the status line has room for."""


class IgnoreActions(JudgeActions):
    """Nothing in a text is heeded before the person said so of exactly these words."""

    async def do_accept_ignore(self) -> None:
        """Heed the first comment that is not heeded yet, and name the next."""
        asked = waiting(self.shown.revision.text, self.shown.history.accepted)
        if not asked:
            self.say("No comment of this text waits to have a check's faults ignored.")
            return
        first, *others = asked
        self.fold(await accept(self.desk.store, self.shown.artifact, first))
        heeded = f"Line {first.line}: what the check {first.check} finds there is ignored"
        self.say(f"{heeded}; {self._asks(others)}" if others else f"{heeded}.", shorter=(f"{heeded}.",))

    def tell_ignores(self) -> bool:
        """Say which comment waits to be heeded and with which key; False where none does."""
        asked = waiting(self.shown.revision.text, self.shown.history.accepted)
        if asked:
            first, key = asked[0], self.keys.shown("accept_ignore")
            short = f"Line {first.line} asks to ignore the check {first.check}: {key} accepts that."
            self.say(f"In the text {self._asks(asked)}.", Tone.WARNING, (short,))
        return bool(asked)

    def _asks(self, asked: Sequence[Ignore]) -> str:
        first, more = asked[0], f", and {len(asked) - 1} more do" if len(asked) > 1 else ""
        reason = one_line(first.reason)[:LONGEST_REASON]
        return (
            f"line {first.line} asks to ignore the check {first.check} because “{reason}”{more}: "
            f"{self.keys.shown('accept_ignore')} accepts that"
        )
