"""The words of claims that the person marked."""

import json

from sqlite_utils import Database

from workbench.core.claim_words import MOST_WORDS, MarkedWords, Wanted
from workbench.core.sources import SourceKind
from workbench.core.tallies import Heading
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
    select path, revision, source, quote, problem, reason, max(finding_id) as newest
    from findings_with_marks
    where
        source in (select value from json_each(:names))
        and mark = :mark
        and withdrawn_at is null
        and provider is not 'me'
        and source_kind = :kind
    group by path, wording, source, coalesce(concern_id, -finding_id)
    order by newest desc limit :most
"""
_ANSWERS = """
    select path, revision, question as source, quote, reason as problem, mark_reason as reason,
        max(answer_id) as newest
    from answers_with_marks
    where
        question in (select value from json_each(:names))
        and mark = :mark
        and value = 'meets'
        and withdrawn_at is null
        and provider <> 'me'
    group by path, wording, question, revision
    order by newest desc limit :most
"""


def claim_words(db: Database, wanted: Wanted) -> tuple[MarkedWords, ...]:
    """The newest claims that some sources made and that have a mark, each once, newest first."""
    sql = _ANSWERS if wanted.heading is Heading.SATISFIED else _FINDINGS
    parameters = {
        "names": json.dumps(wanted.names),
        "mark": wanted.mark.value,
        "most": MOST_WORDS,
        "kind": _KINDS.get(wanted.heading),
    }
    return tuple(MarkedWords(*tuple(row)[:6]) for row in rows(db, sql, parameters))
