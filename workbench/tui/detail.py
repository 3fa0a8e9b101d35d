"""What is known about the row under the cursor, in full."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from workbench.core.ages import age
from workbench.core.board import Board
from workbench.core.display_text import one_line
from workbench.core.marks import Decision, Mark, Standing, Target
from workbench.core.own_answers import in_words
from workbench.core.ports import Library
from workbench.core.readings import Answer, Finding, FindingKind, Reading, ReadingState
from workbench.core.regrouping_record import record_of
from workbench.core.rows import Group, Row
from workbench.core.sources import Source, SourceKind
from workbench.core.text_questions import standing_questions
from workbench.core.unread import Unread, failed_readings
from workbench.tui.keymaps import Keys
from workbench.tui.legend import MEANINGS, what_enter_does
from workbench.tui.list_lines import FindingLine, HeadingLine, RowLine
from workbench.tui.mark_signs import decided_words, mark_word, mark_words
from workbench.tui.tones import Piece, Tone, joined

_CAPS = {"fix": "caps at Fix", "rewrite": "caps at Rewrite", "note": "a note, caps nothing"}
_KINDS = {
    FindingKind.FINDING: "",
    FindingKind.LOST_INTEREST: "lost interest here",
    FindingKind.ONE_FIX: "would fix this first",
    FindingKind.FAILS: "fails",
    FindingKind.FAULT: "fault",
    FindingKind.OVERLOOKED: "overlooked by every reading",
}
_STATUS = {
    Group.NOT_RAISED: "Not raised again. That is not the same as fixed.",
    Group.FIXED: "The check that proved it no longer finds it.",
    Group.GONE: "The words it was about are gone.",
}

_NO_INTENT = "You have not said yet what it is and for whom: once you do (intent, under `?`), it stands here."

Lines = list[list[Piece]]


def headline_of(line: RowLine | FindingLine) -> str:
    """The row in one line, for where there is no room for more."""
    said = _lead(line)
    row = line.row
    if said is None:
        answer = row.answer
        return f"{answer.question} {answer.value}: {answer.reason}" if answer else row.headline
    if said.consequence and said.problem:
        return f"{said.problem}  {said.consequence}"
    return said.problem or said.consequence


def raised_words(row: Row, board: Board) -> str:
    """What the row's fraction says: how many readings of which revision raised it."""
    said = f"raised by {row.raised} of the {row.readings} readings of"
    revision, shown = board.history.revision(row.raised_on) or board.revision, board.revision
    which = "" if revision.id == shown.id else f", not of revision {shown.number}, which is shown"
    return f"{said} revision {revision.number}{which}"


def _lead(line: RowLine | FindingLine) -> Finding | None:
    return line.finding if isinstance(line, FindingLine) else line.row.lead


