"""What was spent on what: every call that is stored, by text, source, model or day."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeVar

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import Spend, spend
from workbench.core.costs.usage import Usage
from workbench.core.sources import Source, SourceKind

NOT_COUNTED = (
    "`rubrics check --run`, whose answers are stored nowhere",
    "what was asked outside rounds and stopped before it was answered",
    "what was under way when Workbench was killed",
)
"""What services may have billed and no database here knows of."""


K = TypeVar("K")


class By(StrEnum):
    """What the rows of an account are."""

    ARTIFACT = "artifact"
    SOURCE = "source"
    WORDING = "wording"
    MODEL = "model"
    DAY = "day"


class Work(StrEnum):
    """What calls were made for."""

    ROUNDS = "rounds"
    REPLAYS = "replays and trials"
    PLANTINGS = "planted copies"
    COMPARISONS = "comparisons"
    TAGLINES = "taglines"


@dataclass(frozen=True, slots=True)
class Used:
    """What calls that are alike in all of this used together."""

    work: Work
    path: str
    """The text that they were about."""
    source: Source
    model: str
    day: str
    """In UTC, as 2026-11-30; empty where that was not kept."""
    usage: Usage


@dataclass(frozen=True, slots=True)
class Hits:
    """How many problems that the person agreed with came of what was read, at any time."""

    in_all: int = 0
    by: Mapping[str, int] | None = None
    """By the name of a row; None where hits do not belong to such rows."""


def hits_of(by: By, of_texts: Mapping[str, int], of_sources: Iterable[tuple[Source, str, int]] = ()) -> Hits:
    """The hits of each row; those of a source are given with its model, those of days belong to none."""
    in_all = sum(of_texts.values())
    if by is By.ARTIFACT:
        return Hits(in_all, of_texts)
    found: dict[str, int] = defaultdict(int)
    for source, model, hits in of_sources:
        found[_called(source, model, by)] += hits
    return Hits(in_all, found)


@dataclass(frozen=True, slots=True)
class Line:
    """One row of an account."""

    name: str
    spend: Spend
    hits: int | None = None
    """None where they are not counted."""

    @property
    def a_hit(self) -> float | None:
        """Dollars for each hit; None without hits, or where not all of the dollars are known."""
        return self.spend.dollars / self.hits if self.hits and self.spend.is_known else None


@dataclass(frozen=True, slots=True)
class Account:
    """What was spent, and on what."""

    by: By
    lines: tuple[Line, ...]
    """The dearest first, but days in their order."""
    total: Line
    works: Mapping[Work, Spend]
    """The same by what it was made for."""
    prices: PriceTable
    since: date | None = None
    """The first day that counts; None for all."""


def _name(used: Used, by: By) -> str:
    """What the row is called that calls belong to."""
    if by is By.ARTIFACT:
        return used.path
    return (used.day or "no day") if by is By.DAY else _called(used.source, used.model, by)


def _called(source: Source, model: str, by: By) -> str:
    if by is By.MODEL:
        return model or "no model"
    named = {SourceKind.QUESTIONS: "questions about a text", SourceKind.MATCHER: "matching findings"}
    name = named.get(source.kind, source.name)
    return f"{name} {source.wording[:8]}" if by is By.WORDING else name


def account(
    used: Sequence[Used], prices: PriceTable, by: By, hits: Hits | None = None, since: date | None = None
) -> Account:
    """What calls come to; `hits` None where they are not counted, as of a part of the time."""
    told = hits or Hits()

    def line(name: str, spent: Spend) -> Line:
        return Line(name, spent, None if told.by is None else told.by.get(name, 0))

    lines = [line(name, spent) for name, spent in _sums(used, prices, lambda u: _name(u, by)).items()]
    lines.sort(key=lambda line: line.name if by is By.DAY else (-line.spend.dollars, line.name))
    total = Line("all", _sum(used, prices), hits.in_all if hits else None)
    works = _sums(used, prices, lambda each: each.work)
    return Account(
        by, tuple(lines), total, {work: works[work] for work in Work if work in works}, prices, since
    )


def _sums(used: Iterable[Used], prices: PriceTable, key: Callable[[Used], K]) -> dict[K, Spend]:
    groups: dict[K, list[Used]] = defaultdict(list)
    for each in used:
        groups[key(each)].append(each)
    return {name: _sum(of, prices) for name, of in groups.items()}


def _sum(used: Iterable[Used], prices: PriceTable) -> Spend:
    return spend(((each.model, each.usage) for each in used), prices)
