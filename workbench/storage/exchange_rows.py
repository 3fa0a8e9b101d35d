"""What rows are told as in the lines of an export, by ids instead of keys."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from sqlite3 import Row
from typing import Any, TypeVar, cast

from msgspec import structs

from workbench.core.exchange.lines import (
    AnswerLine,
    DecisionLine,
    FindingLine,
    QuestionLine,
    ReadingLine,
    RevisionLine,
    RoundLine,
    SourceLine,
)
from workbench.core.exchange.records import id_of, impersonal_evidence, impersonal_values
from workbench.core.exchange.replay_lines import ReplayLine, portable
from workbench.core.exchange.values import LookedUp, Seat
from workbench.storage.columns import list_of

T = TypeVar("T", bound=RoundLine | ReadingLine | FindingLine | AnswerLine | QuestionLine | ReplayLine)

_READING = (
    "trial", "state", "provider", "model", "effort", "prompt_sha256", "about", "for_whom", "verdict", "why",
    "failure_kind", "failure_message", "failure_retry_after", "failure_request_id", "input_tokens",
    "output_tokens", "cache_read_tokens", "cache_written_tokens", "cache_written_1h_tokens", "calls",
    "estimated_tokens", "seconds", "stop_reason", "request_id", "parts", "started_at", "ended_at",
    "withdrawn_at",
)  # fmt: skip
READING = (*_READING, "worst", "notes")
"""The columns of a reading that its line has under the same names."""
FINDING = (
    "kind", "quote", "problem", "consequence", "change", "fixable_by", "asks", "span_start", "span_end",
    "span_how", "expected", "on_fail", "withdrawn_at", "evidence",
)  # fmt: skip
"""The same of a finding."""
ANSWER = (
    "question", "value", "quote", "reason", "consequence", "span_start", "span_end", "span_how", "on_fail",
    "first_value", "challenge", "dominant",
)  # fmt: skip
"""The same of an answer."""
QUESTION = (
    "name", "origin", "ask", "quote", "meets", "fails", "on_fail", "created_at", "withdrawn_at",
)  # fmt: skip
"""The same of a question about one text."""
DECISION = ("what", "reason", "undone", "dropped", "blind", "inside", "turned_at")
"""The same of a decision."""


_EMPTY = hashlib.sha256(b"").hexdigest()
"""Of a file without any byte."""


class Ids:
    """By the keys of this database: the ids of one artifact's rows, and of every source."""

    def __init__(
        self, artifact: str, marker: str | None, with_paths: bool, sources: Mapping[int, str]
    ) -> None:
        """Take the artifact's id, the person's own name, and whether personal paths are told."""
        self.artifact, self.marker, self.with_paths = artifact, marker, with_paths
        self.sources = sources
        self.revisions: dict[int, str] = {}
        self.rounds: dict[int, str] = {}
        self.readings: dict[int, str] = {}
        self.findings: dict[int, str] = {}
        self.answers: dict[int, str] = {}
        self.concerns: dict[int, str] = {}
        self.decisions: dict[int, str] = {}
        self.questions: dict[int, str] = {}
        self.replays: dict[int, str] = {}
        self.own_readings: set[int] = set()
        """The keys of those that the person made."""
        self._alike = Counter[str]()

    def numbered(self, line: T, within: str = "") -> T:
        """A line with its id, told apart from those before it that have the same content."""
        first = structs.replace(line, id=line.proper_id)
        met = self._alike[f"{within}{first.id}"]
        self._alike[f"{within}{first.id}"] += 1
        if not met:
            return first
        counted = structs.replace(line, n=met)
        return structs.replace(counted, id=counted.proper_id)

    def forget_alike(self) -> None:
        """Begin to tell apart anew: what follows has other content than everything before."""
        self._alike.clear()

    def told(self, values: Any) -> Any:
        """JSON values as they are exported."""
        return values if self.with_paths else impersonal_values(values)

    def of(self, about: str, key: int) -> str:
        """The id of what a decision is about."""
        found: str = getattr(self, f"{about}s")[key]
        return found


def source_line(kind: str, name: str, wording: str, body: str | None, first_seen_at: str) -> SourceLine:
    """The line of a source."""
    id = source_id(kind, name, wording)
    return SourceLine(
        type="source",
        id=id,
        kind=cast(Any, kind),
        name=name,
        wording=wording,
        body=body,
        first_seen_at=first_seen_at,
    )


def source_id(kind: str, name: str, wording: str) -> str:
    """The id of a source."""
    return id_of("source", {"kind": kind, "name": name, "wording": wording, "n": 0})


def revision_line(row: Row, ids: Ids, with_text: bool) -> RevisionLine:
    """The line of a row of `revisions`."""
    return RevisionLine(
        type="revision",
        artifact=ids.artifact,
        id=row["sha256"],
        notices=json.loads(row["notices"]),
        text=text_of(row) if with_text else None,
        created_at=row["created_at"],
    )


def text_of(row: Row) -> str | None:
    """The text of a row of `revisions`; None for one that came without it."""
    return row["text"] if row["text"] or row["sha256"] == _EMPTY else None


def round_line(row: Row, ids: Ids) -> RoundLine:
    """The line of a row of `rounds` that ended."""
    line = RoundLine(
        type="round",
        artifact=ids.artifact,
        revision=ids.revisions[row["revision_id"]],
        planned=[Seat(**seat) for seat in json.loads(row["planned"])],
        freeze=bool(row["freeze"]) or row["frozen_by"] is not None,
        frozen_by=row["frozen_by"] or (ids.marker if row["freeze"] else None),
        started_at=row["started_at"],
        state=row["state"],
        ruling=ids.told(json.loads(row["ruling"])),
        ended_at=row["ended_at"],
        id="",
        n=0,
    )
    return ids.numbered(line)


