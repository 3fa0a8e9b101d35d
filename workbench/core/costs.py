"""Tokens and money: what a call used and what it costs."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call as the service counted them, and how long it took."""

    input: int | None = None
    """Tokens neither read from nor written to a cache; None where the provider gives no figures."""
    output: int | None = None
    cache_read: int | None = None
    cache_written: int | None = None
    seconds: float = 0.0

    def __add__(self, other: "Usage") -> "Usage":
        """What two calls used together; a figure that one of them lacks is unknown, but for caches."""
        return Usage(
            None if self.input is None or other.input is None else self.input + other.input,
            None if self.output is None or other.output is None else self.output + other.output,
            (self.cache_read or 0) + (other.cache_read or 0) or None,
            (self.cache_written or 0) + (other.cache_written or 0) or None,
            self.seconds + other.seconds,
        )

    @property
    def total_input(self) -> int | None:
        """Every input token, cached or not; None where unknown."""
        if self.input is None:
            return None
        return self.input + (self.cache_read or 0) + (self.cache_written or 0)


@dataclass(frozen=True, slots=True)
class Price:
    """Dollars per million tokens of one model, for prompts up to a size."""

    model: str
    """A model id, or its beginning up to a date suffix."""
    input: float
    output: float
    up_to: int | None = None
    """Largest prompt, in tokens, that this price covers; None for any."""
    cache_read: float | None = None
    """None: a tenth of `input`."""
    cache_write: float | None = None
    """Five-minute writes; None: 1.25 times `input`."""


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices as they were known on one day."""

    as_of: date
    prices: tuple[Price, ...]

    def price(self, model: str, prompt_tokens: int) -> Price | None:
        """The price of a model for a prompt of that many tokens; None where unknown."""
        fitting = [
            p
            for p in self.prices
            if _is_model(model, p.model) and (p.up_to is None or prompt_tokens <= p.up_to)
        ]
        return min(fitting, key=lambda p: (-len(p.model), p.up_to or 1 << 62), default=None)

    def dollars(self, model: str, usage: Usage) -> float | None:
        """What a call cost; None where the model's price or the tokens are unknown."""
        total = usage.total_input
        if total is None or usage.input is None or usage.output is None:
            return None
        price = self.price(model, total)
        if price is None:
            return None
        read = price.input * 0.1 if price.cache_read is None else price.cache_read
        write = price.input * 1.25 if price.cache_write is None else price.cache_write
        cost = usage.input * price.input + usage.output * price.output
        cost += (usage.cache_read or 0) * read + (usage.cache_written or 0) * write
        return cost / 1_000_000


def _is_model(model: str, listed: str) -> bool:
    """Whether a model id is the listed one, or that one with a date behind it."""
    rest = model.removeprefix(listed)
    return model.startswith(listed) and (
        not rest or (rest[0] == "-" and rest[1:].isdigit() and len(rest) == 9)
    )


def estimated_tokens(text: str) -> int:
    """About how many tokens a text is, before any service has counted it.

    Four characters a token for Latin text, one and a half for CJK and everything else beyond Latin-1.
    """
    wide = len(text) - len(text.encode("latin-1", "ignore"))
    return round((len(text) - wide) / 4 + wide / 1.5)


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
