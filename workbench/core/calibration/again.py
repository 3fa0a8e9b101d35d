"""Old marks asked for a second time, with the first one hidden: how steady is the person's own judgement?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from workbench.core.artifacts import Artifact, Revision
from workbench.core.calibration.blind import Bodies, Posed, posed
from workbench.core.calibration.sheets import Sheet
from workbench.core.calibration.store import OldMark
from workbench.core.history import History
from workbench.core.marks import Decision, Mark
from workbench.core.readings import Answer, Finding, Span
from workbench.core.sources import wording_of
from workbench.core.store import Store

AT_A_TIME = 10
"""Marks that are asked for again in one sitting."""
OLD = timedelta(days=1)
"""How old a mark must be: what was marked an hour ago is remembered."""


@dataclass(frozen=True, slots=True)
class AgainItem:
    """A claim that was marked before."""

    old: OldMark
    revision: Revision
    finding: Finding | None
    """What was raised; None for an answer."""
    answer: Answer | None = None
    question: Posed | None = None
    given: Decision | None = None
    """The second mark; it may have been taken back."""

    @property
    def artifact(self) -> Artifact:
        """The text that it is about."""
        return self.old.artifact

    @property
    def open(self) -> bool:
        """Whether it is still to be marked."""
        return self.given is None

    @property
    def quote(self) -> str:
        """The words that it is about; may be empty."""
        claim = self.finding or self.answer
        return claim.quote if claim else ""

    @property
    def span(self) -> Span | None:
        """Where these words stand."""
        claim = self.finding or self.answer
        return claim.span if claim else None

    @property
    def same(self) -> bool:
        """Whether the second mark is that of before."""
        return self.given is not None and self.given.value == self.old.mark


AgainSheet = Sheet[AgainItem]


def drawn_marks(old: Sequence[OldMark], now: datetime, most: int = AT_A_TIME) -> tuple[OldMark, ...]:
    """The next marks to be asked for again, none of them twice, in an order that says nothing of them."""
    may_be = [each for each in old if not each.drawn and each.at <= now - OLD]
    return tuple(sorted(may_be, key=_shuffled)[:most])


def _shuffled(each: OldMark) -> str:
    return wording_of(f"again {each.target.kind} {each.target.id}")


@dataclass(frozen=True)
class AgainMarking:
    """Second marks over the store: what is marked is stored before the first mark is shown."""

    store: Store

    async def mark(self, item: AgainItem, mark: Mark) -> AgainItem:
        """The item with a second mark, which changes nothing about the first.

        Raises:
            StoreError: the database cannot be used.
        """
        made = Decision(item.old.target, "again", mark.value, blind=True)
        return replace(item, given=await self.store.decide(item.artifact, made))

    async def take_back(self, item: AgainItem) -> AgainItem:
        """The item with its second mark taken back: it is not asked for again.

        Raises:
            StoreError: the database cannot be used.
        """
        assert item.given is not None, "only what was marked is taken back"
        return replace(item, given=await self.store.calibrations.take_back(item.given))


async def again_sheet(store: Store, now: datetime) -> AgainSheet:
    """Old marks to be made again, with all the words that it takes.

    Raises:
        StoreError: the database cannot be used.
    """
    chosen = drawn_marks(await store.calibrations.old_marks(), now)
    bodies = await store.replays.bodies() if any(each.finding is None for each in chosen) else {}
    histories: dict[int, History] = {}
    for each in chosen:
        if each.artifact.id not in histories:
            histories[each.artifact.id] = await store.history(each.artifact)
    items = (_item(each, histories[each.artifact.id], bodies) for each in chosen)
    return Sheet("your marks", tuple(item for item in items if item is not None))


def _item(old: OldMark, history: History, bodies: Bodies) -> AgainItem | None:
    if old.finding is not None:
        finding = next((f for f in history.findings if f.id == old.finding), None)
        raised_on = history.revision(finding.revision) if finding else None
        return AgainItem(old, raised_on, finding) if raised_on else None
    answer = next((a for r in history.readings for a in r.answers if a.id == old.target.id), None)
    judged = history.revision(answer.revision) if answer else None
    if answer is None or judged is None:
        return None
    return AgainItem(old, judged, None, answer, posed(answer.source, answer, history, bodies))
