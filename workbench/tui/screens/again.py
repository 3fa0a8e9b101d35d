"""Old marks made a second time, before the first one is shown."""

from typing import ClassVar

from textual.binding import BindingType

from workbench.core.calibration.again import AgainItem, AgainMarking, AgainSheet
from workbench.core.marks import Mark
from workbench.tui.action_kinds import Where
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.again_layout import again_lines, again_overview
from workbench.tui.keymaps import Keys
from workbench.tui.screens.hidden import HiddenScreen
from workbench.tui.tones import Part, Piece, Tone, line_of_parts


class AgainScreen(HiddenScreen[AgainItem]):
    """A second mark changes nothing about the first."""

    asking = Where.AGAIN
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if a.where & (Where.AGAIN | Where.REVEALED) and a.id != "palette")
    ]

    def __init__(self, marking: AgainMarking, sheet: AgainSheet, keys: Keys) -> None:
        super().__init__(sheet, keys)
        self._marking = marking

    def item_lines(self, room: int, rows: int | None) -> list[list[Piece]]:
        """The claim under way."""
        return again_lines(self.item, self.place, self.count, self.keys, room, rows)

    def title_line(self, room: int) -> list[Piece]:
        """What this is, and how far it is."""
        left = [Part("Your marks again", Tone.STRONG), Part("the first ones are hidden", Tone.MUTED, rank=1)]
        return line_of_parts(left, [Part(self.sheet.progress, Tone.KEY)], room)

    def overview_line(self, room: int) -> list[Piece]:
        """Every item in one line."""
        return again_overview(self.sheet, self.place, room)

    def ending(self) -> str:
        """What is said once nothing is open any more."""
        return f"All are marked again; {self.keys.shown('open')} ends."

    async def do_hit(self) -> None:
        """The person agrees."""
        await self._mark(Mark.HIT)

    async def do_miss(self) -> None:
        """The person does not agree."""
        await self._mark(Mark.MISS)

    async def do_cant_tell(self) -> None:
        """The person lacks what decides it."""
        await self._mark(Mark.CANT_TELL)

    async def _mark(self, mark: Mark) -> None:
        item = await self._marking.mark(self.item, mark)
        self.take(item, f"{mark.value}, kept beside your first mark")

    async def do_undo(self) -> None:
        """Take back the last second mark that was made here."""
        if await self.take_back(self._marking.take_back) is None:
            self.say("Nothing was marked here since you came: there is nothing to take back.")
        else:
            self.say("Taken back: it is in no figure, and is not asked for again.")
