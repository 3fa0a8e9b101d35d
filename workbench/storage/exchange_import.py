"""The lines of an export taken into a database: what it lacks is added, what both have is joined."""

import sqlite3
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from msgspec import structs
from sqlite_utils import Database

from workbench.core.artifacts import NOWHERE
from workbench.core.errors import UsageError
from workbench.core.exchange.lines import (
    ArtifactLine,
    DecisionLine,
    Line,
    OfArtifact,
    OfPerson,
    OwnAnswerLine,
    PlacementLine,
    RoundLine,
    SourceLine,
)
from workbench.core.exchange.parsing import refused
from workbench.core.exchange.people import is_of_such_a
from workbench.core.exchange.replay_lines import LookLine
from workbench.core.ruling import RulingValue
from workbench.storage.columns import moment
from workbench.storage.exchange_decisions import new_decision
from workbench.storage.exchange_export import Exporter, Told
from workbench.storage.exchange_joining import Beyond, Joiner, join_source
from workbench.storage.exchange_known import Known, finish_artifact, found_artifact, made_artifact
from workbench.storage.exchange_looks import take_look
from workbench.storage.exchange_names import artifact_id_of, my_markers, name_everything, own_marker
from workbench.storage.exchange_others import keep, promoted
from workbench.storage.exchange_rows import Ids, source_id


@dataclass
class Imported:
    """What an import changed."""

    added: Counter[str] = field(default_factory=Counter)
    """By type of line: how many things were not known before."""
    joined: Counter[str] = field(default_factory=Counter)
    """By type of line: how many known things are told otherwise now."""
    others: Counter[str] = field(default_factory=Counter)
    """By type of line: how many things another person said, not known before."""
    markers: set[str] = field(default_factory=set)
    """The names of these people."""
    texts: list[str] = field(default_factory=list)
    """The names of the texts, as they are in the file."""
    without_file: list[tuple[str, str]] = field(default_factory=list)
    """Of texts that are at no file of this machine: their names, and the paths that stand for one."""
    frozen: int = 0
    """Rulings that another person froze, not known before: they bind nobody here."""
    unproven: int = 0
    """Texts that could not be compared with their hash."""

    @property
    def changed(self) -> bool:
        """Whether anything is in the database now that was not."""
        return bool(self.joined.total() or self.added.total() or self.others.total())


