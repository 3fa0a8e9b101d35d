"""What is known about the row under the cursor, in full."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from workbench.core.ages import age
from workbench.core.board import Board
from workbench.core.identity.regrouping_record import record_of
from workbench.core.marks import Decision, Mark, Standing, Target
from workbench.core.panels import differences
from workbench.core.ports import CheckReport, Claim, Library
from workbench.core.readings import Answer, Finding, FindingKind, Reading, Span
from workbench.core.reasons import fail_means, how_it_counts
from workbench.core.rows import Group, Row
from workbench.core.ruling import MarkedAnswer
from workbench.core.sources import OnFail, Source, SourceKind
from workbench.core.text.display_text import one_line
from workbench.tui.highlights import place_of
from workbench.tui.keymaps import Keys
from workbench.tui.legend import MEANINGS, what_enter_does
from workbench.tui.list_lines import FindingLine, HeadingLine, RowLine
from workbench.tui.mark_signs import decided_words, mark_word, mark_words
from workbench.tui.others_words import others_marks
from workbench.tui.questions import JUDGE_IS_RIGHT, anchors_lacking, own_question, words_of_question
from workbench.tui.raised_words import raised_words
from workbench.tui.tones import Piece, Tone, joined

_FAULTS: Mapping[OnFail, str] = {
    "fix": "rules Fix",
    "rewrite": "rules Rewrite",
    "note": "a note, changes no ruling",
}
"""What a fault does to the ruling."""
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

MOST_CLAIMS = 4
"""Confirmed claims that are shown of a place; the rest are counted."""

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


def _lead(line: RowLine | FindingLine) -> Finding | None:
    return line.finding if isinstance(line, FindingLine) else line.row.lead


class Details:
    """Everything that is said about one line of the list."""

    def __init__(
        self,
        board: Board,
        library: Library,
        labels: Mapping[Source, str],
        now: datetime,
        report: CheckReport | None = None,
    ) -> None:
        self._board = board
        self._library = library
        self._labels = labels
        self._now = now
        self._report = report
        self._readings = {reading.id: reading for reading in board.history.readings}

    def of(self, line: RowLine | FindingLine, like_these: str = "") -> list[Piece]:
        """The line's details, newlines included; `like_these` says how often such rows were hits."""
        if line.row.answer:
            lines = self._answer(line.row, line.row.answer)
        elif line.row.reading:
            lines = self._about(line.row, line.row.reading)
        elif isinstance(line, FindingLine):
            lines = self._finding(line, line.finding)
        else:
            lines = self._concern(line, line.row, like_these)
        return joined(lines)

    def _concern(self, line: RowLine, row: Row, like_these: str) -> Lines:
        lead = row.lead
        if lead is None:
            return []
        lines = [self._title(line, lead, row.standing)]
        if row.disagree:
            lines.append(
                [
                    (
                        "You marked its findings differently before they came together: mark the row.",
                        Tone.WARNING,
                    )
                ]
            )
        lines += [*self._said(lead), *self._note(row), *self._confirmed(row.span)]
        if row.standing.fixed:
            tone = Tone.WARNING if row.reopened else Tone.GOOD
            lines.append([(self._said_fixed(row, row.standing.fixed), tone)])
        elif row.group in _STATUS:
            lines.append([(_STATUS[row.group], Tone.MUTED)])
        lines += self._carried(row)
        return [*lines, *self._raised_by(line, row, like_these), *self._history(row.targets)]

    def _said_fixed(self, row: Row, said: Decision) -> str:
        revision = self._board.history.revision(int(said.value or 0))
        where = f" in revision {revision.number}" if revision else ""
        when = age(said.at, self._now)
        told = f"You said that it is fixed{where}{f', {when}' if when else ''}."
        return f"{told} A reading made after that raised it again." if row.reopened else told

    def _finding(self, line: FindingLine, finding: Finding) -> Lines:
        lines = [self._title(line, finding, line.standing), *self._said(finding)]
        lines += self._confirmed(finding.span if finding.revision == self._board.revision.id else None)
        lines.append(self._labelled("raised by", self._who(finding.source, finding.reading)))
        placement = self._board.history.placements.get(finding.id)
        if placement:
            lines.append(self._labelled("in this concern", placement.why))
        note = "A mark here holds for this finding alone."
        return [*lines, *self._history(frozenset({Target("finding", finding.id)})), [(note, Tone.MUTED)]]

    def _title(self, line: RowLine | FindingLine, finding: Finding, standing: Standing) -> list[Piece]:
        place = place_of(line, self._board) or "no line"
        how = [_KINDS[finding.kind]]
        if finding.kind is FindingKind.FAILS:
            how = [f"{finding.asks} fails"]
        elif finding.source.kind is SourceKind.CHECK:
            how = [f"check {finding.asks}", _FAULTS[finding.on_fail or "note"]]
        said = ", ".join(part for part in how if part)
        pieces: list[Piece] = [(f"{place}  ", Tone.STRONG), (f"{said}  " if said else "", Tone.MUTED)]
        return [*pieces, *decided_words(line, standing)]

    def _said(self, finding: Finding) -> Lines:
        lines: Lines = []
        if finding.problem:
            lines.append([(finding.problem, Tone.PLAIN)])
        if finding.kind is FindingKind.FAILS:
            lines += self._counts(finding)
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
        return lines + self._words(finding)

    def _words(self, finding: Finding) -> Lines:
        """The words that it is about, and what became of them where the text was edited since."""
        span, shown = finding.span, self._board.revision
        if finding.revision == shown.id or (span and span.how != "edited"):
            return self._quote(finding.quote, found=span is not None)
        if span is None:
            anchored = self._board.marks.is_anchored(finding)
            became = "are gone from this text" if anchored else "were not found"
            return [self._became(finding.quote, became)] if finding.quote else []
        now = one_line(shown.text[span.start : span.end])
        return [self._became(finding.quote, "were changed"), self._labelled("now", f"“{now}”")]

    def _became(self, quote: str, what: str) -> list[Piece]:
        return [(f"its words {what}; they were: ", Tone.WARNING), (f"“{one_line(quote)}”", Tone.QUOTE)]

    def _confirmed(self, span: Span | None) -> Lines:
        """What the checks confirmed about the words of a place, with the file and line that bear it out."""
        claims = self._report.confirmed_at(span) if self._report and span else ()
        lines = [
            self._labelled(f"check {claim.check} confirmed", _claimed(claim))
            for claim in claims[:MOST_CLAIMS]
        ]
        more = len(claims) - MOST_CLAIMS
        return [*lines, [(f"{more} more are confirmed here", Tone.MUTED)]] if more > 0 else lines

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

    def _counts(self, finding: Finding) -> Lines:
        """Whether a fail moves the ruling of the text shown."""
        reading = self._readings.get(finding.reading)
        given = [a for a in reading.answers if a.question == finding.asks] if reading else []
        if reading is None or not given or reading.verdict is None:
            return []
        asked_of = self._board.history.revision(finding.revision)
        if asked_of and asked_of.id != self._board.revision.id:
            means = fail_means(given[0].on_fail, given[0].dominant)
            said = (
                f"{means}; it was asked of revision {asked_of.number} and does not count for the text shown"
            )
            return [self._labelled("ruling", said)]
        marked = MarkedAnswer(given[0], self._board.marks.of_answer(given[0]))
        counts = how_it_counts(marked, reading.verdict, reading.mine, reading.focused)
        return [self._labelled("ruling", counts)]

    def _question(self, source: Source) -> Lines:
        origin, _ = own_question(source, self._board)
        asked = words_of_question(source, self._board, self._library)
        differs = differences(self._board.history, self._board.revision.id).get(source)
        label = f"question about this text, {origin}" if origin else "question"
        lacking = anchors_lacking(source, self._library)
        lines = [self._labelled(label, asked)] if asked else []
        if differs:
            lines.append([("the judges differ: ", Tone.WARNING), (differs.in_words, Tone.PLAIN)])
        return [*lines, [(lacking, Tone.WARNING)]] if lacking else lines

    def _raised_by(self, line: RowLine, row: Row, like_these: str) -> Lines:
        earlier = [finding for finding in row.findings if finding.source not in row.raisers]
        raised = [finding for finding in row.findings if finding.source in row.raisers]
        lines = [self._labelled("raised by", self._whoever(raised))]
        if earlier:
            lines.append(self._labelled("on earlier revisions by", self._whoever(earlier)))
        if row.readings > 1 and row.raised:
            odds = f"; {like_these}" if like_these else ""
            lines.append([(f"{raised_words(row, self._board)}{odds}", Tone.MUTED)])
        if len(row.findings) > 1:
            where = "each is below the row" if line.opened else "open the row to see each"
            lines.append([(f"{len(row.findings)} findings; {where}", Tone.MUTED)])
        return lines

    def _whoever(self, findings: Iterable[Finding]) -> str:
        """Every source once with the beginning of its wording, those played by one model together."""
        by_model: dict[str, dict[str, None]] = {}
        for finding in findings:
            made = self._readings.get(finding.reading)
            by_model.setdefault(made.played_by if made else "", {})[_worded(finding.source, made)] = None
        return "; ".join(
            f"{'; '.join(who)}{f'; each by {model}' if len(who) > 1 else f'; by {model}'}"
            if model
            else ", ".join(who)
            for model, who in by_model.items()
        )

    def _who(self, source: Source, reading: int) -> str:
        """A source with its wording's beginning and the model that played it."""
        made = self._readings.get(reading)
        return _worded(source, made) + (f"; by {made.played_by}" if made and made.model else "")

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
        lines.append([("A hit says that {}, a miss that {}.".format(*JUDGE_IS_RIGHT), Tone.MUTED)])
        return lines + self._decided(row)

    def _about(self, row: Row, reading: Reading) -> Lines:
        """What a reader took the text for, beside what the author meant."""
        intent, whose = self._board.artifact.intent, f"what {reading.source.name} took the text for"
        meant = self._labelled("you mean", intent) if intent else [(_NO_INTENT, Tone.MUTED)]
        lines: Lines = [
            [(f"{whose}  ", Tone.STRONG), *mark_words(row.standing, row.target)],
            [(reading.about, Tone.PLAIN)],
            *([self._labelled("its readers", reading.for_whom)] if reading.for_whom else []),
            meant,
            self._labelled("said by", self._who(reading.source, reading.id)),
        ]
        return lines + self._decided(row)

    def _decided(self, row: Row) -> Lines:
        return self._note(row) + self._history(row.targets)

    def _note(self, row: Row) -> Lines:
        return [self._labelled("note", row.standing.note)] if row.standing.note else []

    def _history(self, targets: frozenset[Target]) -> Lines:
        """The marks made here or on what was merged in, the last one first; then those of other people."""
        decisions = self._board.history.decisions
        merged = [d for d in decisions if d.what == "merge" and not d.undone]
        for merge in reversed(merged):
            if merge.target in targets:
                origins = record_of(merge.value).origins.values()
                targets |= {Target("concern", origin.concern) for origin in origins if origin}
        made = [d for d in decisions if d.what == "mark" and not d.undone and d.target in targets]
        own = "; before: ".join(self._mark(d) for d in reversed(made[-3:]))
        others = others_marks(self._board.history, targets, self._now)
        told = (("marked", own), ("others marked it", others))
        return [self._labelled(label, words) for label, words in told if words]

    def _carried(self, row: Row) -> Lines:
        """That a mark was made of another revision's words, and what these were."""
        decision = row.standing.decision
        then = self._board.marks.marked_as(decision, row.findings) if decision else ()
        at = max(then, key=lambda finding: finding.revision, default=None)
        revision = self._board.history.revision(at.revision) if at else None
        if at is None or revision is None or revision.id == self._board.revision.id or at.mine:
            return []
        mark = mark_word(row.standing.mark, row.target) if row.standing.mark else ""
        told = f"marked {mark} as raised on revision {revision.number}, carried over; its words then: "
        keys = "`h`, `m` or `t` marks it anew"
        tone = Tone.WARNING if row.standing.returned else Tone.MUTED
        return [[(told, tone), (f"“{one_line(at.quote)}”", Tone.QUOTE), (f"; {keys}", tone)]]

    def _mark(self, decision: Decision) -> str:
        reason = f" ({decision.reason})" if decision.reason else ""
        when = age(decision.at, self._now)
        said = mark_word(Mark(decision.value), decision.target) if decision.value else "mark taken back"
        return f"{said}{reason}{f' {when}' if when else ''}"

    @staticmethod
    def _labelled(label: str, text: str) -> list[Piece]:
        return [(f"{label}: ", Tone.MUTED), (text, Tone.PLAIN)]


