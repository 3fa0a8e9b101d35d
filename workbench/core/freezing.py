"""Frozen revisions: rulings that bind, and what the person still finds after one."""

from collections.abc import Iterator
from dataclasses import dataclass

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History, Round, RoundState
from workbench.core.marks import Target
from workbench.core.readings import Finding
from workbench.core.sources import Source, SourceKind

NO_QUESTION = "none"
"""What an escape asks where no question of the rubric asks for it."""
_ORDINARY = "other"


def binding_round(history: History, revision: int) -> Round | None:
    """The round whose ruling binds a revision; None while its ruling is a draft."""
    return next(
        (
            round
            for round in reversed(history.rounds)
            if round.revision == revision and round.freeze and round.state is RoundState.COMPLETE
        ),
        None,
    )


@dataclass(frozen=True, slots=True)
class Escape:
    """A problem that the person found in a revision after it was bindingly ruled Publishable."""

    finding: Finding
    rubric: Source
    """The rubric at the wording that let it through."""
    question: str | None
    """The id of the question that should have caught it; None where no question asks for it."""


def escapes(history: History, marks: EffectiveMarks | None = None) -> Iterator[Escape]:
    """Every escape of an artifact, oldest first; one whose adding was undone is none."""
    marks = marks or EffectiveMarks(history)
    for finding in history.overlooked:
        if finding.asks == _ORDINARY or not _stands(finding, history, marks):
            continue
        frozen = binding_round(history, finding.revision)
        rubric = frozen and next((s for s, _ in frozen.planned if s.kind is SourceKind.RUBRIC), None)
        if rubric:
            yield Escape(finding, rubric, None if finding.asks == NO_QUESTION else finding.asks)


def frozen_revisions(history: History) -> dict[Source, int]:
    """How many revisions each rubric wording has ruled on with effect."""
    counts: dict[Source, int] = {}
    for revision in {round.revision for round in history.rounds}:
        frozen = binding_round(history, revision)
        for source, _ in frozen.planned if frozen else ():
            if source.kind is SourceKind.RUBRIC:
                counts[source] = counts.get(source, 0) + 1
    return counts


def _stands(finding: Finding, history: History, marks: EffectiveMarks) -> bool:
    placement = history.placements.get(finding.id)
    return placement is not None and marks.standings.of(Target("concern", placement.concern)).overlooked