class Details:
    """Everything that is said about one line of the list."""

    def __init__(self, board: Board, library: Library, labels: Mapping[Source, str], now: datetime) -> None:
        self._board = board
        self._library = library
        self._labels = labels
        self._now = now
        self._readings = {reading.id: reading for reading in board.history.readings}

    def of(self, line: RowLine | FindingLine, like_these: str = "") -> list[Piece]:
        """The line's details, newlines included; `like_these` says how often such rows were hits."""
        if line.row.answer:
            lines = self._answer(line.row, line.row.answer)
        elif line.row.reading:
            lines = self._about(line.row, line.row.reading)
        elif isinstance(line, FindingLine):
            lines = self._finding(line.row, line.finding, line.standing)
        else:
            lines = self._concern(line.row, like_these)
        return joined(lines)

    def _concern(self, row: Row, like_these: str) -> Lines:
        lead = row.lead
        if lead is None:
            return []
        lines = [self._title(row, lead, row.standing)]
        if row.disagree:
            lines.append(
                [
                    (
                        "You marked its findings differently before they came together: mark the row.",
                        Tone.WARNING,
                    )
                ]
            )
        lines += self._said(lead)
        if row.standing.fixed:
            tone = Tone.WARNING if row.reopened else Tone.GOOD
            lines.append([(self._said_fixed(row, row.standing.fixed), tone)])
        elif row.group in _STATUS:
            lines.append([(_STATUS[row.group], Tone.MUTED)])
        lines += self._raised_by(row, like_these)
        lines += self._decided(row)
        return lines

    def _said_fixed(self, row: Row, said: Decision) -> str:
        revision = self._board.history.revision(int(said.value or 0))
        where = f" in revision {revision.number}" if revision else ""
        when = age(said.at, self._now)
        told = f"You said that it is fixed{where}{f', {when}' if when else ''}."
        return f"{told} A reading made after that raised it again." if row.reopened else told

    def _finding(self, row: Row, finding: Finding, standing: Standing) -> Lines:
        lines = [self._title(row, finding, standing), *self._said(finding)]
        lines.append(self._labelled("raised by", self._who(finding.source, finding.reading)))
        placement = self._board.history.placements.get(finding.id)
        if placement:
            lines.append(self._labelled("in this concern", placement.why))
        note = "A mark here holds for this finding alone."
        return [*lines, *self._history(frozenset({Target("finding", finding.id)})), [(note, Tone.MUTED)]]

    def _title(self, row: Row, finding: Finding, standing: Standing) -> list[Piece]:
        line = row.line if finding is row.lead else self._board.line_of(finding)
        place = f"L{line}" if line else "no line"
        how = [_KINDS[finding.kind], _CAPS[finding.on_fail] if finding.on_fail else ""]
        if finding.kind is FindingKind.FAILS:
            how[0] = f"{finding.asks} fails"
        elif finding.source.kind is SourceKind.CHECK:
            how[0] = f"check {finding.asks}"
        said = ", ".join(part for part in how if part)
        pieces: list[Piece] = [(f"{place}  ", Tone.STRONG), (f"{said}  " if said else "", Tone.MUTED)]
        return [*pieces, *decided_words(row, standing)]

    def _said(self, finding: Finding) -> Lines:
        lines: Lines = []
        if finding.problem:
            lines.append([(finding.problem, Tone.PLAIN)])
        if finding.consequence:
            reads = finding.source.kind is SourceKind.READER
            whom = f"for the {self._reader(finding.source)}" if reads else "consequence"
            lines.append(self._labelled(whom, finding.consequence))
        if finding.kind is FindingKind.FAILS:
            lines += self._question(self._asked(finding))
        if finding.change:
            by = f" ({finding.fixable_by})" if finding.fixable_by else ""
            lines.append(self._labelled(f"change{by}", finding.change))
        if finding.expected:
            lines.append(self._labelled("expected", finding.expected))
        for evidence in finding.evidence:
            lines.append(
                self._labelled("proof", f"{evidence.path}:{evidence.line}  {one_line(evidence.text)}")
            )
        lines += self._quote(finding.quote, found=finding.span is not None)
        return lines

    def _reader(self, source: Source) -> str:
        """A reader's title within a sentence."""
        persona = self._library.persona(source.name)
        return persona.title.lower() if persona else f"{source.name} reader"

    def _quote(self, quote: str, *, found: bool) -> Lines:
        if not quote:
            return []
        pieces = [*self._labelled("words", ""), (f"“{one_line(quote)}”", Tone.QUOTE)]
        if not found:
            pieces.append(("  quote not found in this text", Tone.WARNING))
        return [pieces]

    def _asked(self, finding: Finding) -> Source:
        """The question that a fail answers; the person's own names it in its answer only."""
        reading = self._readings.get(finding.reading)
        answers = reading.answers if reading and finding.mine else ()
        return next((a.source for a in answers if a.question == finding.asks), finding.source)

    def _question(self, source: Source) -> Lines:
        own = next((q for q in self._board.history.questions if q.source == source), None)
        if own:
            return [self._labelled(f"question about this text, {own.origin}", own.ask)]
        rubric, _, id = source.name.partition("/")
        found = self._library.rubric(rubric)
        question = found.question(id) if found else None
        return [self._labelled("question", question.ask)] if question else []

    def _raised_by(self, row: Row, like_these: str) -> Lines:
        lines = [self._labelled("raised by", self._whoever(row.findings))]
        if row.readings > 1 and row.raised:
            odds = f"; {like_these}" if like_these else ""
            lines.append([(f"{raised_words(row, self._board)}{odds}", Tone.MUTED)])
        if len(row.findings) > 1:
            lines.append([(f"{len(row.findings)} findings; open the row to see each", Tone.MUTED)])
        return lines

    def _whoever(self, findings: Iterable[Finding]) -> str:
        """Every source once with the beginning of its wording, those played by one model together."""
        by_model: dict[str, dict[str, None]] = {}
        for finding in findings:
            made = self._readings.get(finding.reading)
            by_model.setdefault(made.model if made else "", {})[_worded(finding.source, made)] = None
        return "; ".join(
            f"{', '.join(who)}{f', each as {model}' if len(who) > 1 else f', as {model}'}"
            if model
            else ", ".join(who)
            for model, who in by_model.items()
        )

    def _who(self, source: Source, reading: int) -> str:
        """A source with its wording's beginning and the model that played it."""
        made = self._readings.get(reading)
        return _worded(source, made) + (f", as {made.model}" if made and made.model else "")

    def _answer(self, row: Row, answer: Answer) -> Lines:
        place = f"L{row.line}  " if row.line else ""
        title: list[Piece] = [
            (f"{place}{answer.question} {answer.value}  ", Tone.STRONG),
            *mark_words(row.standing, row.target),
        ]
        lines = [title, *self._question(answer.source), [(answer.reason, Tone.PLAIN)]]
        if answer.consequence.casefold().strip(" .") not in ("", "none"):
            lines.append(self._labelled("consequence", answer.consequence))
        lines += self._quote(answer.quote, found=answer.span is not None)
        if answer.challenge:
            before = f" (was: {answer.first_value})" if answer.first_value else ", and it held"
            lines.append(self._labelled(f"challenged{before}", answer.challenge))
        lines.append(self._labelled("answered by", self._who(answer.source, answer.reading)))
        return lines + self._decided(row)

    def _about(self, row: Row, reading: Reading) -> Lines:
        """What a reader took the text for, beside what the author meant."""
        intent, whose = self._board.artifact.intent, f"the {reading.source.name}'s idea of the text"
        meant = self._labelled("you mean", intent) if intent else [(_NO_INTENT, Tone.MUTED)]
        lines: Lines = [
            [(f"{whose}  ", Tone.STRONG), *mark_words(row.standing, row.target)],
            [(reading.about, Tone.PLAIN)],
            *([self._labelled("for", reading.for_whom)] if reading.for_whom else []),
            meant,
            self._labelled("said by", self._who(reading.source, reading.id)),
        ]
        return lines + self._decided(row)

    def _decided(self, row: Row) -> Lines:
        note = [self._labelled("note", row.standing.note)] if row.standing.note else []
        return note + self._history(row.targets)

    def _history(self, targets: frozenset[Target]) -> Lines:
        """The marks made here or on what was merged in, the last one first."""
        decisions = self._board.history.decisions
        merged = [d for d in decisions if d.what == "merge" and not d.undone]
        for merge in reversed(merged):
            if merge.target in targets:
                origins = record_of(merge.value).origins.values()
                targets |= {Target("concern", origin.concern) for origin in origins if origin}
        made = [d for d in decisions if d.what == "mark" and not d.undone and d.target in targets]
        if not made:
            return []
        return [self._labelled("marked", "; before: ".join(self._mark(d) for d in reversed(made[-3:])))]

    def _mark(self, decision: Decision) -> str:
        reason = f" ({decision.reason})" if decision.reason else ""
        when = age(decision.at, self._now)
        said = mark_word(Mark(decision.value), decision.target) if decision.value else "mark taken back"
        return f"{said}{reason}{f' {when}' if when else ''}"

    @staticmethod
    def _labelled(label: str, text: str) -> list[Piece]:
        return [(f"{label}: ", Tone.MUTED), (text, Tone.PLAIN)]


