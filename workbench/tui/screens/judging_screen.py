"""The rubric as a screen: the question under way beside the text, and how both are painted."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from workbench.core.artifacts import Artifact
from workbench.core.own_judgement import Asked, OwnJudgement, OwnRubric
from workbench.tui.action_kinds import Where
from workbench.tui.actions import action_of
from workbench.tui.footer import footer_line, typing_line
from workbench.tui.keymaps import Keys
from workbench.tui.picking import Pick, Words
from workbench.tui.rubric_layout import overview, question_lines, verdict_lines
from workbench.tui.screens.review_layout import WIDE
from workbench.tui.screens.typing_screen import TypingScreen
from workbench.tui.source_layout import Highlight, Ink
from workbench.tui.tones import Part, Piece, Tone, joined, line_of_parts
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.input_bar import InputBar
from workbench.tui.widgets.source_view import SourceView

_LINES = 4
"""Rows of the lines above and below question and text."""
_SOURCE = 8
"""Rows that the text keeps below a question."""
_SOURCE_BELOW_EXAMPLES = 3
"""Those that it keeps while the examples are shown in full."""
_QUESTION = 6
"""Rows that a question has on however small a screen."""


class JudgingScreen(TypingScreen):
    """Shows one question of a rubric, or the verdict at its end, and the text."""

    def __init__(self, own: OwnRubric, artifact: Artifact, judgement: OwnJudgement, keys: Keys) -> None:
        super().__init__()
        self.own = own
        self.artifact = artifact
        self.judgement = judgement
        self.keys = keys
        self.place = judgement.next_open(-1) or 0
        """The question under way; one past the last is the verdict."""
        self.chosen = 0
        """Which of the verdicts that are offered."""
        self.whole = False
        """Whether the examples are shown in full."""
        self.words = Words(judgement.revision.text)
        self.pick: Pick | None = None

    def compose(self) -> ComposeResult:
        """Two lines on the whole, the question above or beside the text, what was done, keys."""
        self._choose_form(self.app.size.width)
        yield Bar(self._title_line, id="judged")
        yield Bar(self._overview_line, id="questions")
        with Container(id="panes"):
            yield DetailsPane(id="details")
            yield SourceView(id="source")
        yield Bar(self._status_line, id="status")
        yield InputBar(id="ask")
        yield Bar(self._footer_line, id="footer")

    def on_mount(self) -> None:
        """Begin at the first open question, or at the verdict where only that is left."""
        self.source.show(self.judgement.revision.text)
        self.source.focus()
        only_verdict = self.judgement.complete and self.judgement.begun
        self.go_to(len(self.judgement.asked) if only_verdict else self.place)

    def on_resize(self, event: events.Resize) -> None:
        """Choose the form, and lay the question out for the room it then has."""
        self._choose_form(event.size.width)
        self.call_after_refresh(self.paint)

    def _choose_form(self, columns: int) -> None:
        """Question and text side by side, or one above the other where the screen is narrow."""
        self.set_class(columns >= WIDE, "-wide")

    @property
    def source(self) -> SourceView:
        """The text."""
        return self.query_one(SourceView)

    @property
    def asked(self) -> Asked | None:
        """The question under way; None at the verdict."""
        return self.judgement.asked[self.place] if self.place < len(self.judgement.asked) else None

    @property
    def where(self) -> Where:
        """What the person is doing."""
        if self.pick is not None:
            return Where.QUOTING
        return Where.RUBRIC if self.asked else Where.VERDICT

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now; none does while words are typed."""
        if action != "act":
            return True
        return not self.query_one(InputBar).asking and bool(self.where & action_of(str(parameters[0])).where)

    async def action_act(self, id: str) -> None:
        """Do what a key of the table says; an expected failure is told, not raised."""
        if self.pick is None:
            self.say("")
        await self.attempt(getattr(self, f"do_{id}")())

    def take_focus(self) -> None:
        """Give the keys back to the text."""
        self.source.focus()
        self.paint_bars()

    def go_to(self, place: int) -> None:
        """Put a question under way, or the verdict after the last."""
        self.place = max(0, min(len(self.judgement.asked), place))
        self.chosen, self.whole = 0, False
        self.paint()

    def paint(self) -> None:
        """Draw the question, the words that its answer rests on, and the lines."""
        details = self.query_one(DetailsPane)
        wide = self.has_class("-wide")
        self.set_class(self.whole, "-whole")
        text = 0 if wide else 1 + (_SOURCE_BELOW_EXAMPLES if self.whole else _SOURCE)
        rows = max(_QUESTION, self.size.height - _LINES - text)
        room = details.scrollable_content_region.width or self.size.width - 2
        lines = self._lines(max(1, room), rows)
        details.styles.height = "1fr" if wide else min(len(lines), rows)
        details.show(joined(lines))
        self.paint_words()
        self.paint_bars()

    def _lines(self, room: int, rows: int) -> list[list[Piece]]:
        if self.asked is None:
            return verdict_lines(self.judgement, self.chosen, self.keys, room)
        return question_lines(self.judgement, self.place, self.keys, room, None if self.whole else rows)

    def paint_words(self) -> None:
        """Draw the words that the answer rests on, and those being picked."""
        known = self.asked and (self.asked.given or self.asked.before)
        spans = {
            Ink.CURRENT: known.span if known else None,
            Ink.PICKED: self.words.span(self.pick) if self.pick else None,
        }
        self.source.emphasise([Highlight(s.start, s.end, ink) for ink, s in spans.items() if s])
        if span := spans[Ink.PICKED] or spans[Ink.CURRENT]:
            self.source.go_to(span)

    def _title_line(self, room: int) -> list[Piece]:
        left = [
            Part("You judge", Tone.STRONG),
            Part(self.artifact.name, Tone.STRONG),
            Part(f"revision {self.judgement.revision.number}", Tone.MUTED, rank=2),
        ]
        rubric = Part(f"rubric {self.judgement.rubric.name}", Tone.MUTED, rank=3)
        return line_of_parts(left, [rubric, Part(self.judgement.progress, Tone.KEY)], room)

    def _overview_line(self, room: int) -> list[Piece]:
        return overview(self.judgement, self.place, room)

    def _status_line(self, room: int) -> list[Piece]:
        asking = self.query_one(InputBar)
        if asking.asking:
            return line_of_parts([Part(asking.hint, Tone.MUTED)], [], room)
        return self.said_line(room)

    def _footer_line(self, room: int) -> list[Piece]:
        if self.query_one(InputBar).asking:
            return typing_line(completes=False, room=room)
        return footer_line(self.keys, self.where, room)
