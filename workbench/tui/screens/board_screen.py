"""The main screen's parts and how a board is painted on them."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal

from workbench.core.ages import age
from workbench.core.artifacts import Kind
from workbench.core.board import Board, advance
from workbench.core.desk import Desk
from workbench.core.errors import WorkbenchError
from workbench.core.events import Event
from workbench.core.marks import Target
from workbench.core.outstanding import outstanding
from workbench.core.ports import CheckReport
from workbench.core.readings import Reading
from workbench.core.returned import Since
from workbench.core.rows import Group, Row
from workbench.core.sources import Source
from workbench.core.text.display_text import width
from workbench.core.trust.odds import Odds, like_these_rows
from workbench.tui.action_kinds import Where
from workbench.tui.brief import brief
from workbench.tui.failures import ways
from workbench.tui.filters import EVERYTHING, RowFilter
from workbench.tui.footer import footer_line, typing_line
from workbench.tui.header import Settled, artifact_ends, seats_ends, settled_in
from workbench.tui.highlights import RaisedWords, span_of
from workbench.tui.keymaps import Keys
from workbench.tui.line_details import details_of, labels_of
from workbench.tui.list_lines import (
    FindingLine,
    Line,
    Lines,
    Place,
    Whole,
    WholeLine,
)
from workbench.tui.made_lines import Form, MadeLines
from workbench.tui.picking import Pick, Words
from workbench.tui.screens.stop_finding import StopFinding
from workbench.tui.selection import Selection
from workbench.tui.source_layout import Highlight, Ink
from workbench.tui.tones import Part, Piece, Tone, filled, joined, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.input_bar import InputBar, Then
from workbench.tui.widgets.row_list import RowList
from workbench.tui.widgets.source_view import SourceView

OpenEditor = Callable[[Path, int], None]


class BoardScreen(StopFinding):
    """Shows one artifact: what is raised about it, its text, and the row under the cursor in full."""

    def __init__(
        self,
        desk: Desk,
        path: Path,
        kind: Kind | None,
        keys: Keys,
        open_editor: OpenEditor,
        poll: float = 1.0,
    ) -> None:
        """Set what is opened; `poll` is in seconds between looks at the file."""
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
        self.file_gone = False
        self.odds_elsewhere: Odds | None = None
        """How often concerns were hits by the marks on every other text."""
        self._odds: tuple[tuple[Row, ...], Odds] | None = None
        """The odds with the rows that they were worked out of last."""
        self.own_left = ""
        """What is left of the judgement that the person began, in words; empty for none."""
        self.labels: Mapping[Source, str] = {}
        """Every source in a few characters."""
        self.raised: RaisedWords | None = None
        self._highlighted: Board | None = None
        """The board whose raised words are drawn."""
        self.settled: Settled | None = None
        """What the stored readings cost. No decision changes this, the labels or the raised words."""
        self._settled_of: Sequence[Reading] = ()
        self.lines = Lines((WholeLine(),))
        self._made_lines = MadeLines()
        self.cursor: Place = Whole.TEXT
        self.opened: Target | None = None
        self.unfolded: frozenset[Group] = frozenset()
        self.row_filter: RowFilter = EVERYTHING
        self.selection = Selection()
        self.words: Words | None = None
        self.pick: Pick | None = None
        self.seen = True
        """False from when the cursor was put elsewhere without a key until that has been painted."""
        self.moved = False
        """Whether the person moved the cursor since the last round began."""
        self.since: Since | None = None
        """What happened since the artifact was left; None where it never was."""
        self._said: tuple[str, ...] = ("",)
        self._said_in = Tone.MUTED

    def compose(self) -> ComposeResult:
        """Two lines on the artifact, the list beside the text, details, what was done, keys."""
        self.choose_form(self.app.size)
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

    @property
    def shown(self) -> Board:
        """The board, once the artifact is open; keys do nothing before."""
        assert self.board is not None, "actions wait until the artifact is open"
        return self.board

    @property
    def odds(self) -> Odds | None:
        """How often rows were hits by all marks that there are now; None while that is not known."""
        if self.odds_elsewhere is None or self.board is None:
            return None
        rows = self.board.rows
        if self._odds is None or self._odds[0] is not rows:
            self._odds = rows, self.odds_elsewhere.joined(like_these_rows(rows))
        return self._odds[1]

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
            self.say(str(error), Tone.ERROR, ways(str(error)))

    def ask(
        self,
        label: str,
        then: Then,
        value: str = "",
        hint: str = "",
        words: Iterable[str] = (),
        placeholder: str = "",
    ) -> None:
        """Ask for a line of text at the bottom; tab completes the words."""
        self.query_one(InputBar).ask(label, then, value, hint, words, placeholder)
        if self._long_hint:
            self.query_one(DetailsPane).show([(hint, Tone.MUTED)])
        self.paint_bars()

    @property
    def _long_hint(self) -> str:
        """What may be typed, while something is, where it has no room in the status line."""
        asking = self.query_one(InputBar)
        return asking.hint if asking.asking and width(asking.hint) > self.size.width else ""

    def fold(self, event: Event, goes: Callable[[Lines], Place | None] | None = None) -> None:
        """Take an event into the board and show it.

        `goes` says where the cursor is put, given the lines as they are then; None leaves it where it is.
        """
        self.board = advance(self.shown, event)
        place = goes(self._lines()) if goes else None
        if place is not None:
            self.moved, self.cursor = True, place
        self.paint()
        if place is not None:
            self.go_to_words()

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
        self.source.show(board.revision.text)
        if self.raised is None or self.raised.listing is not board.listing:
            self.raised, self._highlighted = RaisedWords(board, self.source.wrapped), None
            self.labels = labels_of(board, self.desk)
        if self.settled is None or self._settled_of is not board.history.readings:
            self.settled, self._settled_of = settled_in(board, self.desk.prices), board.history.readings
        self.row_list.show(board, lines, self.cursor, self.labels)
        self._highlight(self.raised)
        self.paint_cursor()
        self.paint_bars("artifact", "seats")
        self.find_stop(board)

    def show_stop(self) -> None:
        """Show whether the loop should stop."""
        self.paint_bars("seats", "status")
        if isinstance(self.line, WholeLine):
            self.paint_cursor()

    def _highlight(self, raised: RaisedWords) -> None:
        board, before = self.shown, self._highlighted
        lines = None if before is None else raised.changed(before, board)
        self.source.highlight(lambda line: raised.on(line, board), lines)
        self._highlighted = board

    def paint_cursor(self) -> None:
        """Draw everything that depends on the line under the cursor."""
        self.paint_words()
        details = details_of(
            self.line, self.shown, self.desk, self.keys, self.labels, self.odds, self.checked
        )
        self.query_one(DetailsPane).show(
            [*self._came_back(), *details, *self._loop_words(), *self.evidence()]
        )
        self.fit_brief(*brief(self.line, self.shown, self.keys, self.desk.library))
        self.paint_bars("brief", "status", "footer")

    def evidence(self) -> list[Piece]:
        """What was looked up for the line under the cursor."""
        return []

    def _came_back(self) -> list[Piece]:
        """What happened since the person left, with what waits now, on the line of the whole text."""
        if self.since is None or not isinstance(self.line, WholeLine):
            return []
        since = replace(self.since, waits=outstanding(self.shown.rows))
        said = [[(line, Tone.PLAIN)] for line in since.lines(self.desk.clock.now())]
        return joined([*said, [], []])

    def _loop_words(self) -> list[Piece]:
        """Whether to stop and why, on the line of the whole text."""
        if self.stops is None or not isinstance(self.line, WholeLine):
            return []
        return joined([[], *self.stops.lines])

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

    def _lines(self) -> Lines:
        form = Form(self.unfolded, self.opened, self.row_filter)
        return self._made_lines.of(self.shown, form, self.cursor)

    def paint_words(self) -> None:
        """Draw the words of the line under the cursor, and those being picked."""
        at = span_of(self.line)
        spans = {Ink.CURRENT: at if at and at.how != "edited" else None}
        if self.pick is not None and self.words is not None:
            picked = spans[Ink.PICKED] = self.words.span(self.pick)
            self.source.go_to(picked)
        self.source.emphasise([Highlight(s.start, s.end, ink) for ink, s in spans.items() if s])

    def paint_bars(self, *ids: str) -> None:
        """Draw the single lines, or only these of them."""
        for bar in self.query(Bar):
            if not ids or bar.id in ids:
                bar.paint()

    def _artifact_line(self, room: int) -> list[Piece]:
        if self.board is None:
            return [(f"Opening {self.path.name} and running the checks", Tone.MUTED)]
        ends = artifact_ends(
            self.board,
            edited=self.edited,
            budget=self.desk.settings.budget,
            prices=self.desk.prices,
            show_disk=self.keys.shown("show_disk"),
            settled=self.settled,
            gone=self.file_gone,
        )
        return ends.line(room)

    def _seats_line(self, room: int) -> list[Piece]:
        if self.board is None:
            return []
        provider = self.desk.provider
        reader = provider.destination if provider else ""
        ends = seats_ends(self.board, self.checked, reader)
        return (self.stops.beside(ends, room) if self.stops else ends).line(room)

    def _brief_line(self, room: int) -> list[Piece]:
        if self.board is None:
            return []
        rows = max(1, self.query_one("#brief").size.height)
        if self._long_hint:
            return filled(self._long_hint, Tone.MUTED, [], room, rows)
        return filled(*brief(self.line, self.board, self.keys, self.desk.library), room, rows)

    def _status_line(self, room: int) -> list[Piece]:
        shown = Part(f"shown: {self.row_filter}" if self.row_filter.words else "", Tone.WARNING)
        right = [part for part in (Part(self.selection.words, Tone.KEY), shown) if part.text]
        left = room - sum(width(part.text) + 2 for part in right)
        asking = self.query_one(InputBar)
        if asking.asking:
            hint = "any of the words above; of several all must hold" if self._long_hint else asking.hint
            return line_of_parts([Part(hint, Tone.MUTED)], right, room)
        ways = self._said if self._said[-1] or self.stops is None else self.stops.ways
        said = next((text for text in ways if width(text) <= left), ways[-1])
        return line_of_parts([Part(said, self._said_in)], right, room)

    def _footer_line(self, room: int) -> list[Piece]:
        asking = self.query_one(InputBar)
        if asking.asking:
            return typing_line(asking.completes, room)
        return footer_line(self.keys, self.where, room)

    async def look_at_age(self) -> None:
        """Learn when the file was last written."""
        changed = await self.desk.files.changed_at(self.path)
        self.edited = age(changed, self.desk.clock.now())
        self.file_gone = changed is None
