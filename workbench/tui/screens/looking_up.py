"""What the repository says of a row that the person could not tell: looked up, shown, and looked at again."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from textual.worker import Worker

from workbench.core.board import advance
from workbench.core.cant_tell import evidence_digest, is_about_code, keep, returned, words_of
from workbench.core.events import Returned
from workbench.core.marks import Mark, Target
from workbench.core.ports import Claim, Mention
from workbench.core.rows import Row
from workbench.core.text.display_text import counted, one_line
from workbench.tui.confirmations import name_of
from workbench.tui.list_lines import RowLine
from workbench.tui.screens.instruments import InstrumentActions
from workbench.tui.screens.page import PageScreen
from workbench.tui.tones import Piece, Tone, joined

_SEARCHING = "Looking up in the repository what these words name."
_NOTHING = "Nothing in the repository names what these words name, as far as it was searched."


class EvidenceScreen(PageScreen):
    """The lines that were looked up, each among its neighbours."""

    def __init__(self, mentions: Sequence[Mention], claims: Sequence[Claim]) -> None:
        super().__init__()
        self._mentions, self._claims = mentions, claims

    def lines(self, room: int) -> list[list[Piece]]:
        """Every line with those around it."""
        said: list[list[Piece]] = [_confirmed(claim) for claim in self._claims]
        for mention in self._mentions:
            said += [[], [(f"{mention.path}:{mention.line}", Tone.STRONG), (f"  {mention.name}", Tone.MUTED)]]
            for number, line in enumerate(mention.around, mention.first):
                here = number == mention.line
                said.append([(f"{number:>6} ", Tone.MUTED), (line, Tone.QUOTE if here else Tone.PLAIN)])
        return said


class LookUpActions(InstrumentActions):
    """A search runs while its row is under the cursor, and ends when the person moves on."""

    _searching: Target | None = None
    """The row that is looked up now."""
    _looking: Worker[None] | None = None

    @cached_property
    def looked_up(self) -> dict[Target, tuple[Mention, ...]]:
        """What was found, by row."""
        return {}

    def paint_cursor(self) -> None:
        """Draw what depends on the cursor, and look up what its row names where the person could not tell."""
        row = self.undecided_row
        if row is None or row.target != self._searching:
            self._stop_search()
        if row is not None and self._searching is None and row.target not in self.looked_up:
            self._searching = row.target
            self._looking = self.run_worker(self._look_up(row), group="look up", exclusive=True)
        super().paint_cursor()

    def look_up_beside(self, target: Target) -> bool:
        """Look up what a row names while the cursor is elsewhere; False where that is not wanted."""
        row = self.shown.row(target)
        if row is None or row is self.undecided_row or self.desk.lookup is None or not is_about_code(row):
            return False
        if row.target not in self.looked_up:
            self.run_worker(self._look_up(row), group=f"look up {target}", exclusive=True)
        return True

    @property
    def undecided_row(self) -> Row | None:
        """The row under the cursor where the person said that the code would decide it."""
        line = self.line
        asked = self.desk.lookup and isinstance(line, RowLine) and is_about_code(line.row)
        return line.row if asked and isinstance(line, RowLine) else None

    def evidence(self) -> list[Piece]:
        """What was found for the row under the cursor, beside its details."""
        row = self.undecided_row
        if row is None:
            return []
        mentions = self.looked_up.get(row.target)
        if mentions is None:
            return joined([[], [(_SEARCHING, Tone.MUTED)]])
        lines = [
            [(f"{mention.path}:{mention.line}  ", Tone.MUTED), (one_line(mention.text), Tone.PLAIN)]
            for mention in mentions
        ]
        keys = self.keys.shown
        does = f"{keys('open')} shows them, {keys('hit')} or {keys('miss')} decides."
        head = f"In the repository; {does}" if mentions else _NOTHING
        return joined([[], [(head, Tone.MUTED)], *lines])

    def show_evidence(self) -> bool:
        """Show what was found for the row under the cursor on a page of its own; False where nothing was."""
        row = self.undecided_row
        mentions = self.looked_up.get(row.target, ()) if row else ()
        if row is None or not mentions:
            return False
        self.app.push_screen(EvidenceScreen(mentions, self._claims(row)))
        return True

    async def keep_looked_up(self, target: Target) -> None:
        """Keep what a can't tell that was just made rests on, as far as it is known by now."""
        row = self.shown.row(target)
        decision = row.standing.decision if row else None
        if row is None or decision is None or row.standing.mark is not Mark.CANT_TELL:
            return
        mentions = self.looked_up.get(row.target)
        # What the checks confirm there is part of it.
        known = mentions is not None and self.checked is not None
        evidence = evidence_digest(mentions or (), self._claims(row)) if known else None
        if kept := await keep(self.desk.store, self.shown, decision, row, evidence):
            # Nothing that is drawn hangs on it.
            self.board = advance(self.shown, kept)

    async def ask_anew(self) -> None:
        """Have the can't tells asked anew whose text or evidence changed since they were made."""
        board, evidence = self.shown, dict[int, str]()
        if self.desk.lookup is not None:
            for row in board.rows:
                decision = row.standing.decision
                looked = board.history.looked_up.get(decision.id) if decision else None
                if decision and looked and looked.evidence is not None and is_about_code(row):
                    found = await self.desk.lookup.mentions(Path(board.artifact.path), words_of(row))
                    evidence[decision.id] = evidence_digest(found, self._claims(row))
        why = returned(self.shown, evidence)
        if why != self.shown.history.returned:
            self.fold(Returned(why))

    async def _look_up(self, row: Row) -> None:
        assert self.desk.lookup is not None, "only what can be looked up is"
        path = Path(self.shown.artifact.path)
        self.looked_up[row.target] = await self.desk.lookup.mentions(path, words_of(row))
        if self._searching == row.target:
            self._searching = None
        await self.attempt(self.keep_looked_up(row.target))
        self.paint_cursor()
        self._tell_found(row, len(self.looked_up[row.target]))

    def _tell_found(self, row: Row, count: int) -> None:
        """Say on how many lines the repository names what a row does, where it names it at all."""
        lines, keys = counted(count, "line"), self.keys.shown
        here = self.undecided_row
        if count and here is not None and here.target == row.target:
            found = f"The repository names it on {lines}"
            shows = f"{found}: {keys('open')} shows them"
            full = f"{shows}, {keys('hit')} or {keys('miss')} decides, {keys('undo')} undoes."
            self.say(full, shorter=(f"{shows}.", f"{found}."))
        elif count:
            name = name_of(RowLine(row), self.shown)
            found = f"{name}: the repository names it on {lines}"
            self.say(f"{found}, shown beside it.", shorter=(f"{found}.",))

    def _stop_search(self) -> None:
        if self._looking is not None and self._searching is not None:
            self._looking.cancel()
        self._searching = None

    def _claims(self, row: Row) -> tuple[Claim, ...]:
        return self.checked.confirmed_at(row.span) if self.checked and row.span else ()


def _confirmed(claim: Claim) -> list[Piece]:
    where = ", ".join(f"{evidence.path}:{evidence.line}" for evidence in claim.evidence)
    return [(f"check {claim.check} confirmed: ", Tone.MUTED), (f"{claim.why} ({where})", Tone.PLAIN)]
