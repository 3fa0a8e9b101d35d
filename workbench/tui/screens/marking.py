"""Keys that decide about a row: marks and their reasons, deferring, what is fixed, notes, undo and redo."""

from dataclasses import dataclass, replace

from workbench.core.board import Board
from workbench.core.cant_tell import CODE
from workbench.core.events import Undone
from workbench.core.identity.regrouping_record import record_of
from workbench.core.marks import REASONS, Decision, Mark, Target, redoable, undoable
from workbench.core.readings import FindingKind
from workbench.core.rows import Group, Row
from workbench.tui.confirmations import Said, effect, goes_to, name_of, names_of, nothing_left, ways
from workbench.tui.list_lines import FindingLine, HeadingLine, RowLine
from workbench.tui.mark_signs import keeping_words, mark_word
from workbench.tui.regrouping_words import regrouping_words
from workbench.tui.screens.returning import ReturnActions
from workbench.tui.tones import Tone

SHOWN_ANEW = "Another window had changed this; shown anew."
_A_MARK = {Mark.HIT: "a hit", Mark.MISS: "a miss", Mark.CANT_TELL: "can't tell"}
_SAID_IN = {Mark.HIT: Tone.HIT, Mark.MISS: Tone.PLAIN, Mark.CANT_TELL: Tone.CANT_TELL}


@dataclass(frozen=True, slots=True)
class Marked:
    """The row that was marked last, which a digit gives its reason."""

    target: Target
    mark: Mark
    inside: bool
    names: tuple[str, ...]
    """What the row is called, the fullest first."""
    reason: str | None = None
    """The one it has."""


