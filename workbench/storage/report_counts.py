"""What every artifact's claims and marks come to: counted once, and again where something changed since."""

import gc
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from workbench.core.artifacts import Artifact, Kind
from workbench.core.calibration.blind_counts import BlindCounts, with_all_read
from workbench.core.costs.prices import PriceTable
from workbench.core.sources import Source, SourceKind
from workbench.core.trust.claims import ArtifactCounts, Book, Counted
from workbench.storage import blind_counts
from workbench.storage.claim_counts import counts_of
from workbench.storage.comparison_counts import past_comparisons
from workbench.storage.habits import Hits, habits, hits_of
from workbench.storage.resources import sql_files
from workbench.storage.tagline_counts import GRADED, with_grades

_STATES = """
    select
        artifacts.id,
        identity,
        path,
        kind,
        written_with,
        (select count(*) from decisions where artifact_id = artifacts.id) as decided,
        (
            select decided_at from decisions
            where id = (select max(id) from decisions where artifact_id = artifacts.id)
        ) as decided_at,
        (select count(*) from accepted_ignores where artifact_id = artifacts.id) as accepted,
        (select max(created_at) from revisions where artifact_id = artifacts.id) as edited_at
    from artifacts order by artifacts.id
"""
_UNDONE = "select artifact_id, count(*), sum(id) from decisions where undone = 1 group by artifact_id"
_READ = """
    select artifact_id, count(*), max(readings.id), max(readings.ended_at), max(withdrawn_at)
    from readings join revisions on revisions.id = revision_id group by artifact_id
"""
_ROUNDS = """
    select artifact_id, count(*), max(ended_at), sum(state = 'running'), sum(freeze)
    from rounds group by artifact_id
"""
_PLACED = """
    select artifact_id, count(*), sum(finding_id * concern_id % 1000003)
    from concerns join placements on concern_id = concerns.id group by artifact_id
"""
_ALL_PLACED = "select count(*), sum(finding_id * concern_id % 1000003) from placements"
_REGROUPED = "select distinct artifact_id from decisions where what in ('merge', 'split')"
_FROZEN = "select distinct artifact_id from rounds where freeze = 1"
_APPLIED = "select name from _sqlite_migrations where migration_set = 'workbench'"

State = tuple[object, ...]
"""What changes whenever anything that is counted of an artifact does; empty while that cannot be said."""


class KeptText(NamedTuple):
    """What was counted of one artifact."""

    state: State
    """That it was in then."""
    counts: ArtifactCounts
    blind: tuple[BlindCounts, ...]
    """What the person answered blind says of each judge that read what they answered."""
    hits: Hits


@dataclass
class Kept:
    """What was counted before."""

    book: Book = field(default_factory=Book)
    artifacts: dict[int, KeptText] = field(default_factory=dict)
    prices: PriceTable | None = None
    placed: State = ()
    """What changes whenever any finding of any artifact is placed elsewhere."""
    changed: bool = False
    """Whether more was counted than had been kept."""


def counted(db: sqlite3.Connection, kept: Kept, prices: PriceTable | None) -> Counted:
    """What is counted of every artifact; what has not changed since is taken from `kept`.

    What is counted anew is put there. The caller has begun a transaction, so that all is of one moment.
    """
    if kept.prices != prices:
        kept.artifacts, kept.prices, kept.changed = {}, prices, True
    sources = {
        id: Source(SourceKind(kind), name, wording)
        for id, kind, name, wording in db.execute("select id, kind, name, wording from sources")
    }
    count = _Anew(db, sources, kept.book, prices)
    found = []
    with without_collecting():
        for artifact, state in _states(db, kept):
            before = kept.artifacts.get(artifact.id)
            if before is not None and before.state == state:
                text = before._replace(counts=replace(before.counts, artifact=artifact))
            else:
                text = count.text(artifact, state)
                kept.changed = True
            kept.artifacts[artifact.id] = text
            found.append(text)
    blind = tuple(each for text in found for each in text.blind)
    if blind:
        blind = with_all_read(blind, blind_counts.read_by_judges(db, sources))
    compared = past_comparisons(db, sources)
    you = habits(db, [text.hits for text in found])
    artifacts, dated = tuple(text.counts for text in found), prices.dated if prices else ""
    return Counted(kept.book.claims, artifacts, blind, compared, you, dated)