def _worded(source: Source, reading: Reading | None) -> str:
    """A source with the beginning of its wording, and its trial where there are several."""
    if source.kind is SourceKind.PERSON:
        return "you"
    trial = f" trial {reading.trial}" if reading and reading.trial > 1 else ""
    parts = f", in {reading.parts} parts" if reading and reading.parts > 1 else ""
    return f"{source.name}{trial} {source.wording[:7]}{parts}"


def heading_text(line: HeadingLine, keys: Keys) -> list[Piece]:
    """What a heading of the list means and what can be done on it."""
    does = f"{what_enter_does(line, keys)}; {keys.shown('next_unmarked')} goes to the next row to mark."
    meaning = f"{MEANINGS[line.group].capitalize()}."
    return joined([[(line.group.value.upper(), Tone.HEADING)], [(meaning, Tone.PLAIN)], [(does, Tone.MUTED)]])


def whole_text(board: Board, first_steps: Iterable[str]) -> list[Piece]:
    """What is known about the text as a whole: how it is ruled and why, and what its readers took it for.

    Before anything has read it, what can be done instead.
    """
    lines: Lines = [*_ruling_lines(board)]
    if not board.history.rounds:
        lines += [[(step, Tone.PLAIN)] for step in first_steps]
    if board.artifact.intent:
        lines.append([("meant as: ", Tone.MUTED), (board.artifact.intent, Tone.PLAIN)])
    last = board.history.last_round
    readings = [
        r for r in board.history.readings if last and r.round == last.id and r.revision == board.revision.id
    ]
    if last and last.revision == board.revision.id:
        lines += failed_lines(failed_readings(board.history))
    own = [r for r in board.history.readings if r.mine and r.revision == board.revision.id]
    for reading in (*readings, *own):
        if reading.state is ReadingState.FINISHED:
            lines += _reading_lines(reading)
    for question in standing_questions(board.history, board.revision.id):
        lines.append([(f"asked of this text, {question.name}: ", Tone.MUTED), (question.ask, Tone.PLAIN)])
    lines += [[(notice, Tone.WARNING)] for notice in board.revision.notices]
    return joined(lines)


