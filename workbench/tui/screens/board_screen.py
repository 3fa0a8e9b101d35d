"""The main screen's parts and how a board is painted on them."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen

from workbench.core.artifacts import Kind
from workbench.core.board import Board, advance
from workbench.core.desk import Desk
from workbench.core.display_text import width
from workbench.core.errors import WorkbenchError
from workbench.core.events import Event
from workbench.core.marks import Target
from workbench.core.odds import Odds
from workbench.core.ports import CheckReport
from workbench.core.rows import Group, Row, source_labels
from workbench.core.sources import Source
from workbench.tui.actions import Keys, Where
from workbench.tui.brief import brief
from workbench.tui.detail import Details, heading_text, whole_text
from workbench.tui.filters import EVERYTHING, RowFilter
from workbench.tui.footer import footer_line, typing_line
from workbench.tui.header import age, artifact_line, seats_line
from workbench.tui.highlights import highlights_of, span_of
from workbench.tui.list_lines import (
    FindingLine,
    HeadingLine,
    Line,
    Lines,
    Place,
    RowLine,
    Whole,
    WholeLine,
    lines_of,
)
from workbench.tui.picking import Pick, Words
from workbench.tui.source_layout import Highlight, Ink
from workbench.tui.tones import Part, Piece, Tone, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.input_bar import InputBar, Then
from workbench.tui.widgets.row_list import RowList
from workbench.tui.widgets.source_view import SourceView

OpenEditor = Callable[[Path, int], None]
WIDE = 120
"""Columns from which list and text stand side by side."""
TALL = 28
"""Rows from which there is room for details besides list and text."""
BRIEF_IN_TWO = 24
"""Rows from which the row under the cursor has two lines where details have no room."""


class BoardScreen(Screen[None]):
    """Shows one artifact: what is raised about it, its text, and the row under the cursor in full."""

    def __init__(
        self, desk: Desk, path: Path, kind: Kind | None, keys: Keys, open_editor: OpenEditor, poll: float
    ) -> None:
        super().__init__()
        self.desk = desk
        self.path = path
        self.kind = kind
        self.keys = keys
        self.open_editor = open_editor
        self.poll = poll
        self.board: Board | None = None
        self.checked: CheckReport | None = None
        self.edited = ""
        self.odds: Odds | None = None
        self.labels: Mapping[Source, str] = {}
        """Every source in a few characters."""
        self.lines = Lines((WholeLine(),))
        self.cursor: Place = Whole.TEXT
        self.opened: Target | None = None
        self.unfolded: frozenset[Group] = frozenset()
        self.row_filter: RowFilter = EVERYTHING
        self.words: Words | None = None
        self.pick: Pick | None = None
        self.seen = True
        """False from when the cursor was put elsewhere without a key until that has been painted."""
        self.moved = False
        """Whether the person moved the cursor since the last round began."""
        self._said: tuple[str, ...] = ("",)
        self._said_in = Tone.MUTED

    def compose(self) -> ComposeResult:
        """Two lines on the artifact, the list beside the text, details, what was done, keys."""
        yield Bar(self._artifact_line, id="artifact")
        yield Bar(self._seats_line, id="seats")
        with Horizontal(id="panes"):
            yield RowList(id="list")
            yield SourceView(id="source")
        yield Bar(self._brief_line, id="brief")
        yield DetailsPane(id="details")
        yield Bar(self._status_line, id="status")
        yield InputBar(id="ask")
        yield Bar(self._footer_line, id="footer")

    def on_resize(self, event: events.Resize) -> None:
        """Choose the form: side by side, or one above the other where one of the sides is short."""
        narrow, short = event.size.width < WIDE, event.size.height < TALL
        self.set_class(narrow or short, "-compact")
        self.set_class(not short, "-tall")
        self.set_class(event.size.height >= BRIEF_IN_TWO, "-two-lines")

    @property
    def shown(self) -> Board:
        """The board, once the artifact is open; keys do nothing before."""
        assert self.board is not None, "actions wait until the artifact is open"
        return self.board

    @property
    def row_list(self) -> RowList:
        """The list."""
        return self.query_one(RowList)

    @property
    def source(self) -> SourceView:
        """The text."""
        return self.query_one(SourceView)

    @property
    def where(self) -> Where:
        """What the person is doing."""
        if self.pick is not None:
            return Where.PICKING
        return Where.OPENED if isinstance(self.line, FindingLine) else Where.LIST

    @property
    def line(self) -> Line:
        """The line that the cursor is on."""
        return self.lines.all[self.lines.index(self.cursor) or 0]

    def say(self, text: str, tone: Tone = Tone.MUTED, shorter: Iterable[str] = ()) -> None:
        """Tell the person something in the status line; `shorter` are ways to say it with less room."""
        self._said, self._said_in = (text, *shorter), tone
        self.query_one("#status", Bar).refresh()

    async def attempt(self, doing: Awaitable[None]) -> None:
        """Wait until something is done; an expected failure of it is told, not raised."""
        try:
            await doing
        except WorkbenchError as error:
            self.say(str(error), Tone.ERROR)

    def ask(self, label: str, then: Then, value: str = "", hint: str = "", words: Iterable[str] = ()) -> None:
        """Ask for a line of text at the bottom; tab completes the words."""
        self.query_one("#status").display = False
        self.query_one(InputBar).ask(label, then, value, hint, words)
        self.paint_bars()

    def fold(self, event: Event) -> None:
        """Take an event into the board and show it."""
        self.board = advance(self.shown, event)
        self.paint()

    async def show_stored(self) -> None:
        """Show what is stored now, whoever stored it."""
        self.fold(await self.desk.refresh(self.shown.artifact))

    def move(self, place: Place) -> None:
        """Put the cursor somewhere, as the person asked."""
        self.moved = True
        if isinstance(place, Target) and self.lines.index(place) is None:
            self._unfold(place)
        index = self.lines.index(place)
        if self.row_filter.words or index is None:
            self.cursor = place
            self.paint()
        else:
            self.cursor = self.lines.all[index].place
            self.row_list.point(self.cursor)
            self.paint_cursor()
        self.go_to_words()

    def _unfold(self, target: Target) -> None:
        row = self.shown.row(target)
        if row is not None:
            self.unfolded |= {row.group}

    def go_to_words(self) -> None:
        """Bring the words of the line under the cursor into sight, instead of a line that was gone to."""
        self.source.unmark_line()
        if span := span_of(self.line):
            self.source.go_to(span)

    def paint(self) -> None:
        """Draw everything that depends on the board, the filter and what is open."""
        board = self.shown
        lines = self._lines()
        index = lines.index(self.cursor)
        if index is None:
            self.cursor = lines.nearest(self.lines, self.cursor)
            lines = self._lines()
            self._look_first()
        else:
            self.cursor = lines.all[index].place
        self.lines = lines
        self.labels = self._labelled()
        self.row_list.show(board, lines, self.cursor, self.labels)
        self.source.show(board.revision.text)
        self.source.highlight(tuple(highlights_of(board)))
        self.paint_cursor()

    def paint_cursor(self) -> None:
        """Draw everything that depends on the line under the cursor."""
        self.paint_words()
        self.query_one(DetailsPane).show(self._details())
        self.paint_bars()

    def put(self, place: Place) -> None:
        """Put the cursor somewhere without a key: what is there is marked only once it was painted."""
        self.cursor = place
        self._look_first()
        self.paint()
        self.go_to_words()

    def _look_first(self) -> None:
        self.seen = False
        self.call_after_refresh(self._has_seen)

    def _has_seen(self) -> None:
        self.seen = True

    def _labelled(self) -> Mapping[Source, str]:
        personas = [persona.source for persona in self.desk.library.personas]
        rows = [source for row in self.shown.rows for source in row.sources]
        return source_labels([*personas, *rows])

    def _lines(self) -> Lines:
        board = self.shown
        return lines_of(
            board.rows,
            shown=self.row_filter,
            unfolded=self.unfolded,
            opened=self.opened,
            cursor=self.cursor,
            marks=board.marks,
        )

    def paint_words(self) -> None:
        """Draw the words of the line under the cursor, and those being picked."""
        spans = {Ink.CURRENT: span_of(self.line)}
        if self.pick is not None and self.words is not None:
            picked = spans[Ink.PICKED] = self.words.span(self.pick)
            self.source.go_to(picked)
        self.source.emphasise([Highlight(s.start, s.end, ink) for ink, s in spans.items() if s])

    def paint_bars(self) -> None:
        """Draw the single lines."""
        for bar in self.query(Bar):
            bar.refresh()

    def _details(self) -> list[Piece]:
        board, line = self.shown, self.line
        if isinstance(line, HeadingLine):
            return heading_text(line, self.keys)
        if not isinstance(line, RowLine | FindingLine):
            return whole_text(board, self._first_steps())
        details = Details(board, self.desk.library, self.labels, self.desk.clock.now())
        return details.of(line, self._like_these(line.row))

    def _first_steps(self) -> list[str]:
        key = self.keys.shown
        marks = f"{key('hit')} hit, {key('miss')} miss, {key('cant_tell')} can't tell"
        reads = "has the text read; where it is sent and what that costs is shown before"
        nobody = "No reader is set up, so only the checks speak: `workbench doctor` says how to get one."
        return [
            "",
            f"{key('read')} {reads}." if self.desk.provider else nobody,
            f"Then mark each row: {marks}. {key('help')} shows every key and when a mark is which.",
        ]

    def _like_these(self, row: Row) -> str:
        if self.odds is None or not row.raised or not row.readings:
            return ""
        return self.odds.of(row.raised, row.readings).sentence()

    def _artifact_line(self, room: int) -> list[Piece]:
        if self.board is None:
            return [(f"Opening {self.path.name} and running the checks", Tone.MUTED)]
        return artifact_line(
            self.board,
            room,
            edited=self.edited,
            budget=self.desk.settings.budget,
            prices=self.desk.prices,
            show_disk=self.keys.shown("show_disk"),
        )

    def _seats_line(self, room: int) -> list[Piece]:
        if self.board is None:
            return []
        provider = self.desk.provider
        return seats_line(self.board, self.checked, room, provider.destination if provider else "")

    def _brief_line(self, room: int) -> list[Piece]:
        if self.board is None:
            return []
        rows = max(1, self.query_one("#brief").size.height)
        return brief(self.line, self.board, self.keys, room, rows)

    def _status_line(self, room: int) -> list[Piece]:
        shown = Part(f"shown: {self.row_filter}" if self.row_filter.words else "", Tone.WARNING)
        left = room - width(shown.text) - 2 if shown.text else room
        said = next((text for text in self._said if width(text) <= left), self._said[-1])
        return line_of_parts([Part(said, self._said_in)], [shown], room)

    def _footer_line(self, room: int) -> list[Piece]:
        asking = self.query_one(InputBar)
        if asking.asking:
            return typing_line(asking.completes, room)
        return footer_line(self.keys, self.where, room)

    async def look_at_age(self) -> None:
        """Learn when the file was last written."""
        changed = await self.desk.files.changed_at(self.path)
        self.edited = age(changed, self.desk.clock.now())
