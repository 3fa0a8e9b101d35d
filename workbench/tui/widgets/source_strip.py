"""How a row of the text is drawn."""

from collections.abc import Iterable

from rich.segment import Segment
from textual.strip import Strip
from textual.widget import Widget

from workbench.tui.source_layout import Ink, SourceRow

_INKS = {ink: f"source-view--{ink.name.lower().replace('_', '-')}" for ink in Ink}
_GUTTER = "source-view--gutter"
_MARKED = "source-view--marked"

SOURCE_CLASSES = {*_INKS.values(), _GUTTER, _MARKED}
"""The component classes of a widget that draws the text."""


def source_strip(
    widget: Widget,
    row: SourceRow,
    pieces: Iterable[tuple[str, Ink]],
    gutter: int,
    width: int,
    marked: bool = False,
) -> Strip:
    """A row in exactly so many cells behind its line's number; `marked` where the person went to the line."""
    number = str(row.line) if row.first else ""
    sign, name = ("›", _MARKED) if marked else (" ", _GUTTER)
    segments = [Segment(f"{number:>{gutter}}{sign}", widget.get_component_rich_style(name))]
    segments.append(Segment(" ", widget.get_component_rich_style(_GUTTER)))
    for text, ink in pieces:
        segments.append(Segment(text, widget.get_component_rich_style(_INKS[ink])))
    return Strip(segments).adjust_cell_length(width, widget.rich_style)