def _ruling_lines(board: Board) -> Iterator[list[Piece]]:
    ruling = board.ruling
    yield [(f"{board.ruling_label}: {ruling.value.value}", Tone.STRONG)]
    for cap in ruling.caps:
        yield [(f"  {cap.value.value}: ", Tone.MUTED), (cap.why, Tone.PLAIN)]
    for waived in ruling.waived:
        yield [("  waived by you: ", Tone.MUTED), (waived, Tone.MISS)]


def failed_lines(failed: Sequence[Unread]) -> Iterator[list[Piece]]:
    """Whose readings failed, and why."""
    for one in failed:
        yield [(f"{one.who} failed: ", Tone.ERROR), (one.why, Tone.PLAIN)]


def _reading_lines(reading: Reading) -> Iterator[list[Piece]]:
    name = reading.source.name
    if reading.about:
        whom: list[Piece] = (
            [(" for: ", Tone.MUTED), (reading.for_whom, Tone.PLAIN)] if reading.for_whom else []
        )
        yield [(f"{name} took it for: ", Tone.MUTED), (reading.about, Tone.PLAIN), *whom]
    if reading.verdict:
        why = f" {reading.why}" if reading.why else ""
        if reading.mine:
            why = f" {in_words(answer.value for answer in reading.answers)}"
        who = "you" if reading.mine else "the judge"
        yield [(f"{who} said: ", Tone.MUTED), (f"{reading.verdict.value}.{why}", Tone.PLAIN)]
    for place in reading.worst:
        yield [
            ("  worst place: ", Tone.MUTED),
            (f"“{one_line(place.quote)}” ", Tone.QUOTE),
            (place.why, Tone.PLAIN),
        ]
    for note in reading.notes:
        yield [(f"{name}: ", Tone.MUTED), (note, Tone.WARNING)]
