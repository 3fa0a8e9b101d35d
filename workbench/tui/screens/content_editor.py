"""A persona or rubric as text: typed, checked while it is typed, saved and tried."""

import asyncio
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.timer import Timer
from textual.widgets import TextArea

from workbench.core.instruments import Persona, Rubric
from workbench.core.shelf import Draft
from workbench.core.text.display_text import counted, neutralised
from workbench.core.trust.claim_words import MarkedWords
from workbench.core.trust.wordings import HALF, without_anchors
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.questions_layout import answered_lines, asked_in
from workbench.tui.screens.content_frame import Workshop
from workbench.tui.screens.content_pages import ContentHelpScreen
from workbench.tui.screens.drafting import DraftFrame
from workbench.tui.screens.review_layout import TALL
from workbench.tui.shelf_layout import Lines, anchors_words
from workbench.tui.tones import Part, Piece, Tone, hanging, joined, line_of_parts
from workbench.tui.trial_layout import trial_lines
from workbench.tui.widgets.bar import Bar
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.draft_area import DraftArea
from workbench.tui.widgets.input_bar import InputBar
from workbench.tui.wording_layout import claim_lines

_MOST = 6
"""Misses that are shown beside the text."""


class ContentEditorScreen(DraftFrame):
    """The text above, and below it what is wrong with it, what a trial found, what it was wrong about."""

    place = Where.WRITING
    pause = 0.15
    """Seconds without a key after which the text is checked."""
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(a for a in ACTIONS if Where.WRITING in a.where)]

    def __init__(
        self,
        workshop: Workshop,
        draft: Draft,
        line: int = 1,
        keep: Callable[[Draft], None] | None = None,
    ) -> None:
        """Set what is written and the 1-based line to begin at.

        `keep` gets the draft when it is left, saved or not, and nothing is asked then.
        """
        super().__init__(workshop, draft)
        self._line, self._keep = line, keep
        self._due: Timer | None = None
        self._questions: tuple[int, ...] = ()
        """The line at which each question of a rubric begins, as of the last check."""
        self._question = -1
        """The index of the question that the cursor is in."""

    def compose(self) -> ComposeResult:
        """The text between what it is and what there is to say of it."""
        yield Bar(self._title_line, id="draft-title")
        yield DraftArea(neutralised(self.draft.text), id="draft")
        yield DetailsPane(id="details")
        yield Bar(self.status_line, id="status")
        yield InputBar(id="ask")
        yield Bar(self.footer_line, id="footer")

    def on_resize(self, event: events.Resize) -> None:
        """Give what stands below more room where there is some."""
        self.set_class(event.size.height >= TALL, "-tall")
        self.call_after_refresh(self.paint_below)

    def on_mount(self) -> None:
        """Begin at the line, with what is known of the text."""
        area = self.area
        area.move_cursor((max(0, self._line - 1), 0))
        area.scroll_cursor_visible(animate=False)
        self.take_focus()
        self.begin()
        self.validate()
        if neutralised(self.draft.text) != self.draft.text:
            self.say("It held control characters: each is shown as a sign, and saved as one.", Tone.WARNING)

    @property
    def area(self) -> DraftArea:
        """The text."""
        return self.query_one(DraftArea)

    def take_focus(self) -> None:
        """Give the keys back to the text."""
        self.area.focus()
        self.paint_bars()

    @on(TextArea.Changed)
    def _typed(self) -> None:
        was_unsaved = self.draft.unsaved
        self.draft = replace(self.draft, text=self.area.text)
        if self._due is not None:
            self._due.stop()
        self._due = self.set_timer(self.pause, self.validate)
        if was_unsaved != self.draft.unsaved:
            self.query_one("#draft-title", Bar).refresh()

    @on(TextArea.SelectionChanged)
    def _moved(self) -> None:
        question = bisect_right(self._questions, self.area.cursor_location[0] + 1) - 1
        if question != self._question:
            self._question = question
            self.paint_below()

    @work(group="validate", exclusive=True)
    async def validate(self) -> None:
        """Say what is wrong with the text, once it was read beside the typing."""
        draft, shelf = self.draft, self.workshop.shelf
        found = await asyncio.to_thread(shelf.read, draft)
        questions: tuple[int, ...] = ()
        if draft.sort == "rubrics":
            questions = await asyncio.to_thread(shelf.lines_of_questions, draft.text)
        if draft.text == self.draft.text:
            self.found, self._questions = found, questions
            self._moved()
            self.paint_below()
            self.query_one("#draft-title", Bar).refresh()

    def shows_saved(self) -> None:
        """Show the title as it is now; a newline at the end is no reason to move the text."""
        text = self.area.text
        if self.draft.text != text:
            self.draft = replace(self.draft, text=text, saved=text)
        self.paint_bars()

    def paint_below(self) -> None:
        """Draw what there is to say of the text."""
        pane = self.query_one(DetailsPane)
        pane.show(joined(self._below(max(20, pane.scrollable_content_region.width))))

    def _below(self, room: int) -> Lines:
        problems = [*self._check_answers(room), *self._problems(room)]
        parts = [problems, self._missed(room)]
        if self.trial is not None:
            # What is asked for is seen first, but never before what is wrong.
            parts.insert(1 if self.errors else 0, trial_lines(self.trial, room))
        lines: Lines = []
        for part in parts:
            lines += [[], *part] if lines else part
        return lines

    def _check_answers(self, room: int) -> Lines:
        """That a check answers the question that the cursor is in, also while that is being written."""
        if self._question < 0:
            return []
        ask = asked_in(self.draft.text, self._questions, self._question)
        return answered_lines(ask, self.workshop.desk.checks.rules, room)

    def _problems(self, room: int) -> Lines:
        """What is wrong with it, each with its line and key; else what it is."""
        found = self.found
        if not isinstance(found, tuple):
            return self._sound(found, room)
        lines: Lines = []
        for error in found:
            place = f"line {error.line}" if error.line else "the file"
            key = f"{error.key}: " if error.key else ""
            lines += hanging((place, Tone.ERROR), (f"{key}{error.problem}", Tone.PLAIN), 10, room)
        return lines

    def _sound(self, item: Persona | Rubric, room: int) -> Lines:
        kinds = ", ".join(kind.value for kind in item.kinds)
        if isinstance(item, Persona):
            usual = ", ".join(kind.value for kind in item.default_for)
            said = f"Nothing is wrong with it. It reads {kinds}; by default {usual or 'only when asked'}."
            return hanging(("", Tone.PLAIN), (said, Tone.GOOD), 0, room)
        said = f"Nothing is wrong with it. It judges {kinds} by {counted(len(item.questions), 'question')}."
        lines = hanging(("", Tone.PLAIN), (said, Tone.GOOD), 0, room)
        if bare := without_anchors(item):
            lines += hanging(
                ("", Tone.PLAIN), (f"{anchors_words([q.id for q in bare])}.", Tone.WARNING), 0, room
            )
        return lines

    def _missed(self, room: int) -> Lines:
        """What the saved wording was wrong about: of a rubric, the question that the cursor is in."""
        if self.marked is None:
            return [[("Looking up what it was wrong about.", Tone.MUTED)]]
        misses, of = self._misses_here()
        if not misses:
            return [[(f"No miss of {of} {HALF}.", Tone.MUTED)]]
        lines = hanging(("", Tone.PLAIN), (f"Misses of {of} {HALF}: {len(misses)}", Tone.HEADING), 0, room)
        return [*lines, *(row for claim in misses[:_MOST] for row in claim_lines(claim, room))]

    def _misses_here(self) -> tuple[tuple[MarkedWords, ...], str]:
        assert self.marked is not None, "asked once it is known"
        saved = self.saved_item
        if isinstance(self.found, Rubric) and isinstance(saved, Rubric) and self._question >= 0:
            id = self.found.questions[self._question].id
            return tuple(m for m in self.marked.misses if m.source == f"{saved.name}/{id}"), f"question {id}"
        return self.marked.misses, "the saved wording"

    def _title_line(self, room: int) -> list[Piece]:
        draft = self.draft
        whose = {"bundled": "ships; saving copies it", "user": "your own", "project": "the project's"}
        where = whose[draft.origin] if draft.origin else "new"
        state = Part("not saved", Tone.WARNING) if draft.unsaved else Part("saved", Tone.MUTED)
        wrong = Part(f"{counted(len(self.errors), 'error')}", Tone.ERROR) if self.errors else Part("")
        left = [Part(draft.name, Tone.STRONG), Part(f"{draft.sort[:-1]}, {where}", Tone.MUTED, 1)]
        return line_of_parts(left, [wrong, state], room)

    async def do_draft_problem(self) -> None:
        """To the next line with something wrong."""
        lines = sorted({error.line for error in self.errors if error.line})
        if not lines:
            self.say("Nothing is wrong with it." if not self.errors else str(self.errors[0].problem))
            return
        here = self.area.cursor_location[0] + 1
        self.area.move_cursor((next((line for line in lines if line > here), lines[0]) - 1, 0))

    async def do_draft_pane_down(self) -> None:
        """Scroll what stands below."""
        self._scroll(1)

    async def do_draft_pane_up(self) -> None:
        """Scroll it back."""
        self._scroll(-1)

    def _scroll(self, by: int) -> None:
        pane = self.query_one(DetailsPane)
        pane.scroll_relative(y=by * max(1, pane.size.height - 2), animate=False)

    async def do_draft_help(self) -> None:
        """The keys."""
        self.app.push_screen(ContentHelpScreen(self.keys, self.place))

    async def do_draft_leave(self) -> None:
        """Leave, with the draft where somebody keeps it."""
        if self._keep is None:
            await self.leave()
            return
        self._keep(self.draft)
        self.dismiss()
