"""A round that could be read, before the person agrees to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.artifacts import Kind, Revision
from workbench.core.costs.estimates import Estimate
from workbench.core.errors import UsageError
from workbench.core.freezing import binding_round
from workbench.core.history import History, Round
from workbench.core.instruments import Rubric
from workbench.core.loop.budget import LoopBudget
from workbench.core.plans import Assignment, Plan, next_trial, resumed, unfinished
from workbench.core.readings import Finding
from workbench.core.sources import Source, SourceKind
from workbench.core.text_questions import added_questions, derived_questions


@dataclass(frozen=True, slots=True)
class Proposal:
    """A round that could be read now, and what it would take."""

    revision: Revision
    assignments: tuple[Assignment, ...]
    estimate: Estimate
    destination: str
    planned: tuple[tuple[Source, int], ...]
    """Every seat of the round, read already or not."""
    resumes: Round | None
    """The unfinished round whose missing readings these are; None for a new round."""
    secrets: tuple[Finding, ...]
    """What looks like a live credential in the text and is not marked miss."""
    consented: bool
    """Whether the person agreed before to send this artifact there."""
    unusable: tuple[str, ...] = ()
    """Persona and rubric files that cannot be used, each a sentence: their readers do not read."""
    freeze: bool = False
    """Whether its ruling will bind."""
    loop: LoopBudget = LoopBudget()  # noqa: RUF009
    """What all rounds of its loop may cost, and have cost."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who would read in a round, and what of an unfinished one that resumes."""

    assignments: tuple[Assignment, ...]
    planned: tuple[tuple[Source, int], ...]
    resumes: Round | None


def seating(
    history: History, revision: Revision, kind: Kind, plan: Plan, facts: Sequence[str], freeze: bool
) -> Seating:
    """The round that reading a revision now would make.

    A round of this revision that was stopped or failed in part is resumed with what is missing. Freezing
    resumes only a round that was begun to freeze, and asks fresh questions otherwise.

    Raises:
        UsageError: the revision is frozen already, or nobody would judge it.
    """
    if freeze:
        _refuse_freezing(history, revision, plan)
    last = history.last_round
    missing = () if last is None or (freeze and not last.freeze) else unfinished(history, revision.id, plan)
    about = added_questions(history)
    derived = derived_questions(history, revision.id)
    if missing and last:
        fresh = any(seat.source.kind is SourceKind.QUESTIONS for seat in missing)
        about = about if fresh else (*about, *(derived or ()))
        made = plan.assignments(revision, kind, facts, about=about, fresh=fresh)
        return Seating(resumed(made, missing), last.planned, last)
    fresh = freeze or derived is None
    about = about if fresh else (*about, *(derived or ()))
    made = plan.assignments(revision, kind, facts, next_trial(history, revision.id), about, fresh)
    return Seating(made, tuple((a.seat.source, a.seat.trial) for a in made), None)


def _refuse_freezing(history: History, revision: Revision, plan: Plan) -> None:
    if binding_round(history, revision.id):
        raise UsageError(f"Revision {revision.number} is frozen already: its ruling binds until you edit it.")
    if plan.rubric is None:
        raise UsageError("A binding ruling needs a judge, and no rubric fits a text of this kind.")
    if not plan.readers:
        raise UsageError("A binding ruling needs readers, and no persona fits a text of this kind.")


def bodies(assignments: Sequence[Assignment]) -> dict[Source, str]:
    """What defines each instrument of a round, as JSON from which its prompt can be built again."""
    found: dict[Source, str] = {}
    for assignment in assignments:
        instrument = assignment.instrument
        found[assignment.seat.source] = instrument.as_json
        if isinstance(instrument, Rubric):
            found.update({instrument.source_of(q): q.as_json for q in instrument.questions})
    return found
