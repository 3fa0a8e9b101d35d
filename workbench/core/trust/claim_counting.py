"""What one artifact's history comes to, counted."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import Spend, spend
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.freezing import escaped
from workbench.core.history import History
from workbench.core.marks import Mark, Standing, Target
from workbench.core.readings import Answer, Finding, Reading, ReadingState
from workbench.core.ruling import MarkedAnswer, settled
from workbench.core.sources import NOT_ASKED, Source, SourceKind
from workbench.core.trust.claims import (
    NOBODY,
    Agreement,
    ArtifactCounts,
    Book,
    Cell,
    Claim,
    Counted,
    Outcome,
    Played,
    heading_of,
)
from workbench.core.trust.tallies import Heading
from workbench.core.trust.uncounted import uncounted


@dataclass(frozen=True, slots=True)
class _Said:
    """One finding or satisfied answer, and the mark that holds for it."""

    heading: Heading
    source: Source
    topic: tuple[str, int]
    """The concern, unplaced finding or revision that it is about."""
    played: Played
    at: datetime | None
    """When it was there to be marked; None where that says nothing."""
    standing: Standing

    @property
    def carried(self) -> bool:
        """Whether it came after the mark that holds for it."""
        decision = self.standing.decision
        made = decision.at if decision else None
        return self.at is not None and made is not None and self.at > made


def counted(histories: Iterable[History], prices: PriceTable | None = None) -> Counted:
    """What several artifacts' histories come to; without prices all spending is of unknown price."""
    book = Book()
    artifacts = tuple(counts_of(history, book, prices) for history in histories)
    return Counted(book.claims, artifacts, dated=prices.dated if prices else "")


def counts_of(history: History, book: Book, prices: PriceTable | None = None) -> ArtifactCounts:
    """What one artifact's history comes to; what its claims are like is put in the book."""
    by_claim: dict[tuple[Heading, Source, tuple[str, int]], list[_Said]] = defaultdict(list)
    for said in _all_said(history):
        by_claim[said.heading, said.source, said.topic].append(said)
    claims = Counter(
        book.place(Claim(heading, source, _cells(alike))) for (heading, source, _), alike in by_claim.items()
    )
    unsure, taken_for = uncounted([history])
    read = [reading for reading in history.readings if not reading.mine]
    return ArtifactCounts(
        history.artifact,
        claims,
        _since(read),
        _agreements(history, read),
        _spent(read, prices),
        len({reading.revision for reading in history.readings if reading.mine}),
        unsure,
        taken_for,
        escaped([history]),
        all(f.id in history.placements for reading in read for f in reading.findings),
    )


def _cells(alike: Iterable[_Said]) -> tuple[Cell, ...]:
    """One claim by who made it.

    A mark made inside an opened concern is about this source's own words, so it goes before the concern's.
    """
    by_player: dict[Played, list[_Said]] = defaultdict(list)
    for said in alike:
        by_player[said.played].append(said)
    ranked = sorted((_ranked(played, saids) for played, saids in by_player.items()), key=lambda pair: pair[0])
    return tuple(cell for _, cell in ranked)


def _ranked(played: Played, saids: Sequence[_Said]) -> tuple[tuple[bool, bool, int, Played], Cell]:
    """A cell, with what it is sorted by."""
    standings = [said.standing for said in saids if said.standing.mark and not said.carried]
    best = max(standings, key=lambda s: (s.inside, s.decision.id if s.decision else 0), default=None)
    carried = Counter(said.standing.mark for said in saids if said.carried)
    cell = Cell(
        played,
        Outcome(best.mark, best.reason) if best and best.mark else None,
        (carried[Mark.HIT], carried[Mark.MISS], carried[Mark.CANT_TELL]),
    )
    decision = best.decision.id if best and best.decision else 0
    return (best is None, not (best and best.inside), -decision, played), cell


def _all_said(history: History) -> Iterator[_Said]:
    """Everything that counts: of readings that finished, and what the person added and did not take back.

    What they answered to a rubric themselves does not: nobody else marks it.
    """
    marks = EffectiveMarks(history)
    for reading in history.readings:
        if reading.state is ReadingState.FINISHED and not reading.mine:
            yield from (_finding(history, marks, finding, reading) for finding in reading.findings)
            yield from (_answer(marks, a, reading) for a in reading.answers if _settled(a) == "meets")
    for finding in history.overlooked:
        if not _withdrawn(history, marks, finding):
            yield _finding(history, marks, finding, None)


