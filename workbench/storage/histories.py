"""Everything stored about artifacts, gathered in a handful of queries however much there is."""

from collections import defaultdict
from collections.abc import Callable, Hashable
from operator import attrgetter, itemgetter
from sqlite3 import Row
from typing import TypeVar

from sqlite_utils import Database

from workbench.core.history import History
from workbench.core.readings import Reading
from workbench.core.sources import Source
from workbench.storage.artifacts import artifact_of, revision_of
from workbench.storage.columns import Met
from workbench.storage.concerns import placement_of
from workbench.storage.database import each_row, rows
from workbench.storage.decisions import decision_of, looked_up_of
from workbench.storage.exchange_marks import others_mark_of
from workbench.storage.findings import answer_of, finding_of
from workbench.storage.readings import reading_of
from workbench.storage.remembered import left_of
from workbench.storage.rounds import round_of
from workbench.storage.sources import sources_by_key
from workbench.storage.text_questions import question_of

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)

# Whether the person has answered anything blind is asked so that its own index is used.
_ARTIFACTS = """
    select
        *,
        exists (select 1 from decisions where what in ('answered', 'again') and what = 'answered') as answered
    from (select *, id as artifact_id from artifacts)
    where {chosen} order by id
"""
_REVISIONS = """
    select id, artifact_id, number, sha256, notices, {text} as text
    from revisions where {chosen} order by number
"""
_ROUNDS = "select * from rounds where {chosen} order by number"
_READINGS = """
    select readings.*, artifact_id, '' as raw
    from readings join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null order by readings.id
"""
# Findings and placements are put in order once they are values: SQLite would hold all their words for it.
_FINDINGS = """
    select {finding}, artifact_id
    from findings join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null
"""
_ANSWERS = """
    select answers.*, revision_id
    from answers join readings on readings.id = reading_id join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null order by answers.id
"""
_PLACEMENTS = """
    select placements.*, artifact_id
    from placements join findings on findings.id = finding_id join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null
"""
_QUESTIONS = "select * from text_questions where {chosen} order by id"
_DECISIONS = """
    select decisions.*, looked_up.place as place, looked_up.evidence as evidence
    from decisions left join looked_up on decision_id = decisions.id
    where {chosen} order by decided_at, decisions.id
"""
_OTHERS = "select * from said_by_others where {chosen} and type = 'decision' order by place"
_ACCEPTED = "select * from accepted_ignores where {chosen}"

_WHOLE = {"text": "text", "finding": "findings.*"}
_WITHOUT_WORDS = {
    "text": "''",
    "finding": """
        findings.id, reading_id, findings.revision_id, source_id, kind, asks, fixable_by, on_fail,
        span_start, span_end, span_how,
        '' as quote, '' as problem, '' as consequence, '' as change, '[]' as evidence, null as expected
    """,
}


def history(db: Database, artifact_id: int) -> History:
    """Everything stored about an artifact but the raw answers, which nothing on the screen shows."""
    return _gathered(db, {"chosen": "artifact_id = ?", **_WHOLE}, [artifact_id])[0]


def history_without_words(db: Database, artifact_id: int) -> History:
    """Everything stored about an artifact, without texts and the words of findings."""
    return _gathered(db, {"chosen": "artifact_id = ?", **_WITHOUT_WORDS}, [artifact_id])[0]


def histories(db: Database, without: int | None = None) -> tuple[History, ...]:
    """Every artifact's history but one's, without texts and the words of findings."""
    return _gathered(db, {"chosen": "artifact_id is not ?", **_WITHOUT_WORDS}, [without])


def _gathered(db: Database, parts: dict[str, str], parameters: list[int | None]) -> tuple[History, ...]:
    sources = sources_by_key(db)

    def found(sql: str, make: Callable[[Row], T], by: Callable[[Row], Key]) -> defaultdict[Key, list[T]]:
        """What each row becomes, at once: there may be tens of thousands, and one is held a time."""
        groups: defaultdict[Key, list[T]] = defaultdict(list)
        for row in each_row(db, sql.format(**parts), parameters):
            groups[by(row)].append(make(row))
        return groups

    met = Met()
    findings = found(_FINDINGS, lambda row: finding_of(row, sources[row["source_id"]], met), _place_of)
    answers = found(_ANSWERS, lambda row: answer_of(row, sources[row["source_id"]]), itemgetter("reading_id"))

    def whole(row: Row) -> Reading:
        id = row["id"]
        found = sorted(findings["reading", id], key=attrgetter("id"))
        return reading_of(row, sources[row["source_id"]], found, answers[id])

    artifact = itemgetter("artifact_id")
    revisions = found(_REVISIONS, revision_of, artifact)
    rounds = found(_ROUNDS, round_of, artifact)
    readings = found(_READINGS, whole, artifact)
    placements = found(_PLACEMENTS, lambda row: placement_of(row, met), artifact)
    decisions = found(_DECISIONS, lambda row: (decision_of(row), looked_up_of(row)), artifact)
    questions = found(_QUESTIONS, question_of, artifact)
    accepted = found(_ACCEPTED, itemgetter("comment"), artifact)
    others = found(_OTHERS, others_mark_of, artifact)
    chosen = rows(db, _ARTIFACTS.format(**parts), parameters)
    differing = _unready(db) if chosen and chosen[0]["answered"] else {}
    return tuple(
        History(
            artifact=artifact_of(row),
            revisions=tuple(revisions[id]),
            rounds=tuple(rounds[id]),
            readings=tuple(readings[id]),
            overlooked=tuple(sorted(findings["artifact", id], key=attrgetter("id"))),
            placements={p.finding: p for p in sorted(placements[id], key=attrgetter("finding"))},
            decisions=tuple(decision for decision, _ in decisions[id]),
            questions=tuple(questions[id]),
            accepted=frozenset(accepted[id]),
            looked_up={made.id: looked for made, looked in decisions[id] if looked},
            others=tuple(mark for mark in others[id] if mark),
            left=left_of(row),
            unready=differing,
        )
        for row in chosen
        for id in (row["id"],)
    )


def _unready(db: Database) -> dict[Source, tuple[str, ...]]:
    """The models from which the person differs, by question; asked only where anything was answered blind."""
    from workbench.core.calibration.disagreements import unready
    from workbench.storage.blind_counts import answered_blind

    return unready(answered_blind(db.conn))


def _place_of(finding: Row) -> tuple[str, int]:
    """The reading that made a finding, or the artifact that the person added it to."""
    reading: int | None = finding["reading_id"]
    return ("artifact", finding["artifact_id"]) if reading is None else ("reading", reading)
