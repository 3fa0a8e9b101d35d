"""Keys that add a problem which no source raised: its words are picked, then it is said."""

from dataclasses import replace

from workbench.core.freezing import NO_QUESTION
from workbench.core.marks import Target
from workbench.core.readings import Span
from workbench.core.ruling import RulingValue
from workbench.tui.confirmations import Said, names_of
from workbench.tui.list_lines import FindingLine, RowLine
from workbench.tui.picking import Direction, Words, toggled
from workbench.tui.screens.marking import MarkActions
from workbench.tui.screens.pick_keys import nothing_chosen
from workbench.tui.tones import Tone


class OverlookActions(MarkActions):
    """What the person adds is a concern like any other, and a hit from the start."""

    async def do_overlooked(self) -> None:
        """Begin to pick the words of an overlooked problem."""
        words = Words(self.shown.revision.text)
        line = self.line
        row = line.row if isinstance(line, RowLine | FindingLine) else None
        pick = words.at(row.span.start if row and row.span else self.source.top)
        if pick is None:
            self.say("The text is empty: there are no words to pick.")
            return
        self.words, self.pick = words, replace(pick, proposed=True)
        self.source.focus()
        self.paint_words()
        self.paint_bars()
        self.say("Where is the problem?  Choose its words.")

    def move_pick(self, direction: Direction, extend: bool = False) -> None:
        """Move the caret of the pick."""
        if self.pick is not None and self.words is not None:
            self.pick = self.words.moved(self.pick, direction, self.source.wrapped, extend)
            self.paint_words()

    def hold_pick(self) -> None:
        """Hold one end of the pick, or let it go."""
        if self.pick is not None:
            self.pick = toggled(self.pick)
            self.paint_words()

    def take_pick(self) -> None:
        """Ask what is wrong with the picked words."""
        if self.pick is None or self.words is None:
            return
        if self.pick.proposed:
            self.say(nothing_chosen(self.keys))
            return
        span = self.words.span(self.pick)

        async def add(problem: str) -> None:
            if self.shown.binding and self.shown.ruling.value is RulingValue.PUBLISHABLE and problem.strip():
                self._ask_who_missed_it(span, problem)
            else:
                await self._add(span, problem)

        self.leave_pick()
        self.ask("What is wrong there", add, hint="in a few words")

    def _ask_who_missed_it(self, span: Span, problem: str) -> None:
        """Ask which question should have caught a problem in a text that was bindingly Publishable."""
        answers = {a.question for r in self.shown.history.readings for a in r.answers if not r.mine}

        async def add(question: str) -> None:
            known = {name.casefold(): name for name in answers}
            asks = known.get(question.strip().casefold(), NO_QUESTION)
            await self._add(span, problem, asks)
            whose = "no question asks for it" if asks == NO_QUESTION else f"{asks} let it through"
            self.say_of(Said(names_of(self.line, self.shown), f" added as an escape: {whose}"), tone=Tone.HIT)

        hint = "the question that should have caught it; empty: none asks for it"
        self.ask("Ruled Publishable: which", add, hint=hint, words=sorted(answers))

    async def _add(self, span: Span, problem: str, asks: str = "other") -> None:
        event = await self.desk.overlook(self.shown.artifact, self.shown.revision, span, problem, asks)
        self.fold(event)
        self.move(Target("concern", event.placement.concern))
        undo = self.keys.shown("undo")
        self.say_of(Said(names_of(self.line, self.shown), f" added as a hit, {undo} undoes"), tone=Tone.HIT)

    def leave_pick(self) -> None:
        """Stop picking words."""
        self.words = self.pick = None
        self.row_list.focus()
        self.paint_words()
        self.paint_bars()
        self.say("")
