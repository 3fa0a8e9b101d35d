"""One line of an export put into the tables of this database."""

import json
from collections.abc import Collection
from sqlite3 import Row
from typing import Any, TypeVar

from msgspec import structs
from sqlite_utils import Database

from workbench.core.exchange.joins import joined
from workbench.core.exchange.lines import (
    AnswerLine,
    ConcernLine,
    DecisionLine,
    FindingLine,
    IgnoreLine,
    Line,
    OwnAnswerLine,
    PlacementLine,
    QuestionLine,
    ReadingLine,
    RevisionLine,
    RoundLine,
    SaidLine,
    SourceLine,
)
from workbench.core.exchange.records import impersonal_values, is_of
from workbench.core.exchange.replay_lines import ReplayLine
from workbench.core.exchange.values import plain
from workbench.storage.artifacts import next_number
from workbench.storage.columns import json_of
from workbench.storage.database import rows
from workbench.storage.exchange_changes import as_stored, insert, row_of, updated
from workbench.storage.exchange_decisions import join_decision
from workbench.storage.exchange_known import Known
from workbench.storage.exchange_rows import ANSWER, FINDING, QUESTION, READING, text_of
from workbench.storage.exchange_words import add_ignore, add_own_answer, add_said

L = TypeVar("L", bound=Line)


def join_source(db: Database, key: int, line: SourceLine) -> bool:
    """Whether a line changed a source that is known."""
    row = row_of(db, "sources", key)
    local = as_stored(line, row, ("body", "first_seen_at"))
    both = joined(local, line)
    return updated(db, "sources", key, local, both, ("body", "first_seen_at"))


class Beyond(Exception):
    """Words are said to be where their text has ended."""