class Importer:
    """Takes one export, line by line, within the caller's transaction."""

    def __init__(self, db: Database, at: datetime, by: str | None, mine: bool, into: int | None) -> None:
        """Take who exported it, whether that is this person, and the artifact that its one text is."""
        self.db, self.at, self._by, self._into = db, at, by, into
        self.here = own_marker(db, at)
        if mine:
            self._adopt(by)
        self.mine = my_markers(db)
        self.is_mine = mine
        self.found = Imported()
        self._known: Known | None = None
        self._joiner: Joiner | None = None
        self._sources: dict[str, int] = {}
        self._kinds: dict[str, str] = {}
        for key, kind, name, wording in db.execute("select id, kind, name, wording from sources"):
            id = source_id(kind, name, wording)
            self._sources[id], self._kinds[id] = key, kind

    def take(self, lines: Iterable[tuple[int, Line]]) -> Imported:
        """Take every line.

        Raises:
            UsageError: one cannot be; the caller takes the transaction back.
        """
        number = 1
        try:
            for number, line in lines:
                self._take(line, number)
            self._end_artifact()
        except Beyond as error:
            raise refused(number, "the words that it is about would be beyond the end of the text") from error
        except (sqlite3.IntegrityError, OverflowError) as error:
            raise refused(number, f"it says what cannot be ({error})") from error
        return self.found

    def _adopt(self, by: str | None) -> None:
        if by is None:
            raise UsageError("The export does not say who made it, so nothing in it can be taken as yours.")
        if by != self.here:
            sql = "insert into markers values (?, 1, 0, ?) on conflict (id) do update set mine = 1"
            self.db.execute(sql, [by, moment(self.at)])
            self.db.execute("update rounds set freeze = 1 where frozen_by = ?", [by])

    def _take(self, line: Line, number: int) -> None:
        if isinstance(line, SourceLine):
            self._source(line)
        elif isinstance(line, LookLine):
            self.found.added["look"] += take_look(self.db, line)
        elif isinstance(line, ArtifactLine):
            self._artifact(line, number)
        elif isinstance(line, OfArtifact):
            known = self._known
            if known is None or known.told_as != line.artifact:
                raise refused(number, "it is about another text than the lines before it")
            self._about(line, known, number)

    def _source(self, line: SourceLine) -> None:
        known = self._sources.get(line.id)
        if known is None:
            sql = "insert into sources (kind, name, wording, first_seen_at, body) values (?, ?, ?, ?, ?)"
            values = [line.kind, line.name, line.wording, line.first_seen_at, line.body]
            self._kinds[line.id] = line.kind
            self._sources[line.id] = self.db.execute(sql, values).lastrowid or 0
            self.found.added["source"] += 1
        else:
            self.found.joined["source"] += join_source(self.db, known, line)

    def _artifact(self, line: ArtifactLine, number: int) -> None:
        self._end_artifact()
        if self._into is not None and self.found.texts:
            raise refused(
                number,
                "the export has several texts, and --artifact names one file",
                "import it without --artifact, or export that text alone",
            )
        artifact_id = self._key_of(line, number)
        if artifact_id is None:
            artifact_id = made_artifact(self.db, line)
            self.found.added["artifact"] += 1
        else:
            name_everything(self.db, artifact_id, self.at)
        self.found.texts.append(line.name)
        sql = "select path from artifacts where id = ? and identity like ?"
        if found := self.db.execute(sql, [artifact_id, f"{NOWHERE}%"]).fetchone():
            self.found.without_file.append((line.name, found[0]))
        self._known = self._index(artifact_id, line, number)
        self._joiner = Joiner(self.db, self._known, self.mine)
        for id in (line.id, *line.also):
            self.db.execute("insert or ignore into exchanged_artifacts values (?, ?, 0)", [id, artifact_id])

    def _key_of(self, line: ArtifactLine, number: int) -> int | None:
        """The key of the artifact that a line tells of; None where there is none yet."""
        found = found_artifact(self.db, line)
        if self._into is None or found in (None, self._into):
            return found if self._into is None else self._into
        path = self.db.execute("select path from artifacts where id = ?", [found]).fetchone()[0]
        raise refused(
            number,
            f"{line.name} is known already as {path}",
            f"import it without --artifact; `workbench open PATH --history-of {path}` goes on with it",
        )

    def _index(self, artifact_id: int, line: ArtifactLine, number: int) -> Known:
        """What is known of an artifact, by the ids that an export of it would have."""
        sql = "select 1 from rounds where artifact_id = ? and state = 'running'"
        if self.db.execute(sql, [artifact_id]).fetchone():
            raise refused(
                number, f"{line.name} is being read", "let its round end, or open it where that was cut off"
            )
        sql = "update artifacts set created_at = min(created_at, ?) where id = ?"
        self.db.execute(sql, [line.created_at, artifact_id])
        ids = Ids(artifact_id_of(self.db, artifact_id), self.here, False, self._source_ids())
        exporter = Exporter(self.db, self.here, Told(with_texts=False))
        for _ in exporter.instruments(artifact_id, ids):
            pass
        exporter.count_decisions(artifact_id, ids)
        return Known(artifact_id, line.id, ids, self._sources)

    def _source_ids(self) -> dict[int, str]:
        return {key: id for id, key in self._sources.items()}

    def _end_artifact(self) -> None:
        known, self._known = self._known, None
        if known is None:
            return
        for line in promoted(self.db, known.artifact_id, self.mine):
            self._about(line, known, 0)
        finish_artifact(self.db, known.artifact_id)
        self.found.unproven += self._joiner.unproven if self._joiner else 0

    def _about(self, line: OfArtifact, known: Known, number: int) -> None:
        source = getattr(line, "source", None)
        if source is not None and source not in self._sources:
            raise refused(number, f"no line before it tells of its source {source}")
        if source is not None and not is_of_such_a(line, self._kinds[source]):
            raise refused(number, f"a {self._kinds[source]} says no such {line.type}")
        marker = line.marker if isinstance(line, OfPerson) else None
        if marker is not None and marker not in self.mine:
            self._of_another(line, marker, known)
            return
        if isinstance(line, OwnAnswerLine) and marker == self.here:
            # This database knows best what of these became a reading since.
            return
        joiner, key = self._joiner, known.key_of(line)
        assert joiner is not None, "a known artifact has its joiner"
        if isinstance(line, RoundLine) and line.freeze:
            line = structs.replace(line, frozen_by=line.frozen_by or self._by)
            is_new = key is None and line.frozen_by not in self.mine
            self.found.frozen += is_new and _rules(line)
        try:
            if isinstance(line, PlacementLine):
                self._count("placement", joiner.placement(line, self.is_mine and marker != self.here))
            elif key is not None:
                self.found.joined[line.type] += joiner.join(line, key)
            elif isinstance(line, DecisionLine):
                known.add(line, new_decision(self.db, known, line, None if marker == self.here else marker))
                self.found.added[line.type] += 1
            else:
                self._count(line.type, joiner.add(line))
        except KeyError as error:
            raise refused(number, f"no line before it tells of {error.args[0]}") from error

    def _count(self, type: str, how: str) -> None:
        """Count what became of a line: `added`, `joined`, or nothing."""
        if how == "added":
            self.found.added[type] += 1
        elif how == "joined":
            self.found.joined[type] += 1

    def _of_another(self, line: OfArtifact, marker: str, known: Known) -> None:
        self.found.markers.add(marker)
        self.db.execute("insert or ignore into markers values (?, 0, 0, ?)", [marker, moment(self.at)])
        how = keep(self.db, line, marker, known)
        if how == "added":
            self.found.others[line.type] += 1
        elif how == "joined":
            self.found.joined[line.type] += 1


def _rules(line: RoundLine) -> bool:
    """Whether a round came to a ruling: one that was stopped before its judges ended did not."""
    return line.state == "complete" and line.ruling.get("value") != RulingValue.UNJUDGED
