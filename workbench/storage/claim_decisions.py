"""Which mark stands about what of one artifact, read without making a history of it.

`core.marks` and `core.effective_marks` say what stands; this says the same of rows, where nothing was
merged or split.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from workbench.core.marks import Mark
from workbench.core.trust.claims import Outcome

_DECISIONS = """
    select id, what, value, reason, concern_id, finding_id, answer_id, reading_id, inside, undone, decided_at
    from decisions where artifact_id = ? and what in ('mark', 'overlooked') order by id
"""
_OUTCOMES: dict[tuple[str, str | None], Outcome] = {}
"""The same few outcomes, each once: there are thousands of marks."""


class Stands(NamedTuple):
    """The mark that stands about a target."""

    inside: int
    """Whether it was made inside an opened concern."""
    decision: int
    outcome: Outcome
    at: str


@dataclass
class Decided:
    """What stands about each target, by its key."""

    concerns: dict[int, Stands] = field(default_factory=dict)
    findings: dict[int, Stands] = field(default_factory=dict)
    answers: dict[tuple[int, int], Stands] = field(default_factory=dict)
    """By question and revision: a mark holds for every trial."""
    readings: dict[int, Stands] = field(default_factory=dict)
    taken_back: set[tuple[str, int]] = field(default_factory=set)
    """Concerns and findings whose adding by the person was undone."""

    def of_finding(self, finding: int, concern: int | None) -> Stands | None:
        """The mark that holds for a finding: its own where made inside its concern, else its concern's."""
        own = self.findings.get(finding)
        if concern is None or (own is not None and own.inside):
            return own
        return self.concerns.get(concern) or own

    def settle(self, placed: Iterable[tuple[int, int]]) -> None:
        """Let each concern without a mark of its own have the one that its findings had before they came.

        They must agree. Each is given as a finding that is marked and its concern.
        """
        early: dict[int, list[int]] = defaultdict(list)
        for finding, concern in placed:
            if concern not in self.concerns and not self.findings[finding].inside:
                early[concern].append(finding)
        for concern, findings in early.items():
            marks = [self.findings[finding] for finding in sorted(findings)]
            if len({stands.outcome.mark for stands in marks}) == 1:
                self.concerns[concern] = marks[-1]._replace(inside=0)


def decided(db: sqlite3.Connection, artifact: int, answers: Mapping[int, tuple[int, int]]) -> Decided:
    """What stands about each target of an artifact; `answers` are the question and revision of each."""
    latest: dict[tuple[str, Any], tuple[Any, ...]] = {}
    added: dict[tuple[str, Any], tuple[Any, ...]] = {}
    made = Decided()
    for row in db.execute(_DECISIONS, [artifact]):
        target = _target(row, answers)
        if target is None:
            continue
        if row[1] == "overlooked":
            (made.taken_back.add if row[9] else made.taken_back.discard)(target)
        if not row[9]:
            (latest if row[1] == "mark" else added)[target] = row
    groups: dict[str, dict[Any, Stands]] = {
        "concern": made.concerns,
        "finding": made.findings,
        "answer": made.answers,
        "reading": made.readings,
    }
    for (kind, key), row in {**added, **latest}.items():
        value = Mark.HIT.value if row[1] == "overlooked" else row[2]
        if value is not None:
            groups[kind][key] = Stands(row[8], row[0], _outcome(value, row[3]), row[10])
    return made


def _target(row: tuple[Any, ...], answers: Mapping[int, tuple[int, int]]) -> tuple[str, Any] | None:
    """What a decision is about; None for an answer that is not counted."""
    concern, finding, answer, reading = row[4:8]
    if concern is not None:
        return "concern", concern
    if finding is not None:
        return "finding", finding
    if answer is not None:
        return ("answer", answers[answer]) if answer in answers else None
    return "reading", reading


def _outcome(value: str, reason: str | None) -> Outcome:
    known = _OUTCOMES.get((value, reason))
    return known or _OUTCOMES.setdefault((value, reason), Outcome(Mark(value), reason))
