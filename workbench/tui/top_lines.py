"""A line on top of the screen as its parts, for any width."""

from collections.abc import Sequence
from typing import NamedTuple

from workbench.core.text.display_text import width
from workbench.tui.tones import Part, Piece, Tone, line_of_parts


class Ends(NamedTuple):
    """What stands at both ends of a line."""

    left: Sequence[Part]
    right: Sequence[Part]
    shorter: Sequence[Part] = ()
    """Stands on the left where both ends have no room; empty where parts are left out instead."""

    def line(self, room: int) -> list[Piece]:
        """The line in so many cells."""
        taken = sum(width(part.text) + 2 for part in (*self.left, *self.right))
        left = self.shorter if self.shorter and taken > room else self.left
        return line_of_parts(left, self.right, room)


def edited_part(edited: str) -> Part:
    """How long ago the file was edited; the last thing that is known of a text which is as it was."""
    return Part(f"edited {edited}" if edited else "", Tone.MUTED, rank=7)
