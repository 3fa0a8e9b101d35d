"""Where the person differs from a judge that they answered blind: what keeps a rubric from being ready."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.core.history import History
from workbench.core.readings import DECIDED, AnswerValue
from workbench.core.sources import Source, SourceKind

if TYPE_CHECKING:
    from workbench.core.calibration.store import Stored


def differs(judge: AnswerValue, person: str | None) -> bool:
    """Whether a judge said yes or no and the person, who could tell, did not say the same."""
    return judge in DECIDED and person not in (None, "cannot tell", judge)


def unready(stored: "Iterable[Stored]") -> dict[Source, tuple[str, ...]]:
    """The models from which the person differs on a question, by the question's wording."""
    found: dict[Source, dict[str, None]] = {}
    for each in stored:
        if each.value in DECIDED and not each.seen and differs(each.value, each.given):
            found.setdefault(each.question, {})[each.played.model] = None
    return {question: tuple(models) for question, models in found.items()}


def differing(history: History, revision: int) -> tuple[str, ...]:
    """The ids of the questions by which a revision was judged though the person differs on their wording.

    By the same model: another one may be right where this one is wrong.
    """
    if not history.unready:
        return ()
    found = {
        answer.question: None
        for reading in history.readings
        if reading.revision == revision and reading.source.kind is SourceKind.RUBRIC and not reading.mine
        for answer in reading.answers
        if reading.model in history.unready.get(answer.source, ())
    }
    return tuple(found)


def not_ready(history: History, revision: int) -> str:
    """That the rubric is not ready by which a revision was judged, in words; empty where nothing says so."""
    ids = differing(history, revision)
    return f"the rubric is not ready: you differ from the judge on {', '.join(ids)}" if ids else ""
