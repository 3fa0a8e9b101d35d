"""The ruling of a revision, from everything stored about it and the person's marks."""

from collections.abc import Iterable

from workbench.core.concerns import carried
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.filling import finished
from workbench.core.history import History, Round, RoundState
from workbench.core.marks import Mark
from workbench.core.panels import judges_called, model_of
from workbench.core.readings import Answer, Finding, Reading, ReadingState
from workbench.core.ruling import MarkedAnswer, MarkedFault, MarkedJudgement, Ruling, listed, rule
from workbench.core.seats import Seat
from workbench.core.sources import SourceKind


def revision_ruling(history: History, revision: int, marks: EffectiveMarks | None = None) -> Ruling:
    """The ruling of a revision as the marks stand now.

    Every finished judge reading of the revision counts, whichever round it is from: reading again can
    only lower a ruling. So a round that is incomplete takes nothing from one that was complete before it,
    and it holds until it is finished or another has been read in its place.
    One that was shown the changed passages only can lower it too, and never makes it.
    """
    marks = marks or EffectiveMarks(history)
    readings = [r for r in history.readings if r.revision == revision]
    faults = _faults(history, readings, marks)
    judged = [reading for reading in readings if is_judgement(reading)]
    called = judges_called(reading for reading in judged if not reading.mine)
    judged += [reading for reading in readings if is_judgement(reading, focused=True)]
    judgements = [
        _judgement(reading, history, marks, called.get(model_of(reading), "")) for reading in judged
    ]
    held, read_before = _unfinished(history, revision)
    if not held:
        return rule(judgements, faults, complete=True)
    return rule(judgements, faults, False, read_before, _unfinished_words(history, held[-1]))


def held_by(history: History, revision: int) -> str:
    """The unfinished round that holds a revision's ruling at Fix, in words; empty where none does."""
    held, ruled = _unfinished(history, revision)
    return _unfinished_words(history, held[-1]) if held and not ruled else ""


def _unfinished(history: History, revision: int) -> tuple[list[Round], bool]:
    """The rounds of a revision whose missing readings still hold, and whether a complete one has ruled.

    Reading again raises no ruling, so leaving out who did not answer does not either: a later complete round
    takes an unfinished one's place only by what it has read itself, unless one was complete before both.
    """
    held: list[Round] = []
    ruled = False
    for round in history.rounds:
        if round.revision != revision:
            continue
        if round.state is not RoundState.COMPLETE:
            held.append(round)
        else:
            held = [] if ruled else [each for each in held if not _takes_place(history, round, each)]
            ruled = ruled or not held
    return held, ruled


def _takes_place(history: History, later: Round, unfinished: Round) -> bool:
    """Whether a complete round judged all of the text anew, or read it where no judge had been missing."""
    own = [r for r in history.readings if r.round == later.id and r.state is ReadingState.FINISHED]
    if any(map(is_judgement, own)):
        return True
    missing = {seat.source.kind for seat in _missing(history, unfinished)}
    return not missing or (
        SourceKind.RUBRIC not in missing and any(r.source.kind is SourceKind.READER for r in own)
    )


def _missing(history: History, round: Round) -> list[Seat]:
    made = finished(history, round)
    return [seat for seat in round.planned if seat.reads and seat not in made]


def _unfinished_words(history: History, round: Round) -> str:
    """That a round is incomplete; and of one that is not the last, who did not answer in it."""
    if round == [each for each in history.rounds if each.revision == round.revision][-1]:
        return "the round is incomplete"
    who = [seat.in_words for seat in _missing(history, round)]
    return f"round {round.number} is incomplete: {listed(who)} did not answer, and nothing was read instead"


def checks_ruling(history: History, revision: int, marks: EffectiveMarks) -> Ruling:
    """What the checks alone make of a revision: Unjudged, with what their faults cap at."""
    readings = [r for r in history.readings if r.revision == revision]
    return rule([], _faults(history, readings, marks), complete=True)


def _faults(history: History, readings: Iterable[Reading], marks: EffectiveMarks) -> list[MarkedFault]:
    return [
        MarkedFault(finding, marks.of_finding(finding), history.ignored(finding))
        for reading in readings
        if reading.source.kind is SourceKind.CHECK
        for finding in reading.findings
    ]


def is_judgement(reading: Reading, focused: bool = False) -> bool:
    """Whether a reading judges all of its revision, or with `focused` its changed passages only."""
    finished = reading.source.kind is SourceKind.RUBRIC and reading.state is ReadingState.FINISHED
    return finished and reading.focused == focused


def _judgement(reading: Reading, history: History, marks: EffectiveMarks, by: str) -> MarkedJudgement:
    assert reading.verdict is not None, "a finished judge reading has a verdict"
    answers = tuple(MarkedAnswer(answer, _mark(answer, history, marks)) for answer in reading.answers)
    by = "" if reading.mine or reading.focused else by
    return MarkedJudgement(reading.verdict, answers, reading.mine, by, reading.focused)


def _mark(answer: Answer, history: History, marks: EffectiveMarks) -> Mark | None:
    """The mark that counts for an answer: a miss on an earlier form of the concern waives no new fail."""
    mark = marks.of_answer(answer)
    if answer.value != "fails" or mark is not Mark.MISS:
        return mark
    outgrown = any(_is_outgrown(finding, history, marks) for finding in marks.fails(answer))
    return None if outgrown else mark


def _is_outgrown(fail: Finding, history: History, marks: EffectiveMarks) -> bool:
    """Whether the mark on a fail's concern was made about words that the fail's own revision lost."""
    standing, placement = marks.standing_of(fail), history.placements.get(fail.id)
    revision = history.revision(fail.revision)
    if placement is None or revision is None or standing.decision is None:
        return False
    if marks.marked_as(standing.decision, [fail]):
        return False
    same = [
        f for f in history.findings if (p := history.placements.get(f.id)) and p.concern == placement.concern
    ]
    return bool(marks.outgrown(standing, carried(same, history, revision)))
