"""The person as judge: keys that answer a rubric's questions and give the verdict."""

from collections.abc import Awaitable, Callable
from typing import ClassVar

from textual.binding import BindingType

from workbench.core.artifacts import Artifact
from workbench.core.events import OwnJudged
from workbench.core.own_answers import OwnAnswer
from workbench.core.own_judgement import OwnJudgement, OwnRubric
from workbench.core.readings import AnswerValue, Span
from workbench.tui.action_kinds import JUDGING
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.keymaps import Keys
from workbench.tui.screens.action_screen import ActionScreen
from workbench.tui.screens.help import HelpScreen
from workbench.tui.screens.pick_keys import nothing_chosen
from workbench.tui.screens.quoting import QuotingKeys
from workbench.tui.tones import Tone
from workbench.tui.widgets.input_bar import Then

Leaving = Callable[[OwnJudged | None, OwnJudgement], Awaitable[None]]
"""Gets what the answers became, None where they are no reading yet, and how far they are."""


class OwnRubricScreen(QuotingKeys):
    """Every answer is stored before it is shown; leaving loses none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if a.where & JUDGING and a.id != "palette")
    ]

    def __init__(
        self, own: OwnRubric, artifact: Artifact, judgement: OwnJudgement, keys: Keys, leaving: Leaving
    ) -> None:
        super().__init__(own, artifact, judgement, keys)
        self._leaving = leaving
        self._answered_before: list[tuple[int, OwnAnswer | None]] = []
        """By answer given here: the question's place, and what was answered to it before."""

    async def do_answer_meets(self) -> None:
        """Choose the words that show that it is met."""
        self.begin_pick("meets")

    async def do_answer_fails(self) -> None:
        """Choose the words that fail it."""
        self.begin_pick("fails")

    async def do_answer_cannot_tell(self) -> None:
        """The text does not let one decide."""
        await self._answer("cannot tell")

    async def do_answer_does_not_apply(self) -> None:
        """The question does not apply."""
        await self._answer("does not apply")

    async def do_open(self) -> None:
        """Take the words, the earlier answer or the verdict."""
        asked = self.asked
        if self.pick is not None and self.pick.proposed:
            self.say(nothing_chosen(self.keys), Tone.KEY)
        elif self.pick is not None:
            await self._take(self.words.span(self.pick))
        elif asked is None:
            await self._give_verdict()
        elif asked.given is not None:
            self.go_to(self.place + 1)
        elif asked.before is not None:
            await self._answer(asked.before.value, asked.before.span, asked.before.words)
        else:
            self.say(f"Answer it first; {self.keys.shown('down')} leaves it open.")

    async def _take(self, span: Span) -> None:
        """Answer with these words, and ask what goes wrong there where it fails."""
        value, known = self.answering, self.asked and (self.asked.given or self.asked.before)
        words = known.words if known and known.value == value else ""
        self.leave_pick()
        if value != "fails":
            await self._answer(value, span, words)
            return
        was_complete = self.judgement.complete
        await self._keep(value, span, words)
        self.say(f"{self._question} fails, kept; {self.keys.shown('note')} says what goes wrong.")

        async def add(said: str) -> None:
            await self._keep(value, span, said, goes_on=True)
            self._go_on(value, was_complete)

        self.ask("What goes wrong there", add, words, "in a few words; may stay empty")

    async def _answer(self, value: AnswerValue, span: Span | None = None, words: str = "") -> None:
        was_complete = self.judgement.complete
        await self._keep(value, span, words)
        self._go_on(value, was_complete)

    async def _keep(
        self, value: AnswerValue, span: Span | None, words: str, *, goes_on: bool = False
    ) -> None:
        """Store an answer to the question under way, then show it; `goes_on`: as part of the last one."""
        asked = self.judgement.asked[self.place]
        if not goes_on:
            self._answered_before.append((self.place, asked.given))
        self.judgement = await self.own.answer(self.judgement, asked, value, span, words)
        self.paint()

    def _go_on(self, value: AnswerValue, was_complete: bool) -> None:
        """To the next open question; to the verdict once there is none, unless there was none before."""
        said, following = f"{self._question} {value}, kept", self.judgement.next_open(self.place)
        undo = f"; {self.keys.shown('undo')} takes it back"
        if following is not None:
            self.go_to(following)
            self.say(f"{said}{undo}.")
        elif was_complete:
            self.say(f"{said}; {self.keys.shown('next_unmarked')} goes to the verdict.")
        else:
            self.go_to(len(self.judgement.asked))
            self.say(f"{said}{undo}. Every question has an answer.")

    async def do_undo(self) -> None:
        """Take back the last answer that was given here, for the one before it."""
        if not self._answered_before:
            self.say("No answer was given here since you came: there is nothing to take back.")
            return
        place, before = self._answered_before.pop()
        asked = self.judgement.asked[place]
        said = asked.given.value if asked.given else "nothing"
        self.judgement = await self.own.restore(self.judgement, asked, before)
        self.go_to(place)
        now = f"it is {before.value} again" if before else "it is open again"
        self.say(f"Taken back: {asked.question.id} {said}; {now}.")

    @property
    def _question(self) -> str:
        """The id of the question under way."""
        return self.judgement.asked[self.place].question.id

    async def do_note(self) -> None:
        """Ask for words to the answer there is."""
        given = self.asked.given if self.asked else None
        if given is None:
            self.say("Answer it first; then words can stand beside the answer.")
            return
        label = "What goes wrong there" if given.value == "fails" else f"Note to {self._question}"
        self.ask(label, self._noting(given), given.words, "empty removes it" if given.words else "")

    def _noting(self, given: OwnAnswer) -> Then:
        async def keep(words: str) -> None:
            await self._keep(given.value, given.span, words)
            self.say("Kept.")

        return keep

    async def _give_verdict(self) -> None:
        """Make the answers a reading with the verdict chosen."""
        if not self.judgement.complete:
            await self.do_next_unmarked()
            return
        offered = [choice.verdict for choice in self.judgement.choices if choice.offered]
        event = await self.own.finish(self.artifact, self.judgement, offered[self.chosen])
        await self._leave(event)

    async def do_back(self) -> None:
        """Leave the choice of words, or the rubric."""
        if self.pick is None:
            await self._leave(None)
        else:
            self.leave_pick()
            self.paint()

    async def do_quit(self) -> None:
        """Back to the list, which stops a round before the program ends."""
        await self._leave(None)

    async def leave_program(self) -> None:
        """Leave the program as the list does, which stops a round first."""
        stack = self.app.screen_stack
        below = stack[stack.index(self) - 1]
        if self.is_current:
            await self._leave(None)
        if isinstance(below, ActionScreen):
            await below.leave_program()

    async def _leave(self, event: OwnJudged | None) -> None:
        self.app.pop_screen()
        await self._leaving(event, self.judgement)

    async def do_help(self) -> None:
        """Every key and sign."""
        self.app.push_screen(HelpScreen(self.keys, {}, self.where))