def reading_line(row: Row, ids: Ids) -> ReadingLine:
    """The line of a row of `readings` that also has `raw`, `made_of` and its source's kind, `source_kind`."""
    said = {name: row[name] for name in _READING}
    line = ReadingLine(
        type="reading",
        artifact=ids.artifact,
        marker=ids.marker if row["provider"] == "me" else None,
        check=row["source_kind"] == "check",
        revision=ids.revisions[row["revision_id"]],
        round=None if row["round_id"] is None else ids.rounds[row["round_id"]],
        source=ids.sources[row["source_id"]],
        **{
            **said,
            "model": ids.told(row["model"]),
            "asked": ids.told(row["asked"]) or None,
            "passages": row["passages"] or None,
            "failure_message": ids.told(row["failure_message"]),
            "notes": ids.told(json.loads(row["notes"])),
            "worst": _worst(row["worst"]),
            "raw": ids.told(row["raw"]),
            "made_of": ids.told(json.loads(row["made_of"])) if row["made_of"] else None,
        },
        id="",
        n=0,
    )
    return ids.numbered(line)


def _worst(text: str) -> list[dict[str, Any]]:
    return [{name: each for name, each in place.items() if each is not None} for place in list_of(text)]


def finding_line(row: Row, ids: Ids) -> FindingLine:
    """The line of a row of `findings`."""
    reading = row["reading_id"]
    evidence = [{"path": e["path"], "line": e["line"], "text": e["text"]} for e in list_of(row["evidence"])]
    said = {name: row[name] for name in FINDING}
    if row["kind"] == "fault":
        said.update({name: ids.told(row[name]) for name in ("problem", "expected", "change")})
    line = FindingLine(
        type="finding",
        artifact=ids.artifact,
        marker=ids.marker if reading is None or reading in ids.own_readings else None,
        revision=ids.revisions[row["revision_id"]],
        reading=None if reading is None else ids.readings[reading],
        source=ids.sources[row["source_id"]],
        **{**said, "evidence": evidence if ids.with_paths else [impersonal_evidence(e) for e in evidence]},
        id="",
        n=0,
    )
    return ids.numbered(line)


def answer_line(row: Row, ids: Ids) -> AnswerLine:
    """The line of a row of `answers`."""
    line = AnswerLine(
        type="answer",
        artifact=ids.artifact,
        marker=ids.marker if row["reading_id"] in ids.own_readings else None,
        reading=ids.readings[row["reading_id"]],
        source=ids.sources[row["source_id"]],
        **{**{name: row[name] for name in ANSWER}, "dominant": bool(row["dominant"])},
        id="",
        n=0,
    )
    return ids.numbered(line)


def question_line(row: Row, ids: Ids) -> QuestionLine:
    """The line of a row of `text_questions`."""
    reading = row["reading_id"]
    line = QuestionLine(
        type="question",
        artifact=ids.artifact,
        marker=ids.marker if reading is None else None,
        revision=ids.revisions[row["revision_id"]],
        reading=None if reading is None else ids.readings[reading],
        **{name: row[name] for name in QUESTION},
        id="",
        n=0,
    )
    return ids.numbered(line)


def replay_line(row: Row, ids: Ids) -> ReplayLine:
    """The line of a row of `replayed_readings`."""
    line = ReplayLine(
        type="replay",
        artifact=ids.artifact,
        revision=ids.revisions[row["revision_id"]],
        source=ids.sources[row["source_id"]],
        trial=row["trial"],
        model=ids.told(row["model"]),
        body=portable(json.loads(row["body"]), ids.with_paths),
        at=row["read_at"],
        id="",
        n=0,
    )
    return ids.numbered(line)


def decision_line(row: Row, ids: Ids, n: int) -> DecisionLine:
    """The line of a row of `decisions` with what was looked up; the `n`th that its person made then."""
    about = next(
        kind for kind in ("concern", "finding", "answer", "reading") if row[f"{kind}_id"] is not None
    )
    looked_up = None
    if row["place"] is not None:
        looked_up = LookedUp(place=row["place"], evidence=row["evidence"])
    said: dict[str, Any] = {name: bool(row[name]) if name in _FLAGS else row[name] for name in DECISION}
    line = DecisionLine(
        type="decision",
        artifact=ids.artifact,
        marker=row["marker"] or ids.marker,
        about=cast(Any, about),
        key=ids.of(about, row[f"{about}_id"]),
        value=_value(row["what"], row["value"], ids),
        at=row["decided_at"],
        looked_up=looked_up,
        id="",
        n=n,
        **said,
    )
    return structs.replace(line, id=line.proper_id)


_FLAGS = ("undone", "dropped", "blind", "inside")


def _value(what: str, value: str | None, ids: Ids) -> Any:
    """A decision's value, its keys told by ids."""
    if value is None or what not in ("fixed", "merge", "split"):
        return value
    if what == "fixed":
        return ids.revisions[int(value)]
    record = json.loads(value)
    origins = {
        ids.findings[int(finding)]: origin
        and {"concern": ids.concerns[origin["concern"]], "why": origin["why"], "by": origin["by"]}
        for finding, origin in record.get("findings", {}).items()
    }
    return {"findings": origins, "held": [_held(held, ids) for held in record.get("held", ())]}


def _held(held: Mapping[str, Any], ids: Ids) -> dict[str, Any]:
    kind = "concern" if "concern" in held else "finding"
    told = {**held, kind: ids.of(kind, held[kind])}
    for name in ("mark", "fixed"):
        if told.get(name):
            # Of a decision that is not in this database, nothing can be told.
            told[name] = ids.decisions.get(told[name])
    return {name: value for name, value in told.items() if value is not None}