def _claimed(claim: Claim) -> str:
    """A confirmed claim in a line: its words, why it is so, and where that stands."""
    where = ", ".join(f"{evidence.path}:{evidence.line}" for evidence in claim.evidence[:3])
    return f"“{one_line(claim.quote)}”: {claim.why}{f' ({where})' if where else ''}"


def _worded(source: Source, reading: Reading | None) -> str:
    """A source with the beginning of its wording, and its trial where there are several."""
    if source.kind is SourceKind.PERSON:
        return "you"
    trial = f" trial {reading.trial}" if reading and reading.trial > 1 else ""
    parts = f", in {reading.parts} parts" if reading and reading.parts > 1 else ""
    parts += ", shown the changed passages only" if reading and reading.focused else ""
    name = f"{source.name} judge" if source.kind is SourceKind.RUBRIC else source.name
    if source.kind is SourceKind.QUESTION:
        rubric, _, id = source.name.rpartition("/")
        pool = {"derived": "the judge, asked of this text only", "added": "the judge, your own question"}
        name = f"question {id} ({pool.get(rubric, f'the {rubric} judge')})"
    return f"{name}{trial}{parts}, wording {source.wording[:7]}"


def heading_text(line: HeadingLine, keys: Keys, board: Board) -> list[Piece]:
    """What a heading of the list means and what can be done on it."""
    does = f"{what_enter_does(line, keys)}; {keys.shown('next_unmarked')} goes to the next row to mark."
    meaning = f"{MEANINGS[line.group].capitalize()}."
    lines: Lines = [[(board.named(line.group).upper(), Tone.HEADING)], [(meaning, Tone.PLAIN)]]
    if read := board.read_on:
        unread = (
            f"Revision {board.revision.number}, which is shown, is not read yet: the last was {read.number}."
        )
        lines.append([(unread, Tone.WARNING)])
    return joined([*lines, [(does, Tone.MUTED)]])
