"""The palette of actions and themes."""

from textual import events, on
from textual.command import CommandList, CommandPalette
from textual.message import Message
from textual.widgets import Button, Input, OptionList


class Palette(CommandPalette):
    """Textual's palette, where a key that comes too early or too late does no harm."""

    @on(Input.Submitted)
    @on(Button.Pressed)
    @on(OptionList.OptionSelected)
    @on(events.Click)
    def _take_one_choice(self, event: Message) -> None:
        """Take nothing more once it is left: the screen below would be left, and the choice made again."""
        if self._is_left:
            event.stop()
            event.prevent_default()

    def _action_escape(self) -> None:
        if not self._is_left:
            super()._action_escape()

    def _action_command_list(self, action: str) -> None:
        # Textual's list looks for its lines, which it has only once it has a size.
        pages = action in ("page_up", "page_down")
        if not pages or self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)

    @property
    def _is_left(self) -> bool:
        """Whether it was taken off the stack; its keys may still be under way."""
        return self not in self.app.screen_stack
