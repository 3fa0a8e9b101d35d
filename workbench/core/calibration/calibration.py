"""Whether a judge answers a rubric as the person does: examples, disagreements, and what is missing.

An example is one answer that the judge gave and the person gave too, before they saw it. Examples accumulate
for the exact words of a question. One disagreement, and the rubric is not ready.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.core.calibration.blind_counts import asked_groups
from workbench.core.calibration.blind_words import judge_name
from workbench.core.calibration.disagreements import differs
from workbench.core.calibration.store import Stored
from workbench.core.instruments import Rubric
from workbench.core.readings import DECIDED, AnswerValue
from workbench.core.sources import Source, wording_of
from workbench.core.text.display_text import counted
from workbench.core.trust.claims import Played

AT_A_TIME = 5
"""Examples that are drawn for one sitting."""

Pair = tuple[Source, AnswerValue]
"""A question at its exact wording and what the judge answered to it."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How far the person is with one rubric as one model plays it."""

    rubric: Rubric
    provider: str
    model: str
    examples: tuple[Stored, ...] = ()
    """What the person answered of the judge's, in the order that the judge answered."""
    undrawn: tuple[Stored, ...] = ()
    """What may still be put to them."""
    taken_back: int = 0
    """Answers of theirs that they took back: in no figure, and not asked again."""

    @property
    def played(self) -> Played:
        """The judge."""
        return Played(self.rubric.source, self.provider, self.model)

    @property
    def questions(self) -> dict[Source, str]:
        """The id of each question of the rubric."""
        return {self.rubric.source_of(question): question.id for question in self.rubric.questions}

    @property
    def disagreed(self) -> tuple[str, ...]:
        """The ids of the questions on which the two differ, in the order of the rubric."""
        differing = {each.question for each in self.examples if differs(each.value, each.given)}
        return tuple(id for source, id in self.questions.items() if source in differing)

    def differing_on(self, id: str) -> tuple[Stored, ...]:
        """The examples of a question on which the two differ."""
        sources = {source for source, known in self.questions.items() if known == id}
        return tuple(e for e in self.examples if e.question in sources and differs(e.value, e.given))

    @property
    def agreed(self) -> frozenset[Pair]:
        """The judge's answers that the person gave too."""
        return frozenset((each.question, each.value) for each in self.examples if each.given == each.value)

    @property
    def wanted(self) -> frozenset[Pair]:
        """What there is an example of, asked for or not: each must have been agreed on once."""
        return frozenset((each.question, each.value) for each in (*self.examples, *self.undrawn))

    @property
    def uncovered(self) -> tuple[str, ...]:
        """Questions of which an answer that the judge has given was not agreed on yet."""
        left = {question for question, _ in self.wanted - self.agreed}
        return tuple(id for source, id in self.questions.items() if source in left)

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Questions to which the judge has never said yes or no, as far as it can be asked about."""
        there = {question for question, _ in self.wanted}
        return tuple(id for source, id in self.questions.items() if source not in there)

    @property
    def one_sided(self) -> AnswerValue | None:
        """The answer that the judge has given to no question at all; None where both were given."""
        given = {value for _, value in self.wanted}
        return next((value for value in DECIDED if given and value not in given), None)

    @property
    def ready(self) -> bool:
        """Whether every question was covered in agreement, with both answers."""
        missing = (self.disagreed, self.uncovered, self.unanswered, self.one_sided, not self.wanted)
        return not any(missing)

    @property
    def state(self) -> str:
        """Where it stands, in two or three words."""
        if self.disagreed:
            return "not ready"
        return "ready" if self.ready else "not calibrated yet"

    def sentences(self) -> Iterator[str]:
        """Where it stands and what is missing."""
        agreed = sum(each.given == each.value for each in self.examples)
        told = sum(each.given in DECIDED or each.given == "does not apply" for each in self.examples)
        yield f"{judge_name(self.played)}: {self.state}, {agreed} of {counted(told, 'example')} agreed on."
        if undecided := len(self.examples) - told:
            yield f"Of {counted(undecided, 'more example')} you could not tell: they cover nothing."
        if self.taken_back:
            yield f"{counted(self.taken_back, 'answer')} taken back."
        if self.disagreed:
            yield (
                f"You differ on {', '.join(self.disagreed)}: other words for the question begin it anew. "
                f"What you answered by mistake, --take-back {self.disagreed[0]} takes out of every figure."
            )
        yield from self._missing()

    def _missing(self) -> Iterator[str]:
        if not self.wanted:
            yield "No answer of this judge is stored that can be asked about: let it judge some texts first."
            return
        if self.uncovered:
            yield f"Not covered yet: {', '.join(self.uncovered)}; {len(self.undrawn)} answers can be drawn."
        if self.unanswered:
            yield f"Never answered yes or no, as far as stored: {', '.join(self.unanswered)}."
        if self.one_sided:
            yield f"It never answered {self.one_sided}: whether it would is not known."


def calibration(rubric: Rubric, provider: str, model: str, stored: Iterable[Stored]) -> Calibration:
    """How far the person is with a judge; `stored` are the answers of every judge by a rubric of its name.

    A question whose words are those of an earlier wording of the rubric keeps the examples it had.
    """
    questions = {rubric.source_of(question) for question in rubric.questions}
    own = [
        each
        for each in stored
        if each.question in questions and (each.played.provider, each.played.model) == (provider, model)
    ]
    # Whichever wording of the rubric asked it, the same question of the same revision is one example.
    firsts = (group[0] for group in asked_groups(own))
    decided = [each for each in firsts if each.value in DECIDED]
    examples = tuple(each for each in decided if each.given is not None and not each.seen)
    undrawn = tuple(each for each in decided if not each.drawn and not each.seen)
    taken_back = sum(each.drawn and each.given is None for each in decided)
    return Calibration(rubric, provider, model, examples, undrawn, taken_back)


def drawn(calibration: Calibration, most: int = AT_A_TIME) -> tuple[Stored, ...]:
    """The next examples: questions and answers with the fewest so far first, from different texts.

    The order says nothing of what was answered: it is that of a hash of the answers' keys.
    """
    had = Counter((each.question, each.value) for each in calibration.examples)
    questions = Counter(each.question for each in calibration.examples)
    values = Counter(each.value for each in calibration.examples)
    artifacts: Counter[int] = Counter()
    left = list(calibration.undrawn)
    chosen: list[Stored] = []
    while left and len(chosen) < most:

        def rank(each: Stored) -> tuple[int, int, int, int, str]:
            pair = had[each.question, each.value]
            spread = artifacts[each.artifact]
            return pair, values[each.value], questions[each.question], spread, _shuffled(each)

        best = min(left, key=rank)
        left.remove(best)
        chosen.append(best)
        had[best.question, best.value] += 1
        questions[best.question] += 1
        values[best.value] += 1
        artifacts[best.artifact] += 1
    return tuple(sorted(chosen, key=_shuffled))


def _shuffled(each: Stored) -> str:
    return wording_of(f"drawn {each.answer}")


def judges(stored: Sequence[Stored]) -> tuple[tuple[str, str], ...]:
    """Provider and model of each judge, the one that answered last first."""
    last: dict[tuple[str, str], int] = {}
    for each in stored:
        key = (each.played.provider, each.played.model)
        last[key] = max(each.reading, last.get(key, 0))
    return tuple(sorted(last, key=lambda key: -last[key]))
