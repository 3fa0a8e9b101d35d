"""However the events came, the board is the one that the same history opens as."""

from dataclasses import dataclass, replace

from hypothesis import given
from hypothesis import strategies as st
from support.builders import artifact, revision

from workbench.core.board import advance, opened
from workbench.core.errors import Failure, FailureKind
from workbench.core.events import (
    Checked,
    Decided,
    Overlooked,
    OwnJudged,
    ReadingFailed,
    ReadingFinished,
    RevisionSeen,
    RoundFinished,
    RoundStarted,
    Undone,
)
from workbench.core.history import History, Placement, Round, RoundState
from workbench.core.marks import REASONS, Decision, Mark, Target, redoable, undoable
from workbench.core.readings import (
    OWN_PROVIDER,
    Answer,
    Finding,
    FindingKind,
    Reading,
    ReadingState,
    Span,
    Verdict,
)
from workbench.core.seats import Seat
from workbench.core.sources import ME, Source, SourceKind

SENTENCES = ["It boils water.", "It is the fastest.", "Nobody waits for it.", "It needs a port."]
OLD = revision("# Kettle\n\n" + "\n\n".join(SENTENCES) + "\n", id=1, number=1)
NEW = revision("# Kettle\n\n" + "\n\n".join([*SENTENCES[2:], "It is quiet now."]) + "\n", id=2, number=2)
READERS = [Source(SourceKind.READER, name, "w") for name in ("skeptic", "engineer")]
JUDGE = Source(SourceKind.RUBRIC, "readme", "w")
QUESTIONS = [Source(SourceKind.QUESTION, f"readme/R{n}", "w") for n in (1, 2, 3)]
CHECK = Source(SourceKind.CHECK, "links", "w")
VALUES = ("meets", "fails", "cannot tell", "does not apply")


