"""Keys that extend words being picked, wherever words are."""

from workbench.tui.keymaps import Keys
from workbench.tui.picking import Direction


def nothing_chosen(keys: Keys) -> str:
    """That the word under the caret is only where to begin."""
    arrows = " ".join(map(keys.shown, ("left", "right", "up", "down")))
    return f"No words are chosen yet: {arrows} go to them, {keys.shown('extend')} holds the first."


class PickKeys:
    """What the screens share on which words are picked with the arrow keys."""

    def move_pick(self, direction: Direction, extend: bool = False) -> None:
        """Move the caret of the pick."""
        raise NotImplementedError

    def hold_pick(self) -> None:
        """Hold one end of the pick, or let it go."""
        raise NotImplementedError

    async def do_extend(self) -> None:
        """Hold one end of the picked words."""
        self.hold_pick()

    async def do_extend_left(self) -> None:
        """One word less."""
        self.move_pick("left", extend=True)

    async def do_extend_right(self) -> None:
        """One word more."""
        self.move_pick("right", extend=True)

    async def do_extend_up(self) -> None:
        """One row of words less."""
        self.move_pick("up", extend=True)

    async def do_extend_down(self) -> None:
        """One row of words more."""
        self.move_pick("down", extend=True)
