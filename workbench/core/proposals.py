"""A round that could be read, before the person agrees to it."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.artifacts import Revision
from workbench.core.history import Round
from workbench.core.instruments import Rubric
from workbench.core.plans import Assignment, Estimate
from workbench.core.readings import Finding
from workbench.core.sources import Source


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


def bodies(assignments: Sequence[Assignment]) -> dict[Source, str]:
    """What defines each instrument of a round, as JSON from which its prompt can be built again."""
    found: dict[Source, str] = {}
    for assignment in assignments:
        instrument = assignment.instrument
        found[assignment.seat.source] = instrument.model_dump_json()
        if isinstance(instrument, Rubric):
            found.update({instrument.source_of(q): q.model_dump_json() for q in instrument.questions})
    return found
