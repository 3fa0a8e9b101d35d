"""What one artifact's claims and marks come to, counted from rows without making a history of them.

`core.trust.claim_counting` says what is counted; this says the same of what is stored, in less time.
"""

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any, NamedTuple

from workbench.core.artifacts import Artifact
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import Spend, spend
from workbench.core.costs.usage import Usage
from workbench.core.marks import Mark
from workbench.core.readings import OWN_PROVIDER
from workbench.core.sources import NOT_ASKED, Source, SourceKind
from workbench.core.trust.claims import (
    HEADING_OF,
    NOBODY,
    Agreement,
    ArtifactCounts,
    Book,
    Cell,
    Claim,
    Outcome,
    Played,
)
from workbench.core.trust.tallies import Heading, Tally
from workbench.storage.claim_decisions import Decided, Stands, decided

_READINGS = """
    select
        readings.id, revision_id, source_id, provider, model, state, verdict, coalesce(ended_at, started_at),
        input_tokens, output_tokens, cache_read_tokens, cache_written_tokens, seconds,
        cache_written_1h_tokens, coalesce(calls, parts), passages
    from revisions join readings on readings.revision_id = revisions.id
    where artifact_id = ? and withdrawn_at is null order by readings.id
"""
_FINDINGS = """
    select findings.id, source_id, reading_id, concern_id, findings.kind
    from revisions
    join findings on findings.revision_id = revisions.id
    left join placements on finding_id = findings.id
    where artifact_id = ? and withdrawn_at is null order by findings.id
"""
_ANSWERS = """
    select
        answers.id, answers.source_id, reading_id, value,
        iif(
            (quote <> '' and span_start is null) or (quote = '' and value in ('meets', 'fails')),
            'cannot tell',
            value
        )
    from revisions
    join readings on readings.revision_id = revisions.id
    join answers on reading_id = readings.id
    where artifact_id = ? and withdrawn_at is null order by answers.id
"""
_HEADINGS = {kind.value: heading for kind, heading in HEADING_OF.items()}
_MARKS = tuple(Mark)


class _Made(NamedTuple):
    """A reading, as far as what it raised is counted."""

    player: int
    """The place of who played it among the players."""
    revision: int
    at: str | None
    """When it was there to be marked; None for a check."""
    counts: bool
    """Whether it finished and is not the person's own."""
    verdict: str | None
    focused: bool
    """Whether it was shown the changed passages only."""


_Said = tuple[int, Stands | None, bool]
"""Who said it, the mark that holds for it, and whether it came after that."""
_Key = tuple[Heading, int, tuple[str, int]]
"""A claim: its heading, source, and the concern, unplaced finding or revision that it is about."""


def counts_of(
    db: sqlite3.Connection,
    artifact: Artifact,
    sources: Mapping[int, Source],
    book: Book,
    prices: PriceTable | None,
) -> ArtifactCounts:
    """What is counted of an artifact; what its claims are like is put in the book.

    Nothing of it was merged or split, and no escape is looked for.
    """
    return _Counting(db, artifact, sources).counts(book, prices)


