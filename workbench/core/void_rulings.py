"""Rulings that hold no more, since the text is no longer the revision that was ruled."""

from dataclasses import dataclass

from workbench.core.artifacts import Revision
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.freezing import binding_round
from workbench.core.history import History
from workbench.core.judging import is_judgement, revision_ruling
from workbench.core.ruling import RulingValue


@dataclass(frozen=True, slots=True)
class VoidRuling:
    """What another revision was ruled."""

    value: RulingValue
    revision: Revision
    bound: bool
    """Whether that revision was frozen."""


def void_ruling(history: History, revision: Revision, marks: EffectiveMarks) -> VoidRuling | None:
    """The ruling that was made last; None where a revision is itself judged, or where none ever was."""
    judged = [reading.revision for reading in history.readings if is_judgement(reading)]
    known = history.revision(judged[-1]) if judged and revision.id not in judged else None
    if known is None:
        return None
    value = revision_ruling(history, known.id, marks).value
    return VoidRuling(value, known, binding_round(history, known.id) is not None)
