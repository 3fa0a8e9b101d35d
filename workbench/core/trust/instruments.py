"""How often each instrument is right, by the person's marks.

A rate is about an instrument, never about a text. What is counted is a claim, see `core.trust.claims`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from workbench.core.artifacts import Artifact
from workbench.core.costs.spending import Spend, together
from workbench.core.families import own_family
from workbench.core.sources import Source, SourceKind
from workbench.core.trust.claims import (
    NOBODY,
    Agreement,
    Cell,
    Claim,
    Counted,
    Played,
    escapes_together,
    row_of,
)
from workbench.core.trust.escaped import Escaped
from workbench.core.trust.tallies import Heading, Row, Tally

Alike = Sequence[tuple[Sequence[Cell], int]]
"""Claims, each as the cells that count for it and how many are alike."""
_SELDOM = (Heading.OUTSIDE, Heading.GRADES)
"""Headings that many people have nothing under."""
_ORDER = {heading: place for place, heading in enumerate(Heading)}
_BLOCKS = sorted(Heading, key=lambda heading: heading is not Heading.READERS)
"""Below the table readers come first: most of what is marked is theirs."""


class By(StrEnum):
    """What the rows below the table are by."""

    SOURCE = "source"
    QUESTION = "question"
    MODEL = "model"
    WORDING = "wording"
    ARTIFACT = "artifact"


class NamedRow(NamedTuple):
    """A row of a block."""

    name: str
    row: Row
    within: bool = False
    """Whether it is a part of the last row above it that is not."""


class Block(NamedTuple):
    """Rows that stand together, by name."""

    title: str
    rows: tuple[NamedRow, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """An instrument at one exact wording, played by one model."""

    source: Source
    """A reader, a check, a rubric, or one of its questions."""
    provider: str
    model: str
    """As the service named it; empty for checks."""
    since: datetime | None
    """When its first reading ended; None for a check, and where no time was kept."""
    row: Row

    @property
    def label(self) -> str:
        """What tells it from the other wordings of its name, on one line."""
        parts = (
            self.source.wording[:8],
            self.model,
            self.provider,
            self.since and f"since {self.since.astimezone():%Y-%m-%d}",
        )
        return " ".join(part for part in parts if part)


@dataclass(frozen=True, slots=True)
class Instrument:
    """All wordings of one name together."""

    name: str
    row: Row
    wordings: tuple[Wording, ...]
    """What the row is made of, the oldest first."""

    @property
    def kinds(self) -> frozenset[SourceKind]:
        """What sort of instrument it is."""
        return frozenset(wording.source.kind for wording in self.wordings)

    @property
    def called(self) -> str:
        """The instrument as a person calls it: a question by its rubric and id."""
        return called(self.name, self.kinds)


def called(name: str, kinds: Iterable[SourceKind]) -> str:
    """A source as a person calls it: a question by its rubric and id."""
    if SourceKind.RUBRIC in kinds:
        return f"{name}, all"
    if SourceKind.QUESTION not in kinds:
        return name
    pool, _, id = name.rpartition("/")
    return {"derived": f"{id}, of one text", "added": f"{id}, yours"}.get(pool, f"{pool} {id}")


class Again(NamedTuple):
    """How often one source said the same of the same text again."""

    source: Source
    """A reader, a question, or a rubric for its verdict."""
    provider: str
    model: str
    agreement: Agreement


class Cost(NamedTuple):
    """What one reader or judge used, and how many problems it raised that the person agreed with."""

    source: Source
    provider: str
    model: str
    spend: Spend
    hits: int

    @property
    def a_hit(self) -> float | None:
        """Dollars for each hit; None without hits, or where the price of any call is unknown."""
        unknown = self.spend.unpriced or self.spend.uncounted
        return None if unknown or not self.hits else self.spend.dollars / self.hits


@dataclass(frozen=True)
class Report:
    """How often each instrument is right."""

    counted: Counted

    @cached_property
    def table(self) -> tuple[Row, ...]:
        """One row for each heading; outside reviewers and a grader have one once there are any."""
        rows = (
            row_of(heading, [(claim.cells, n) for claim, n in self._claims if claim.heading is heading])
            for heading in Heading
        )
        return tuple(row for row in rows if row.raised or row.heading not in _SELDOM)

    @cached_property
    def instruments(self) -> tuple[Instrument, ...]:
        """Under each heading by name: never by rate, for intervals of few marks overlap."""
        named: dict[tuple[Heading, str], list[tuple[Claim, int]]] = defaultdict(list)
        for claim, count in self._claims:
            for name in {source.name for source, _ in _keys(claim)}:
                named[claim.heading, name].append((claim, count))
        instruments = (
            Instrument(name, row_of(heading, _of_name(name, claims)), self._wordings(heading, name, claims))
            for (heading, name), claims in named.items()
        )
        return tuple(sorted(instruments, key=lambda i: (_ORDER[i.row.heading], natural(i.name))))

    @property
    def own(self) -> int:
        """Revisions whose rubric the person answered themselves; no rate has these answers in it."""
        return sum(each.own for each in self.counted.artifacts)

    @property
    def escapes(self) -> tuple[Escaped, ...]:
        """For each rubric wording that has ruled with effect: what was found all the same."""
        return escapes_together(self.counted.artifacts)

    @property
    def own_family(self) -> tuple[tuple[Artifact, tuple[str, ...]], ...]:
        """Texts that were read by models of the family they were written with, each with these models."""
        found = [
            (each.artifact, own_family(each.artifact, sorted({played.model for played in each.since})))
            for each in self.counted.artifacts
        ]
        return tuple((artifact, models) for artifact, models in found if models)

    @property
    def unsure(self) -> Tally:
        """Marks on questions that a judge could not answer; in no rate, since it claimed nothing."""
        return _added(each.unsure for each in self.counted.artifacts)

    @property
    def taken_for(self) -> Tally:
        """Marks on what readers took a text for, a hit where that was right; in no rate either."""
        return _added(each.taken_for for each in self.counted.artifacts)

    @cached_property
    def again(self) -> tuple[Again, ...]:
        """How often each reader, question and verdict was the same again on the same text."""
        total: dict[tuple[Source, str, str], Agreement] = {}
        for each in self.counted.artifacts:
            for (source, played), agreement in each.agreement.items():
                key = (source, played.provider, played.model)
                total[key] = total.get(key, Agreement(0, 0)) + agreement
        found = [Again(*key, agreement) for key, agreement in total.items()]
        return tuple(sorted(found, key=lambda a: (a.source.kind, natural(a.source.name), a)))

    @cached_property
    def costs(self) -> tuple[Cost, ...]:
        """What each reader and judge used for the problems that the person agreed with."""
        spent: dict[Played, Spend] = {}
        for each in self.counted.artifacts:
            for played, used in each.spent.items():
                spent[played] = together(spent.get(played, Spend()), used)
        raising = (Heading.READERS, Heading.SHOULD_FIX)
        hits = {
            (wording.source, wording.provider, wording.model): wording.row.tally.hit
            for instrument in self.instruments
            if instrument.row.heading in raising
            for wording in instrument.wordings
        }
        found = [
            Cost(*key, used, hits.get(key, 0))
            for played, used in spent.items()
            for key in ((played.source, played.provider, played.model),)
        ]
        return tuple(sorted(found, key=lambda c: (c.source.kind, natural(c.source.name), c[:3])))

    def blocks(self, by: By | None = None) -> tuple[Block, ...]:
        """The rows below the table; None gives sources and questions, with the wordings of each."""
        if by is By.MODEL:
            return self._by(lambda played: " ".join(part for part in played[1:] if part) or "no model")
        if by is By.ARTIFACT:
            return self._by_artifact()
        found = []
        for heading in _BLOCKS:
            of = [i for i in self.instruments if i.row.heading is heading and _is_by(i, by)]
            rows = tuple(row for instrument in of for row in _named_rows(instrument, by))
            if rows:
                found.append(Block(f"{heading.block}, by {rows_are_by(by, heading)}", rows))
        return tuple(found)

    @cached_property
    def _claims(self) -> list[tuple[Claim, int]]:
        return self.counted.together()

    @cached_property
    def _since(self) -> dict[Played, datetime]:
        since: dict[Played, datetime] = {}
        for each in self.counted.artifacts:
            for played, at in each.since.items():
                since[played] = min(at, since.get(played, at))
        return since

    def _wordings(
        self, heading: Heading, name: str, claims: Iterable[tuple[Claim, int]]
    ) -> tuple[Wording, ...]:
        by_key: dict[tuple[Source, str, str], list[tuple[Sequence[Cell], int]]] = defaultdict(list)
        for claim, count in claims:
            cells: dict[tuple[Source, str, str], list[Cell]] = defaultdict(list)
            for source, cell in _keys(claim):
                if source.name == name:
                    cells[source, cell.played.provider, cell.played.model].append(cell)
            for key, of in cells.items():
                by_key[key].append((of, count))
        return tuple(
            sorted(
                (Wording(*key, self._begun(of), row_of(heading, of)) for key, of in by_key.items()),
                key=_age,
            )
        )

    def _begun(self, claims: Alike) -> datetime | None:
        known = (self._since.get(cell.played) for cells, _ in claims for cell in cells)
        return min((at for at in known if at), default=None)

    def _by(self, name_of: Callable[[Played], str]) -> tuple[Block, ...]:
        """A block for each heading, its rows by who played."""
        named: dict[tuple[Heading, str], list[tuple[Sequence[Cell], int]]] = defaultdict(list)
        for claim, count in self._claims:
            if claim.heading in (Heading.CHECKS, Heading.OVERLOOKED):
                continue
            cells: dict[str, list[Cell]] = defaultdict(list)
            for cell in claim.cells:
                cells[name_of(cell.played)].append(cell)
            for name, of in cells.items():
                named[claim.heading, name].append((of, count))
        return _blocks({key: row_of(key[0], of) for key, of in named.items()}, By.MODEL)

    def _by_artifact(self) -> tuple[Block, ...]:
        rows: dict[tuple[Heading, str], Row] = {}
        for each in self.counted.artifacts:
            alone = Report(replace(self.counted, artifacts=(each,)))
            rows |= {(row.heading, each.artifact.path): row for row in alone.table if row.raised}
        return _blocks(rows, By.ARTIFACT)


def natural(name: str) -> list[tuple[int, str]]:
    """Sorts R2 before R10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


