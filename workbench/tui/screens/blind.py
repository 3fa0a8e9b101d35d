"""A judge's questions, answered by the person before the judge's answers are shown."""

from typing import ClassVar

from textual.binding import BindingType

from workbench.core.artifacts import Revision
from workbench.core.calibration.blind import BlindItem, BlindMarking, BlindSheet
from workbench.core.readings import AnswerValue, Span
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.blind_layout import item_lines, sheet_overview
from workbench.tui.keymaps import Keys
from workbench.tui.screens.hidden import HiddenScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts


class BlindScreen(HiddenScreen):
    """`what` says what this is for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if a.where & (Where.BLIND | Where.REVEALED) and a.id != "palette")
    ]

    def __init__(self, marking: BlindMarking, sheet: BlindSheet, what: str, keys: Keys) -> None:
        super().__init__(keys)
        self.sheet = sheet
        self._marking = marking
        self._what = what
        self._given: list[int] = []
        """The places of what was answered here."""

    @property
    def item(self) -> BlindItem:
        """What is under way."""
        return self.sheet.items[self.place]

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.sheet.items)

    @property
    def revision(self) -> Revision:
        """What the item under way is about."""
        return self.item.revision

    @property
    def span(self) -> Span | None:
        """The words that the judge's answer rests on."""
        return self.item.span

    @property
    def where(self) -> Where:
        """What the person is doing."""
        return Where.BLIND if self.item.open else Where.REVEALED

    def item_lines(self, room: int, rows: int | None) -> list[list[Piece]]:
        """The item under way."""
        return item_lines(self.item, self.place, self.count, self.keys, room, rows)

    def title_line(self, room: int) -> list[Piece]:
        """What this is, and how far it is."""
        left = [Part(self._what, Tone.STRONG), Part(self.sheet.title, Tone.STRONG, rank=1)]
        return line_of_parts(left, [Part(self.sheet.progress, Tone.KEY)], room)

    def overview_line(self, room: int) -> list[Piece]:
        """Every item in one line."""
        return sheet_overview(self.sheet, self.place, room)

    def next_open(self, after: int) -> int | None:
        """The place of the next open item."""
        return self.sheet.next_open(after)

    def ending(self) -> str:
        """What is said once nothing is open any more."""
        return f"Everything has an answer; {self.keys.shown('open')} goes on."

    async def do_answer_meets(self) -> None:
        """The text meets the question."""
        await self._answer("meets")

    async def do_answer_fails(self) -> None:
        """It does not."""
        await self._answer("fails")

    async def do_answer_cannot_tell(self) -> None:
        """The text does not let one decide."""
        await self._answer("cannot tell")

    async def do_answer_does_not_apply(self) -> None:
        """The question does not apply."""
        await self._answer("does not apply")

    async def _answer(self, value: AnswerValue) -> None:
        item = await self._marking.answer(self.item, value)
        self.sheet = self.sheet.with_item(self.place, item)
        self._given.append(self.place)
        self.whole = False
        self.paint()
        on, undo = self.keys.shown("open"), self.keys.shown("undo")
        last = "" if self.sheet.left else "; that was the last"
        kept = f"{item.question.id} {value}, kept{last}"
        self.say(f"{kept}; {on} goes on, {undo} takes it back.", shorter=(f"{kept}; {on} goes on.", kept))

    async def do_examples(self) -> None:
        """Show the examples in full, or as they fit."""
        self.whole = not self.whole
        self.paint()

    async def do_undo(self) -> None:
        """Take back the last answer that was given here: it is then in no figure, and not asked again."""
        if not self._given:
            self.say("No answer was given here since you came: there is nothing to take back.")
            return
        place = self._given.pop()
        item = await self._marking.take_back(self.sheet.items[place])
        self.sheet = self.sheet.with_item(place, item)
        self.go_to(place)
        self.say(f"Taken back: {item.question.id} is in no figure, and is not asked again once seen.")
