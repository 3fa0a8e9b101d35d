"""A judge's questions answered by the person before they see what the judge answered."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from workbench.core.answers import THIS_TEXT
from workbench.core.artifacts import Artifact, Revision
from workbench.core.calibration.blind_counts import asked_groups
from workbench.core.calibration.blind_words import judge_name
from workbench.core.calibration.disagreements import differs
from workbench.core.calibration.sheets import Sheet
from workbench.core.calibration.store import Stored
from workbench.core.history import History
from workbench.core.marks import Decision, Target
from workbench.core.readings import Answer, AnswerValue, Span
from workbench.core.sources import Source
from workbench.core.store import Store
from workbench.core.text.display_text import counted

Bodies = Mapping[Source, str]
"""What defines each source, as JSON, as far as it is kept."""


@dataclass(frozen=True, slots=True)
class Posed:
    """A question as it is put to the person."""

    id: str
    ask: str
    meets: str = ""
    """An example that meets it; empty where there is none."""
    fails: str = ""
    of_this_text: bool = False
    """Whether the examples are of the text itself and not of others."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """What one judge answered."""

    by: str
    """The judge in words."""
    answer: Answer


@dataclass(frozen=True, slots=True)
class BlindItem:
    """One question about one revision, what judges answered to it, and what the person did."""

    artifact: Artifact
    revision: Revision
    question: Posed
    hidden: tuple[Hidden, ...]
    """At least one: what is shown once the person has answered."""
    given: Decision | None = None
    """What the person answered; it may have been taken back."""

    @property
    def span(self) -> Span | None:
        """The words that the first judge's answer rests on; None where it has none or they were not found."""
        return self.hidden[0].answer.span

    @property
    def quote(self) -> str:
        """These words; empty where there are none."""
        return self.hidden[0].answer.quote

    @property
    def open(self) -> bool:
        """Whether it is still to be answered."""
        return self.given is None

    @property
    def differs(self) -> bool:
        """Whether the person, who could tell, answered otherwise than the first judge."""
        return self.given is not None and differs(self.hidden[0].answer.value, self.given.value)


@dataclass(frozen=True, slots=True)
class BlindSheet(Sheet[BlindItem]):
    """Judges' questions that are put to the person at one time."""

    seen: int = 0
    """How many are left out since the person marked what a judge said of them before."""

    @property
    def left_out(self) -> str:
        """How many were left out and why, in words; empty where none was."""
        if not self.seen:
            return ""
        return f"{counted(self.seen, 'question')} left out: you marked what a judge said of it before."


@dataclass(frozen=True)
class BlindMarking:
    """Blind answers over the store: what is answered is stored before anything is revealed."""

    store: Store

    async def answer(self, item: BlindItem, value: AnswerValue) -> BlindItem:
        """The item with what the person answers.

        Raises:
            StoreError: the database cannot be used.
        """
        target = Target("answer", item.hidden[0].answer.id)
        made = await self.store.decide(item.artifact, Decision(target, "answered", value, blind=True))
        return replace(item, given=made)

    async def take_back(self, item: BlindItem) -> BlindItem:
        """The item with its answer taken back: it is in no figure then, and is not asked again.

        Raises:
            StoreError: the database cannot be used.
        """
        assert item.given is not None, "only what was answered is taken back"
        return replace(item, given=await self.store.calibrations.take_back(item.given))


async def blind_sheet(store: Store, artifact: Artifact, revision: Revision) -> BlindSheet:
    """What judges answered about a revision, to be answered blind by the person.

    Raises:
        StoreError: the database cannot be used.
    """
    groups = asked_groups(await store.calibrations.stored(revision=revision.id))
    asked = [group for group in groups if not any(each.drawn or each.seen for each in group)]
    before = sum(any(each.drawn for each in group) for group in groups)
    items = await items_of(store, {artifact.id: artifact}, asked)
    return BlindSheet(artifact.name, items, before, len(groups) - len(asked) - before)


async def items_of(
    store: Store, artifacts: Mapping[int, Artifact], groups: Sequence[Sequence[Stored]]
) -> tuple[BlindItem, ...]:
    """The items of answers that belong together, with all the words that it takes.

    Raises:
        StoreError: the database cannot be used.
    """
    bodies = await store.replays.bodies() if groups else {}
    histories = {key: await store.history(artifacts[key]) for key in {g[0].artifact for g in groups}}
    return tuple(_item(histories[group[0].artifact], bodies, group) for group in groups)


def _item(history: History, bodies: Bodies, group: Sequence[Stored]) -> BlindItem:
    first = group[0]
    revision = history.revision(first.revision)
    assert revision is not None, "what was judged is stored"
    readings = {each.reading for each in group}
    answers = {a.id: a for r in history.readings if r.id in readings for a in r.answers}
    hidden = tuple(Hidden(judge_name(each.played), answers[each.answer]) for each in group)
    return BlindItem(
        history.artifact, revision, posed(first.question, hidden[0].answer, history, bodies), hidden
    )


def posed(source: Source, answer: Answer, history: History, bodies: Bodies) -> Posed:
    """A question at its exact wording; where its words were not kept, its name stands for them."""
    for question in history.questions:
        if question.source == source:
            meets, fails = question.meets or "", question.fails or ""
            return Posed(question.name, question.ask, meets, fails, of_this_text=True)
    body = json.loads(bodies.get(source, "{}"))
    ask = body.get("ask", f"{source.name}: the words of this question were not kept.")
    this_text = body.get("owns") == THIS_TEXT
    return Posed(answer.question, ask, body.get("meets") or "", body.get("fails") or "", this_text)
