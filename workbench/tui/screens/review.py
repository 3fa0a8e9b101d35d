"""The main screen: every action by name, and the keys that open other screens."""

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import BindingType

from workbench.core.marks import Target
from workbench.core.text_questions import standing_questions
from workbench.tui.action_kinds import ON_BOARD
from workbench.tui.actions import ACTIONS, action_of, bindings
from workbench.tui.highlights import span_of
from workbench.tui.list_lines import RowLine
from workbench.tui.screens.looping import LoopActions
from workbench.tui.widgets.input_bar import InputBar
from workbench.tui.widgets.row_list import RowList
from workbench.tui.widgets.source_view import SourceView

if TYPE_CHECKING:
    from workbench.core.trust.claim_words import MarkedWords

_WHILE_OPENING = ("help",)
"""What can be done before the artifact is open."""


class ReviewScreen(LoopActions):
    """Work through what was raised about one artifact."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if a.where & ON_BOARD and a.id != "palette")
    ]

    def on_mount(self) -> None:
        """Show the artifact once there is room for it, opened now where it is not open yet."""
        self.row_list.focus()
        if self.board is None:
            self.open_artifact()
        else:
            self.call_after_refresh(self.begin)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something now: none does while text is typed or before the artifact is open."""
        if action != "act":
            return True
        if self.board is None:
            return str(parameters[0]) in _WHILE_OPENING
        if self.query_one(InputBar).asking:
            return False
        return bool(self.where & action_of(str(parameters[0])).where)

    async def action_act(self, id: str) -> None:
        """Do what a key of the table says; an expected failure is told, not raised."""
        if self.board is None:
            await self.do_help()
            return
        if self.pick is None:
            # Painted with what the key does: a frame of its own would make that wait.
            self._said = ("",)
        await self.attempt(getattr(self, f"do_{id}")())
        self.paint_bars("status")
        if id not in ("hit", "miss", "cant_tell") and not id.startswith("reason_"):
            self.just_marked = None

    async def do_report(self) -> None:
        """How often each instrument is right."""
        # Imported when asked for, like every screen over this one: what is never opened takes no memory.
        from workbench.tui.screens.report import ReportScreen

        report = await self.desk.report()
        self.app.push_screen(ReportScreen(report, self.desk.store.claim_words, self._lead_to))

    def _lead_to(self, words: "MarkedWords") -> str:
        """Leave the report for the row of marked words; where there is none here, say where it is."""
        target = words.target
        if words.path != self.shown.artifact.path:
            from workbench.tui.screens.report import opens_elsewhere

            return opens_elsewhere(words)
        if target is None or (row := self.shown.row(target)) is None:
            return f"It is of revision {words.revision}, and the list of the text shown has no row of it."
        self.app.pop_screen()
        self.move(row.target)
        return ""

    async def do_help(self) -> None:
        """Every key and sign."""
        from workbench.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(self.keys, self.labels))

    async def do_intent(self) -> None:
        """Ask for the author's sentence."""
        self.ask(
            "This text is",
            self._keep_intent,
            self.shown.artifact.intent or "",
            "what, for whom: to mark whether readers got it; no reader sees it",
        )

    async def _keep_intent(self, text: str) -> None:
        self.fold(await self.desk.set_intent(self.shown.artifact, text))
        beside = "kept beside what readers take the text for, so that you can mark whether they got it"
        self.say(f"{beside}; no reader sees it.".capitalize(), shorter=(f"{beside}.".capitalize(),))

    async def do_ask_about(self) -> None:
        """Ask for a question about this text."""
        self.ask("Ask of this text", self._add_question, hint="yes or no, and yes is good")

    async def _add_question(self, ask: str) -> None:
        if not ask.strip():
            return
        from workbench.core.answered_by_checks import answering_check

        if found := answering_check(ask, self.desk.checks.rules):
            self.ask("Ask all the same", self._keep_question, ask, found.sentence())
            return
        await self._keep_question(ask)

    async def _keep_question(self, ask: str) -> None:
        if not ask.strip():
            return
        event = await self.desk.add_question(self.shown, ask)
        self.fold(event)
        name = event.questions[-1].name
        self.say(f"{name} is asked from the next round on; {self.keys.shown('ask_no_more')} takes it away.")

    async def do_ask_no_more(self) -> None:
        """Ask which question about this text to take away."""
        asked = standing_questions(self.shown.history, self.shown.revision.id)
        if not asked:
            self.say(f"No question is asked of this text alone; {self.keys.shown('ask_about')} adds one.")
            return
        names = [question.name for question in asked]
        self.ask("Ask no more", self._withdraw_question, hint=" ".join(names), words=names)

    async def _withdraw_question(self, name: str) -> None:
        if not name.strip():
            return
        self.fold(await self.desk.withdraw_question(self.shown, name))
        self.say(f"{name.strip().upper()} is asked no more; what was answered to it stays.")

    @on(InputBar.Answered)
    async def _answered(self, message: InputBar.Answered) -> None:
        self._leave_input()
        await self.attempt(message.then(message.text))

    @on(InputBar.Left)
    def _leave_input(self) -> None:
        self.row_list.focus()
        self.paint_cursor()
        self.paint_bars()

    @on(RowList.Pointed)
    def _point_at_line(self, message: RowList.Pointed) -> None:
        self.move(message.place)

    @on(SourceView.Pointed)
    def _point_at_words(self, message: SourceView.Pointed) -> None:
        self.point(self._row_at(message.offset))

    def _row_at(self, offset: int) -> Target | None:
        """The row with the shortest words around an offset."""
        around = [
            (span.end - span.start, line.row.target)
            for line in self.lines.all
            if isinstance(line, RowLine) and (span := span_of(line)) and span.start <= offset < span.end
        ]
        return min(around)[1] if around else None
