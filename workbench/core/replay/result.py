"""What a replay came to: what each side raised and cost, what is kept, lost, avoided and new."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import Spend, spend
from workbench.core.marks import Mark
from workbench.core.readings import Finding, Reading
from workbench.core.replay.claims import Compared, Raised
from workbench.core.replay.units import ReplayProposal, Side, Split, half_of, is_like
from workbench.core.replay.verdict import Verdict, verdict_of
from workbench.core.text.document import Document


@dataclass(frozen=True, slots=True)
class SideSum:
    """What one side did on everything that was compared."""

    side: Side
    readings: int
    models: tuple[str, ...]
    """Who played it, as the services named them."""
    raised: int
    """Concerns on revisions, each once however many of its readings raised it."""
    hits: int
    misses: int
    cant_tell: int
    unmarked: int
    spend: Spend
    seconds: float | None
    """The median of its readings; None without any."""


@dataclass(frozen=True, slots=True)
class Change:
    """How often something became of what either side raised."""

    hits_kept: int
    hits_lost: int
    hits_gained: int
    misses_kept: int
    misses_avoided: int
    misses_added: int


@dataclass(frozen=True, slots=True)
class ToMark:
    """A concern that is not marked."""

    path: str
    revision: int
    line: int | None
    """1-based, in that revision; None where its words are not there."""
    sides: tuple[str, ...]
    """Which raised it: new, old."""
    finding: Finding
    known: bool
    """Whether it is a concern of the text already, to be marked in `workbench open`."""


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What a replay came to."""

    proposal: ReplayProposal
    compared: tuple[Compared, ...]
    new: SideSum
    old: SideSum
    change: Change
    to_mark: tuple[ToMark, ...]
    verdict: Verdict
    incomplete: tuple[str, ...]
    """Revisions that readings are missing on, which are in no figure."""
    changed: tuple[str, ...]
    """What differs between the sides, each in words: of several no verdict tells which it was."""
    lost: int
    """Findings left out because their words are not in the text."""
    looks: int = 0
    """How often the texts kept for testing were looked at, this time included; 0 where none was compared."""

    @property
    def looked(self) -> bool:
        """Whether a text that is kept for testing was compared on."""
        return any(half_of(one.history) is Split.TEST for one in self.compared)


def result_of(proposal: ReplayProposal, prices: PriceTable) -> ReplayResult:
    """What a replay came to on the revisions that both sides have read."""
    compared = tuple(unit.compared for unit in proposal.whole)
    wish = proposal.wish
    new_readings = [reading for one in compared for reading in one.new]
    old_readings = [reading for one in compared for reading in one.old]
    raised = [each for one in compared for each in one.raised]
    return ReplayResult(
        proposal,
        compared,
        _sum(wish.new, new_readings, [each for each in raised if each.new], prices),
        _sum(wish.old, old_readings, [each for each in raised if each.old], prices),
        _change(raised),
        tuple(to_mark for one in compared for to_mark in _to_mark(one)),
        verdict_of(compared),
        tuple(unit.name for unit in proposal.missing),
        _changed(proposal, new_readings, old_readings),
        sum(one.lost for one in compared),
    )


def _sum(side: Side, readings: Sequence[Reading], raised: Sequence[Raised], prices: PriceTable) -> SideSum:
    marks = [each.mark for each in raised]
    return SideSum(
        side,
        len(readings),
        tuple(dict.fromkeys(reading.played_by for reading in readings)),
        len(raised),
        marks.count(Mark.HIT),
        marks.count(Mark.MISS),
        marks.count(Mark.CANT_TELL),
        marks.count(None),
        spend(((reading.model, reading.usage) for reading in readings), prices),
        median(reading.usage.seconds for reading in readings) if readings else None,
    )


def _change(raised: Iterable[Raised]) -> Change:
    each = list(raised)

    def count(mark: Mark, by_new: bool, by_old: bool) -> int:
        return sum(r.mark is mark and bool(r.new) is by_new and bool(r.old) is by_old for r in each)

    return Change(
        count(Mark.HIT, True, True),
        count(Mark.HIT, False, True),
        count(Mark.HIT, True, False),
        count(Mark.MISS, True, True),
        count(Mark.MISS, False, True),
        count(Mark.MISS, True, False),
    )


def _to_mark(one: Compared) -> list[ToMark]:
    document = Document(one.revision.text)
    return [
        ToMark(
            one.history.artifact.path,
            one.revision.number,
            document.line_of(each.finding.span.start) if each.finding.span else None,
            tuple(name for name, share in (("new", each.new), ("old", each.old)) if share),
            each.finding,
            each.concern > 0,
        )
        for each in one.raised
        if each.mark is None
    ]


def _changed(proposal: ReplayProposal, new: Sequence[Reading], old: Sequence[Reading]) -> tuple[str, ...]:
    """What differs between the sides in what was read, not in what was asked for."""
    wish = proposal.wish
    first, second = wish.new.instrument, wish.old.instrument
    changed = []
    if first.name != second.name:
        changed.append(f"the source ({second.name} to {first.name})")
    elif first.wording != second.wording:
        changed.append(f"the wording ({second.wording[:8]} to {first.wording[:8]})")
    models = {r.model for r in old}, {r.model for r in new}
    if any(not is_like(one, other) for one in models[0] for other in models[1]):
        changed.append(f"the model ({_listed(models[0])} to {_listed(models[1])})")
    for what, of in (("effort", "effort"), ("provider", "provider")):
        sides = {getattr(r, of) for r in old}, {getattr(r, of) for r in new}
        if new and old and sides[0] != sides[1]:
            changed.append(f"the {what} ({_listed(sides[0])} to {_listed(sides[1])})")
    return tuple(changed)


def _listed(values: set[str]) -> str:
    return " and ".join(sorted(value or "unsaid" for value in values))
