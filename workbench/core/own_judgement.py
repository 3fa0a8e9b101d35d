"""The person as judge: a rubric answered question by question, and the reading that the answers make."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from workbench.core.answers import as_asked
from workbench.core.artifacts import Artifact, Revision
from workbench.core.board import Board
from workbench.core.desk import Desk
from workbench.core.effective_marks import EffectiveMarks
from workbench.core.errors import UsageError
from workbench.core.events import OwnJudged
from workbench.core.history import History, Placement
from workbench.core.identity.placing import placed
from workbench.core.instruments import Question, Rubric
from workbench.core.marks import Decision, Mark, Target
from workbench.core.own_answers import OwnAnswer
from workbench.core.ports import Clock
from workbench.core.readings import (
    OWN_PROVIDER,
    Answer,
    AnswerValue,
    Finding,
    FindingKind,
    Reading,
    ReadingState,
    Span,
    Verdict,
)
from workbench.core.sources import ME, Source
from workbench.core.store import Store
from workbench.core.text.carrying import carry
from workbench.core.text_questions import standing_questions
from workbench.core.verdict_choices import Choice, choices

QUOTING: tuple[AnswerValue, ...] = ("meets", "fails")
"""The answers that rest on words of the text."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, and where the person stands with it."""

    source: Source
    question: Question
    given: OwnAnswer | None = None
    made: OwnAnswer | None = None
    """What a reading of theirs says already; None where none does."""
    before: OwnAnswer | None = None
    """What they answered about an earlier revision, moved to this one; None where its words are gone."""
    left: bool = False
    """Whether that was never made a reading: what they had begun was left with an edit."""

    @property
    def fresh(self) -> bool:
        """Whether it has an answer that is in no reading yet."""
        return self.given is not None and (self.made is None or not self.given.says_as(self.made))

    @property
    def answer(self) -> Answer | None:
        """The person's answer as a judge's; None until it is given.

        Where they said nothing more, the question's own words say what fails or cannot be told.
        """
        if self.given is None:
            return None
        question, given = self.question, self.given
        spoken = given.value in ("fails", "cannot tell")
        return Answer(
            self.source,
            question.id,
            given.value,
            given.quote,
            given.words or (question.ask.strip() if spoken else ""),
            span=given.span,
            dominant=question.dominant,
            on_fail=question.on_fail,
            revision=given.revision,
        )


