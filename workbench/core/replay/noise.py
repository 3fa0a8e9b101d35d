"""How much of what a reading says is chance: the same text read several times, unchanged."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from workbench.core.artifacts import Revision
from workbench.core.history import History
from workbench.core.marks import Target
from workbench.core.readings import Reading, ReadingState
from workbench.core.sources import Source, SourceKind

FEWEST = 2
"""Trials from which there is noise to be seen."""


@dataclass(frozen=True, slots=True)
class Repeated:
    """Some trials, each with the concerns that it raised."""

    source: Source | None
    """None for all readers and judges of a trial together."""
    model: str
    trials: tuple[frozenset[Target], ...]

    @property
    def raised(self) -> int:
        """Concerns that any trial raised."""
        return len(frozenset().union(*self.trials))

    @property
    def by_all(self) -> int:
        """Concerns that every trial raised."""
        return len(frozenset.intersection(*self.trials))

    @property
    def in_one(self) -> float:
        """Concerns that one trial raises, on average."""
        return sum(map(len, self.trials)) / len(self.trials)

    @property
    def new(self) -> float:
        """Concerns that a trial raises and another one did not, on average over all ordered pairs of them.

        So many a second reading of an unchanged text brings by chance.
        """
        pairs = list(permutations(self.trials, 2))
        return sum(len(later - earlier) for earlier, later in pairs) / len(pairs)


@dataclass(frozen=True, slots=True)
class Answered:
    """What the trials of a judge said to one question, or as their verdict."""

    source: Source
    model: str
    about: str
    """The question's id; empty for the verdict."""
    said: tuple[tuple[str, int], ...]
    """Each answer with how many trials gave it, the most frequent first."""

    @property
    def trials(self) -> int:
        """How many trials answered."""
        return sum(count for _, count in self.said)

    @property
    def flips(self) -> bool:
        """Whether trials differ."""
        return len(self.said) > 1


@dataclass(frozen=True, slots=True)
class Noise:
    """What trials of one revision have in common and what not."""

    revision: Revision
    together: Repeated | None
    """All readers and judges of a trial; None where fewer than two trials have the same of them."""
    sources: tuple[Repeated, ...]
    """Readers and judges that made at least two trials, each at one wording and model."""
    answers: tuple[Answered, ...]


def noise_of(history: History, revision: Revision) -> Noise:
    """What the stored trials of a revision say about chance."""
    made: dict[tuple[Source, str, str, str], list[Reading]] = {}
    for reading in _readings(history, revision):
        played = (reading.source, reading.provider, reading.model, reading.effort)
        made.setdefault(played, []).append(reading)
    often = {played: readings for played, readings in made.items() if len(readings) >= FEWEST}
    sources = [
        Repeated(source, model, tuple(_raised(history, [reading]) for reading in readings))
        for (source, _, model, _), readings in sorted(often.items())
    ]
    answers = [
        answered
        for (source, _, model, _), readings in sorted(often.items())
        if source.kind is SourceKind.RUBRIC
        for answered in _answered(source, model, readings)
    ]
    return Noise(revision, _together(history, list(often.values())), tuple(sources), tuple(answers))


def repeated_revision(history: History, revision: Revision) -> Revision | None:
    """The revision to look at: this one where it was read twice, else the newest that was; None for none."""
    newest = [revision, *reversed(history.revisions)]
    return next((each for each in newest if noise_of(history, each).sources), None)


def _readings(history: History, revision: Revision) -> list[Reading]:
    return [
        reading
        for reading in history.readings
        if reading.revision == revision.id
        and reading.round
        and reading.state is ReadingState.FINISHED
        and not reading.focused
        and reading.source.kind in (SourceKind.READER, SourceKind.RUBRIC)
    ]


def _raised(history: History, readings: Iterable[Reading]) -> frozenset[Target]:
    """The concerns that some readings raised; what is only in quotes that were not found is none."""
    return frozenset(
        history.home(Target("finding", finding.id))
        for reading in readings
        for finding in reading.findings
        if finding.span is not None
    )


def _together(history: History, often: Sequence[Sequence[Reading]]) -> Repeated | None:
    """The first, second ... trials of all that made as many, as if each were one reading."""
    trials = min(map(len, often), default=0)
    if trials < FEWEST or len(often) < 2:
        return None
    raised = tuple(_raised(history, [readings[at] for readings in often]) for at in range(trials))
    return Repeated(None, "", raised)


def _answered(source: Source, model: str, readings: Sequence[Reading]) -> list[Answered]:
    verdicts = Counter(reading.verdict.value for reading in readings if reading.verdict)
    answers: dict[str, Counter[str]] = {"": verdicts}
    for reading in readings:
        for answer in reading.answers:
            answers.setdefault(answer.question, Counter())[answer.value] += 1
    return [
        Answered(source, model, about, tuple(said.most_common()))
        for about, said in answers.items()
        if said.total() >= FEWEST
    ]