class MarkActions(ReturnActions):
    """Every decision is stored before it is shown."""

    just_marked: Marked | None = None

    async def do_hit(self) -> None:
        """Mark the row a hit."""
        await self._mark(Mark.HIT)

    async def do_miss(self) -> None:
        """Mark the row a miss."""
        await self._mark(Mark.MISS)

    async def do_cant_tell(self) -> None:
        """Mark the row can't tell."""
        await self._mark(Mark.CANT_TELL)

    async def _mark(self, mark: Mark) -> None:
        line = self._marked_line()
        if line is None:
            return
        target, inside = _target_of(line), isinstance(line, FindingLine)
        standing = line.standing if isinstance(line, FindingLine) else line.row.standing
        was, names = standing.mark, names_of(line, self.shown)
        # A mark that an opened finding has from its concern is not its own yet.
        if was is mark and not standing.returned and (standing.inside or not inside):
            self.just_marked = Marked(target, mark, inside, names, standing.reason)
            self._tell_already(self.just_marked)
            return
        event = await self.desk.mark(self.shown.artifact, target, mark, inside=inside)
        undecided = was is None or bool(standing.returned)
        # Which mark holds for a merged row is an answer about it: it stays in sight, to be seen or split.
        asked_which = line.row.disagree and not inside
        goes_on = undecided and not asked_which and self.cursor == line.place
        before = self.shown
        self.fold(event, (lambda lines: lines.after_mark(self.cursor)) if goes_on else None)
        self.just_marked = Marked(target, mark, inside, names)
        stays = goes_on and self.cursor == line.place
        row = None if inside else self.shown.row(target)
        kept, changed = keeping_words(row) if row else "", effect(line.row, mark, before, self.shown)
        went = goes_to(line, self.cursor)
        left = (went,) if went else self.nothing_left if stays else ()
        more = f"{self.lines.left} left" if goes_on and not left else ""
        self._tell(self.just_marked, "; ".join(filter(None, (kept, changed))), left, more)
        # Waited for only now: what is said would have to wait for a frame of its own.
        await self.keep_looked_up(target)

    @property
    def nothing_left(self) -> tuple[str, ...]:
        """That no other row asks for a mark and what comes next, the fullest first."""
        return nothing_left(self.lines, self.shown, self.keys, self.desk.provider is not None)

    def say_of(self, *sentences: Said, tone: Tone = Tone.MUTED) -> None:
        """Tell something of a row, by the longest of its names that fits; sentences from the fullest."""
        first, *shorter = ways(*sentences)
        self.say(first, tone, shorter)

    def _tell(self, marked: Marked, changed: str, left: tuple[str, ...], more: str) -> None:
        """Name what was marked, how it is undone, what it changed, the digits that say why, and what is left.

        `left` says that nothing is, and what comes next; `more` how much is, where there is room to.
        """
        undo = f", {self.keys.shown('undo')} undoes"
        did = f" {mark_word(marked.mark, marked.target)}"
        effects = f"; {changed}" if changed else ""
        # That the ruling stays needs no room that the digits have not.
        before, waived, _ = effects.partition("waived, the ruling stays")
        short = f"{before}waived" if waived else effects
        why = _why(marked)
        press = (
            [
                f"{undo}{effects}; press {why}",
                f"{undo}{effects}: {why}",
                f"{effects}: {why}",
                f"{short}: {why}",
            ]
            if why
            else []
        )
        full = [f"{press[0]}; {left[0]}"] if left and why else []
        full += [f"{press[0] if press else undo + effects}; {more}"] if more else []
        rest = [f"{end}; {last}" for end in (f"{undo}{effects}", effects) for last in left]
        least = [f"{undo}{effects}", effects]
        # A finding has a long name, and where the cursor went from there is seen: the digits come first.
        ranked = (full + press, rest + least) if marked.inside else (full + rest + press, least)
        told = [said for ends in ranked for said in ways(*(Said(marked.names, did + end) for end in ends))]
        self.say(told[0], _SAID_IN[marked.mark], told[1:])

    def _tell_already(self, marked: Marked) -> None:
        """Say that a key changed nothing, with the digits that would."""
        reason = f": {marked.reason}" if marked.reason else ""
        what = f"is {_A_MARK[marked.mark]}"
        if marked.target.kind == "reading":
            what = mark_word(marked.mark, marked.target)
        said = f" {what} already{reason}"
        why = f"; press {digits}" if (digits := _why(marked)) else ""
        ends = (said + why, said)
        self.say_of(*(Said(marked.names, end) for end in ends), tone=_SAID_IN[marked.mark])

    def _marked_line(self) -> RowLine | FindingLine | None:
        """The line to be marked; None where the cursor is on none, or where it was not seen there yet."""
        line = self.line
        if not isinstance(line, RowLine | FindingLine):
            what = "a heading" if isinstance(line, HeadingLine) else "about the whole text"
            self.say(f"This is {what}: {self.keys.shown('next_unmarked')} goes to the next row to mark.")
            return None
        if not self.seen:
            self.say("This row has only just arrived under the cursor: look at it, then press again.")
            return None
        return line

    async def do_reason_1(self) -> None:
        """Give the row just marked its first reason."""
        await self._reason(1)

    async def do_reason_2(self) -> None:
        """Give the row just marked its second reason."""
        await self._reason(2)

    async def do_reason_3(self) -> None:
        """Give the row just marked its third reason."""
        await self._reason(3)

    async def do_reason_4(self) -> None:
        """Give the row just marked its fourth reason."""
        await self._reason(4)

    async def _reason(self, number: int) -> None:
        marked = self.just_marked
        reasons = _reasons(marked.mark, marked.target) if marked else ()
        if marked is None or number > len(reasons):
            known = " · ".join(f"{n} {reason}" for n, reason in enumerate(reasons, start=1))
            after = f"After {marked.mark.value} there are: {known}." if marked and reasons else ""
            if marked and not reasons:
                is_marked = f"{marked.names[-1]} {mark_word(marked.mark, marked.target)}"
                after = f"No reason is kept for this: {is_marked}."
            self.say(after or "A digit says why, right after a miss or a can't tell.")
            return
        reason = reasons[number - 1]
        home = self.shown.history.home(marked.target)
        looked_up = reason == CODE and self.desk.lookup is not None and not marked.inside
        if reason == marked.reason:
            self._tell_already(marked)
            if looked_up:
                # The digit a second time asks for what the repository says of the row.
                self.move(home)
            return
        self.fold(
            await self.desk.mark(self.shown.artifact, marked.target, marked.mark, reason, marked.inside)
        )
        self.just_marked = replace(marked, reason=reason)
        undo = f", {self.keys.shown('undo')} undoes"
        beside = looked_up and self.look_up_beside(home)
        again = (
            f"; {self.keys.shown(f'reason_{number}')} again shows what the repository says" if beside else ""
        )
        said = f" {marked.mark.value}: {reason}"
        ends = (f"{undo}{again}", again, undo)
        self.say_of(*(Said(marked.names, said + end) for end in ends), tone=_SAID_IN[marked.mark])
        await self.keep_looked_up(marked.target)

    async def do_defer(self) -> None:
        """Defer the row, or take that back."""
        line = self._marked_line()
        if line is None:
            return
        row = line.row
        if not row.is_concern:
            what = "An answer" if row.answer else "What a reader took the text for"
            self.say(f"{what} cannot be deferred: only what is to be fixed can wait.")
            return
        deferred = not row.standing.deferred
        self.fold(await self.desk.defer(self.shown.artifact, row.target, deferred))
        said = " deferred" if deferred else " no longer deferred"
        self.say_of(Said(names_of(RowLine(row), self.shown), said))

    async def do_fixed(self) -> None:
        """Say that the text was changed so that the row is answered, or take that back."""
        line = self._marked_line()
        if line is None:
            return
        row = line.row
        if refused := _not_fixed(row, self.shown):
            self.say(refused)
            return
        fixed, names = not row.is_said_fixed, names_of(RowLine(row), self.shown)
        if self.opened == row.target:
            self.opened = None
            self.remove_class("-details")
        same = self.shown.disk is None and any(f.revision == self.shown.revision.id for f in row.findings)
        event = await self.desk.say_fixed(self.shown, row.target, fixed)
        was = self.lines
        self.fold(event, lambda lines: lines.after_fixed(was, row.target) if fixed else row.target)
        though = ", though the text has not changed since" if same else ""
        undo = f"; {self.keys.shown('undo')} undoes"
        done = (f" fixed, you said{though}{undo}", f" fixed, you said{though}")
        said = done if fixed else (" is no longer said to be fixed",)
        self.say_of(*(Said(names, end) for end in said), tone=Tone.HIT)

    async def do_undo(self) -> None:
        """Take back the last decision."""
        event = await self.desk.undo(self.shown.artifact)
        next_one = undoable(self.shown.history.decisions)
        if event is not None and next_one is not None and event.decision.id == next_one.id:
            moves = event.placements or event.decision.what == "fixed"
            if not moves:
                self._go_to_decided(event.decision)
            before = self.shown
            self.fold(event)
            if moves:
                self._go_to_decided(event.decision)
            self.say_of(*self._turned(event, before))
        else:
            await self._tell_anew(next_one is None, event, "There is nothing to undo.")

    async def do_redo(self) -> None:
        """Restore the decision taken back last."""
        event = await self.desk.redo(self.shown.artifact)
        decisions = self.shown.history.decisions
        if event is not None and any(d.undone and d.id == event.decision.id for d in decisions):
            before = self.shown
            self.fold(event)
            self._go_to_decided(event.decision)
            self.say_of(*self._turned(event, before))
        else:
            none_shown = redoable(decisions) is None
            await self._tell_anew(none_shown, event, "There is nothing to redo.")

    async def _tell_anew(self, none_shown: bool, event: Undone | None, nothing: str) -> None:
        """Say what was undone or redone where that is not what this window showed as the next."""
        if event is None and none_shown:
            self.say(nothing)
            return
        before = self.shown
        await self.show_stored()
        if event is None:
            self.say(f"{SHOWN_ANEW} {nothing}", shorter=(SHOWN_ANEW,))
            return
        self._go_to_decided(event.decision)
        told = ways(*(said.within(f"{SHOWN_ANEW} ", "") for said in self._turned(event, before)))
        self.say(told[0], shorter=(*told[1:], SHOWN_ANEW))

    def _turned(self, event: Undone, before: Board) -> tuple[Said, ...]:
        """That a decision was taken back or restored, and what that changed; from the fullest."""
        decision = event.decision
        said, row = self._decided(decision), self.shown.row(decision.target)
        marked = row is not None and decision.what == "mark"
        changed = effect(row, row.standing.mark, before, self.shown) if row and marked else ""
        effects = f"; {changed}" if changed else ""
        if decision.undone:
            redo = f"; {self.keys.shown('redo')} restores it"
            return tuple(said.within("Taken back: ", end) for end in (redo + effects, effects))
        asks = self.which_mark if row is not None and row.disagree else ""
        undo = f"; {self.keys.shown('undo')} undoes"
        return tuple(said.within("Restored: ", asks + end) for end in (undo + effects, effects))

    @property
    def which_mark(self) -> str:
        """What is asked of a row whose findings were marked differently before they came together."""
        keys = " ".join(self.keys.shown(mark) for mark in ("hit", "miss", "cant_tell"))
        return f"; which mark holds? {keys}"

    def _go_to_decided(self, decision: Decision) -> None:
        target = decision.target
        if decision.what == "split":
            # Taken back, the concern that it made is gone, and its findings are where they were.
            target = self.shown.history.home(Target("finding", min(record_of(decision.value).origins)))
        if self.shown.row(target):
            self.move(target)

    def _decided(self, decision: Decision) -> Said:
        """A decision in words, by the row that it is about."""
        row = self.shown.row(decision.target)
        names = names_of(RowLine(row), self.shown) if row else ("a row that is shown no more",)
        match decision.what:
            case "mark" if decision.reason and row and row.standing.mark and not row.standing.reason:
                stays = f", which stays {row.standing.mark.value}"
                return Said(names, stays, f"the reason {decision.reason!r} at ")
            case "mark":
                said = mark_word(Mark(decision.value), decision.target) if decision.value else "unmarked"
                return Said(names, f" {said}{f', {decision.reason}' if decision.reason else ''}")
            case "defer":
                return Said(names, " deferred" if decision.value else " no longer deferred")
            case "fixed":
                return Said(names, " fixed" if decision.value else " no longer said to be fixed")
            case "note":
                return Said(names, "", "the note at ")
            case "overlooked":
                return Said(names if row else ("",), "", f"the problem you added{' at ' if row else ''}")
            case "merge" | "split":
                return Said((regrouping_words(decision, self.shown),), "")
            case "answered" | "again":
                raise AssertionError("what was answered blind is taken back where it was answered")

    async def do_note(self) -> None:
        """Ask for a note beside the row."""
        line = self._marked_line()
        if line is None:
            return
        target = _target_of(line)
        standing = line.standing if isinstance(line, FindingLine) else line.row.standing

        async def keep(text: str) -> None:
            self.fold(await self.desk.note(self.shown.artifact, target, text))
            kept = "Note kept at " if text.strip() else "No note at "
            self.say_of(Said(names_of(line, self.shown), "", kept))

        self.ask(
            f"Note on {name_of(line, self.shown)}",
            keep,
            standing.note,
            "empty removes it" if standing.note else "for yourself, kept beside the row",
        )


def _why(marked: Marked) -> str:
    """The digits that say why, with what each says; empty where no reason is kept."""
    reasons = _reasons(marked.mark, marked.target)
    return " · ".join(f"{number} {reason}" for number, reason in enumerate(reasons, start=1))


def _not_fixed(row: Row, board: Board) -> str:
    """Why it cannot be said that a row is fixed; empty where it can."""
    if not row.is_concern:
        what = "An answer" if row.answer else "What a reader took the text for"
        return f"{what} cannot be fixed: only what a reading found wrong can."
    if row.group is Group.FIXED and not row.standing.fixed:
        return "It is fixed already: the check that proved it no longer finds it."
    here = [f for f in row.findings if f.kind is FindingKind.FAULT and f.revision == board.revision.id]
    if here and board.disk is None and not row.is_said_fixed:
        return "A check still finds it in this text: change the text, and it ends by itself."
    return ""


def _reasons(mark: Mark, target: Target) -> tuple[str, ...]:
    """Why a row may be marked so; that a reader was right or wrong needs no reason."""
    return () if target.kind == "reading" else REASONS[mark]


def _target_of(line: RowLine | FindingLine) -> Target:
    return Target("finding", line.finding.id) if isinstance(line, FindingLine) else line.row.target
