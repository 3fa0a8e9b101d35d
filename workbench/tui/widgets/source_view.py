"""The text under review, with every finding's words highlighted."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from workbench.core.readings import Span
from workbench.core.text.document import Document
from workbench.tui.source_layout import Highlight, SourceLayout, room_for_words
from workbench.tui.widgets.ground import Grounded
from workbench.tui.widgets.source_strip import SOURCE_CLASSES, source_strip

_ABOVE = 3
"""One part of so many of the pane stands above words that were scrolled to."""


WordsOn = Callable[[int], Sequence[Highlight]]
"""What is highlighted on a 1-based line."""


class SourceView(Grounded, can_focus=True, inherit_bindings=False):
    """Draws a text wrapped to its width; scrolls to words only when they are out of sight."""

    COMPONENT_CLASSES: ClassVar[set[str]] = SOURCE_CLASSES

    class Pointed(Message):
        """The person clicked into the text."""

        def __init__(self, offset: int) -> None:
            super().__init__()
            self.offset = offset

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.wrapped = SourceLayout(Document(""), 1)
        self.marked_line: int | None = None
        """The 1-based line that the person went to, until the cursor moves."""
        self._soft: WordsOn = _nothing
        self._strong: tuple[Highlight, ...] = ()
        self._lasting_by_line: Mapping[int, Sequence[Highlight]] = {}
        self._strong_by_line: Mapping[int, Sequence[Highlight]] = {}

    @property
    def document(self) -> Document:
        """The text that is shown."""
        return self.wrapped.document

    def show(self, text: str) -> None:
        """Draw a text; one that is drawn already stays as it is, another loses its highlights."""
        if text != self.document.text:
            self._soft, self._strong = _nothing, ()
            self.marked_line = None
            self._lay_out(Document(text), self.scroll_offset.y)

    def highlight(self, words: WordsOn, lines: Collection[int] | None = None) -> None:
        """Draw these words otherwise, whatever the cursor is on; asked for line by line as they are drawn.

        Where they differ from those before on some 1-based lines only, only these are drawn anew.
        """
        self._soft = words
        if lines is None:
            self.refresh()
        else:
            self._refresh_lines(lines)

    def emphasise(self, highlights: Sequence[Highlight]) -> None:
        """Draw these words strongly, over the others."""
        before = self._strong_by_line
        self._strong = tuple(highlights)
        self._strong_by_line = self.wrapped.by_line(self._strong)
        self._refresh_lines({*before, *self._strong_by_line})

    def _refresh_lines(self, lines: Collection[int]) -> None:
        top = self.scroll_offset.y
        for index, row in enumerate(self.wrapped.rows[top : top + self.size.height], top):
            if row.line in lines:
                self.refresh_line(index)

    def go_to(self, span: Span) -> None:
        """Bring words into sight; nothing moves when they are."""
        first, last = self.wrapped.row_of(span.start), self.wrapped.row_of(max(span.start, span.end - 1))
        top, height = self.scroll_offset.y, max(1, self.scrollable_content_region.height)
        last = min(last, first + height - 1)
        if not (top <= first and last < top + height):
            self._scroll(first - min(height // _ABOVE, max(0, height - (last - first) - 1)))

    def go_to_line(self, line: int) -> None:
        """Mark a 1-based line and bring it to the upper part of the pane."""
        self.marked_line = line
        self.refresh()
        self._scroll(self.wrapped.row_of_line(line) - self.scrollable_content_region.height // _ABOVE)

    def unmark_line(self) -> None:
        """Mark no line any more."""
        if self.marked_line is not None:
            self.marked_line = None
            self.refresh()

    def scroll_rows(self, by: int) -> None:
        """Scroll by so many rows."""
        self._scroll(self.scroll_offset.y + by)

    @property
    def page(self) -> int:
        """Rows that a page key scrolls by, one less than are seen."""
        return max(1, self.scrollable_content_region.height - 1)

    @property
    def top(self) -> int:
        """The offset of the first word that is seen."""
        return self.wrapped.offset_at(self.scroll_offset.y)

    def _scroll(self, y: int) -> None:
        # Forced, for a pane whose contents have only just outgrown it has no scrollbar yet.
        self.scroll_to(y=y, animate=False, force=True, immediate=True)

    def on_resize(self) -> None:
        """Wrap anew; what was on top stays on top."""
        top = self.top
        self._lay_out(self.document, 0)
        self._scroll(self.wrapped.row_of(top))

    def _lay_out(self, document: Document, top: int) -> None:
        width = self.scrollable_content_region.width
        self.wrapped = SourceLayout(document, room_for_words(width, len(document.line_starts)))
        self.virtual_size = Size(width, len(self.wrapped.rows))
        self._lasting_by_line = self.wrapped.by_line(self.wrapped.lasting)
        self.emphasise(self._strong)
        self.refresh()
        self._scroll(top)

    def on_click(self, event: events.Click) -> None:
        """Tell which words were clicked."""
        index = event.y + self.scroll_offset.y
        if index < len(self.wrapped.rows):
            self.post_message(self.Pointed(self.wrapped.offset_in(index, event.x - self.wrapped.gutter - 2)))

    def render_line(self, y: int) -> Strip:
        """One row of the text."""
        width = self.scrollable_content_region.width
        index = y + self.scroll_offset.y
        if index >= len(self.wrapped.rows):
            return Strip.blank(width, self.rich_style)
        row = self.wrapped.rows[index]
        soft = (*self._lasting_by_line.get(row.line, ()), *self._soft(row.line))
        highlights = [*soft, *self._strong_by_line.get(row.line, ())]
        marked = row.first and row.line == self.marked_line
        pieces = self.wrapped.pieces(row, highlights)
        return source_strip(self, row, pieces, self.wrapped.gutter, width, marked)


def _nothing(line: int) -> Sequence[Highlight]:
    return ()
