"""The palette of actions and themes."""

from textual.command import CommandList, CommandPalette


class Palette(CommandPalette):
    """Textual's palette, where a page key pressed before there is a page does nothing."""

    def _action_command_list(self, action: str) -> None:
        # Textual's list looks for its lines, which it has only once it has a size.
        pages = action in ("page_up", "page_down")
        if not pages or self.query_one(CommandList).scrollable_content_region:
            super()._action_command_list(action)
