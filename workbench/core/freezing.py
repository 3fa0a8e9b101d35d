"""Frozen revisions: rulings that bind, and what the person still finds after one."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History, Round, RoundState
from workbench.core.judging import revision_ruling
from workbench.core.marks import Mark, Target
from workbench.core.readings import Finding, FindingKind, Reading
from workbench.core.ruling import RulingValue
from workbench.core.sources import Source, SourceKind
from workbench.core.trust.escaped import Escaped

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
    """Every escape of an artifact: the problems that the person added, then what their own rubric fails.

    Each oldest first. One whose adding was undone is none, nor is a fail that they marked a miss since.
    """
    marks = marks or EffectiveMarks(history)
    for finding in history.overlooked:
        if finding.asks == _ORDINARY or not _stands(finding, history, marks):
            continue
        frozen = binding_round(history, finding.revision)
        rubric = _rubric(frozen)
        if rubric:
            yield Escape(finding, rubric, None if finding.asks == NO_QUESTION else finding.asks)
    for reading in history.readings:
        if reading.mine and reading.findings:
            yield from _own_escapes(reading, history, marks)


def _own_escapes(reading: Reading, history: History, marks: EffectiveMarks) -> Iterator[Escape]:
    """What the person's own answers fail in a text that was bindingly Publishable when they gave them."""
    frozen = binding_round(history, reading.revision)
    rubric = _rubric(frozen)
    if frozen is None or rubric is None or not _was_publishable(frozen, reading, history, marks):
        return
    judged = [r for r in history.readings if r.round == frozen.id]
    asked = {answer.question for r in judged for answer in r.answers}
    for finding in reading.findings:
        if finding.kind is FindingKind.FAILS and marks.standing_of(finding).mark is not Mark.MISS:
            yield Escape(finding, rubric, finding.asks if finding.asks in asked else None)


def _was_publishable(frozen: Round, own: Reading, history: History, marks: EffectiveMarks) -> bool:
    """Whether a frozen revision was ruled Publishable by what was read before the person judged it.

    Keys say what came first: the person may judge and freeze within one tick of a clock.
    """
    before = [r for r in history.readings if r.id < own.id]
    if any(r.round == frozen.id and r.id > own.id for r in history.readings):
        return False
    begun = {r.round for r in before}
    then = replace(history, readings=tuple(before), rounds=tuple(r for r in history.rounds if r.id in begun))
    return revision_ruling(then, own.revision, marks).value is RulingValue.PUBLISHABLE


def _rubric(frozen: Round | None) -> Source | None:
    """The rubric that a round was judged by; None without a round or a judge."""
    planned = frozen.planned if frozen else ()
    return next((seat.source for seat in planned if seat.source.kind is SourceKind.RUBRIC), None)


def escaped(histories: Iterable[History]) -> tuple[Escaped, ...]:
    """The escapes of every rubric wording that has ruled with effect, by its name."""
    frozen: Counter[Source] = Counter()
    found: Counter[tuple[Source, str | None]] = Counter()
    for history in histories:
        frozen.update(frozen_revisions(history))
        found.update((escape.rubric, escape.question) for escape in escapes(history))
    return tuple(
        Escaped(
            rubric,
            count,
            tuple((id, times) for (of, id), times in found.most_common() if of == rubric),
        )
        for rubric, count in sorted(frozen.items(), key=lambda item: (item[0].name, item[0].wording))
    )


def frozen_revisions(history: History) -> dict[Source, int]:
    """How many revisions each rubric wording has ruled on with effect."""
    counts: dict[Source, int] = {}
    for revision in {round.revision for round in history.rounds}:
        frozen = binding_round(history, revision)
        for source in {seat.source for seat in frozen.planned} if frozen else ():
            if source.kind is SourceKind.RUBRIC:
                counts[source] = counts.get(source, 0) + 1
    return counts


def _stands(finding: Finding, history: History, marks: EffectiveMarks) -> bool:
    placement = history.placements.get(finding.id)
    return placement is not None and marks.standings.of(Target("concern", placement.concern)).overlooked
