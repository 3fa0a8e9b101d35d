"""What a round sets out to do: which source reads with which model, and what that may cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from workbench.core.artifacts import Kind, Revision
from workbench.core.costs import PriceTable, Usage, estimated_tokens
from workbench.core.events import Seat
from workbench.core.history import History, RoundState
from workbench.core.instruments import Persona, Rubric
from workbench.core.ports import Models, Request
from workbench.core.prompts import judge_prompt, prompt_sha256, reader_prompt
from workbench.core.readings import ReadingState
from workbench.core.sources import SourceKind

CACHED_FROM = 1024
"""Tokens from which a shared beginning is worth sending ahead of the rest of its group."""
_ANSWER_TOKENS = 3000
"""Output a reading is expected to take, for the estimate only."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """One reading to be made."""

    seat: Seat
    instrument: Persona | Rubric
    request: Request

    @property
    def prompt_sha256(self) -> str:
        """The hash that is stored with the reading."""
        return prompt_sha256(self.request.prompt)

    @property
    def group(self) -> tuple[str, str, str, str]:
        """What a service's cache is kept by: model, effort, schema and the shared beginning."""
        prompt = self.request.prompt
        return (
            self.request.model,
            self.request.effort or "",
            str(prompt.schema),
            prompt.instructions + prompt.text,
        )

    @property
    def shared_tokens(self) -> int:
        """About how many tokens its group shares."""
        return estimated_tokens(self.request.prompt.instructions + self.request.prompt.text)

    @property
    def estimated_usage(self) -> Usage:
        """About what it will use, as if nothing were cached."""
        return Usage(input=estimated_tokens(self.request.prompt.whole), output=_ANSWER_TOKENS)


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a round is expected to take, before anything is sent."""

    calls: int
    tokens: int
    """Input, about, as if nothing were cached."""
    dollars: float | None
    """An upper figure without caching; None where a price is unknown."""

    def sentence(self) -> str:
        """The estimate in words."""
        calls = "1 call" if self.calls == 1 else f"{self.calls} calls"
        money = "price unknown" if self.dollars is None else f"at most about ${self.dollars:.2f}"
        return f"{calls}, about {self.tokens:,} tokens to send, {money}"


def estimate(assignments: Sequence[Assignment], prices: PriceTable) -> Estimate:
    """What these readings are expected to take."""
    usages = [(a.request.model, a.estimated_usage) for a in assignments]
    dollars = [prices.dollars(model, usage) for model, usage in usages]
    known = [d for d in dollars if d is not None]
    return Estimate(
        len(assignments),
        sum(usage.input or 0 for _, usage in usages),
        sum(known) if len(known) == len(dollars) else None,
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """Who reads, who judges, how often and with what."""

    readers: tuple[Persona, ...]
    rubric: Rubric | None
    models: Models
    trials: int = 1
    judge_trials: int = 1

    def seats(self, first_trial: int = 1) -> tuple[tuple[Seat, Persona | Rubric], ...]:
        """Every seat with its instrument, readers first."""
        seats: list[tuple[Seat, Persona | Rubric]] = []
        for trial in range(first_trial, first_trial + self.trials):
            seats += [(Seat(persona.source, trial), persona) for persona in self.readers]
        if self.rubric:
            for trial in range(first_trial, first_trial + self.judge_trials):
                seats.append((Seat(self.rubric.source, trial), self.rubric))
        return tuple(seats)

    def assignments(
        self, revision: Revision, kind: Kind, facts: Sequence[str], first_trial: int = 1
    ) -> tuple[Assignment, ...]:
        """Every reading of the plan with the exact request."""
        return tuple(
            Assignment(seat, instrument, self._request(instrument, revision, kind, facts))
            for seat, instrument in self.seats(first_trial)
        )

    def _request(
        self, instrument: Persona | Rubric, revision: Revision, kind: Kind, facts: Sequence[str]
    ) -> Request:
        models = self.models
        if isinstance(instrument, Persona):
            prompt = reader_prompt(instrument, revision)
            return Request(prompt, models.reader, models.reader_effort, models.max_tokens)
        prompt = judge_prompt(instrument, revision, kind, facts)
        return Request(prompt, models.judge, models.judge_effort, models.max_tokens)


def next_trial(history: History, revision: int) -> int:
    """The trial number of the next new round on a revision."""
    trials = [
        reading.trial
        for reading in history.readings
        if reading.revision == revision and reading.source.kind is not SourceKind.CHECK
    ]
    return max(trials, default=0) + 1


def unfinished(history: History, revision: int, plan: Plan) -> tuple[Seat, ...]:
    """The seats of the last round that still want a reading, where this plan can make them; else none.

    A round is resumed only on its own revision and only if every missing seat's instrument still has
    the wording it was planned with.
    """
    last = history.last_round
    if last is None or last.revision != revision or last.state is RoundState.COMPLETE:
        return ()
    missing = missing_seats(history)
    available = {persona.source for persona in plan.readers} | (
        {plan.rubric.source} if plan.rubric else set()
    )
    return missing if all(seat.source in available for seat in missing) else ()


def missing_seats(history: History) -> tuple[Seat, ...]:
    """The planned seats of the last round without a finished reading."""
    last = history.last_round
    if last is None:
        return ()
    finished = {
        (reading.source, reading.trial)
        for reading in history.readings
        if reading.round == last.id and reading.state is ReadingState.FINISHED
    }
    return tuple(Seat(source, trial) for source, trial in last.planned if (source, trial) not in finished)


def resumed(assignments: Sequence[Assignment], seats: Sequence[Seat]) -> tuple[Assignment, ...]:
    """The assignments that fill these seats, by source, with the seats' own trials."""
    by_source = {assignment.seat.source: assignment for assignment in assignments}
    return tuple(replace(by_source[seat.source], seat=seat) for seat in seats)
