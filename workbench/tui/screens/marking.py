"""Keys that decide: marks and their reasons, deferring, notes, overlooked problems, undo and redo."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from workbench.core.events import Undone
from workbench.core.freezing import NO_QUESTION
from workbench.core.marks import REASONS, Decision, Mark, Target, redoable, undoable
from workbench.core.readings import Span
from workbench.core.regrouping_record import record_of
from workbench.core.ruling import RulingValue
from workbench.tui.list_lines import FindingLine, HeadingLine, Line, RowLine
from workbench.tui.mark_signs import mark_word
from workbench.tui.picking import Direction, Words, toggled
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
    name: str
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
        was, name = standing.mark, name_of(line)
        # A mark that an opened finding has from its concern is not its own yet.
        if was is mark and (standing.inside or not inside):
            self.just_marked = Marked(target, mark, inside, name, standing.reason)
            self._tell_already(self.just_marked)
            return
        event = await self.desk.mark(self.shown.artifact, target, mark, inside=inside)
        goes_on = was is None and self.cursor == line.place
        self.fold(event, (lambda lines: lines.unmarked(self.cursor)) if goes_on else None)
        self.just_marked = Marked(target, mark, inside, name)
        stays = goes_on and self.cursor == line.place
        self._tell(self.just_marked, f"; {self.lines.nothing_left}" if stays else "")

    def _tell(self, marked: Marked, more: str = "") -> None:
        """Name what was marked, how it is undone, and the digits that say why."""
        undo = self.keys.shown("undo")
        named = f"{marked.name} {mark_word(marked.mark, marked.target)}"
        said = f"{named}, {undo} undoes"
        shorter = (f"{said}{more}", f"{named}{more}") if more else ()
        self.say(f"{said}{_why(marked)}{more}", _SAID_IN[marked.mark], shorter)

    def _tell_already(self, marked: Marked) -> None:
        """Say that a key changed nothing, with the digits that would."""
        reason = f": {marked.reason}" if marked.reason else ""
        what = f"is {_A_MARK[marked.mark]}"
        if marked.target.kind == "reading":
            what = mark_word(marked.mark, marked.target)
        said = f"{marked.name} {what} already{reason}"
        self.say(f"{said}{_why(marked)}", _SAID_IN[marked.mark], (said,))

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
                after = f"No reason is kept for this: {marked.name} {mark_word(marked.mark, marked.target)}."
            self.say(after or "A digit says why, right after a miss or a can't tell.")
            return
        reason = reasons[number - 1]
        if reason == marked.reason:
            self._tell_already(marked)
            return
        self.fold(
            await self.desk.mark(self.shown.artifact, marked.target, marked.mark, reason, marked.inside)
        )
        self.just_marked = replace(marked, reason=reason)
        undo = self.keys.shown("undo")
        self.say(f"{marked.name} {marked.mark.value}: {reason}, {undo} undoes", _SAID_IN[marked.mark])

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
        self.say(f"{name_of(line)} {'deferred' if deferred else 'no longer deferred'}")

    async def do_undo(self) -> None:
        """Take back the last decision."""
        event = await self.desk.undo(self.shown.artifact)
        next_one = undoable(self.shown.history.decisions)
        if event is not None and next_one is not None and event.decision.id == next_one.id:
            self._go_to_decided(event.decision)
            self.fold(event)
            if event.placements:
                self._go_to_decided(event.decision)
            self.say(self._taken_back(event))
        else:
            await self._tell_anew(next_one is None, event, self._taken_back, "There is nothing to undo.")

    async def do_redo(self) -> None:
        """Restore the decision taken back last."""
        event = await self.desk.redo(self.shown.artifact)
        decisions = self.shown.history.decisions
        if event is not None and any(d.undone and d.id == event.decision.id for d in decisions):
            self.fold(event)
            self._go_to_decided(event.decision)
            self.say(self._restored(event))
        else:
            none_shown = redoable(decisions) is None
            await self._tell_anew(none_shown, event, self._restored, "There is nothing to redo.")

    async def _tell_anew(
        self, none_shown: bool, event: Undone | None, named: Callable[[Undone], str], nothing: str
    ) -> None:
        """Say what was undone or redone where that is not what this window showed as the next."""
        if event is None and none_shown:
            self.say(nothing)
            return
        await self.show_stored()
        if event is not None:
            self._go_to_decided(event.decision)
        self.say(f"{SHOWN_ANEW} {named(event) if event else nothing}", shorter=(SHOWN_ANEW,))

    def _taken_back(self, event: Undone) -> str:
        return f"Taken back: {self._decided(event.decision)}; {self.keys.shown('redo')} restores it"

    def _restored(self, event: Undone) -> str:
        return f"Restored: {self._decided(event.decision)}; {self.keys.shown('undo')} undoes"

    def _go_to_decided(self, decision: Decision) -> None:
        target = decision.target
        if decision.what == "split":
            # Taken back, the concern that it made is gone, and its findings are where they were.
            target = self.shown.history.home(Target("finding", min(record_of(decision.value).origins)))
        if self.shown.row(target):
            self.move(target)

    def _decided(self, decision: Decision) -> str:
        """A decision in words, by the row that it is about."""
        row = self.shown.row(decision.target)
        name = name_of(RowLine(row)) if row else "a row that is shown no more"
        match decision.what:
            case "mark" if decision.reason and row and row.standing.mark and not row.standing.reason:
                return f"the reason {decision.reason!r} at {name}, which stays {row.standing.mark.value}"
            case "mark":
                said = mark_word(Mark(decision.value), decision.target) if decision.value else "unmarked"
                return f"{name} {said}{f', {decision.reason}' if decision.reason else ''}"
            case "defer":
                return f"{name} {'deferred' if decision.value else 'no longer deferred'}"
            case "note":
                return f"the note at {name}"
            case "overlooked":
                return f"the problem you added{f' at {name}' if row else ''}"
            case "merge" | "split":
                return regrouping_words(decision, self.shown)

    async def do_note(self) -> None:
        """Ask for a note beside the row."""
        line = self._marked_line()
        if line is None:
            return
        target = _target_of(line)
        standing = line.standing if isinstance(line, FindingLine) else line.row.standing

        async def keep(text: str) -> None:
            self.fold(await self.desk.note(self.shown.artifact, target, text))
            self.say(f"Note kept at {name_of(line)}" if text.strip() else f"No note at {name_of(line)}")

        self.ask(
            f"Note on {name_of(line)}",
            keep,
            standing.note,
            "empty removes it" if standing.note else "type it",
        )

    async def do_overlooked(self) -> None:
        """Begin to pick the words of an overlooked problem."""
        words = Words(self.shown.revision.text)
        line = self.line
        row = line.row if isinstance(line, RowLine | FindingLine) else None
        pick = words.at(row.span.start if row and row.span else self.source.top)
        if pick is None:
            self.say("The text is empty: there are no words to pick.")
            return
        self.words, self.pick = words, pick
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
            self.say(f"{name_of(self.line)} added as an escape: {whose}", Tone.HIT)

        hint = "the question that should have caught it; empty: none asks for it"
        self.ask("Ruled Publishable: which", add, hint=hint, words=sorted(answers))

    async def _add(self, span: Span, problem: str, asks: str = "other") -> None:
        event = await self.desk.overlook(self.shown.artifact, self.shown.revision, span, problem, asks)
        self.fold(event)
        self.move(Target("concern", event.placement.concern))
        self.say(f"{name_of(self.line)} added as a hit, {self.keys.shown('undo')} undoes", Tone.HIT)

    def leave_pick(self) -> None:
        """Stop picking words."""
        self.words = self.pick = None
        self.row_list.focus()
        self.paint_words()
        self.paint_bars()
        self.say("")


def _why(marked: Marked) -> str:
    reasons = " · ".join(
        f"{n} {reason}" for n, reason in enumerate(_reasons(marked.mark, marked.target), start=1)
    )
    return f"; press {reasons}" if reasons else ""


def _reasons(mark: Mark, target: Target) -> tuple[str, ...]:
    """Why a row may be marked so; that a reader was right or wrong needs no reason."""
    return () if target.kind == "reading" else REASONS[mark]


def _target_of(line: RowLine | FindingLine) -> Target:
    return Target("finding", line.finding.id) if isinstance(line, FindingLine) else line.row.target


def name_of(line: Line) -> str:
    """A line as the status line calls it."""
    if not isinstance(line, RowLine | FindingLine):
        return "the text"
    row = line.row
    if row.reading:
        return f"the {row.reading.source.name}'s idea of the text"
    place = f"L{row.line}" if row.line else (row.answer.question if row.answer else "a row without a line")
    return f"one finding at {place}" if isinstance(line, FindingLine) else place