class _Anew:
    """What counts an artifact of which nothing is kept, or which has changed since."""

    def __init__(
        self, db: sqlite3.Connection, sources: Mapping[int, Source], book: Book, prices: PriceTable | None
    ) -> None:
        self._db, self._sources, self._book, self._prices = db, sources, book, prices

    def text(self, artifact: Artifact, state: State) -> KeptText:
        """All that is counted of the artifact."""
        anew = _by_the_core if artifact.id in self._left_to_the_core else counts_of
        counts = anew(self._db, artifact, self._sources, self._book, self._prices)
        counts = with_grades(self._db, counts, self._sources, self._book)
        blind: tuple[BlindCounts, ...] = ()
        if counts.own or artifact.id in self._answered_blind:
            blind = blind_counts.counts_of(self._db, artifact.id, self._sources, judged=counts.own > 0)
        return KeptText(state if counts.settled else (), counts, blind, hits_of(self._db, artifact.id))

    @cached_property
    def _left_to_the_core(self) -> frozenset[int]:
        return frozenset(id for sql in (_REGROUPED, _FROZEN) for (id,) in self._db.execute(sql))

    @cached_property
    def _answered_blind(self) -> frozenset[int]:
        return blind_counts.texts_answered_blind(self._db)


def counted_at_once(database: Path, kept: Kept, prices: PriceTable | None) -> Counted | None:
    """What is counted in a database that nothing has opened yet; None where it cannot be read so.

    Whatever is wrong with it is for those to say who open it afterwards.
    """
    try:
        # SQLite throws away the log of an empty file even where it may only read.
        if not database.stat().st_size:
            return None
        location = f"file:{quote(str(database.absolute()))}?mode=ro"
        with closing(sqlite3.connect(location, uri=True, timeout=0)) as db:  # noqa: TID251
            db.execute("begin")
            if {name for (name,) in db.execute(_APPLIED)} != set(sql_files("migrations")):
                return None
            return counted(db, kept, prices)
    except (sqlite3.Error, OSError, TypeError, ValueError, KeyError):
        return None


def _states(db: sqlite3.Connection, kept: Kept) -> Iterator[tuple[Artifact, State]]:
    """Every artifact with its state, the oldest first.

    A decision is never changed, only undone and restored, the last one first, and a reading and what it says
    never without a new time.
    """
    more = [{row[0]: row[1:] for row in db.execute(sql)} for sql in (_UNDONE, _READ, _ROUNDS, GRADED)]
    more.append(_placements(db, kept))
    for id, identity, path, kind, written_with, *decided in db.execute(_STATES).fetchall():
        state = (*decided, *(part for of in more for part in of.get(id, (0, 0))))
        yield Artifact(identity, path, Kind(kind), None, id, written_with), state


def _placements(db: sqlite3.Connection, kept: Kept) -> dict[int, State]:
    """The end of each artifact's state, which says where its findings are placed.

    One artifact after the other takes a while, so it is first asked whether any of it has changed.
    """
    placed: State = db.execute(_ALL_PLACED).fetchone()
    if placed == kept.placed and all(text.state for text in kept.artifacts.values()):
        return {id: text.state[-2:] for id, text in kept.artifacts.items()}
    kept.placed = placed
    return {row[0]: row[1:] for row in db.execute(_PLACED)}


def _by_the_core(
    db: sqlite3.Connection,
    artifact: Artifact,
    sources: Mapping[int, Source],
    book: Book,
    prices: PriceTable | None,
) -> ArtifactCounts:
    """What the core counts of the artifact's history."""
    # These are slow to import, and most texts want none of them.
    from sqlite_utils import Database

    from workbench.core.trust.claim_counting import counts_of as core_counts_of
    from workbench.storage.histories import history_without_words

    history = history_without_words(Database(db, execute_plugins=False), artifact.id)
    return core_counts_of(replace(history, artifact=artifact), book, prices)


@contextmanager
def without_collecting() -> Iterator[None]:
    """While hundreds of thousands of small values are made, none of them in a cycle, none is looked for."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
