"""What calls are expected to use and to cost, before anything is sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from workbench.core.costs.caching import keeping, kept_text
from workbench.core.costs.experience import UNKNOWN, Experience
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import about_dollars, in_dollars
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import Usage
from workbench.core.plans import Assignment
from workbench.core.ports import Request
from workbench.core.sources import Source, SourceKind

_ABOUT_TOKENS = 1000
"""What questions about the text alone add to a judge's prompt, where they are still to be made."""
_MATCHING = Usage(input=6000, output=1500)
"""What matching is expected to use where it was never done: what is to be matched is not known yet."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What calls are expected to take, before anything is sent."""

    calls: int
    tokens: int
    """Input, about, cached or not."""
    dollars: float | None
    """Where services keep what these calls share; None where a price is unknown."""
    most: float | None
    """Where nothing is read from any cache; None where a price is unknown."""
    dated: str = ""
    """Whose prices these are, in words."""

    def sentence(self) -> str:
        """The estimate in words."""
        calls = "1 call" if self.calls == 1 else f"{self.calls} calls"
        return f"{calls}, about {self.tokens:,} tokens to send, {self._money()}"

    def _money(self) -> str:
        if self.dollars is None or self.most is None:
            return "price unknown"
        expected, most = in_dollars(self.dollars), in_dollars(self.most)
        otherwise = f" ({most} if nothing is read from a cache)" if most != expected else ""
        return f"{about_dollars(self.dollars)}{otherwise}, {self.dated}"


@dataclass(frozen=True, slots=True)
class Planned:
    """A call to be made."""

    request: Request
    source: Source
    """Whose answer it gives."""
    more: int = 0
    """Tokens that its prompt will have beside those it has now."""
    output: int = 0
    """Tokens of its answer; 0 for those that answers of its source had before."""


@dataclass(frozen=True, slots=True)
class _Expected:
    """One call to be made."""

    model: str
    usage: Usage
    missed: Usage
    """The same where nothing that others wrote is read."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What services keep while calls are made one after the other."""

    prices: PriceTable
    experience: Experience
    beginnings: set[tuple[str, ...]] = field(default_factory=set)

    def call(self, planned: Planned) -> _Expected:
        """What a call is expected to use, after those before it."""
        request = planned.request
        model, prompt = request.model, request.prompt
        text = self.experience.input(model, kept_text(request))
        whole = self.experience.input(model, estimated_tokens(prompt.whole) + planned.more)
        said = planned.output or self.experience.output(planned.source, model)
        marked = {"nothing": (), "text": ((request.group, text),)}.get(
            request.keep, ((request.group, text), ((*request.group, prompt.task), whole))
        )
        least = self.prices.cached_from(model)
        kept = [(beginning, tokens) for beginning, tokens in marked if tokens >= least]
        read = max((tokens for beginning, tokens in kept if beginning in self.beginnings), default=0)
        written = max((tokens for _, tokens in kept), default=0)
        self.beginnings.update(beginning for beginning, _ in kept)
        return _Expected(
            model,
            Usage(whole - written, said, read, written - read),
            Usage(whole - written, said, 0, written),
        )


def planned(assignments: Sequence[Assignment], again: bool = False) -> tuple[Planned, ...]:
    """The calls of readings; with `again` the same is asked once more at once, so that all of it is kept."""
    return tuple(
        Planned(request, each.seat.source, _ABOUT_TOKENS if each.waits else 0)
        for each in keeping(assignments, again)
        for request in each.requests
    )


def estimate(
    made: Sequence[Planned],
    prices: PriceTable,
    today: date,
    experience: Experience = UNKNOWN,
    matcher: str | None = None,
) -> Estimate:
    """What calls are expected to take, and the one by a `matcher` that then matches findings."""
    kept = _Kept(prices, experience)
    calls = [kept.call(each) for each in made]
    if matcher:
        usage = experience.typical(SourceKind.MATCHER, matcher) or _MATCHING
        calls.append(_Expected(matcher, usage, usage))
    return Estimate(
        len(calls),
        sum(call.usage.total_input or 0 for call in calls),
        _sum([prices.dollars(call.model, call.usage) for call in calls]),
        _sum([prices.dollars(call.model, call.missed) for call in calls]),
        prices.dated_on(today),
    )


def _sum(dollars: Sequence[float | None]) -> float | None:
    known = [each for each in dollars if each is not None]
    return sum(known) if len(known) == len(dollars) else None