@dataclass(frozen=True, slots=True)
class OwnJudgement:
    """How far the person is with a rubric on one revision."""

    revision: Revision
    rubric: Rubric
    asked: tuple[Asked, ...]
    """The rubric's questions, then those about this text alone."""
    made: Reading | None = None
    """What the person made of this revision before; None where they did not get to the end."""

    @property
    def answered(self) -> int:
        """How many questions have an answer."""
        return sum(asked.given is not None for asked in self.asked)

    @property
    def complete(self) -> bool:
        """Whether every question has one."""
        return self.answered == len(self.asked)

    @property
    def begun(self) -> bool:
        """Whether there are answers that are no reading yet."""
        return any(asked.fresh for asked in self.asked)

    @property
    def left(self) -> int:
        """How many questions were answered about an earlier text only, in no reading."""
        return sum(asked.left for asked in self.asked)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """The answers given so far, in the order of the questions."""
        return tuple(answer for asked in self.asked if (answer := asked.answer))

    @property
    def progress(self) -> str:
        """How far it is, in words."""
        return f"{self.answered} of {len(self.asked)} answered"

    @property
    def unfinished(self) -> str:
        """What is left of a judgement that was begun, in words; empty where there is none."""
        if self.begun:
            return f"{self.progress}, the verdict is left" if self.complete else self.progress
        return f"{self.left} of {len(self.asked)} answered on an earlier text" if self.left else ""

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The verdicts that the answers given so far leave, and the others."""
        return choices(self.answers)

    def next_open(self, after: int) -> int | None:
        """The position of the next question without an answer, going round; None where all have one."""
        count = len(self.asked)
        places = ((after + step) % count for step in range(1, count + 1))
        return next((place for place in places if self.asked[place].given is None), None)

    def with_answer(self, source: Source, answer: OwnAnswer | None) -> "OwnJudgement":
        """This judgement with a question answered, or answered otherwise; None leaves it open."""
        asked = tuple(replace(a, given=answer) if a.source == source else a for a in self.asked)
        return replace(self, asked=asked)

    def reading(self, verdict: Verdict, at: datetime) -> Reading:
        """The reading that the answers make, each *fails* with its finding; every question has an answer."""
        assert self.complete, "a rubric with open questions makes no reading"
        given = [asked.given.at for asked in self.asked if asked.given and asked.given.at]
        return Reading(
            self.rubric.source,
            self.made.trial + 1 if self.made else 1,
            ReadingState.FINISHED,
            self.revision.id,
            provider=OWN_PROVIDER,
            verdict=verdict,
            findings=tuple(map(_finding, self._failed())),
            answers=self.answers,
            started_at=min(given, default=at),
            ended_at=at,
        )

    def _failed(self) -> Iterator[Asked]:
        return (asked for asked in self.asked if asked.given and asked.given.value == "fails")


def begun(
    history: History, revision: Revision, rubric: Rubric, kept: Sequence[OwnAnswer] = ()
) -> OwnJudgement:
    """How far the person is with a rubric on a revision; `kept` are all answers that are no reading yet.

    What a reading of theirs says already is filled in. What they answered about an earlier revision is
    at hand where its words still stand, and counts only when they say so.
    """
    questions = [(rubric.source_of(question), question) for question in rubric.questions]
    questions += [(q.source, as_asked(q)) for q in standing_questions(history, revision.id)]
    own = [reading for reading in history.readings if reading.mine]
    return OwnJudgement(
        revision,
        rubric,
        tuple(_asked(source, question, own, kept, history, revision) for source, question in questions),
        next((r for r in own if r.revision == revision.id and r.source.name == rubric.source.name), None),
    )


def _own(answer: Answer, question: Question, reading: Reading) -> OwnAnswer:
    """An answer of a finished reading as it was given."""
    words = "" if answer.reason == question.ask.strip() else answer.reason
    return OwnAnswer(
        answer.source, answer.revision, answer.value, answer.quote, answer.span, words, reading.ended_at
    )


def _asked(
    source: Source,
    question: Question,
    own: Sequence[Reading],
    kept: Sequence[OwnAnswer],
    history: History,
    revision: Revision,
) -> Asked:
    """A question with the last answer about this revision, else the last about the latest other one."""
    made = [_own(a, question, reading) for reading in own for a in reading.answers if a.source == source]
    said = sorted(
        (*made, *(a for a in kept if a.source == source)),
        key=lambda a: (a.revision == revision.id, a.revision),
    )
    if not said:
        return Asked(source, question)
    last = said[-1]
    if last.revision != revision.id:
        kept_only = all(last is not a for a in made)
        return Asked(source, question, before=_moved(last, history, revision), left=kept_only)
    return Asked(source, question, last, next((a for a in made if a.revision == revision.id), None))


def _moved(answer: OwnAnswer, history: History, revision: Revision) -> OwnAnswer | None:
    """An answer about an earlier revision with its words in this one; None where they changed."""
    if answer.span is None:
        return replace(answer, revision=revision.id)
    earlier = history.revision(answer.revision)
    span = carry(answer.span, earlier.text, revision.text) if earlier else None
    quote = revision.text[span.start : span.end] if span else ""
    if span is None or quote.split() != answer.quote.split():
        return None
    return replace(answer, revision=revision.id, quote=quote, span=span)


def _finding(asked: Asked) -> Finding:
    """What a *fails* claims."""
    answer, question = asked.answer, asked.question
    assert answer is not None, "what fails was answered"
    return Finding(
        ME,
        FindingKind.FAILS,
        answer.quote,
        answer.reason,
        fixable_by=question.fixable_by,
        asks=question.id,
        span=answer.span,
        on_fail=question.on_fail,
        revision=answer.revision,
    )


async def own_judgement(desk: Desk, board: Board) -> OwnJudgement:
    """How far the person is with the rubric that fits a board's text.

    Raises:
        UsageError: there is no rubric for it.
        StoreError: the database cannot be used.
    """
    kind = board.artifact.kind
    rubric = desk.plan(board.artifact).rubric
    if rubric is None:
        raise UsageError(f"No rubric fits a text of kind {kind.value!r}: `workbench rubrics new` makes one.")
    return begun(board.history, board.revision, rubric, await desk.store.own_answers(board.artifact))


@dataclass(frozen=True)
class OwnRubric:
    """The person's own judgement over the store: what is answered is stored at once."""

    store: Store
    clock: Clock

    async def answer(
        self,
        judgement: OwnJudgement,
        asked: Asked,
        value: AnswerValue,
        span: Span | None = None,
        words: str = "",
    ) -> OwnJudgement:
        """The judgement with a question answered; `span` are the words that *meets* or *fails* rests on.

        Raises:
            StoreError: the database cannot be used.
        """
        assert (span is not None) == (value in QUOTING), "meets and fails rest on words, the others do not"
        revision = judgement.revision
        quote = revision.text[span.start : span.end] if span else ""
        answer = OwnAnswer(asked.source, revision.id, value, quote, span, words.strip(), self.clock.now())
        await self.store.save_own_answer(answer)
        return judgement.with_answer(asked.source, answer)

    async def restore(self, judgement: OwnJudgement, asked: Asked, answer: OwnAnswer | None) -> OwnJudgement:
        """The judgement with an earlier answer to a question in force again, or with none.

        Raises:
            StoreError: the database cannot be used.
        """
        if answer is None or (asked.made and answer.says_as(asked.made)):
            await self.store.drop_own_answer(asked.source, judgement.revision.id)
        else:
            await self.store.save_own_answer(answer)
        return judgement.with_answer(asked.source, answer)

    async def finish(self, artifact: Artifact, judgement: OwnJudgement, verdict: Verdict) -> OwnJudged:
        """Make the answers a reading, in place of what the person made of this revision before.

        Each *fails* is a hit from the start, and in a concern as a judge's would be.

        Raises:
            StoreError: the database cannot be used.
        """
        history = await self.store.history(artifact)
        reading = judgement.reading(verdict, self.clock.now())
        # Until they are stored the findings go by their places in the reading: -1 the first.
        findings = [replace(f, id=-n, reading=-1) for n, f in enumerate(reading.findings, start=1)]
        placements = placed(history, judgement.revision, findings)
        await self.store.save_sources(_bodies(judgement))
        return OwnJudged(
            *await self.store.save_own_reading(
                artifact, reading, placements, _hits(history, judgement, placements)
            )
        )


def _hits(history: History, judgement: OwnJudgement, placements: Sequence[Placement]) -> tuple[Decision, ...]:
    """A hit for each *fails*, but where its concern was marked after the answer was given.

    Where the concern was marked otherwise before, the hit holds for this finding alone.
    """
    marks = EffectiveMarks(history)
    failed = [asked.given for asked in judgement.asked if asked.given and asked.given.value == "fails"]
    hits = []
    for placement, given in zip(placements, failed, strict=True):
        standing = marks.of_concern(placement.concern)
        said = standing.decision.at if standing.decision else None
        if said and given.at and said > given.at:
            continue
        inside = standing.mark not in (None, Mark.HIT)
        target = Target("finding", placement.finding)
        hits.append(Decision(target, "mark", Mark.HIT.value, inside=inside))
    return tuple(hits)


def _bodies(judgement: OwnJudgement) -> dict[Source, str]:
    """What defines the rubric and its questions, as JSON."""
    bodies = {asked.source: asked.question.as_json for asked in judgement.asked}
    return {judgement.rubric.source: judgement.rubric.as_json, **bodies}