class Joiner:
    """Puts lines about one artifact into its tables."""

    def __init__(self, db: Database, known: Known, mine: Collection[str]) -> None:
        """Take what is known of the artifact, and the markers of the person here."""
        self._db, self._known, self._mine = db, known, mine
        self._lengths: dict[str, int] = {}
        """By a revision's id: how long its text is, as far as that is known."""
        self.unproven = 0
        """Texts that could not be compared with their hash."""
        self._runs: dict[int, tuple[str, str]] = {}
        """By key of a check's reading: how its run stands to the one known, and when the earlier was."""

    def add(self, line: Line) -> str:
        """Store what is new; `added`, `joined` where something like it was there, or nothing."""
        match line:
            case OwnAnswerLine():
                return add_own_answer(self._db, self._known, line)
            case IgnoreLine():
                return add_ignore(self._db, self._known, line)
            case SaidLine():
                return add_said(self._db, self._known, line)
            case _:
                self._known.add(line, self._inserted(line))
                return "added"

    def _inserted(self, line: Line) -> int:
        match line:
            case RevisionLine():
                return self._revision(line)
            case RoundLine():
                return self._round(line)
            case ReadingLine():
                return self._reading(line)
            case FindingLine():
                return self._finding(line)
            case AnswerLine():
                said = {name: getattr(line, name) for name in ANSWER}
                of = {
                    "reading_id": self._known.key("readings", line.reading),
                    "source_id": self._source(line),
                }
                return insert(self._db, "answers", {**of, **said})
            case QuestionLine():
                return self._question(line)
            case ConcernLine():
                record = {"created_at": line.created_at, "exchange_id": line.id}
                return insert(self._db, "concerns", {"artifact_id": self._known.artifact_id, **record})
            case ReplayLine():
                return self._replay(line)
            case _:
                raise AssertionError(f"no table for {line.type}")

    def join(self, line: Line, key: int) -> bool:
        """Whether a line changed something that is known."""
        match line:
            case RevisionLine():
                return self._join_revision(line, key)
            case RoundLine():
                return self._join_round(line, key)
            case ReadingLine():
                return self._join_run(line, key) if line.check else self._withdraw(line, key, "readings")
            case FindingLine():
                reading = self._known.keys["readings"].get(line.reading or "")
                if reading in self._runs:
                    return self._join_fault(line, key, *self._runs[reading])
                return self._withdraw(line, key, "findings")
            case QuestionLine():
                return self._withdraw(line, key, "text_questions")
            case DecisionLine():
                return join_decision(self._db, line, key)
            case _:
                return False

    def _revision(self, line: RevisionLine) -> int:
        self._prove(line)
        record = {
            "artifact_id": self._known.artifact_id,
            "number": next_number(self._db, "revisions", self._known.artifact_id),
            "sha256": line.id,
            "notices": json_of(line.notices),
            "created_at": line.created_at,
            "text": line.text or "",
        }
        return insert(self._db, "revisions", record)

    def _prove(self, line: RevisionLine) -> None:
        self.unproven += line.text is not None and not is_of(line.text, line.id)

    def _join_revision(self, line: RevisionLine, key: int) -> bool:
        row = row_of(self._db, "revisions", key)
        local = structs.replace(line, text=text_of(row), created_at=row["created_at"])
        both = joined(local, line)
        if both.text is not None and local.text is None:
            self._prove(line)
        return updated(self._db, "revisions", key, local, both, ("text", "created_at"))

    def _round(self, line: RoundLine) -> int:
        record = {
            "artifact_id": self._known.artifact_id,
            "revision_id": self._known.key("revisions", line.revision),
            "number": next_number(self._db, "rounds", self._known.artifact_id),
            "planned": json_of([plain(seat) for seat in line.planned]),
            "freeze": line.freeze and (line.frozen_by is None or line.frozen_by in self._mine),
            "frozen_by": line.frozen_by,
            "started_at": line.started_at,
            "state": line.state,
            "ruling": json_of(line.ruling),
            "ended_at": line.ended_at,
        }
        return insert(self._db, "rounds", record)

    def _join_round(self, line: RoundLine, key: int) -> bool:
        row = row_of(self._db, "rounds", key)
        ruling = impersonal_values(json.loads(row["ruling"]))
        here = {"state": row["state"], "ruling": ruling, "ended_at": row["ended_at"]}
        local = structs.replace(line, **here)
        told = structs.replace(line, ruling=impersonal_values(line.ruling))
        return updated(self._db, "rounds", key, local, joined(local, told), tuple(here))

    def _reading(self, line: ReadingLine) -> int:
        record = {
            "revision_id": self._known.key("revisions", line.revision),
            "round_id": None if line.round is None else self._known.key("rounds", line.round),
            "source_id": self._source(line),
            **self._reading_record(line),
        }
        for place in line.worst:
            self._refuse_beyond(place.span.end if place.span else None, line.revision)
        id = insert(self._db, "readings", record)
        if line.raw is not None:
            insert(self._db, "raw_answers", {"reading_id": id, "text": line.raw})
        if line.made_of is not None:
            insert(self._db, "made_of", {"reading_id": id, "body": json_of(line.made_of)})
        return id

    @staticmethod
    def _reading_record(line: ReadingLine) -> dict[str, Any]:
        said = {name: getattr(line, name) for name in READING}
        worst = [
            {
                "quote": place.quote,
                "why": place.why,
                "span": None if place.span is None else structs.asdict(place.span),
            }
            for place in line.worst
        ]
        told = {"asked": line.asked or "", "worst": json_of(worst), "notes": json_of(line.notes)}
        return {**said, **told, "passages": line.passages or 0}

    def _join_run(self, line: ReadingLine, key: int) -> bool:
        """Take over a later run of a check; what it no longer says is withdrawn."""
        row = row_of(self._db, "readings", key)
        here, there = row["ended_at"] or "", line.ended_at or ""
        self._runs[key] = (
            "same" if here == there else "later" if there > here else "earlier",
            min(here, there),
        )
        if there <= here:
            return False
        sql = "update findings set withdrawn_at = ? where reading_id = ? and withdrawn_at is null"
        self._db.execute(sql, [here or there, key])
        record = self._reading_record(line)
        settings = ", ".join(f"{name} = ?" for name in record)
        self._db.execute(f"update readings set {settings} where id = ?", [*record.values(), key])
        return True

    def _join_fault(self, line: FindingLine, key: int, how: str, earlier: str) -> bool:
        """Let a known fault stand or not as the later of two runs says."""
        before = row_of(self._db, "findings", key)["withdrawn_at"]
        there = line.withdrawn_at or (earlier if how == "earlier" else None)
        stands = before is None if how == "earlier" else there is None
        if how == "same":
            stands = before is None or there is None
        now = None if stands else max(at for at in (before, there) if at)
        self._db.execute("update findings set withdrawn_at = ? where id = ?", [now, key])
        return bool(now != before)

    def _finding(self, line: FindingLine) -> int:
        reading = None if line.reading is None else self._known.key("readings", line.reading)
        self._refuse_beyond(line.span_end, line.revision)
        how, earlier = self._runs.get(reading or 0, ("", ""))
        said = {name: getattr(line, name) for name in FINDING}
        record = {
            "revision_id": self._known.key("revisions", line.revision),
            "reading_id": reading,
            "source_id": self._source(line),
            **said,
            "evidence": json_of([structs.asdict(each) for each in line.evidence]),
            "withdrawn_at": line.withdrawn_at or (earlier if how == "earlier" else None),
        }
        return insert(self._db, "findings", record)

    def _question(self, line: QuestionLine) -> int:
        record = {
            "artifact_id": self._known.artifact_id,
            "revision_id": self._known.key("revisions", line.revision),
            "reading_id": None if line.reading is None else self._known.key("readings", line.reading),
            **{name: getattr(line, name) for name in QUESTION},
        }
        return insert(self._db, "text_questions", record)

    def _replay(self, line: ReplayLine) -> int:
        reading = line.reading
        assert reading is not None, "a line without one was refused"
        spans = [finding.span for finding in reading.findings]
        spans += [answer.span for answer in reading.answers]
        for span in (*spans, *(place.span for place in reading.worst)):
            self._refuse_beyond(span.end if span else None, line.revision)
        revision = self._known.key("revisions", line.revision)
        record = {
            "revision_id": revision,
            "source_id": self._source(line),
            "trial": line.trial,
            "provider": reading.provider,
            "model": line.model,
            "effort": reading.effort,
            "prompt_sha256": reading.prompt_sha256,
            "state": reading.state.value,
            "body": json_of({**line.body, "revision": revision}),
            "read_at": line.at,
        }
        return insert(self._db, "replayed_readings", record)

    def _withdraw(self, line: L, key: int, table: str) -> bool:
        local = as_stored(line, row_of(self._db, table, key), ("withdrawn_at",))
        both = joined(local, line)
        return updated(self._db, table, key, local, both, ("withdrawn_at",))

    def _source(self, line: Any) -> int:
        return self._known.sources[line.source]

    def _refuse_beyond(self, end: int | None, revision: str) -> None:
        """Refuse words that are beyond the end of the text that they are said to be in.

        Raises:
            Beyond: they are.
        """
        if end is None:
            return
        if revision not in self._lengths:
            row = row_of(self._db, "revisions", self._known.key("revisions", revision))
            text = text_of(row)
            self._lengths[revision] = 2**62 if text is None else len(text)
        if end > self._lengths[revision]:
            raise Beyond

    def placement(self, line: PlacementLine, over_own: bool) -> str:
        """Place a finding that is placed nowhere, or as exports had it and nobody here decided about."""
        finding, concern = (
            self._known.key("findings", line.finding),
            self._known.key("concerns", line.concern),
        )
        self._known.told_concerns.setdefault(line.concern, line.finding)
        sql = (
            "select placements.*, exchange_id from placements join concerns on concerns.id = concern_id "
            "where finding_id = ?"
        )
        found = rows(self._db, sql, [finding])
        if found and not self._gives_way(found[0], line, over_own):
            return ""
        sql = "insert or replace into placements values (?, ?, ?, ?, ?, ?)"
        self._db.execute(sql, [finding, concern, line.why, line.by, line.at, not over_own])
        return "joined" if found else "added"

    def _gives_way(self, row: Row, line: PlacementLine, over_own: bool) -> bool:
        """Whether a line's placement holds instead of the one that is stored."""
        local = structs.replace(
            line,
            concern=row["exchange_id"],
            why=row["why"],
            by=row["placed_by"],
            at=row["placed_at"],
        )
        if local == line or joined(local, line) == local:
            return False
        if over_own:
            return True
        sql = "select 1 from decisions where concern_id = ? or finding_id = ? limit 1"
        decided = self._db.execute(sql, [row["concern_id"], row["finding_id"]]).fetchone()
        return bool(row["imported"]) and decided is None
