"""What a round sets out to do: which source reads with which model, and what that may cost."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from workbench.core.artifacts import Kind, Revision
from workbench.core.briefs import Brief, Instrument, brief_of
from workbench.core.errors import UsageError
from workbench.core.filling import missing_seats
from workbench.core.history import History, Round, RoundState
from workbench.core.instruments import Persona, Questioner, Rubric
from workbench.core.ports import Keep, Library, Models, Request, Settings
from workbench.core.prompts import prompt_sha256
from workbench.core.questioning import QUESTIONER
from workbench.core.readings import ReadingState
from workbench.core.seats import Seat, short_names
from workbench.core.sources import Source, wording_of
from workbench.core.text_questions import TextQuestion


@dataclass(frozen=True, slots=True)
class Assignment:
    """One reading to be made."""

    seat: Seat
    instrument: Instrument
    brief: Brief
    requests: tuple[Request, ...]
    """One for each part that the text is read in, in order; most texts have one."""
    about: tuple[TextQuestion, ...] = ()
    """The questions about this text alone that a judge is asked; without those that are still to be made."""
    waits: bool = False
    """Whether questions are made first, in the same round."""

    def asking(self, about: Sequence[TextQuestion]) -> "Assignment":
        """The assignment with further questions about this text."""
        every = (*self.about, *about)
        made = replace(self, requests=self.brief.requests(self.instrument, every), about=every, waits=False)
        return made.keeping(self.request.keep)

    def keeping(self, keep: Keep) -> "Assignment":
        """The assignment with what a service is to keep of each request."""
        return replace(self, requests=tuple(replace(request, keep=keep) for request in self.requests))

    @property
    def request(self) -> Request:
        """The first request, which says what all of them have in common."""
        return self.requests[0]

    @property
    def prompt_sha256(self) -> str:
        """The hash that is stored with the reading."""
        hashes = [prompt_sha256(request.prompt) for request in self.requests]
        return hashes[0] if len(hashes) == 1 else wording_of("\n".join(hashes))

    @property
    def passages(self) -> int:
        """How many changed passages alone are shown; 0 where the text is."""
        shown = self.brief.passages_of(self.instrument)
        return len(shown.stretches) if shown else 0

    @property
    def group(self) -> tuple[str, str, str, str]:
        """What a service's cache is kept by, of its first request."""
        return self.request.group


@dataclass(frozen=True, slots=True)
class Plan:
    """Who reads, who judges, how often and with what."""

    readers: tuple[Persona, ...]
    rubric: Rubric | None
    models: Models
    trials: int = 1
    judge_trials: int = 1
    questioner: Questioner | None = None
    """Who asks what this text in particular should be asked; None: the rubric and added questions only."""

    @property
    def instruments(self) -> tuple[Instrument, ...]:
        """Everyone who may have a seat."""
        asks = self.questioner if self.rubric else None
        return tuple(i for i in (*self.readers, asks, self.rubric) if i is not None)

    def times(self, instrument: Instrument) -> int:
        """How often an instrument reads with each of its models."""
        if isinstance(instrument, Questioner):
            return 1
        return self.judge_trials if isinstance(instrument, Rubric) else self.trials

    def panel(self, instrument: Instrument) -> tuple[str, ...]:
        """The models that play an instrument; one makes the questions that all judges are asked."""
        if isinstance(instrument, Questioner):
            return (self.models.judge,)
        return self.models.judges if isinstance(instrument, Rubric) else self.models.readers

    def seats(self, fresh: bool = False) -> tuple[tuple[Seat, Instrument], ...]:
        """Every seat with its instrument: readers, the call for fresh questions where asked for, judges."""
        asks = (self.questioner,) if self.rubric and self.questioner and fresh else ()
        judges = (self.rubric,) if self.rubric else ()
        return tuple(each for parts in (self.readers, asks, judges) for each in self._seated(parts))

    def _seated(self, instruments: Sequence[Instrument]) -> Iterator[tuple[Seat, Instrument]]:
        times = max(map(self.times, instruments), default=0)
        for trial in range(1, times + 1):
            for instrument in instruments:
                models = self.panel(instrument)
                for model, called in short_names(models).items():
                    yield Seat(instrument.source, trial, model, called), instrument

    def assignments(
        self,
        revision: Revision,
        kind: Kind,
        facts: Sequence[str],
        about: Sequence[TextQuestion] = (),
        fresh: bool = False,
        passages: tuple[tuple[int, int], ...] = (),
    ) -> tuple[Assignment, ...]:
        """Every reading of the plan with the exact request, as if nothing had read the text before.

        `about` are the questions about this text that judges are asked; with `fresh` others are made first
        and asked too. Judges are shown these `passages` only, unless the text is read in parts.

        Raises:
            UsageError: the models' window leaves no room for a text.
        """
        whole = Brief(revision, kind, tuple(facts), self.models, self.rubric)
        brief = brief_of(whole, self.instruments)
        if brief.parts == (None,):
            brief = replace(brief, passages=passages)
        made: list[Assignment] = []
        for seat, instrument in self.seats(fresh):
            judges = isinstance(instrument, Rubric)
            asked = tuple(about) if judges else ()
            waits = judges and fresh and self.questioner is not None
            alone = replace(brief.models, readers=(seat.model,), judges=(seat.model,))
            own = replace(brief, models=alone)
            made.append(Assignment(seat, instrument, own, own.requests(instrument, asked), asked, waits))
        return tuple(made)