@dataclass
class Story:
    """A board that events change, as hypothesis draws them."""

    draw: object
    key: int = 0

    def __post_init__(self):
        self.board = opened(History(artifact(), (OLD, NEW)), OLD)

    def next(self):
        self.key += 1
        return self.key

    def pick(self, *choices):
        return self.draw(st.sampled_from(choices))

    def happen(self, event):
        self.board = advance(self.board, event)

    @property
    def history(self):
        return self.board.history

    def finding(self, source, kind=FindingKind.FINDING, asks="other", reading=0):
        quote = self.pick(*SENTENCES, "nowhere")
        start = self.board.revision.text.find(quote)
        span = Span(start, start + len(quote)) if start >= 0 else None
        return Finding(
            source,
            kind,
            quote,
            "A problem.",
            asks=asks,
            span=span,
            on_fail="fix" if kind in (FindingKind.FAULT, FindingKind.FAILS) else None,
            id=self.next(),
            reading=reading,
            revision=self.board.revision.id,
        )

    def found(self, count, *rest, **changes):
        return tuple(self.finding(*rest, **changes) for _ in range(count))

    def answered(self, id, fails_by=None):
        """Answers to every question, and the finding of each fail."""
        answers, fails = [], []
        for question in QUESTIONS:
            asks = question.name.rpartition("/")[2]
            value = self.pick(*VALUES)
            if value == "fails":
                fails.append(self.finding(fails_by or question, FindingKind.FAILS, asks, id))
            dominant = question is QUESTIONS[0]
            answers.append(
                Answer(
                    question,
                    asks,
                    value,
                    SENTENCES[0],
                    "so",
                    span=self.pick(Span(0, 3), None),
                    dominant=dominant,
                    on_fail="rewrite" if dominant else "fix",
                    id=self.next(),
                    reading=id,
                    revision=self.board.revision.id,
                )
            )
        return tuple(answers), tuple(fails)

    def reading(self, source, trial=1, state=ReadingState.FINISHED, round=0):
        id, shown = self.next(), self.board.revision.id
        made = Reading(source, trial, state, shown, round, id=id)
        if state is not ReadingState.FINISHED:
            return replace(made, failure=Failure(FailureKind.TIMEOUT, "Try again."))
        if source == JUDGE:
            answers, fails = self.answered(id)
            return replace(made, verdict=self.pick(*Verdict), answers=answers, findings=fails)
        found = self.found(self.pick(0, 1, 2), source, reading=id)
        return replace(made, about=self.pick("", "A kettle."), findings=found)

    def placed(self, findings):
        """Each in a new concern or one of the known; some in none yet."""
        known = {placement.concern for placement in self.history.placements.values()}
        return tuple(
            Placement(finding.id, concern, "likeness")
            for finding in findings
            if (concern := self.pick(0, self.next(), *known))
        )

    def read(self):
        """A round of some readings, perhaps stopped before its end."""
        planned = (Seat(READERS[0]), Seat(READERS[1], self.pick(1, 2)), Seat(JUDGE, self.pick(1, 2)))
        shown = self.board.revision.id
        round = Round(shown, len(self.history.rounds) + 1, planned, id=self.next())
        self.happen(RoundStarted(round, self.board.revision, planned))
        for seat in planned:
            state = self.pick(ReadingState.FINISHED, ReadingState.FINISHED, ReadingState.FAILED)
            reading = self.reading(seat.source, seat.trial, state, round.id)
            kind = ReadingFinished if state is ReadingState.FINISHED else ReadingFailed
            self.happen(kind(seat, reading))
            if self.pick(True, False):
                self.decide()
        placed = self.history.placements
        loose = [f for f in self.history.findings if f.id not in placed and f.reading]
        state = self.pick(RoundState.COMPLETE, RoundState.INCOMPLETE)
        self.happen(RoundFinished(replace(round, state=state), self.placed(loose)))

    def check(self):
        """The checks ran, on this revision or the other."""
        shown, before = self.pick(OLD, NEW), self.board
        id = self.next()
        self.board = replace(before, revision=shown)
        faults = self.found(self.pick(0, 1), CHECK, FindingKind.FAULT, "links", id)
        self.board = before
        reading = Reading(CHECK, 1, ReadingState.FINISHED, shown.id, findings=faults, id=id)
        self.happen(Checked(shown, (reading,), self.placed(faults)))

    def judge(self):
        """The person answered the rubric."""
        id = self.next()
        answers, fails = self.answered(id, ME)
        reading = Reading(
            JUDGE,
            1,
            ReadingState.FINISHED,
            self.board.revision.id,
            provider=OWN_PROVIDER,
            verdict=self.pick(*Verdict),
            answers=answers,
            findings=fails,
            id=id,
        )
        hits = tuple(Decision(Target("finding", f.id), "mark", "hit", id=self.next()) for f in fails)
        self.happen(OwnJudged(reading, self.placed(fails), hits))

    def overlook(self):
        finding = self.finding(ME, FindingKind.OVERLOOKED)
        placement = Placement(finding.id, self.next(), "first of its concern", "person")
        decision = Decision(Target("concern", placement.concern), "overlooked", "hit", id=self.next())
        self.happen(Overlooked(finding, placement, decision))

    def decide(self):
        targets = [
            *(Target("finding", f.id) for f in self.history.findings),
            *(Target("concern", p.concern) for p in self.history.placements.values()),
            *(Target("answer", a.id) for r in self.history.readings for a in r.answers),
            *(Target("reading", r.id) for r in self.history.readings if r.about),
        ]
        if targets:
            target = self.pick(*targets)
            ends = ("fixed",) if target.kind in ("concern", "finding") else ()
            what = self.pick("mark", "mark", "defer", "note", *ends)
            mark = self.pick(*Mark)
            values = {
                "mark": mark.value,
                "defer": self.pick("yes", None),
                "fixed": self.pick("1", "2", None),
                "note": self.pick("ask", None),
            }
            reason = self.pick(None, *REASONS[mark]) if what == "mark" else None
            inside = self.pick(False, False, True)
            self.happen(Decided(Decision(target, what, values[what], reason, inside=inside, id=self.next())))

    def undo(self):
        if last := undoable(self.history.decisions):
            self.happen(Undone(replace(last, undone=True)))

    def redo(self):
        if last := redoable(self.history.decisions):
            self.happen(Undone(replace(last, undone=False)))

    def look(self):
        self.happen(RevisionSeen(self.pick(OLD, NEW)))


STEPS = ("decide", "decide", "decide", "undo", "redo", "overlook", "read", "check", "judge", "look")


def as_seen(board):
    """Everything that a board says of what stands."""
    history, marks = board.history, board.marks
    concerns = {placement.concern for placement in history.placements.values()}
    return (
        board.rows,
        board.ruling,
        {finding.id: marks.standing_of(finding) for finding in history.findings},
        {concern: (marks.of_concern(concern), marks.disagree(concern)) for concern in concerns},
        {a.id: (marks.of_answer(a), marks.of_answers(a)) for r in history.readings for a in r.answers},
        {r.id: marks.standings.of(Target("reading", r.id)) for r in history.readings},
    )


@given(st.data())
def test_a_board_that_events_made_is_the_one_that_its_history_opens_as(data):
    story = Story(data.draw)
    story.read()
    for step in data.draw(st.lists(st.sampled_from(STEPS), max_size=10)):
        getattr(story, step)()
        assert as_seen(story.board) == as_seen(opened(story.history, story.board.revision))


@given(st.data())
def test_a_decision_leaves_every_other_row_the_same_object(data):
    story = Story(data.draw)
    story.read()
    before = story.board
    story.decide()
    changed = [row for row in story.board.rows if all(row is not old for old in before.rows)]
    assert len(changed) <= 1
    assert story.board.listing is before.listing
