"""A database told as the lines of an export, one by one."""

import json
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from sqlite3 import Row

from sqlite_utils import Database

from workbench.core.exchange.lines import (
    ArtifactLine,
    ConcernLine,
    EndLine,
    IgnoreLine,
    Line,
    OwnAnswerLine,
    PlacementLine,
    SourceLine,
)
from workbench.core.exchange.people import place_of
from workbench.core.exchange.records import canonical
from workbench.storage.database import each_row, rows
from workbench.storage.exchange_looks import looks
from workbench.storage.exchange_names import artifact_id_of, chosen_artifacts, is_public, my_markers
from workbench.storage.exchange_rows import (
    Ids,
    answer_line,
    decision_line,
    finding_line,
    question_line,
    reading_line,
    replay_line,
    revision_line,
    round_line,
    source_line,
)

READINGS = """
    select readings.*, sources.kind as source_kind, raw_answers.text as raw, made_of.body as made_of
    from readings join revisions on revisions.id = readings.revision_id
    join sources on sources.id = source_id left join raw_answers on raw_answers.reading_id = readings.id
    left join made_of on made_of.reading_id = readings.id
    where artifact_id = ?
    and not exists (select 1 from rounds where rounds.id = round_id and state = 'running')
    order by readings.id
"""
# Together with their readings: those of one that is left out are left out.
FINDINGS = """
    select findings.* from findings join revisions on revisions.id = findings.revision_id
    where artifact_id = ? order by reading_id, findings.id
"""
ANSWERS = """
    select answers.* from answers join readings on readings.id = reading_id
    join revisions on revisions.id = readings.revision_id where artifact_id = ?
    order by reading_id, answers.id
"""
REPLAYS = """
    select replayed_readings.* from replayed_readings join revisions on revisions.id = revision_id
    where artifact_id = ? and state = 'finished' order by replayed_readings.id
"""
PLACEMENTS = """
    select placements.* from placements join concerns on concerns.id = concern_id
    where artifact_id = ? order by finding_id
"""
DECISIONS = """
    select decisions.*, looked_up.place as place, looked_up.evidence as evidence
    from decisions left join looked_up on decision_id = decisions.id
    where artifact_id = ? order by decisions.id
"""
OWN_ANSWERS = """
    select own_answers.* from own_answers join revisions on revisions.id = revision_id
    where artifact_id = ? order by answered_at, source_id
"""


@dataclass(frozen=True, slots=True)
class Told:
    """What of everything is told."""

    with_paths: bool = False
    """Whether personal paths are: of files, of folders in evidence."""
    with_texts: bool = True
    """Whether the texts of revisions are, without which no words can be found again elsewhere."""


@dataclass
class LeftOut:
    """What an export does not have."""

    rounds: int = 0
    """Rounds that have not ended."""
    decisions: int = 0
    """Decisions about what these raised."""