def plan_of(kind: Kind, library: Library, settings: Settings) -> Plan:
    """Who would read a text of a kind.

    Raises:
        UsageError: a reader or rubric that was asked for does not exist, or none fits the kind.
    """
    rubric = rubric_of(kind, library, settings)
    readers = library.readers(kind)
    if asked := settings.readers.get(kind) or (rubric.readers if rubric else ()):
        found = {name: library.persona(name) for name in asked}
        unknown = [name for name, persona in found.items() if persona is None]
        if unknown:
            raise UsageError(f"There is no persona {unknown[0]!r}: `workbench personas list` shows them.")
        readers = tuple(persona for persona in found.values() if persona is not None)
    if not readers and rubric is None:
        raise UsageError(f"No persona and no rubric fits a text of kind {kind.value!r}.")
    questioner = QUESTIONER if settings.text_questions and rubric else None
    return Plan(readers, rubric, settings.models, settings.trials, settings.judge_trials, questioner)


def rubric_of(kind: Kind, library: Library, settings: Settings) -> Rubric | None:
    """The rubric that a text of a kind is judged by; None where none fits.

    Raises:
        UsageError: the one that was asked for does not exist or does not fit.
    """
    if not settings.rubric:
        return library.judge(kind)
    rubric = library.rubric(settings.rubric)
    if rubric is None:
        raise UsageError(f"There is no rubric {settings.rubric!r}: `workbench rubrics list` shows them.")
    if kind not in rubric.kinds:
        raise UsageError(f"The rubric {rubric.name!r} does not fit a text of kind {kind.value!r}.")
    return rubric


def unfinished(history: History, revision: int, plan: Plan) -> tuple[Seat, ...]:
    """The seats of the last round that still want a reading, where this plan can make them; else none.

    A round is resumed only on its own revision and only if every missing seat's instrument still has
    the wording that it was planned with, and where a panel plays its part also that model. Any other
    model may step in for one that failed, unless it has read as that source in another round: it then makes
    a round of its own, in which what it has read stands and a further reading is its next trial.
    """
    last = history.last_round
    if last is None or last.revision != revision or last.state is RoundState.COMPLETE:
        return ()
    missing = missing_seats(history)
    panels = {instrument.source: plan.panel(instrument) for instrument in plan.instruments}
    return (
        missing
        if all(_can_fill(panels.get(seat.source, ()), seat, history, last) for seat in missing)
        else ()
    )


def _can_fill(panel: Sequence[str], seat: Seat, history: History, round: Round) -> bool:
    """Whether one of these models, and which of them, fills a missing seat of a round is plain."""
    if seat.source in round.panelled:
        return seat.model in panel
    return len(panel) == 1 and (panel[0] == seat.model or not _has_read(panel[0], seat, history, round))


def _has_read(model: str, seat: Seat, history: History, round: Round) -> bool:
    """Whether a model has read a round's revision as a seat's source in another round."""
    return any(
        reading.source == seat.source and reading.is_by(model)
        for reading in history.readings
        if reading.revision == round.revision and reading.round not in (0, round.id)
        if reading.state is ReadingState.FINISHED and not reading.mine
    )


def resumed(assignments: Sequence[Assignment], seats: Sequence[Seat], round: Round) -> tuple[Assignment, ...]:
    """The assignments that fill these seats of a round, with the seats' trials.

    By source, and where several models play its part by model.
    """
    found: dict[tuple[Source, str], Assignment] = {}
    for assignment in assignments:
        for model in (assignment.seat.model, ""):
            found[assignment.seat.source, model] = assignment
    panelled = round.panelled
    keys = ((seat, seat.model if seat.source in panelled else "") for seat in seats)
    return tuple(replace(found[seat.source, model], seat=seat) for seat, model in keys)