def _blocks(rows: dict[tuple[Heading, str], Row], by: By) -> tuple[Block, ...]:
    found = []
    for heading in _BLOCKS:
        named = sorted((name for of, name in rows if of is heading), key=natural)
        if named:
            title = f"{heading.block}, by {by.value}"
            found.append(Block(title, tuple(NamedRow(name, rows[heading, name]) for name in named)))
    return tuple(found)


def _named_rows(instrument: Instrument, by: By | None) -> Iterator[NamedRow]:
    """The rows of one instrument: its roll-up, and each wording where there are several."""
    if by is By.WORDING:
        yield from (NamedRow(f"{instrument.called} {w.label}".strip(), w.row) for w in instrument.wordings)
        return
    yield NamedRow(instrument.called, instrument.row)
    if len(instrument.wordings) > 1:
        yield from (NamedRow(wording.label, wording.row, within=True) for wording in instrument.wordings)


def _is_by(instrument: Instrument, by: By | None) -> bool:
    if by is By.SOURCE:
        return SourceKind.QUESTION not in instrument.kinds
    return by is not By.QUESTION or SourceKind.QUESTION in instrument.kinds


def rows_are_by(by: By | None, heading: Heading) -> str:
    """What one row of a block is, in a word."""
    if by is not None:
        return by.value
    names = {Heading.READERS: "reader", Heading.CHECKS: "check", Heading.OUTSIDE: "reviewer"}
    return names.get(heading, "question")


def _keys(claim: Claim) -> Iterator[tuple[Source, Cell]]:
    """The wordings that a claim counts for, each with its cell: a question's and its rubric's for a judge."""
    for cell in claim.cells:
        if cell.played != NOBODY:
            yield claim.source, cell
            if cell.played.source != claim.source:
                yield cell.played.source, cell


def _of_name(name: str, claims: Iterable[tuple[Claim, int]]) -> Alike:
    return [
        (tuple(dict.fromkeys(cell for source, cell in _keys(claim) if source.name == name)), count)
        for claim, count in claims
    ]


def _age(wording: Wording) -> tuple[float, Source, str, str]:
    since = wording.since.timestamp() if wording.since else 0.0
    return (since, wording.source, wording.provider, wording.model)


def _added(tallies: Iterable[Tally]) -> Tally:
    total: Counter[str] = Counter()
    for tally in tallies:
        total.update(hit=tally.hit, miss=tally.miss, cant_tell=tally.cant_tell)
    return Tally(total["hit"], total["miss"], total["cant_tell"])
