"""What several calls used together, and how that is said."""

from collections.abc import Iterable
from dataclasses import dataclass

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.usage import Usage


@dataclass(frozen=True, slots=True)
class Spend:
    """What several calls used together."""

    dollars: float = 0.0
    """Of the calls whose price is known."""
    input: int = 0
    output: int = 0
    cache_read: int = 0
    unpriced: int = 0
    """Calls whose model has no known price."""
    unpriced_tokens: int = 0
    """Tokens in and out of those calls."""
    uncounted: int = 0
    """Calls whose provider gave no figures."""
    calls: int = 0

    def sentence(self) -> str:
        """The spend in words that never pass an unknown price off as nothing."""
        if not self.calls:
            return "nothing spent"
        parts = [in_dollars(self.dollars)] if self.calls > self.unpriced + self.uncounted else []
        if self.unpriced:
            parts.append(f"{self.unpriced_tokens:,} tokens, price unknown")
        if self.uncounted == self.calls:
            parts.append("tokens unknown")
        elif self.uncounted:
            parts.append(f"{self.uncounted} of {self.calls} calls: tokens unknown")
        return ", ".join(parts)


def in_dollars(dollars: float) -> str:
    """A sum in words, which never says that something cost nothing."""
    return "under $0.01" if 0 < dollars < 0.01 else f"${dollars:.2f}"


def together(one: Spend, other: Spend) -> Spend:
    """What two runs of calls used together."""
    return Spend(*(getattr(one, name) + getattr(other, name) for name in Spend.__dataclass_fields__))


def spend(calls: Iterable[tuple[str, Usage]], prices: PriceTable) -> Spend:
    """The sum of calls, each given as model and usage; one that used nothing, as when refused, is none."""
    total = Spend()
    for model, usage in calls:
        if usage.total_input == usage.output == 0:
            continue
        dollars = prices.dollars(model, usage)
        counted = usage.total_input is not None and usage.output is not None
        tokens_in, tokens_out = usage.total_input or 0, usage.output or 0
        unpriced = counted and dollars is None
        total = Spend(
            dollars=total.dollars + (dollars or 0.0),
            input=total.input + tokens_in,
            output=total.output + tokens_out,
            cache_read=total.cache_read + (usage.cache_read or 0),
            unpriced=total.unpriced + unpriced,
            unpriced_tokens=total.unpriced_tokens + (tokens_in + tokens_out if unpriced else 0),
            uncounted=total.uncounted + (not counted),
            calls=total.calls + 1,
        )
    return total
