"""The questions of a rubric as rows: added, put in another order, made to decide more or less."""

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from workbench.core.errors import UsageError
from workbench.core.instruments import Question, Rubric
from workbench.core.shelf import Draft, QuestionChange, Shelf
from workbench.core.sources import OnFail
from workbench.core.trust.instruments import Report
from workbench.core.trust.wordings import question_figures
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.questions_layout import answered_lines, question_details, question_rows
from workbench.tui.screens.content_editor import ContentEditorScreen
from workbench.tui.screens.content_frame import ListFrame, Workshop
from workbench.tui.screens.content_pages import ContentHelpScreen
from workbench.tui.screens.drafting import DraftFrame
from workbench.tui.shelf_layout import LEGEND
from workbench.tui.tones import Part, Piece, Tone, joined, line_of_parts
from workbench.tui.trial_layout import trial_lines
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.plain_list import PlainList

_ON_FAIL: tuple[OnFail, ...] = ("note", "fix", "rewrite")


class QuestionsScreen(ListFrame, DraftFrame):
    """Changes the rubric's text line by line; nothing is saved before the person saves it."""

    place = Where.QUESTIONS
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if Where.QUESTIONS in a.where and a.id != "palette")
    ]

    def __init__(self, workshop: Workshop, draft: Draft, report: Report | None) -> None:
        super().__init__(workshop, draft)
        self._report = report
        self.here = 0
        """The index of the question under the cursor."""
        self._shown: Rubric | None = None
        """The questions as they were last sound."""

    def on_mount(self) -> None:
        """Show the questions."""
        self.take_focus()
        self.begin()
        self.paint()

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions as they were last sound."""
        if isinstance(self.found, Rubric):
            self._shown = self.found
        return self._shown.questions if self._shown else ()

    def paint(self) -> None:
        """Draw everything."""
        listed, questions = self.query_one(PlainList), self.questions
        self.here = max(0, min(len(questions) - 1, self.here))
        figures = {
            q.id: question_figures(self._report, self._shown, q)
            for q in questions
            if self._report is not None and self._shown is not None
        }
        self.headings, lines = question_rows(questions, figures, listed.room)
        listed.show(lines, self.here)
        self.paint_below()
        self.paint_bars()

    def paint_below(self) -> None:
        """Draw what is known of the question under the cursor, and of a trial."""
        pane, questions = self.query_one(DetailsPane), self.questions
        room = max(20, pane.scrollable_content_region.width)
        lines = [[(f"{error}", Tone.ERROR)] for error in self.errors]
        if questions:
            question = questions[self.here]
            figures = (
                question_figures(self._report, self._shown, question)
                if self._report and self._shown
                else None
            )
            source = f"{self.draft.name}/{question.id}"
            misses = None if self.marked is None else [m for m in self.marked.misses if m.source == source]
            lines += answered_lines(question.ask, self.workshop.desk.checks.rules, room)
            lines += question_details(question, figures, misses, room)
        if self.trial is not None:
            lines += [[], *trial_lines(self.trial, room)]
        pane.show(joined(lines))

    @on(PlainList.Resized)
    def _resized(self) -> None:
        self.paint()

    @on(PlainList.Pointed)
    def _pointed(self, message: PlainList.Pointed) -> None:
        self._go_to(message.index)

    def _go_to(self, index: int) -> None:
        self.here = index
        self.paint()

    def quiet_line(self, room: int) -> list[Piece]:
        """What the rates are."""
        return self.fitting_line(LEGEND, Tone.MUTED, room)

    def title_line(self, room: int) -> list[Piece]:
        """The rubric, whose it is, and how far it is."""
        draft = self.draft
        whose = {"bundled": "ships; saving copies it", "user": "your own", "project": "the project's"}
        where = whose[draft.origin] if draft.origin else "new"
        state = Part("not saved", Tone.WARNING) if draft.unsaved else Part("saved", Tone.MUTED)
        left = [Part(draft.name, Tone.STRONG), Part(f"the questions of this rubric, {where}", Tone.MUTED, 1)]
        return line_of_parts(left, [state], room)

    async def do_up(self) -> None:
        """To the question above."""
        self._go_to(self.here - 1)

    async def do_down(self) -> None:
        """To the question below."""
        self._go_to(self.here + 1)

    async def do_first(self) -> None:
        """To the first question."""
        self._go_to(0)

    async def do_last(self) -> None:
        """To the last question."""
        self._go_to(len(self.questions) - 1)

    async def do_page_up(self) -> None:
        """Scroll what is known of the question back."""
        self._scroll(-1)

    async def do_page_down(self) -> None:
        """Scroll what is known of the question."""
        self._scroll(1)

    def _scroll(self, by: int) -> None:
        pane = self.query_one(DetailsPane)
        pane.scroll_relative(y=by * max(1, pane.size.height - 1), animate=False)

    async def do_question_up(self) -> None:
        """Ask this one earlier."""
        self._change(QuestionChange(self.here, to=self.here - 1), self.here - 1)

    async def do_question_down(self) -> None:
        """Ask this one later."""
        self._change(QuestionChange(self.here, to=self.here + 1), self.here + 1)

    async def do_question_on_fail(self) -> None:
        """Have a fail do the next thing; a dominant question's fail is never a mere note."""
        question = self._question
        choices = _ON_FAIL[1:] if question.dominant else _ON_FAIL
        following = choices[(choices.index(question.on_fail) + 1) % len(choices)]
        self._change(QuestionChange(self.here, on_fail=following), self.here)
        self.say(
            f"A fail of {question.id} now does: {following}. Its rates stay: the judge is not told this."
        )

    async def do_question_dominant(self) -> None:
        """Have a fail decide alone, or not."""
        question = self._question
        if not question.dominant and question.on_fail == "note":
            key = self.keys.shown("question_on_fail")
            raise UsageError(f"A dominant question needs fix or rewrite: {key} changes what its fail does.")
        self._change(QuestionChange(self.here, dominant=not question.dominant), self.here)
        now = "is not dominant any more" if question.dominant else "is dominant: a fail of it decides alone"
        self.say(f"{question.id} {now}; its statistics begin anew.")

    @property
    def _question(self) -> Question:
        if not self.questions:
            raise UsageError(
                f"There is no sound question yet: {self.keys.shown('content_edit')} edits the text."
            )
        return self.questions[self.here]

    @property
    def _sound_shelf(self) -> Shelf:
        """The files, where the rows are the questions that the text has.

        Raises:
            UsageError: the text is broken, so that they are those it had.
        """
        if self.errors:
            raise UsageError(
                f"Something is wrong with the text: {self.keys.shown('open')} puts it right first."
            )
        return self.workshop.shelf

    def _change(self, change: QuestionChange, here: int) -> None:
        shelf = self._sound_shelf
        if change.to is not None and not 0 <= change.to < len(self.questions):
            return
        self.draft = replace(self.draft, text=shelf.with_change(self.draft.text, change))
        self.found = shelf.read(self.draft)
        self.here = here
        self.paint()

    async def do_question_add(self) -> None:
        """Add a question below this one, to be written at once."""
        shelf = self._sound_shelf
        text = shelf.with_change(self.draft.text, QuestionChange(self.here, add=True))
        lines = shelf.lines_of_questions(text)
        self._write(replace(self.draft, text=text), lines[self.here + 1] + 1 if lines else 1)

    async def do_open(self) -> None:
        """Change the question's words."""
        await self.do_content_edit()

    async def do_content_edit(self) -> None:
        """Change the words at the question under the cursor, or where something is wrong."""
        if self.errors:
            self._write(self.draft, self.errors[0].line or 1)
            return
        lines = self.workshop.shelf.lines_of_questions(self.draft.text)
        self._write(self.draft, lines[self.here] if self.here < len(lines) else 1)

    def _write(self, draft: Draft, line: int) -> None:
        kept: list[Draft] = []
        keep: Callable[[Draft], None] = kept.append
        editor = ContentEditorScreen(self.workshop, draft, line, keep)

        def back(_: object) -> None:
            if kept:
                self.draft = kept[-1]
            self.workshop, self.trial = editor.workshop, editor.trial or self.trial
            self.begin()
            self.paint()

        self.app.push_screen(editor, back)

    def shows_saved(self) -> None:
        """Show that it is saved."""
        self.paint()

    async def do_help(self) -> None:
        """The keys."""
        self.app.push_screen(ContentHelpScreen(self.keys, self.place))

    async def do_back(self) -> None:
        """Back to the rubrics; asks where something is not saved."""
        await self.leave()

    async def do_quit(self) -> None:
        """Back to the rubrics; asks where something is not saved."""
        await self.leave()
