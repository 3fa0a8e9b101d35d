"""Questions about one text only."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.text_questions import TextQuestion
from workbench.storage.columns import Record, insert, moment


def question_of(row: Row) -> TextQuestion:
    """The question of a row of `text_questions`."""
    return TextQuestion(
        row["name"],
        row["origin"],
        row["ask"],
        row["quote"],
        row["meets"],
        row["fails"],
        row["on_fail"],
        row["revision_id"],
        row["reading_id"] or 0,
        row["withdrawn_at"] is not None,
        row["id"],
    )


def save_questions(
    db: Database, artifact_id: int, questions: Sequence[TextQuestion], at: datetime
) -> tuple[TextQuestion, ...]:
    """The questions with their keys; the revision and the reading of each are stored already."""
    return tuple(replace(q, id=insert(db, "text_questions", _record(artifact_id, q, at))) for q in questions)


def withdraw_question(db: Database, id: int, at: datetime) -> None:
    """Ask a question no more; what was answered to it stays."""
    db.execute(
        "update text_questions set withdrawn_at = ? where id = ? and withdrawn_at is null", [moment(at), id]
    )


def _record(artifact_id: int, question: TextQuestion, at: datetime) -> Record:
    return {
        "artifact_id": artifact_id,
        "revision_id": question.revision,
        "reading_id": question.reading or None,
        "name": question.name,
        "origin": question.origin,
        "ask": question.ask,
        "quote": question.quote,
        "meets": question.meets,
        "fails": question.fails,
        "on_fail": question.on_fail,
        "created_at": moment(at),
    }
