"""A judge's questions, answered by the person before the judge's answers are shown."""

from typing import ClassVar

from textual.binding import BindingType

from workbench.core.calibration.blind import BlindItem, BlindMarking, BlindSheet
from workbench.core.readings import AnswerValue
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.blind_layout import item_lines, sheet_overview
from workbench.tui.keymaps import Keys
from workbench.tui.screens.hidden import HiddenScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts


class BlindScreen(HiddenScreen[BlindItem]):
    """`what` says what this is for."""

    asking = Where.BLIND
    sheet: BlindSheet
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if a.where & (Where.BLIND | Where.REVEALED) and a.id != "palette")
    ]

    def __init__(self, marking: BlindMarking, sheet: BlindSheet, what: str, keys: Keys) -> None:
        super().__init__(sheet, keys)
        self._marking = marking
        self._what = what

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
        self.take(item, f"{item.question.id} {value}, kept")

    async def do_examples(self) -> None:
        """Show the examples in full, or as they fit."""
        self.whole = not self.whole
        self.paint()

    async def do_undo(self) -> None:
        """Take back the last answer that was given here: it is then in no figure, and not asked again."""
        item = await self.take_back(self._marking.take_back)
        if item is None:
            self.say("No answer was given here since you came: there is nothing to take back.")
        else:
            self.say(f"Taken back: {item.question.id} is in no figure, and is not asked again once seen.")
