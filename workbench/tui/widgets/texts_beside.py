"""Two texts side by side that scroll together, or one at a time where there is no room for both."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from workbench.core.comparing.parallel import Parallel
from workbench.core.readings import Span
from workbench.tui.parallel_scrolling import place_of, row_at
from workbench.tui.source_layout import Highlight, Ink
from workbench.tui.tones import Piece
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.source_view import SourceView

Heading = Callable[[int, int], list[Piece]]
"""The line above the text of a place, for so many cells."""
_IDS = ("first", "second")


class TextsBeside(Container):
    """The one in use leads: whatever scrolls it brings the same place of the other beside it."""

    def __init__(self, texts: tuple[str, str], heading: Heading, id: str) -> None:
        super().__init__(id=id)
        self._texts = texts
        self._heading = heading
        self._following = False
        self._difference: int | None = None
        """The index of the difference that was gone to last."""
        self.used = 0
        """The place of the text in use."""
        self.both = True
        """Whether both are seen."""

    def compose(self) -> ComposeResult:
        """Each text under its heading."""
        for place, id in enumerate(_IDS):
            with Vertical(id=id, classes="side"):
                yield Bar(partial(self._heading, place), id=f"{id}-heading")
                yield SourceView(id=f"{id}-text")

    def on_mount(self) -> None:
        """Show the texts, and have one follow the other."""
        for place, (view, text) in enumerate(zip(self.views, self._texts, strict=True)):
            view.show(text)
            self.watch(view, "scroll_y", partial(self._lead, place), init=False)
        lines = [view.document.lines for view in self.views]
        self.parallel = Parallel(lines[0], lines[1])

    @property
    def views(self) -> tuple[SourceView, SourceView]:
        """Both texts."""
        first, second = (self.query_one(f"#{id}-text", SourceView) for id in _IDS)
        return first, second

    @property
    def view(self) -> SourceView:
        """The one in use."""
        return self.views[self.used]

    def show_both(self, both: bool) -> None:
        """Show both, or the one in use."""
        self.both = both
        for place, id in enumerate(_IDS):
            self.query_one(f"#{id}").display = both or place == self.used
        for bar in self.query(Bar):
            bar.refresh()

    def use(self, place: int) -> None:
        """Have a text lead; where one is seen at a time it is shown at the place of the other."""
        if place == self.used:
            return
        at = self._beside(self.used)
        self.used = place
        self.show_both(self.both)
        if not self.both:
            # It has no rows before it is laid out.
            self.call_after_refresh(self._bring, place, at)

    def scroll_rows(self, by: int) -> None:
        """Scroll by so many rows."""
        self.view.scroll_rows(by)

    @property
    def page(self) -> int:
        """Rows that a page key scrolls by."""
        return self.view.page

    def go_to_difference(self, forward: bool) -> int | None:
        """Go to the next place where they differ, or the one before: its number from 1; None for none."""
        places = self.parallel.differences
        before = -1 if self._difference is None else self._difference
        to = before + (1 if forward else -1)
        if not 0 <= to < len(places):
            return None
        self._difference = to
        self._apart(lambda place, view: view.go_to_line(places[to][place]))
        return to + 1

    def show_words(self, words: Sequence[Sequence[Span]]) -> None:
        """Draw some words of each text strongly, and bring the first of each into sight."""

        def show(place: int, view: SourceView) -> None:
            view.unmark_line()
            view.emphasise([Highlight(span.start, span.end, Ink.CURRENT) for span in words[place]])
            if words[place]:
                view.go_to(words[place][0])

        self._apart(show)

    def _apart(self, move: Callable[[int, SourceView], None]) -> None:
        """Move each text by itself."""
        with self._unfollowed():
            for place, view in enumerate(self.views):
                move(place, view)

    @contextmanager
    def _unfollowed(self) -> Iterator[None]:
        """While a text is moved that the other is not to follow."""
        self._following = True
        try:
            yield
        finally:
            self._following = False

    def _lead(self, place: int) -> None:
        """Have the other text follow one that was scrolled."""
        if place == self.used and self.both and not self._following:
            self._bring(1 - place, self._beside(place))

    def _beside(self, place: int) -> float:
        """The place of the other text beside the top of one, in lines from 0."""
        view = self.views[place]
        return self.parallel.other(place_of(view.wrapped, view.scroll_offset.y), in_first=place == 0)

    def _bring(self, place: int, at: float) -> None:
        """Bring a place of a text to the top of its pane."""
        view = self.views[place]
        with self._unfollowed():
            view.scroll_rows(row_at(view.wrapped, at) - view.scroll_offset.y)
