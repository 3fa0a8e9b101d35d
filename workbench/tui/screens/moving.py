"""Keys that move: through the list, the text and what is open, and keys that find."""

import re
from collections.abc import Iterable

from workbench.core.marks import Target
from workbench.core.outstanding import counts_of
from workbench.core.rows import Row
from workbench.tui.filters import EVERYTHING, WORDS, filter_hint, finding_rows, row_filter
from workbench.tui.list_lines import FOLDABLE, FindingLine, HeadingLine, RowLine, Whole
from workbench.tui.screens.pick_keys import PickKeys
from workbench.tui.screens.regrouping import RegroupActions
from workbench.tui.selection import Selection
from workbench.tui.tones import Tone
from workbench.tui.widgets.details_pane import DetailsPane

_EXCERPTS = (90, 70, 50, 40, 30, 20, 12)
"""Cells of what a row that was found says, from the fullest."""


class MoveActions(RegroupActions, PickKeys):
    """Moving never changes what is stored."""

    sought = ""
    """The words last searched for."""

    async def do_up(self) -> None:
        """Up in the pane that is in use."""
        self._vertically(-1)

    async def do_down(self) -> None:
        """Down in the pane that is in use."""
        self._vertically(1)

    def _vertically(self, by: int) -> None:
        details = self.query_one(DetailsPane)
        if self.pick is not None:
            self.move_pick("down" if by > 0 else "up")
        elif self.source.has_focus:
            self.source.scroll_rows(by)
        elif details.has_focus:
            details.scroll_relative(y=by, animate=False)
        else:
            self.move(self.lines.step(self.cursor, by))

    async def do_left(self) -> None:
        """To the word before."""
        self.move_pick("left")

    async def do_right(self) -> None:
        """To the word after."""
        self.move_pick("right")

    async def do_first(self) -> None:
        """To the first line of the list."""
        self.move(Whole.TEXT)

    async def do_last(self) -> None:
        """To the last line of the list."""
        self.move(self.lines.all[-1].place)

    async def do_next_unmarked(self) -> None:
        """To the next row that asks for a mark."""
        self._to_unmarked(forward=True)

    async def do_previous_unmarked(self) -> None:
        """To the row before that asks for a mark."""
        self._to_unmarked(forward=False)

    def _to_unmarked(self, forward: bool) -> None:
        place = self.lines.unmarked(self.cursor, forward)
        if place is None:
            first, *shorter = (f"{said[0].upper()}{said[1:]}." for said in self.nothing_left)
            self.say(first, shorter=shorter)
        else:
            self.move(place)

    async def do_open(self) -> None:
        """Open or close what the cursor is on."""
        line = self.line
        if self.pick is not None:
            self.take_pick()
        elif isinstance(line, HeadingLine):
            self._fold_group(line)
        elif self.show_evidence():
            return
        elif isinstance(line, RowLine) and len(line.row.findings) > 1:
            self._open_row(line)
        else:
            self._show_details()

    def _fold_group(self, line: HeadingLine) -> None:
        if line.group not in FOLDABLE:
            next_one = self.keys.shown("next_unmarked")
            self.say(f"These rows do not fold: {next_one} goes to the next row to mark.")
            return
        self.unfolded ^= {line.group}
        self.paint()
        self._bring_below(line.count if line.folded else 0)

    def _bring_below(self, count: int) -> None:
        """Bring so many lines below the cursor's into sight."""
        self.row_list.bring((self.lines.index(self.cursor) or 0) + count)

    def _open_row(self, line: RowLine) -> None:
        self.opened = None if line.opened else line.row.target
        if self.selection.findings:
            self._select(Selection())
        self._open_details(self.opened is not None)
        self.paint()
        if self.opened:
            self._bring_below(len(line.row.findings))
            split, back = self.keys.shown("split"), self.keys.shown("back")
            self.say(f"Mark each finding for itself; {split} takes it out, {back} closes the concern.")

    def _show_details(self) -> None:
        """Give the details the room of the text, where both do not fit."""
        opens = not self.has_class("-details")
        self._open_details(opens)
        if opens:
            page, back = self.keys.shown("page_down"), self.keys.shown("back")
            self.say(f"{page} scrolls what does not fit; {back} closes the details.")

    def _open_details(self, opens: bool) -> None:
        """Open or close the details, and bring their words into sight once the text has its rows."""
        self.set_class(opens, "-details")
        if self.source.marked_line is None:
            self.call_after_refresh(self.go_to_words)

    async def do_back(self) -> None:
        """Leave the innermost thing that is open."""
        if self.pick is not None:
            self.leave_pick()
        elif self.selection:
            self.let_go()
        elif self.opened is not None:
            opened, self.opened = self.opened, None
            self.remove_class("-details")
            if isinstance(self.line, FindingLine) or self.cursor == opened:
                self.cursor = opened
            self.paint()
        elif self.has_class("-details"):
            self.remove_class("-details")
        elif self.row_filter.words:
            self.row_filter = EVERYTHING
            self.paint()
            self.say("Every row is shown.")
        elif self.row_list.has_focus:
            where = "goes back to your texts" if self.from_home else "leaves"
            self.say(f"Nothing is open here; {self.keys.shown('quit')} {where}.")
        else:
            self.row_list.focus()

    async def do_pane(self) -> None:
        """To the next pane."""
        self.focus_next()
        used = self.focused
        pane = "text" if used is self.source else "list" if used is self.row_list else "details"
        does = "move in it" if pane == "list" else "scroll it"
        self.say(f"The {pane}: {self.keys.shown('up')} {self.keys.shown('down')} {does}.")

    async def do_page_down(self) -> None:
        """Scroll the text, or the details where they are open or in use, down a page."""
        self._scroll_page(1)

    def _scroll_page(self, by: int) -> None:
        details = self.query_one(DetailsPane)
        opened = self.has_class("-details") and details.max_scroll_y > 0 and not self.source.has_focus
        if details.has_focus or opened:
            details.scroll_relative(y=by * max(1, details.size.height - 1), animate=False)
        else:
            self.source.scroll_rows(by * self.source.page)

    async def do_page_up(self) -> None:
        """Scroll the text, or the details where they are in use, up a page."""
        self._scroll_page(-1)

    async def do_search(self) -> None:
        """Ask for words to find."""
        again = f"enter again: {self.sought}" if self.sought else ""
        self.ask("Find", self._search, hint="words in a row or in the text", placeholder=again)

    async def _search(self, words: str) -> None:
        words = words if words.strip() else self.sought
        if not words:
            return
        self.sought = words
        places = finding_rows(filter(self.row_filter, self.shown.rows), words)
        if not places:
            self._search_text(words)
            return
        targets = list(places)
        row = self.line.row.target if isinstance(self.line, RowLine | FindingLine) else None
        number = (targets.index(row) + 1) % len(targets) if row in places else 0
        self.move(targets[number])
        place, which = places[targets[number]], f"Row {number + 1} of {len(targets)}"
        further = f"; {self.keys.shown('search')} and enter: the next" if len(targets) > 1 else ""
        if not place.where:
            self.say(f"{which} that say “{words}”{further}.", shorter=(f"{which} that say “{words}”.",))
            return
        told = [f"{which}, {place.where}: “{place.excerpt(words, room)}”" for room in _EXCERPTS]
        first, *shorter = (*(f"{said}{further}" for said in told[:-2]), *told[3:])
        self.say(first, shorter=shorter)

    def _search_text(self, words: str) -> None:
        """Go to the next line that says these words, after the one gone to before."""
        document = self.source.document
        places = re.finditer(re.escape(words), document.text, re.IGNORECASE)
        lines = list(dict.fromkeys(document.line_of(place.start()) for place in places))
        if not lines:
            self.say(f"Neither a row nor the text says “{words}”.")
            return
        after = self.source.marked_line or 0
        line = next((line for line in lines if line > after), lines[0])
        self.source.go_to_line(line)
        which = f" ({lines.index(line) + 1} of {len(lines)})" if len(lines) > 1 else ""
        self.say(f"No row says “{words}”: in the text, line {line}{which}.")

    async def do_filter(self) -> None:
        """Ask which rows are shown."""
        sources = {*self.labels.values(), *(source.name for source in self.labels)}
        hint = filter_hint(self.labels)
        self.ask("Show", self._filter, str(self.row_filter), hint, ("all", *WORDS, *sorted(sources)))

    async def _filter(self, words: str) -> None:
        self.row_filter = row_filter(words, self.labels)
        if self.row_filter.words:
            self._unfold_all_of(row for row in self.shown.rows if self.row_filter(row))
            self._leave_hidden()
        self.paint()
        rows = self.shown.rows
        shown = [line for line in self.lines.all if isinstance(line, RowLine) and self.row_filter(line.row)]
        folded = sum(line.count for line in self.lines.all if isinstance(line, HeadingLine) and line.folded)
        more = f", {folded} more are folded" if folded else ""
        if not shown and not folded:
            back = self.keys.shown("back")
            self.say(f"No row is so: “{self.row_filter}”; {back} shows every row again.", Tone.WARNING)
            return
        concerns = counts_of(rows).concerns
        of_them = f" {concerns} of the {len(rows)} are concerns." if concerns < len(rows) else ""
        said = f"{len(shown)} of {len(rows)} rows are shown{more}."
        self.say(said + of_them, shorter=(said,))

    def _leave_hidden(self) -> None:
        """Take the cursor from a row that was just asked to be hidden, where there is another to be on."""
        line = self.line
        if not isinstance(line, RowLine | FindingLine) or self.row_filter(line.row):
            return
        if any(self.row_filter(row) for row in self.shown.rows):
            was, self.cursor = self.cursor, Whole.TEXT
            self.move(self._lines().nearest(self.lines, was))

    def _unfold_all_of(self, rows: Iterable[Row]) -> None:
        """Unfold the groups of these rows where all of them are in folded ones: they were asked for."""
        groups = frozenset(row.group for row in rows)
        if groups <= FOLDABLE:
            self.unfolded |= groups

    async def do_line(self) -> None:
        """Ask for a line to go to."""
        self.ask("Line", self._go_to_line, hint=f"1 to {len(self.source.document.line_starts)}")

    async def _go_to_line(self, number: str) -> None:
        last = len(self.source.document.line_starts)
        if not number.strip().isdecimal() or int(number) == 0:
            self.say(f"{number!r} is not the number of a line.")
            return
        self.source.go_to_line(min(int(number), last))
        beyond = int(number) > last
        self.say(f"The text ends at line {last}: this is it." if beyond else f"Line {int(number)}.")

    def point(self, place: Target | None) -> None:
        """Go to the row whose words were clicked, if any."""
        if place is not None:
            self.move(place)
