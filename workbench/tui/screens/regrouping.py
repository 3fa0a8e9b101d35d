"""Keys that say which findings are the same concern: select, merge and split."""

from collections.abc import Iterable

from workbench.core.errors import UsageError
from workbench.core.events import Regrouped
from workbench.core.identity.regrouping import Regrouping
from workbench.core.marks import Target
from workbench.core.rows import Row
from workbench.tui.confirmations import name_of
from workbench.tui.list_lines import FindingLine, RowLine
from workbench.tui.regrouping_words import names_of
from workbench.tui.screens.marking import SHOWN_ANEW
from workbench.tui.screens.overlooking import OverlookActions
from workbench.tui.selection import Selection
from workbench.tui.tones import Tone


class RegroupActions(OverlookActions):
    """What the person merges and splits, the program leaves as it is."""

    async def do_select(self) -> None:
        """Select the row or the finding under the cursor, or let it go."""
        line = self.line
        if not isinstance(line, RowLine | FindingLine) or not line.row.is_concern:
            self.say("Only a concern can be selected, or a finding in an opened one.")
            return
        self._select(self.selection.toggled(line))
        name, key = name_of(line, self.shown), self.keys.shown
        if not self.selection.holds(line):
            self.say(f"{name} is no longer selected.")
        elif isinstance(line, FindingLine):
            self.say(f"{name} selected; {key('split')} takes it out, {key('back')} lets go.")
        elif len(self.selection) == 1:
            self.say(f"{name} selected; on another row, {key('merge')} merges the two.")
        else:
            self.say(f"{name} selected; {key('merge')} merges them, {key('back')} lets go.")

    def let_go(self) -> None:
        """Select nothing."""
        self._select(Selection())
        self.say("Nothing is selected.")

    def _select(self, selection: Selection) -> None:
        self.selection = selection
        self.row_list.select(selection)
        self.paint_bars("status")

    async def do_merge(self) -> None:
        """Make the selected rows one concern, with the row under the cursor where only one other is."""
        select = self.keys.shown("select")
        rows = self._selected_rows()
        line = self.line
        if len(rows) == 1 and isinstance(line, RowLine | FindingLine) and line.row.is_concern:
            rows.setdefault(line.row.target, line.row)
        if not rows:
            self.say(f"{select} selects rows that say the same; {self.keys.shown('merge')} then merges them.")
        elif len(rows) == 1:
            self.say(f"Only {names_of(rows.values())} is selected: go to the row that says the same.")
        else:
            await self._merge(rows)

    def _selected_rows(self) -> dict[Target, Row]:
        """The selected rows as they are now, each once: the end of a round may have joined some."""
        homes = dict.fromkeys(self.shown.history.home(target) for target in self.selection.rows)
        return {target: row for target in homes if (row := self.shown.row(target))}

    async def _merge(self, rows: dict[Target, Row]) -> None:
        names = names_of(rows.values())
        event = await self._regrouped(rows, ())
        if event is None:
            return
        row = self._show(event)
        undo = f", {self.keys.shown('undo')} undoes"
        if row is None or not row.disagree:
            held = f": {row.standing.mark.value} holds for all" if row and row.standing.mark else ""
            self.say(f"Merged {names}{held}{undo}", shorter=(f"Merged {names}{held}", f"Merged{held}{undo}"))
            return
        self.say(f"Merged {names}{self.which_mark}", Tone.WARNING, (f"Merged{self.which_mark}",))

    async def do_split(self) -> None:
        """Take the selected findings, or the one under the cursor, into a concern of their own."""
        line, split = self.line, self.keys.shown("split")
        if not isinstance(line, RowLine | FindingLine) or not line.row.is_concern:
            self.say("There is nothing to split here: a concern of several findings can be split.")
            return
        row = line.row
        taken = [finding.id for finding in row.findings if finding.id in self.selection.findings]
        if not taken and isinstance(line, FindingLine):
            taken = [line.finding.id]
        if len(row.findings) == 1:
            self.say(f"{name_of(line, self.shown)} is one finding: there is nothing to split.")
        elif not taken:
            opens = self.keys.shown("open")
            self.say(f"{opens} opens the concern; {split} then takes out the finding under the cursor.")
        elif len(taken) == len(row.findings):
            self.say("Nothing would stay in this concern: leave one finding in it.")
        else:
            await self._split(row, taken)

    async def _split(self, row: Row, taken: list[int]) -> None:
        name = name_of(RowLine(row), self.shown)
        event = await self._regrouped((), taken)
        if event is None:
            return
        if len(row.findings) - len(taken) == 1:
            self.opened = None
            self.remove_class("-details")
        part, rest = self._show(event), self.shown.row(row.target)
        what = "One finding" if len(taken) == 1 else f"{len(taken)} findings"
        mark = part.standing.mark if part else None
        alike = rest is not None and rest.standing.mark is mark
        held = f": {'both stay' if alike else 'marked'} {mark.value}" if mark else ""
        said = f"{what} taken out of {name}{held}"
        self.say(f"{said}, {self.keys.shown('undo')} undoes", shorter=(said,))

    async def _regrouped(self, merged: Iterable[Target], taken: Iterable[int]) -> Regrouped | None:
        """What became of a merge or a split; None where another window had moved what it was about."""
        regrouping = Regrouping(self.desk.store)
        artifact, targets = self.shown.artifact, list(merged)
        self._select(Selection())
        try:
            if targets:
                return await regrouping.merge(artifact, targets)
            return await regrouping.split(artifact, list(taken))
        except UsageError as error:
            await self.show_stored()
            self.say(f"{SHOWN_ANEW} {error}", Tone.WARNING, (SHOWN_ANEW,))
            return None

    def _show(self, event: Regrouped) -> Row | None:
        """Show a merge or a split, with the cursor on the concern that it made."""
        self.fold(event)
        self.move(event.decision.target)
        return self.shown.row(event.decision.target)