@dataclass
class Exporter:
    """The lines of some artifacts, each source told before it is first named."""

    db: Database
    marker: str | None
    told: Told = field(default_factory=Told)
    left_out: LeftOut = field(default_factory=LeftOut)

    def __post_init__(self) -> None:
        """Learn every source."""
        self._sources: dict[str, SourceLine] = {}
        self._by_key: dict[int, str] = {}
        for row in each_row(self.db, "select * from sources"):
            line = source_line(row["kind"], row["name"], row["wording"], row["body"], row["first_seen_at"])
            self._sources[line.id] = line
            self._by_key[row["id"]] = line.id
        self._mine = my_markers(self.db)

    def lines(self, chosen: Collection[int] | None) -> Iterator[str]:
        """Every line after the first, as text; the last says how many there are."""
        count = 1
        for row in chosen_artifacts(self.db, chosen):
            for text, source in self._of_artifact(row):
                if source in self._sources:
                    yield canonical(self._sources.pop(source).shape())
                    count += 1
                yield text
                count += 1
        for look in looks(self.db) if chosen is None else ():
            yield canonical(look.shape())
            count += 1
        yield canonical(EndLine(lines=count).shape())

    def _of_artifact(self, row: Row) -> Iterator[tuple[str, str]]:
        """Each line of an artifact with the source that it names, empty for none."""
        ids = Ids(artifact_id_of(self.db, row["id"]), self.marker, self.told.with_paths, self._by_key)
        yield canonical(self._artifact(row, ids).shape()), ""
        own: list[Line] = []
        for line in self.instruments(row["id"], ids):
            if getattr(line, "marker", None):
                own.append(line)
            else:
                yield canonical(line.shape()), getattr(line, "source", "")
        own += self._own_words(row["id"], ids)
        yield from self._people(row["id"], ids, own)

    def _artifact(self, row: Row, ids: Ids) -> ArtifactLine:
        sql = "select id from exchanged_artifacts where artifact_id = ? and id <> ? order by id"
        also = [id for (id,) in self.db.execute(sql, [row["id"], ids.artifact]).fetchall()]
        is_told = is_public(row["identity"]) or (
            self.told.with_paths and row["identity"].startswith(("git:", "path:"))
        )
        return ArtifactLine(
            type="artifact",
            id=ids.artifact,
            also=also,
            identity=row["identity"] if is_told else None,
            name=PurePath(row["path"]).name or "text",
            path=row["path"] if self.told.with_paths else None,
            created_at=row["created_at"],
        )

    def instruments(self, artifact_id: int, ids: Ids) -> Iterator[Line]:
        """The lines of everything but decisions and what the person says beside; fills the ids on the way."""
        of = [artifact_id]
        for row in each_row(self.db, "select * from revisions where artifact_id = ? order by number", of):
            ids.revisions[row["id"]] = row["sha256"]
            yield revision_line(row, ids, self.told.with_texts)
        for row in each_row(self.db, "select * from rounds where artifact_id = ? order by number", of):
            if row["state"] == "running":
                self.left_out.rounds += 1
                continue
            line = round_line(row, ids)
            ids.rounds[row["id"]] = line.id
            yield line
        yield from self._readings(of, ids)
        for row in rows(self.db, "select * from text_questions where artifact_id = ? order by id", of):
            if row["reading_id"] is None or row["reading_id"] in ids.readings:
                question = question_line(row, ids)
                ids.questions[row["id"]] = question.id
                yield question
        yield from self._concerns(of, ids)
        for row in each_row(self.db, REPLAYS, of):
            replay = replay_line(row, ids)
            ids.replays[row["id"]] = replay.id
            yield replay

    def _readings(self, of: list[int], ids: Ids) -> Iterator[Line]:
        for row in each_row(self.db, READINGS, of):
            reading = reading_line(row, ids)
            ids.readings[row["id"]] = reading.id
            if reading.marker:
                ids.own_readings.add(row["id"])
            yield reading
        for made, sql, kept in (
            (finding_line, FINDINGS, ids.findings),
            (answer_line, ANSWERS, ids.answers),
        ):
            reading_id: int | None = 0
            for row in each_row(self.db, sql, of):
                if row["reading_id"] != reading_id:
                    reading_id = row["reading_id"]
                    ids.forget_alike()
                if reading_id is None or reading_id in ids.readings:
                    line = made(row, ids)
                    kept[row["id"]] = line.id
                    yield line

    def _concerns(self, of: list[int], ids: Ids) -> Iterator[Line]:
        sql = "select * from concerns where artifact_id = ? and exchange_id is not null order by id"
        for row in each_row(self.db, sql, of):
            ids.concerns[row["id"]] = row["exchange_id"]
            yield ConcernLine(
                type="concern", artifact=ids.artifact, id=row["exchange_id"], created_at=row["created_at"]
            )
        own = self._own_findings(of)
        for row in each_row(self.db, PLACEMENTS, of):
            if row["finding_id"] in ids.findings and row["concern_id"] in ids.concerns:
                yield PlacementLine(
                    type="placement",
                    artifact=ids.artifact,
                    marker=ids.marker if row["finding_id"] in own else None,
                    finding=ids.findings[row["finding_id"]],
                    concern=ids.concerns[row["concern_id"]],
                    why=row["why"],
                    by=row["placed_by"],
                    at=row["placed_at"],
                )

    def _own_findings(self, of: list[int]) -> set[int]:
        sql = """
            select findings.id from findings join revisions on revisions.id = findings.revision_id
            left join readings on readings.id = reading_id
            where artifact_id = ? and (reading_id is null or provider = 'me')
        """
        return {id for (id,) in self.db.execute(sql, of).fetchall()}

    def _own_words(self, artifact_id: int, ids: Ids) -> Iterator[Line]:
        """What the person answered and accepted, beside decisions and readings."""
        for row in rows(self.db, OWN_ANSWERS, [artifact_id]):
            names = ("value", "reason", "quote", "span_start", "span_end")
            yield OwnAnswerLine(
                type="own answer",
                artifact=ids.artifact,
                marker=ids.marker,
                revision=ids.revisions[row["revision_id"]],
                source=ids.sources[row["source_id"]],
                at=row["answered_at"],
                **{name: row[name] for name in names},
            )
        for row in rows(self.db, "select * from accepted_ignores where artifact_id = ?", [artifact_id]):
            yield IgnoreLine(
                type="ignore",
                artifact=ids.artifact,
                marker=ids.marker,
                comment=row["comment"],
                at=row["accepted_at"],
            )

    def _people(self, artifact_id: int, ids: Ids, own: list[Line]) -> Iterator[tuple[str, str]]:
        """What each person says, by their names; of this one what is in their own tables, then the rest."""
        self.count_decisions(artifact_id, ids)
        of = [artifact_id]
        markers = {
            m for (m,) in self.db.execute("select marker from said_by_others where artifact_id = ?", of)
        }
        sql = "select distinct marker from decisions where artifact_id = ?"
        markers |= {marker or self.marker or "" for (marker,) in self.db.execute(sql, of)}
        markers |= {self.marker or ""} if own else set()
        for marker in sorted(markers):
            kept = (
                "select place, body from said_by_others where artifact_id = ? and marker = ? order by place"
            )
            said = (
                [(row["place"], row["body"]) for row in each_row(self.db, kept, [artifact_id, marker])]
                if (marker in self._mine)
                else []
            )
            if marker == self.marker:
                said += [(place_of(line), canonical(line.shape())) for line in own]
            texts = (text for _, text in sorted(said))
            if marker not in self._mine:
                texts = (row["body"] for row in each_row(self.db, kept, [artifact_id, marker]))
            for text in texts:
                yield text, str(json.loads(text).get("source", ""))
            if marker in self._mine:
                for line in self.decisions(artifact_id, ids, marker):
                    yield canonical(line.shape()), ""

    def count_decisions(self, artifact_id: int, ids: Ids) -> None:
        """Learn the ids of the person's decisions, which later ones name."""
        for row, line in self._decided(artifact_id, ids):
            ids.decisions[row["id"]] = line.id

    def decisions(self, artifact_id: int, ids: Ids, marker: str) -> Iterator[Line]:
        """The lines of the decisions that the person made under one of their names."""
        for row, line in self._decided(artifact_id, ids):
            if (row["marker"] or self.marker) == marker:
                yield line

    def _decided(self, artifact_id: int, ids: Ids):  # type: ignore[no-untyped-def]
        alike = Counter[tuple[str | None, str]]()
        self.left_out.decisions = 0
        for row in each_row(self.db, DECISIONS, [artifact_id]):
            then = (row["marker"], row["decided_at"])
            n = alike[then]
            alike[then] += 1
            try:
                line = decision_line(row, ids, n)
            except KeyError:
                # It is about what a round that has not ended raised.
                self.left_out.decisions += 1
                continue
            yield row, line