def _withdrawn(history: History, marks: EffectiveMarks, finding: Finding) -> bool:
    """Whether the person took back that they added a problem."""
    placement = history.placements.get(finding.id)
    concern = None if placement is None else marks.standings.of(Target("concern", placement.concern))
    own = marks.standings.of(Target("finding", finding.id))
    return not own.overlooked or (concern is not None and not concern.overlooked)


def _settled(answer: Answer) -> str:
    """What an answer says, *cannot tell* where its words were not found."""
    return settled(MarkedAnswer(answer)).value


def _finding(history: History, marks: EffectiveMarks, finding: Finding, reading: Reading | None) -> _Said:
    return _Said(
        heading_of(finding.kind, finding.source),
        finding.source,
        _topic(history, finding),
        NOBODY if reading is None else _played(reading),
        _time(reading),
        marks.standing_of(finding),
    )


def _topic(history: History, finding: Finding) -> tuple[str, int]:
    placement = history.placements.get(finding.id)
    return ("finding", finding.id) if placement is None else ("concern", placement.concern)


def _answer(marks: EffectiveMarks, answer: Answer, reading: Reading) -> _Said:
    return _Said(
        Heading.SATISFIED,
        answer.source,
        ("revision", answer.revision),
        _played(reading),
        _time(reading),
        marks.of_answers(answer),
    )


def _played(reading: Reading) -> Played:
    return Played(reading.source, reading.provider, reading.model)


def _time(reading: Reading | None) -> datetime | None:
    """When a reading was there to be marked; None for checks and for what the person added.

    A check is run anew whenever the text is opened, so its last run is no sign that a fault is new.
    """
    if reading is None or reading.source.kind is SourceKind.CHECK:
        return None
    return reading.ended_at or reading.started_at


def _since(readings: Iterable[Reading]) -> dict[Played, datetime]:
    since: dict[Played, datetime] = {}
    for reading in readings:
        at = _time(reading)
        if at and reading.state is ReadingState.FINISHED:
            played = _played(reading)
            since[played] = min(at, since.get(played, at))
    return since


def _spent(readings: Iterable[Reading], prices: PriceTable | None) -> dict[Played, Spend]:
    calls: dict[Played, list[Reading]] = defaultdict(list)
    for reading in readings:
        if reading.source.kind not in NOT_ASKED:
            calls[_played(reading)].append(reading)
    found = {
        played: spend(((r.model, r.usage) for r in of), prices) if prices else Spend()
        for played, of in calls.items()
    }
    return {played: each for played, each in found.items() if each.calls}


def _agreements(history: History, readings: Iterable[Reading]) -> dict[tuple[Source, Played], Agreement]:
    """How often the same was said of the same text by the same player again."""
    by_text: dict[tuple[Played, int], list[Reading]] = defaultdict(list)
    for reading in readings:
        counts = reading.state is ReadingState.FINISHED and not reading.focused
        if counts and reading.source.kind is not SourceKind.CHECK:
            by_text[_played(reading), reading.revision].append(reading)
    total: dict[tuple[Source, Played], Agreement] = {}
    for (played, _), alike in by_text.items():
        for one, other in combinations(alike, 2):
            for source, agreement in _pair(history, one, other):
                if agreement.of:
                    key = (source, played)
                    total[key] = total.get(key, Agreement(0, 0)) + agreement
    return total


def _pair(history: History, one: Reading, other: Reading) -> Iterator[tuple[Source, Agreement]]:
    """What two readings of the same text agree on: concerns, or each question and the verdict."""
    if one.source.kind is SourceKind.READER:
        first, second = ({_topic(history, f) for f in reading.findings} for reading in (one, other))
        yield one.source, Agreement(len(first & second), len(first | second))
    if one.source.kind is SourceKind.RUBRIC:
        yield one.source, Agreement(int(one.verdict is other.verdict), 1)
        said, again = ({a.source: _settled(a) for a in reading.answers} for reading in (one, other))
        for source in said.keys() & again.keys():
            yield source, Agreement(int(said[source] == again[source]), 1)
