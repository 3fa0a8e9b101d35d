"""Each question of a rubric asked of its own anchors: does it tell its two examples apart?

The judge is shown one example as the text, and the question without its examples: with them it would only
have to find the words again.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from workbench.core.answers import ReadAnswer
from workbench.core.artifacts import decoded
from workbench.core.attempts import Attempts, Outcome
from workbench.core.briefs import Brief
from workbench.core.costs.usage import Usage
from workbench.core.instruments import Question, Rubric
from workbench.core.plans import Assignment
from workbench.core.ports import Models
from workbench.core.readings import AnswerValue
from workbench.core.seats import Seat
from workbench.core.text.anchoring import Anchorer

Side = Literal["meets", "fails"]
SIDES: tuple[Side, ...] = ("meets", "fails")


class Told(StrEnum):
    """What came of asking a question of its own anchors."""

    APART = "tells its anchors apart"
    BROKEN = "broken"
    """It passes both or fails both."""
    REVERSED = "reversed"
    """It fails the example that meets it, and passes the one that fails it."""
    UNDECIDED = "undecided"
    """Of one of the two it says neither that it meets nor that it fails."""
    BARE = "no anchors"
    """It lacks one of its examples, so there is nothing to ask it of."""
    UNASKED = "not asked"
    """A call failed."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One question asked of one of its examples."""

    question: Question
    side: Side
    assignment: Assignment


@dataclass(frozen=True, slots=True)
class Said:
    """What came of one trial."""

    trial: Trial
    outcome: Outcome[ReadAnswer]

    @property
    def value(self) -> AnswerValue | None:
        """The answer, after the judge's own challenge; None where there is none."""
        answer = self.outcome.answer
        return answer.answers[0].value if answer and not self.outcome.failure else None

    @property
    def failure(self) -> str:
        """Why there is no answer; empty where there is one."""
        return self.outcome.failure.message if self.outcome.failure else ""

    @property
    def calls(self) -> tuple[tuple[str, Usage], ...]:
        """What was used, by the model that answered."""
        model = next((reply.model for reply in self.outcome.replies), self.trial.assignment.request.model)
        return ((model, self.outcome.usage),)


@dataclass(frozen=True, slots=True)
class Tried:
    """One question and what it said of its anchors."""

    question: Question
    said: tuple[Said, ...] = ()
    """Of the example that meets it, then of the one that fails it; none where it has no anchors."""

    @property
    def told(self) -> Told:
        """What that comes to."""
        values = tuple(each.value for each in self.said)
        if not values:
            return Told.BARE
        if None in values:
            return Told.UNASKED
        if set(values) - set(SIDES):
            return Told.UNDECIDED
        if values == SIDES:
            return Told.APART
        return Told.BROKEN if len(set(values)) == 1 else Told.REVERSED

    @property
    def sentence(self) -> str:
        """What came of it, in words."""
        id, told = self.question.id, self.told
        if told is Told.BARE:
            lacks = [side for side in SIDES if not _example(self.question, side)]
            which = " and none that ".join(lacks)
            return f"{id} cannot be asked of its anchors: it has no example that {which} it."
        if told is Told.UNASKED:
            return f"{id} was not asked: {next(each.failure for each in self.said if each.failure)}"
        if told is Told.APART:
            return f"{id} tells its anchors apart."
        if told is Told.BROKEN:
            does = "passes" if self.said[0].value == "meets" else "fails"
            return f"{id} is broken: it {does} both of its anchors."
        if told is Told.REVERSED:
            return f"{id} is reversed: it fails its meets example and passes its fails example."
        which = " and ".join(f"{v} of its {side} example" for side, v in self._undecided)
        return f"{id} is undecided: it says {which}."

    @property
    def _undecided(self) -> list[tuple[Side, AnswerValue]]:
        return [(s.trial.side, s.value) for s in self.said if s.value is not None and s.value not in SIDES]


def trials(rubric: Rubric, models: Models) -> tuple[Trial, ...]:
    """What is to be asked: two calls for each question that has both of its examples."""
    return tuple(
        Trial(question, side, _assignment(rubric, question, _example(question, side), models))
        for question in rubric.questions
        if question.meets and question.fails
        for side in SIDES
    )


def _example(question: Question, side: Side) -> str:
    return (question.meets if side == "meets" else question.fails) or ""


def _assignment(rubric: Rubric, question: Question, example: str, models: Models) -> Assignment:
    alone = Question(
        id=question.id,
        ask=question.ask,
        on_fail=question.on_fail,
        dominant=question.dominant,
        owns=question.owns,
        fixable_by=question.fixable_by,
    )
    asking = Rubric(
        name=rubric.name,
        title=rubric.title,
        kinds=rubric.kinds,
        questions=(alone,),
        body=rubric.body,
        origin=rubric.origin,
        wording=rubric.wording,
    )
    text = decoded(f"{example.strip()}\n".encode(), f"{question.id}")
    brief = Brief(text, rubric.kinds[0], (), models)
    return Assignment(Seat(rubric.source), asking, brief, brief.requests(asking))


async def try_anchors(attempts: Attempts, planned: Sequence[Trial], parallel: int) -> tuple[Said, ...]:
    """What each trial said, in their order; nothing is stored."""
    places = asyncio.Semaphore(parallel)

    async def one(trial: Trial) -> Said:
        async with places:
            anchorer = Anchorer(trial.assignment.brief.revision.text)
            said = await attempts.outcome(
                trial.assignment, anchorer, lambda tokens, waits, used: None, asyncio.Event()
            )
            return Said(trial, said)

    return tuple(await asyncio.gather(*(one(trial) for trial in planned)))


def tried(rubric: Rubric, said: Iterable[Said]) -> tuple[Tried, ...]:
    """Every question of a rubric with what it said of its anchors."""
    made = tuple(said)
    return tuple(
        Tried(question, tuple(each for each in made if each.trial.question == question))
        for question in rubric.questions
    )