class _Counting:
    """One artifact's rows and what is made of them."""

    def __init__(self, db: sqlite3.Connection, artifact: Artifact, sources: Mapping[int, Source]) -> None:
        self._artifact, self._sources = artifact, sources
        self._readings = db.execute(_READINGS, [artifact.id]).fetchall()
        self._players: list[Played] = [NOBODY]
        self._made = self._made_of(self._readings)
        self._answers = db.execute(_ANSWERS, [artifact.id]).fetchall()
        self._own = {row[0]: row[1] for row in self._readings if row[3] == OWN_PROVIDER}
        """The revision of each reading that the person made."""
        told = {
            id: (source, self._made[reading].revision)
            for id, source, reading, *_ in self._answers
            if reading not in self._own
        }
        self._decided: Decided = decided(db, artifact.id, told)
        findings = db.execute(_FINDINGS, [artifact.id]).fetchall()
        marked = self._decided.findings
        if marked:
            self._decided.settle([(row[0], row[3]) for row in findings if row[3] and row[0] in marked])
        self._findings = findings

    def counts(self, book: Book, prices: PriceTable | None) -> ArtifactCounts:
        """All that is counted."""
        topics: dict[int, set[tuple[str, int]]] = defaultdict(set)
        said: dict[_Key, list[_Said]] = defaultdict(list)
        self._count_findings(said, topics)
        self._count_satisfied(said)
        return ArtifactCounts(
            self._artifact,
            self._claims(said, book),
            self._since(),
            self._agreements(topics),
            self._spent(prices),
            len(set(self._own.values())),
            self._unsure(),
            self._taken_for(),
            settled=all(row[3] or row[2] is None or row[2] in self._own for row in self._findings),
        )

    def _made_of(self, readings: Iterable[tuple[Any, ...]]) -> dict[int, _Made]:
        places: dict[tuple[int, str, str], int] = {}
        made = {}
        for id, revision, source, provider, model, state, verdict, at, *_, passages in readings:
            played = Played(self._sources[source], provider, model)
            player = places.setdefault((source, provider, model), len(self._players))
            if player == len(self._players):
                self._players.append(played)
            counts = state == "finished" and provider != OWN_PROVIDER
            is_check = played.source.kind is SourceKind.CHECK
            when = None if is_check else at
            made[id] = _Made(player, revision, when, counts, verdict, passages > 0)
        return made

    def _count_findings(self, said: dict[_Key, list[_Said]], topics: dict[int, set[tuple[str, int]]]) -> None:
        of_finding, made = self._decided.of_finding, self._made
        for id, source, reading, concern, kind in self._findings:
            topic = ("finding", id) if concern is None else ("concern", concern)
            stands = of_finding(id, concern)
            if reading is None:
                if not {("finding", id), topic} & self._decided.taken_back:
                    said[Heading.OVERLOOKED, source, topic].append((0, stands, False))
                continue
            by = made[reading]
            if by.counts:
                topics[reading].add(topic)
                carried = stands is not None and by.at is not None and by.at > stands.at
                said[self._heading(kind, source), source, topic].append((by.player, stands, carried))

    def _heading(self, kind: str, source: int) -> Heading:
        is_outside = self._sources[source].kind is SourceKind.OUTSIDE
        return Heading.OUTSIDE if is_outside else _HEADINGS[kind]

    def _count_satisfied(self, said: dict[_Key, list[_Said]]) -> None:
        for _, source, reading, _, settled in self._answers:
            by = self._made[reading]
            if settled == "meets" and by.counts:
                stands = self._decided.answers.get((source, by.revision))
                carried = stands is not None and by.at is not None and by.at > stands.at
                topic = ("revision", by.revision)
                said[Heading.SATISFIED, source, topic].append((by.player, stands, carried))

    def _claims(self, said: Mapping[_Key, Sequence[_Said]], book: Book) -> Counter[int]:
        """How many claims there are of each kind; most were said once, which is quickly told."""
        claims: Counter[int] = Counter()
        places: dict[tuple[Heading, int, int, int, bool], int] = {}
        for (heading, source, _), saids in said.items():
            player, stands, carried = saids[0]
            if len(saids) > 1:
                claims[book.place(Claim(heading, self._sources[source], self._cells(saids)))] += 1
                continue
            key = (heading, source, player, id(stands.outcome) if stands else 0, carried)
            place = places.get(key)
            if place is None:
                claim = Claim(heading, self._sources[source], self._cells(saids))
                place = places[key] = book.place(claim)
            claims[place] += 1
        return claims

    def _cells(self, saids: Iterable[_Said]) -> tuple[Cell, ...]:
        """One claim by who made it, whose mark counts for all of them first."""
        best: dict[int, Stands | None] = {}
        carried: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
        for player, stands, came_later in saids:
            known = best.setdefault(player, None)
            if stands is None:
                continue
            if came_later:
                carried[player][_MARKS.index(stands.outcome.mark)] += 1
            elif known is None or stands[:2] > known[:2]:
                best[player] = stands
        cells = []
        for player, counts in best.items():
            hits, misses, cant_tells = carried[player]
            outcome = counts.outcome if counts else None
            cell = Cell(self._players[player], outcome, (hits, misses, cant_tells))
            rank = (counts is None, *((-counts.inside, -counts.decision) if counts else (0, 0)))
            cells.append((rank, cell))
        return tuple(cell for _, cell in sorted(cells, key=lambda pair: (pair[0], pair[1].played)))

    def _since(self) -> dict[Played, datetime]:
        since: dict[int, str] = {}
        for made in self._made.values():
            if made.at and made.counts:
                since[made.player] = min(made.at, since.get(made.player, made.at))
        return {self._players[player]: datetime.fromisoformat(at) for player, at in since.items()}

    def _spent(self, prices: PriceTable | None) -> dict[Played, Spend]:
        calls: dict[int, list[tuple[str, Usage]]] = defaultdict(list)
        for row in self._readings:
            played = self._players[self._made[row[0]].player]
            if row[3] != OWN_PROVIDER and played.source.kind not in NOT_ASKED:
                calls[self._made[row[0]].player].append((row[4], Usage(*row[8:15])))
        found = {player: spend(of, prices) if prices else Spend() for player, of in calls.items()}
        return {self._players[player]: used for player, used in found.items() if used.calls}

    def _agreements(
        self, topics: Mapping[int, set[tuple[str, int]]]
    ) -> dict[tuple[Source, Played], Agreement]:
        """How often the same was said of the same text by the same player again."""
        by_text: dict[tuple[int, int], list[int]] = defaultdict(list)
        for reading, made in self._made.items():
            if made.counts and not made.focused:
                by_text[made.player, made.revision].append(reading)
        told: dict[int, dict[int, str]] = defaultdict(dict)
        for _, source, reading, _, settled in self._answers:
            told[reading][source] = settled
        total: dict[tuple[Source, Played], Agreement] = {}
        for (player, _), readings in by_text.items():
            played = self._players[player]
            for pair in combinations(readings, 2):
                for source, same, of in self._pair(played.source, pair, topics, told):
                    key = (source, played)
                    total[key] = total.get(key, Agreement(0, 0)) + Agreement(same, of)
        return total

    def _pair(
        self,
        source: Source,
        pair: tuple[int, int],
        topics: Mapping[int, set[tuple[str, int]]],
        told: Mapping[int, Mapping[int, str]],
    ) -> Iterator[tuple[Source, int, int]]:
        """What two readings of the same text agree on: concerns, or each question and the verdict."""
        if source.kind is SourceKind.READER:
            one, other = (topics.get(reading, set()) for reading in pair)
            if either := one | other:
                yield source, len(one & other), len(either)
        if source.kind is SourceKind.RUBRIC:
            first, second = (self._made[reading] for reading in pair)
            yield source, int(first.verdict == second.verdict), 1
            said, again = (told.get(reading, {}) for reading in pair)
            for id in said.keys() & again.keys():
                yield self._sources[id], int(said[id] == again[id]), 1

    def _unsure(self) -> Tally:
        """Marks on answers that cannot be told."""
        marks: dict[tuple[int, int], Outcome] = {}
        for _, source, reading, value, settled in self._answers:
            by = self._made[reading]
            stands = self._decided.answers.get((source, by.revision))
            if stands and by.counts and value != "fails" and settled == "cannot tell":
                marks[source, by.revision] = stands.outcome
        return _tally(marks.values())

    def _taken_for(self) -> Tally:
        """Marks on what readers took the text for."""
        marks: dict[tuple[Source, int], Outcome] = {}
        for reading, stands in sorted(self._decided.readings.items()):
            by = self._made.get(reading)
            if by and by.counts:
                marks[self._players[by.player].source, by.revision] = stands.outcome
        return _tally(marks.values())


def _tally(outcomes: Iterable[Outcome]) -> Tally:
    count = Counter(outcome.mark for outcome in outcomes)
    return Tally(count[Mark.HIT], count[Mark.MISS], count[Mark.CANT_TELL])
