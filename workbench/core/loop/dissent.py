"""Where a text is ruled Publishable and a reader lost interest in it all the same: left to the person."""

from collections.abc import Iterator

from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History
from workbench.core.marks import Mark
from workbench.core.readings import Finding, FindingKind, ReadingState
from workbench.core.ruling import Ruling, RulingValue
from workbench.core.text.document import Document


def dissent(history: History, revision: int, ruling: Ruling, marks: EffectiveMarks) -> str:
    """That readers of a revision lost interest though it is ruled Publishable; empty where that is not so.

    What the person marked a miss, or said to be fixed, does not count.
    """
    known = history.revision(revision)
    if known is None or ruling.value is not RulingValue.PUBLISHABLE:
        return ""
    document = Document(known.text)
    places: dict[str, list[str]] = {}
    for finding in _lost_interest(history, revision, marks):
        at = f" at line {document.line_of(finding.span.start)}" if finding.span else ""
        places.setdefault(finding.source.name, []).append(at)
    if not places:
        return ""
    who = [f"{name} lost interest{next(filter(None, at), '')}" for name, at in places.items()]
    return f"The ruling is Publishable, yet {' and '.join(who)}: that is yours to weigh."


def _lost_interest(history: History, revision: int, marks: EffectiveMarks) -> Iterator[Finding]:
    for reading in history.readings:
        if reading.revision != revision or reading.state is not ReadingState.FINISHED:
            continue
        for finding in reading.findings:
            lost = finding.kind is FindingKind.LOST_INTEREST and marks.of_finding(finding) is not Mark.MISS
            placement = history.placements.get(finding.id)
            fixed = marks.of_concern(placement.concern).fixed if placement else None
            if lost and not fixed:
                yield finding
