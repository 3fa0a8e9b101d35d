"""What the person's marks make of a grader's answers, counted for the report.

A claim is one answer of the grader to one question about what a reader said: however many readers said it.
"""

import json
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from workbench.core.marks import Mark
from workbench.core.sources import Source
from workbench.core.trust.claims import ArtifactCounts, Book, Cell, Claim, Outcome, Played
from workbench.core.trust.tallies import Heading

GRADED = """
    select artifact_id, count(distinct tagline_grades.id), count(tagline_marks.id), max(tagline_marks.id),
        sum(coalesce(undone, 0))
    from tagline_grades left join tagline_marks on grade_id = tagline_grades.id group by artifact_id
"""
"""What changes of each artifact whenever anything that is counted here does."""
_GRADES = """
    select source_id, provider, model, reference, question, answer, graded_at, (
        select json_array(mark, reason) from tagline_marks
        where grade_id = tagline_grades.id and undone = 0 order by id desc limit 1
    )
    from tagline_grades where artifact_id = ? and state = 'finished' order by id
"""


def with_grades(
    db: sqlite3.Connection, counts: ArtifactCounts, sources: Mapping[int, Source], book: Book
) -> ArtifactCounts:
    """An artifact's counts with what its graders answered; what is like what is put in the book."""
    rows = db.execute(_GRADES, [counts.artifact.id]).fetchall()
    if not rows:
        return counts
    cells: dict[tuple[object, ...], dict[Played, Outcome | None]] = defaultdict(dict)
    since = dict(counts.since)
    for source, provider, model, reference, question, answer, at, mark in rows:
        played = Played(sources[source], provider, model)
        cells[source, reference, question, answer][played] = _outcome(mark)
        graded = datetime.fromisoformat(at)
        since[played] = min(graded, since.get(played, graded))
    claims = Counter(counts.claims)
    for by_player in cells.values():
        ranked = sorted(by_player.items(), key=lambda each: (each[1] is None, each[0]))
        made = tuple(Cell(played, outcome, (0, 0, 0)) for played, outcome in ranked)
        claims[book.place(Claim(Heading.GRADES, ranked[0][0].source, made))] += 1
    return replace(counts, claims=claims, since=since)


def _outcome(mark: str | None) -> Outcome | None:
    value, reason = json.loads(mark) if mark else (None, None)
    return Outcome(Mark(value), reason) if value else None
