"""How a line of the list is drawn."""

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from workbench.tui.list_columns import Cell, Column, Columns, laid_out
from workbench.tui.tones import Tone

CURSOR = "row-list--cursor"
"""The component class of the line that the cursor is on."""
SELECTED = "+"
"""What stands before a line that the person selected."""
MARGIN = 2
"""Lines kept visible above and below the cursor where there are any."""


def stays_above(height: int) -> bool:
    """Whether a list of so many rows has one for what counts all of it, however far it is scrolled."""
    return height > 2 * MARGIN


def list_strip(
    widget: Widget,
    cells: Sequence[Cell],
    columns: Columns,
    width: int,
    is_cursor: bool,
    is_selected: bool = False,
) -> Strip:
    """A line in exactly so many cells, as a widget that knows `CURSOR` draws it on a screen with tones."""
    base = widget.get_component_rich_style(CURSOR) if is_cursor else widget.rich_style
    # Lines of the list's columns are set in from the others.
    inset = " " if all(column is Column.NONE for _, _, column in cells) else "  "
    pieces = laid_out(cells, columns, width - len(inset) - 1)
    signs = ("›" if is_cursor else " ") + (SELECTED if is_selected else inset[1:])
    segments = [Segment(signs, inked(widget, base, Tone.KEY))]
    for text, tone in pieces:
        # What was just marked a miss must be read on the cursor's ground too.
        ink = Tone.PLAIN if is_cursor and tone is Tone.MISS else tone
        segments.append(Segment(text, base if text.isspace() else inked(widget, base, ink)))
    return Strip(segments).simplify().adjust_cell_length(width, base)


def inked(widget: Widget, base: Style, tone: Tone) -> Style:
    """The tone on its ground; a reversed ground stays of one colour."""
    return base if base.reverse else base + widget.screen.get_component_rich_style(tone.value, partial=True)
