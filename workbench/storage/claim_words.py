"""The words of claims that the person marked."""

import json
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.marks import Target
from workbench.core.sources import SourceKind
from workbench.core.trust.claim_words import MOST_WORDS, MarkedWords, Wanted
from workbench.core.trust.tallies import Heading
from workbench.storage.database import rows

_KINDS = {
    Heading.SHOULD_FIX: SourceKind.QUESTION.value,
    Heading.READERS: SourceKind.READER.value,
    Heading.CHECKS: SourceKind.CHECK.value,
    Heading.OUTSIDE: SourceKind.OUTSIDE.value,
    Heading.OVERLOOKED: SourceKind.PERSON.value,
}
"""Whose findings stand under a heading."""
_FINDINGS = """
    select path, revision, source, quote, problem, reason,
        iif(concern_id is null, 'finding', 'concern') as about, coalesce(concern_id, finding_id) as id,
        max(finding_id) as newest
    from findings_with_marks
    where
        source in (select value from json_each(:names))
        and (:wordings = '[]' or wording in (select value from json_each(:wordings)))
        and mark = :mark
        and withdrawn_at is null
        and provider is not 'me'
        and source_kind = :kind
    group by path, wording, source, coalesce(concern_id, -finding_id)
    order by newest desc limit :most
"""
_ANSWERS = """
    select path, revision, question as source, quote, reason as problem, mark_reason as reason,
        'answer' as about, answer_id as id, max(answer_id) as newest
    from answers_with_marks
    where
        question in (select value from json_each(:names))
        and (:wordings = '[]' or wording in (select value from json_each(:wordings)))
        and mark = :mark
        and value = 'meets'
        and withdrawn_at is null
        and provider <> 'me'
    group by path, wording, question, revision
    order by newest desc limit :most
"""


_GRADES = """
    select path, 0 as revision, name as source, quote, tagline_grades.reason as problem,
        tagline_marks.reason as reason, null as about, null as id, tagline_grades.id as newest
    from tagline_grades
    join artifacts on artifacts.id = artifact_id
    join sources on sources.id = source_id
    join tagline_marks on tagline_marks.id = (
        select id from tagline_marks where grade_id = tagline_grades.id and undone = 0
        order by id desc limit 1
    )
    where
        name in (select value from json_each(:names))
        and (:wordings = '[]' or wording in (select value from json_each(:wordings)))
        and mark = :mark
    order by newest desc limit :most
"""


def claim_words(db: Database, wanted: Wanted) -> tuple[MarkedWords, ...]:
    """The newest claims that some sources made and that have a mark, each once, newest first."""
    sql = {Heading.SATISFIED: _ANSWERS, Heading.GRADES: _GRADES}.get(wanted.heading, _FINDINGS)
    parameters = {
        "names": json.dumps(wanted.names),
        "wordings": json.dumps(wanted.wordings),
        "mark": wanted.mark.value,
        "most": MOST_WORDS,
        "kind": _KINDS.get(wanted.heading),
    }
    return tuple(_marked_words(row) for row in rows(db, sql, parameters))


def _marked_words(row: Row) -> MarkedWords:
    path, revision, source, quote, problem, reason, about, id, *_ = row
    return MarkedWords(path, revision, source, quote, problem, reason, Target(about, id) if about else None)
