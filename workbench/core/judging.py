"""The ruling of a revision, from everything stored about it and the person's marks."""

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History, RoundState
from workbench.core.readings import Reading, ReadingState
from workbench.core.ruling import MarkedAnswer, MarkedFault, MarkedJudgement, Ruling, rule
from workbench.core.sources import SourceKind


def revision_ruling(history: History, revision: int, marks: EffectiveMarks | None = None) -> Ruling:
    """The ruling of a revision as the marks stand now.

    Every finished judge reading of the revision counts, whichever round it is from: reading again can
    only lower a ruling.
    """
    marks = marks or EffectiveMarks(history)
    readings = [r for r in history.readings if r.revision == revision]
    faults = [
        MarkedFault(finding, marks.of_finding(finding))
        for reading in readings
        if reading.source.kind is SourceKind.CHECK
        for finding in reading.findings
    ]
    judgements = [_judgement(reading, marks) for reading in readings if _is_judgement(reading)]
    rounds = [r for r in history.rounds if r.revision == revision]
    complete = not rounds or rounds[-1].state is RoundState.COMPLETE
    return rule(judgements, faults, complete)


def _is_judgement(reading: Reading) -> bool:
    return reading.source.kind is SourceKind.RUBRIC and reading.state is ReadingState.FINISHED


def _judgement(reading: Reading, marks: EffectiveMarks) -> MarkedJudgement:
    assert reading.verdict is not None, "a finished judge reading has a verdict"
    return MarkedJudgement(
        reading.verdict, tuple(MarkedAnswer(a, marks.of_answer(a)) for a in reading.answers), reading.mine
    )
