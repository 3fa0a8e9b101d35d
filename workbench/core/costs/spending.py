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
    cache_written: int = 0
    saved: float = 0.0
    """Dollars less than the same had cost where nothing was cached; below 0 where caching cost more."""

    @property
    def is_known(self) -> bool:
        """Whether the dollars are all that was spent."""
        return not self.unpriced and not self.uncounted

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

    @property
    def brief(self) -> str:
        """The dollars in a few cells; a `?` where they are not known, and beside what is known of them."""
        if not self.calls:
            return "-"
        if self.unpriced + self.uncounted == self.calls:
            return "?"
        return in_dollars(self.dollars).replace("under ", "<") + ("" if self.is_known else "+?")


NOTHING = Spend()
"""What no call costs."""


def budget_words(budget: float, is_priced: bool, of: str, kept: str = "read") -> str:
    """What a budget does, in words: `of` what it is, and whether what it is held against has a price."""
    if not is_priced:
        return f"price unknown, so the {in_dollars(budget)} budget cannot stop it"
    return f"{in_dollars(budget)}{of}; it stops there and keeps what was {kept}"


def in_dollars(dollars: float) -> str:
    """A sum in words, which never says that something cost nothing."""
    return "under $0.01" if 0 < dollars < 0.01 else f"${dollars:.2f}"


def about_dollars(dollars: float) -> str:
    """An expected sum in words."""
    said = in_dollars(dollars)
    return said if said.startswith("under") else f"about {said}"


def together(one: Spend, other: Spend) -> Spend:
    """What two runs of calls used together."""
    return Spend(*(getattr(one, name) + getattr(other, name) for name in Spend.__dataclass_fields__))


def spend(calls: Iterable[tuple[str, Usage]], prices: PriceTable) -> Spend:
    """The sum of calls, each given as model and usage; one that used nothing, as when refused, is none."""
    figures = [
        _figures(model, usage, prices)
        for model, usage in calls
        if usage.calls and not usage.total_input == usage.output == 0
    ]
    return Spend(*map(sum, zip(*figures, strict=True))) if figures else NOTHING


def _figures(model: str, usage: Usage, prices: PriceTable) -> tuple[float | int, ...]:
    """What calls of one model used: the fields of a `Spend`, which there are too many of to make each."""
    dollars = prices.dollars(model, usage)
    counted = usage.total_input is not None and usage.output is not None
    tokens_in, tokens_out = usage.total_input or 0, usage.output or 0
    unpriced = usage.calls if counted and dollars is None else 0
    is_cached = dollars is not None and (usage.cache_read or usage.cache_written)
    return (
        dollars or 0.0,
        tokens_in,
        tokens_out,
        usage.cache_read or 0,
        unpriced,
        tokens_in + tokens_out if unpriced else 0,
        0 if counted else usage.calls,
        usage.calls,
        usage.cache_written or 0,
        (prices.dollars(model, usage.uncached) or 0.0) - (dollars or 0.0) if is_cached else 0.0,
    )
