"""What calls are expected to use and to cost, before anything is sent."""

from collections.abc import Sequence
from dataclasses import dataclass

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import Usage
from workbench.core.plans import Assignment
from workbench.core.ports import Request, Settings

_ANSWER_TOKENS = 3000
"""Output a reading is expected to take, for the estimate only."""
_MATCHING = Usage(input=6000, output=1500)
"""What matching is expected to use, for the estimate only: what is to be matched is not known yet."""


def estimated_usage(request: Request) -> Usage:
    """About what one call will use, as if nothing were cached."""
    return Usage(input=estimated_tokens(request.prompt.whole), output=_ANSWER_TOKENS)


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


def estimate(
    assignments: Sequence[Assignment], prices: PriceTable, settings: Settings | None = None
) -> Estimate:
    """What these readings are expected to take, and the call that matches findings where it is set."""
    usages = [(request.model, estimated_usage(request)) for a in assignments for request in a.requests]
    if settings and settings.match == "model":
        usages.append((settings.models.matcher, _MATCHING))
    dollars = [prices.dollars(model, usage) for model, usage in usages]
    known = [d for d in dollars if d is not None]
    return Estimate(
        len(usages),
        sum(usage.input or 0 for _, usage in usages),
        sum(known) if len(known) == len(dollars) else None,
    )
