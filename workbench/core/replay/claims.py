"""What two sides of a replay raised on one revision, as concerns with the marks that hold for them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from workbench.core.artifacts import Revision
from workbench.core.concerns import carried
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.history import History
from workbench.core.identity.placing import placed
from workbench.core.marks import Mark, Target
from workbench.core.readings import Finding, Reading

_FRESH = 1 << 40
"""Keys from here on are given to findings and readings that have none: no stored key comes near."""


@dataclass(frozen=True, slots=True)
class Raised:
    """One concern that either side raised."""

    concern: int
    """Its key; 0 or below for one that was not known, whose findings are in no concern."""
    mark: Mark | None
    finding: Finding
    """The first that raised it, the new side's before the old side's."""
    new: float
    """The share of the new side's readings that raised it."""
    old: float

    @property
    def gain(self) -> float:
        """By how much the new side raised it more often than the old one, in shares of readings."""
        return self.new - self.old


@dataclass(frozen=True, slots=True)
class Compared:
    """What both sides raised on one revision."""

    history: History
    revision: Revision
    raised: tuple[Raised, ...]
    lost: int
    """Findings of replayed readings whose words are not in the text and that are no known concern."""
    new: tuple[Reading, ...]
    old: tuple[Reading, ...]


def compared(
    history: History, revision: Revision, new: Sequence[Reading], old: Sequence[Reading]
) -> Compared:
    """What the readings of both sides raised, those that are stored in no round grouped by the rules.

    What stands in a known concern has that concern's mark. Both sides' findings are grouped at once, so
    that what both raised for the first time is one concern.
    """
    numbered = _numbered(chain(new, old), history)
    news, olds = numbered[: len(new)], numbered[len(new) :]
    fresh = [f for reading in numbered for f in reading.findings if f.id not in history.placements]
    concern_of = {p.finding: p.concern for p in placed(history, revision, fresh)}
    concern_of |= {
        f.id: history.placements[f.id].concern
        for reading in numbered
        for f in reading.findings
        if f.id in history.placements
    }
    marks = MarksOn(history, revision)
    found: dict[int, list[Finding]] = {}
    lost = 0
    for finding in (f for reading in numbered for f in reading.findings):
        concern = concern_of[finding.id]
        if finding.span is None and concern <= 0:
            lost += 1
            continue
        found.setdefault(concern, []).append(finding)
    raised = [
        Raised(
            concern,
            marks.of(concern),
            findings[0],
            _share(news, concern, concern_of),
            _share(olds, concern, concern_of),
        )
        for concern, findings in found.items()
    ]
    raised.sort(key=lambda each: (each.finding.span.start if each.finding.span else 0, each.concern))
    return Compared(history, revision, tuple(raised), lost, tuple(new), tuple(old))


class MarksOn:
    """The marks of a text's concerns, as far as they hold on one revision."""

    def __init__(self, history: History, revision: Revision) -> None:
        """Take what is stored, and the revision."""
        self._history, self._revision = history, revision
        self._marks = EffectiveMarks(history)
        self._findings: dict[int, list[Finding]] = {}
        for finding in history.findings:
            if placement := history.placements.get(finding.id):
                self._findings.setdefault(placement.concern, []).append(finding)

    def of(self, concern: int) -> Mark | None:
        """The mark that holds for a concern, else the one that all its findings were given one by one.

        One that was made about words of which none is in this revision was made about something else.
        """
        standing = self._marks.of_concern(concern) if concern > 0 else None
        if standing is None or standing.mark is None:
            alone = set(self._marks.alone(concern))
            return alone.pop() if len(alone) == 1 else None
        then = self._marks.marked_as(standing.decision, self._findings[concern]) if standing.decision else ()
        anchored = [finding for finding in then if self._marks.is_anchored(finding)]
        there = [f.span for f in carried(anchored, self._history, self._revision)]
        return None if there and not any(there) else standing.mark

    def of_finding(self, finding: Finding) -> Mark | None:
        """The mark that holds for a stored finding in no concern."""
        return self._marks.of_finding(finding)


def unmarked_on(history: History, revision: Revision, readings: Iterable[Reading]) -> tuple[int, int]:
    """How many concerns some stored readings of a revision raised, and how many of these have no mark."""
    marks = MarksOn(history, revision)
    found: dict[Target, Finding] = {}
    for reading in readings:
        for finding in reading.findings if reading.revision == revision.id else ():
            found.setdefault(history.home(Target("finding", finding.id)), finding)
    given = [
        marks.of(home.id) if home.kind == "concern" else marks.of_finding(f) for home, f in found.items()
    ]
    return len(given), given.count(None)


def _share(readings: Sequence[Reading], concern: int, concern_of: dict[int, int]) -> float:
    """In what share of some readings a concern was raised."""
    if not readings:
        return 0.0
    raised = [any(concern_of[f.id] == concern for f in reading.findings) for reading in readings]
    return sum(raised) / len(raised)


def _numbered(readings: Iterable[Reading], history: History) -> list[Reading]:
    """Readings with keys of their own where they are stored in no round, and so have none."""
    known = {reading.id for reading in history.readings}
    key, numbered = _FRESH, []
    for reading in readings:
        if reading.id in known:
            numbered.append(reading)
            continue
        key += 1
        own, findings = key, []
        for finding in reading.findings:
            key += 1
            findings.append(replace(finding, id=key, reading=own))
        numbered.append(replace(reading, id=own, findings=tuple(findings)))
    return numbered
