"""Judging only what an edit changed: since when, which passages, and what may be made of the answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.core.answers import ReadAnswer
from workbench.core.artifacts import Revision
from workbench.core.history import History
from workbench.core.panels import judgements
from workbench.core.plans import Assignment
from workbench.core.readings import Answer, AnswerValue
from workbench.core.text.display_text import counted
from workbench.core.text.passages import changed_passages

_WHOLE = "so the judge is shown all of it"
"""What follows where a text cannot be judged on its changed passages."""
_IN_PARTS = f"the text is too long to be read at once, {_WHOLE}, in parts"


@dataclass(frozen=True, slots=True)
class Focus:
    """What of a revision a judge would be shown alone."""

    passages: tuple[tuple[int, int], ...] = ()
    """Where each passage begins and ends; empty where the judge is shown all."""
    why: str = ""
    """Since when these have changed, or why the judge is shown all, in words; empty where nobody asked."""

    def said_of(self, assignments: Sequence[Assignment]) -> str:
        """The same of readings that are to be made of it."""
        in_parts = bool(self.passages) and any(len(each.requests) > 1 for each in assignments)
        return _IN_PARTS if in_parts else self.why


def focus_on(history: History, revision: Revision) -> Focus:
    """The passages that changed since a revision was last judged in full."""
    if judgements(history, revision.id):
        return Focus((), f"nothing has changed since revision {revision.number} was judged, {_WHOLE}")
    judged = [r.revision for r in history.readings if judgements(history, r.revision)]
    before = history.revision(judged[-1]) if judged else None
    if before is None:
        return Focus((), f"no revision of this text was judged in full yet, {_WHOLE}")
    passages = changed_passages(before.text, revision.text)
    since = f"since revision {before.number}, the last that was judged in full"
    if not passages:
        return Focus((), f"all of it has changed {since}, or nothing that is shown, {_WHOLE}")
    shown = counted(len(passages), "changed passage")
    return Focus(passages, f"the judge is shown {shown} only ({since}), and makes no ruling")


def of_passages(answer: ReadAnswer) -> ReadAnswer:
    """What is kept of a judge's answer to passages: its fails; a note names what it says of the others.

    What passages meet the text may fail elsewhere, and what cannot be told of them may be told of the text.
    """
    fails = tuple(a for a in answer.answers if a.value == "fails")
    values: tuple[AnswerValue, ...] = ("meets", "cannot tell", "does not apply")
    others = {value: [a for a in answer.answers if a.value == value] for value in values}
    said = "; ".join(f"{value}: {_named(of)}" for value, of in others.items() if of)
    note = (f"of the changed passages only, which is no answer about the text: {said}",) if said else ()
    return replace(answer, answers=fails, notes=(*answer.notes, *note))


def _named(answers: list[Answer]) -> str:
    return ", ".join(answer.question for answer in answers)
