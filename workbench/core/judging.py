"""The ruling of a revision, from everything stored about it and the person's marks."""

from collections.abc import Iterable

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History, RoundState
from workbench.core.readings import Reading, ReadingState
from workbench.core.ruling import MarkedAnswer, MarkedFault, MarkedJudgement, Ruling, rule
from workbench.core.sources import SourceKind


def revision_ruling(history: History, revision: int, marks: EffectiveMarks | None = None) -> Ruling:
    """The ruling of a revision as the marks stand now.

    Every finished judge reading of the revision counts, whichever round it is from: reading again can
    only lower a ruling. So a round that is incomplete takes nothing from one that was complete before it.
    """
    marks = marks or EffectiveMarks(history)
    readings = [r for r in history.readings if r.revision == revision]
    faults = _faults(history, readings, marks)
    judgements = [_judgement(reading, marks) for reading in readings if _is_judgement(reading)]
    rounds = [r for r in history.rounds if r.revision == revision]
    complete = not rounds or rounds[-1].state is RoundState.COMPLETE
    read_before = any(round.state is RoundState.COMPLETE for round in rounds)
    return rule(judgements, faults, complete, read_before)


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


def _is_judgement(reading: Reading) -> bool:
    return reading.source.kind is SourceKind.RUBRIC and reading.state is ReadingState.FINISHED


def _judgement(reading: Reading, marks: EffectiveMarks) -> MarkedJudgement:
    assert reading.verdict is not None, "a finished judge reading has a verdict"
    return MarkedJudgement(
        reading.verdict, tuple(MarkedAnswer(a, marks.of_answer(a)) for a in reading.answers), reading.mine
    )
