"""Two texts beside each other: the person chooses first, then sees what readers chose."""

from typing import ClassVar

from textual.binding import BindingType

from workbench.core.comparing.desk import CompareDesk
from workbench.core.comparing.printed import choice_words
from workbench.core.comparing.standing import Standing
from workbench.tui.action_kinds import COMPARISON
from workbench.tui.actions import ACTIONS, bindings
from workbench.tui.comparing_layout import hidden_words, text_heading
from workbench.tui.keymaps import Keys
from workbench.tui.screens.comparing_panes import ComparingPanes
from workbench.tui.tones import Part, Piece, Tone, line_of_parts


class ComparingScreen(ComparingPanes):
    """Names, order and what readers chose stay hidden until the person's choice is stored."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(a for a in ACTIONS if a.where & COMPARISON and a.id != "palette")
    ]

    def __init__(self, desk: CompareDesk, standing: Standing, keys: Keys, send_secrets: bool) -> None:
        super().__init__(desk, standing, keys, send_secrets)
        self.picked: int | None = None
        """The place of the text that would be chosen, 2 for no difference; None for nothing yet."""

    async def on_mount(self) -> None:
        """Begin with the texts, or with what is known where the person chose before."""
        if self.revealed:
            await self.reveal()
        self.show_panes()

    async def changed(self) -> None:
        """Show that a reader answered, as far as it may be seen."""
        if self.revealed:
            self.agreements = await self.desk.agreements()
        self.paint()

    def all_answered(self) -> None:
        """Go to what readers chose where it has no room beside the texts."""
        if not self.revealed:
            said = "All readers have answered in both orders"
            self.say(f"{said}; what they chose is shown once you chose.", Tone.GOOD, (f"{said}.",))
        elif not self.diffed and not all(self.size_for):
            self.here = 0
            self.use("readers")

    async def reveal(self) -> None:
        """Show what was hidden: from here on no choice is blind."""
        self.revealed, self.picked = True, None
        self.standing = await self.desk.show(self.standing)
        self.agreements = await self.desk.agreements()

    async def do_choose_first(self) -> None:
        """Choose the text that is on the left, or shown as text 1."""
        await self._pick(0)

    async def do_choose_second(self) -> None:
        """Choose the other one."""
        await self._pick(1)

    async def do_choose_neither(self) -> None:
        """See no difference."""
        await self._pick(2)

    async def _pick(self, place: int) -> None:
        self.picked = place
        enter = self.keys.shown("open")
        what = f"text {place + 1}" if place < 2 else "no difference"
        said = f"{what}: {enter} keeps it"
        if self.revealed:
            tail = " beside what you chose first; it does not count for or against a reader"
            self.say(f"{said}{tail}.", Tone.KEY, (f"{said}.",))
        else:
            self.say(f"{said} and shows what readers chose; another key changes it.", Tone.KEY, (f"{said}.",))
        self.paint_bars()

    async def do_open(self) -> None:
        """Keep what was chosen and show what was hidden; later, go to the reader's words."""
        if self.picked is None:
            await self._go_to_words()
            return
        texts = self.shown.comparison.texts
        chosen = texts[self.picked].revision.id if self.picked < 2 else None
        self.standing = await self.desk.choose(self.standing, chosen)
        await self.reveal()
        self.pane, self.diffed = "readers" if self.standing.results else self.pane, False
        self.show_panes()
        self._say_kept()

    async def _go_to_words(self) -> None:
        if not self.revealed:
            first, second, neither = map(self.keys.shown, ("choose_first", "choose_second", "choose_neither"))
            self.say(f"Choose first: {first} or {second}, {neither} for no difference.")
        elif self.pane == "readers" and self.result is not None:
            wide, tall = self.size_for
            if not (wide and tall):
                self.use("first")
            self.call_after_refresh(self.show_words)

    def _say_kept(self) -> None:
        undo, read = self.keys.shown("undo"), self.keys.shown("read")
        yours = self.standing.yours
        if yours is not None and not yours.blind:
            self.say(
                f"Kept, but not blind: it does not count for or against a reader; {undo} takes it back.",
                shorter=(f"Kept, not blind: it counts for or against no reader; {undo} takes it back.",),
            )
        elif self.standing.results:
            self.say(f"Kept, and the names are shown; {undo} takes it back.")
        else:
            self.say(f"Kept, and the names are shown; {read} asks readers, {undo} takes it back.")

    async def do_undo(self) -> None:
        """Take back what was chosen; what was seen stays seen."""
        if self.picked is not None:
            self.picked = None
            self.say("Nothing is chosen now." if not self.revealed else "What you chose before stands.")
            self.paint_bars()
            return
        self.standing = await self.desk.take_back(self.standing)
        self.agreements = await self.desk.agreements()
        self.say("Taken back: it does not count for or against a reader.")
        self.paint()

    def title_line(self, room: int) -> list[Piece]:
        """What this is, and how far the readers are: only that, until they may be seen."""
        left = [Part("Compare", Tone.STRONG)]
        if not self.revealed:
            left.append(Part("names and order are hidden", Tone.MUTED, rank=1))
            return line_of_parts(left, [Part(hidden_words(self.answered, self.asking), Tone.KEY)], room)
        yours = self.standing.yours
        said = "you have not chosen" if yours is None else f"you {choice_words(yours, self.shown.comparison)}"
        right = self.shown.together.short if self.shown.results else "no reader asked yet"
        coming = f"{self.answered} of {self.asking} answers; " if self.asking else ""
        return line_of_parts([*left, Part(said, Tone.PLAIN, rank=1)], [Part(coming + right, Tone.KEY)], room)

    def question_line(self, room: int) -> list[Piece]:
        """What is asked."""
        return line_of_parts([Part(self.shown.comparison.question, Tone.HEADING)], [], room)

    def heading_line(self, place: int, room: int) -> list[Piece]:
        """The number of a text, once it may be seen which it is, and whether the person chose it."""
        yours = self.standing.yours
        text = self.shown.comparison.texts[place].revision.id
        chosen = self.picked == place or (self.picked is None and yours is not None and yours.chosen == text)
        used = self.pane == ("first", "second")[place]
        return line_of_parts(text_heading(self.shown, place, self.revealed, used, chosen), [], room)

    def status_line(self, room: int) -> list[Piece]:
        """What was done last, else how to choose."""
        if not self._said[0] and not self.revealed:
            first, second, neither, enter = map(
                self.keys.shown, ("choose_first", "choose_second", "choose_neither", "open")
            )
            said = f"Read both; {first} or {second} chooses, {neither} no difference; {enter} keeps it"
            before = self.standing.comparison.shown_at is not None
            tail = "; readers' choices were shown before, so yours is not blind" if before else ""
            return self.fitting_line((f"{said}{tail}.", f"{said}."), Tone.MUTED, room)
        return self.said_line(room)
