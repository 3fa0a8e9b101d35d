"""Everything stored about artifacts, gathered in a handful of queries however much there is."""

from collections import defaultdict
from collections.abc import Iterable
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.history import History
from workbench.core.readings import Reading
from workbench.storage.artifacts import artifact_of, revision_of
from workbench.storage.concerns import placement_of
from workbench.storage.database import rows
from workbench.storage.decisions import decision_of
from workbench.storage.findings import answer_of, finding_of
from workbench.storage.readings import reading_of
from workbench.storage.remembered import left_of
from workbench.storage.rounds import round_of
from workbench.storage.sources import sources_by_key
from workbench.storage.text_questions import question_of

_ARTIFACTS = "select * from (select *, id as artifact_id from artifacts) where {chosen} order by id"
_REVISIONS = """
    select id, artifact_id, number, sha256, notices, {text} as text
    from revisions where {chosen} order by number
"""
_ROUNDS = "select * from rounds where {chosen} order by number"
_READINGS = """
    select readings.*, artifact_id, {raw} as raw
    from readings join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null order by readings.id
"""
_FINDINGS = """
    select findings.*, artifact_id
    from findings join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null order by findings.id
"""
_ANSWERS = """
    select answers.*, revision_id
    from answers join readings on readings.id = reading_id join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null order by answers.id
"""
_PLACEMENTS = """
    select placements.*, artifact_id
    from placements join findings on findings.id = finding_id join revisions on revisions.id = revision_id
    where {chosen} and withdrawn_at is null order by finding_id
"""
_QUESTIONS = "select * from text_questions where {chosen} order by id"
_DECISIONS = "select * from decisions where {chosen} order by id"

_WHOLE = {
    "text": "text",
    "raw": "coalesce((select text from raw_answers where reading_id = readings.id), '')",
}
_WITHOUT_TEXTS = {"text": "''", "raw": "''"}


def history(db: Database, artifact_id: int) -> History:
    """Everything stored about an artifact."""
    return _gathered(db, {"chosen": "artifact_id = ?", **_WHOLE}, [artifact_id])[0]


def histories(db: Database) -> tuple[History, ...]:
    """Every artifact's history, without the texts of its revisions and the raw answers."""
    return _gathered(db, {"chosen": "true", **_WITHOUT_TEXTS}, [])


def _gathered(db: Database, parts: dict[str, str], parameters: list[int]) -> tuple[History, ...]:
    sources = sources_by_key(db)

    def found(sql: str, by: str) -> defaultdict[int | None, list[Row]]:
        return _grouped(rows(db, sql.format(**parts), parameters), by)

    revisions = found(_REVISIONS, "artifact_id")
    rounds = found(_ROUNDS, "artifact_id")
    readings = found(_READINGS, "artifact_id")
    findings = found(_FINDINGS, "reading_id")
    overlooked = _grouped(findings[None], "artifact_id")
    answers = found(_ANSWERS, "reading_id")
    placements = found(_PLACEMENTS, "artifact_id")
    decisions = found(_DECISIONS, "artifact_id")
    questions = found(_QUESTIONS, "artifact_id")

    def whole(row: Row) -> Reading:
        return reading_of(
            row,
            sources[row["source_id"]],
            [finding_of(finding, sources[finding["source_id"]]) for finding in findings[row["id"]]],
            [answer_of(answer, sources[answer["source_id"]]) for answer in answers[row["id"]]],
        )

    return tuple(
        History(
            artifact=artifact_of(row),
            revisions=tuple(map(revision_of, revisions[row["id"]])),
            rounds=tuple(map(round_of, rounds[row["id"]])),
            readings=tuple(map(whole, readings[row["id"]])),
            overlooked=tuple(
                finding_of(finding, sources[finding["source_id"]]) for finding in overlooked[row["id"]]
            ),
            placements={
                placement.finding: placement for placement in map(placement_of, placements[row["id"]])
            },
            decisions=tuple(map(decision_of, decisions[row["id"]])),
            questions=tuple(map(question_of, questions[row["id"]])),
            left=left_of(row),
        )
        for row in rows(db, _ARTIFACTS.format(**parts), parameters)
    )


def _grouped(found: Iterable[Row], by: str) -> defaultdict[int | None, list[Row]]:
    groups: defaultdict[int | None, list[Row]] = defaultdict(list)
    for row in found:
        groups[row[by]].append(row)
    return groups
