"""What readers said of one candidate, one by one, and the person's marks on what the grader made of that."""

from workbench.core.errors import UsageError
from workbench.core.marks import Mark
from workbench.core.taglines.reads import Grade, Slot
from workbench.core.text.display_text import counted, neutralised_line, shortened
from workbench.tui.action_kinds import Where
from workbench.tui.screens.tagline_reading import TaglineReadingScreen
from workbench.tui.tagline_details import read_details
from workbench.tui.tagline_layout import ReadLine, counts_as, read_pieces, reads_of
from workbench.tui.tones import Piece, Tone
from workbench.tui.widgets.details_pane import DetailsPane
from workbench.tui.widgets.plain_list import PlainList

MARK_WORDS = {Mark.HIT: "the grader is right", Mark.MISS: "the grader is wrong", Mark.CANT_TELL: "can't tell"}
_ANSWER = 40
"""Cells of an answer that is named in the status line."""
READ_HEADINGS = "reader, which of its reads, your mark, grade, and what it takes the line for"


class TaglineReadsScreen(TaglineReadingScreen):
    """A mark is of an answer: it holds for every read that gave exactly this one."""

    opened: int | None = None
    """Key of the candidate whose reads are shown; None for the candidates."""
    slot: Slot | None = None
    """The read that the cursor is on."""
    lines: tuple[ReadLine, ...] = ()
    """Those of the candidate that is opened."""
    _detailed: object = None
    """What the details are of."""

    @property
    def where(self) -> Where:  # type: ignore[override]
        """What the person is doing."""
        return Where.TAGLINES if self.opened is None else Where.READS

    @property
    def details(self) -> DetailsPane:
        """The details."""
        return self.query_one(DetailsPane)

    def paint_list(self, stays: bool) -> None:
        """Draw the candidates."""
        raise NotImplementedError

    def paint(self) -> None:
        """Draw everything, with the cursor in sight."""
        self._paint(stays=False)

    def arrived(self) -> None:
        """Draw what came meanwhile; the row under the cursor keeps its place on the screen."""
        self._paint(stays=True)

    def _paint(self, stays: bool) -> None:
        if self.opened is None:
            self.paint_list(stays)
        else:
            self._paint_reads(stays)
        self.paint_bars()

    def _paint_reads(self, stays: bool) -> None:
        assert self.opened is not None, "only the reads of an opened candidate are drawn"
        self.lines = reads_of(self.board, self.opened)
        here = self.here
        self.slot = self.lines[here].slot if self.lines else None
        self.headings = [(READ_HEADINGS, Tone.MUTED)]
        listing = self.query_one(PlainList)
        listing.show(read_pieces(self.lines, listing.room) if self.lines else [], here, stays)
        if self.lines:
            self.show_details(self.slot, read_details(self.board, self.lines[here], self.keys, self.room))
        else:
            reads = f"Nobody has read it yet; {self.keys.shown('read')} has candidates read."
            self.show_details(None, [(reads, Tone.MUTED)])

    @property
    def here(self) -> int:
        """The number of the read that the cursor is on; 0 for the first."""
        return next((at for at, line in enumerate(self.lines) if line.slot == self.slot), 0)

    @property
    def room(self) -> int:
        """Cells of a row of the details."""
        return max(1, self.details.scrollable_content_region.width)

    def show_details(self, of: object, pieces: list[Piece]) -> None:
        """Show what is known of something: from its beginning, or where it is scrolled to if it is shown."""
        pane = self.details
        y = pane.scroll_offset.y if of == self._detailed else 0
        self._detailed = of
        pane.show(pieces)
        if y:
            pane.scroll_to(y=y, animate=False, immediate=True)

    def open_reads(self, candidate: int) -> None:
        """Show what readers said of a candidate."""
        self.opened, self.slot = candidate, None
        self.paint()

    def to_read(self, place: int) -> None:
        """Put the cursor on one of the reads."""
        if self.lines:
            self.slot = self.lines[max(0, min(place, len(self.lines) - 1))].slot
            self.paint()

    async def do_hit(self) -> None:
        """Say that the grader is right."""
        await self._mark(Mark.HIT)

    async def do_miss(self) -> None:
        """Say that the grader is wrong."""
        await self._mark(Mark.MISS)

    async def do_cant_tell(self) -> None:
        """Say that it cannot be told."""
        await self._mark(Mark.CANT_TELL)

    async def _mark(self, mark: Mark) -> None:
        grade = self._grade_here()
        event = await self.desk.mark(grade, mark)
        self.fold(event)
        self.paint()
        said = f"{MARK_WORDS[mark]}, {self.keys.shown('undo')} undoes"
        where = "" if grade.mark else self._go_on()
        if event.grade.holds is not grade.holds:
            counts = counts_as(self.board, event.grade)
            brief = f"{counts}, {self.keys.shown('undo')} undoes"
            ways = [f"{counts}: {said}{where}.", f"{brief}{where}.", f"{brief}."]
        else:
            ways = [f"{said}{where}.", f"{said[0].upper()}{said[1:]}{where}."]
        self.say(f"{_named(grade)}: {ways[0]}", shorter=ways)

    def _grade_here(self) -> Grade:
        """The grade under the cursor.

        Raises:
            UsageError: there is none.
        """
        grade = self.lines[self.here].grade if self.lines else None
        if grade is None:
            raise UsageError(f"There is no grade here to mark yet: {self.keys.shown('read')} has it graded.")
        return grade

    def _go_on(self) -> str:
        """To the next grade without a mark; that there is none, in words."""
        if self._step_to_unmarked(1):
            return ""
        left = sum(line.grade is not None and line.grade.mark is None for line in self.lines)
        return f"; {counted(left, 'grade')} above has no mark" if left == 1 else "; all here are marked"

    def _step_to_unmarked(self, by: int) -> bool:
        at = self.here + by
        while 0 <= at < len(self.lines):
            grade = self.lines[at].grade
            if grade is not None and grade.mark is None:
                self.to_read(at)
                return True
            at += by
        return False

    async def do_next_unmarked(self) -> None:
        """To the next grade without a mark."""
        if not self._step_to_unmarked(1):
            self.say("No grade below is without a mark.")

    async def do_previous_unmarked(self) -> None:
        """To the grade before that has no mark."""
        if not self._step_to_unmarked(-1):
            self.say("No grade above is without a mark.")

    async def undo_mark(self) -> None:
        """Take the last mark on a grade back, of whichever candidate it was."""
        before = self.board.grades
        event = await self.desk.undo(self.board)
        if event is None:
            self.say("There is no mark to take back.")
            return
        self.fold(event)
        again = next((line for line in self.lines if line.read.answer == event.grade.answer), None)
        self.slot = again.slot if again else self.slot
        self.paint()
        was = before.get((event.grade.asked.key, event.grade.answer))
        changed = was is not None and was.holds is not event.grade.holds
        counts = f"; {counts_as(self.board, event.grade)}" if changed else ""
        shorter = (f"Taken back{counts}.",)
        self.say(f"Taken back: your mark on {_named(event.grade)}{counts}.", shorter=shorter)


def _named(grade: Grade) -> str:
    return f"“{shortened(neutralised_line(grade.answer.partition(chr(10))[0]), _ANSWER)}”"
