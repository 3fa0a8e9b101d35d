"""Where the judges of one text differ: each model for itself, never averaged."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from workbench.core.history import History
from workbench.core.readings import AnswerValue, Reading, ReadingState
from workbench.core.seats import short_names
from workbench.core.sources import Source, SourceKind


@dataclass(frozen=True, slots=True)
class Difference:
    """A question that models answered differently about one text."""

    question: str
    """Its id."""
    answers: Mapping[str, tuple[AnswerValue, ...]]
    """By model: what it answered in any trial, each answer once."""
    called: Mapping[str, str]
    """By model: its name among the judges of the text."""

    @property
    def in_words(self) -> str:
        """What each model answered."""
        said = ((self.called[model], " and ".join(answers)) for model, answers in self.answers.items())
        return ", ".join(f"{name} {answers}" for name, answers in said)


def judgements(history: History, revision: int) -> tuple[Reading, ...]:
    """Every finished judgement of all of a revision by a model."""
    return tuple(
        reading
        for reading in history.readings
        if reading.revision == revision
        and reading.source.kind is SourceKind.RUBRIC
        and reading.state is ReadingState.FINISHED
        and not reading.mine
        and not reading.focused
    )


def model_of(reading: Reading) -> str:
    """The model that a reading was asked of; as its service named it where that was not kept."""
    return reading.asked or reading.model


def judges_called(readings: Iterable[Reading]) -> Mapping[str, str]:
    """By model that made some judgements: its name among these; empty where there is one model only."""
    return short_names(dict.fromkeys(map(model_of, readings)))


def differences(history: History, revision: int) -> Mapping[Source, Difference]:
    """The questions, by wording, that models answered differently about a revision; trials stand together."""
    judged = judgements(history, revision)
    said: dict[Source, dict[str, dict[AnswerValue, None]]] = {}
    ids: dict[Source, str] = {}
    for reading in judged:
        for answer in reading.answers:
            ids[answer.source] = answer.question
            said.setdefault(answer.source, {}).setdefault(model_of(reading), {})[answer.value] = None
    called = judges_called(judged)
    return {
        source: Difference(ids[source], {m: tuple(answers) for m, answers in by_model.items()}, called)
        for source, by_model in said.items()
        if len({frozenset(answers) for answers in by_model.values()}) > 1
    }
