"""What models cost, as it was known on one day."""

from dataclasses import dataclass, field
from datetime import date

from workbench.core.costs.usage import Usage
from workbench.core.text.display_text import counted

CACHED_FROM = 1024
"""Tokens from which services keep the beginning of a prompt, where nothing else is known of the model."""
OLD_MONTHS = 6
"""Months after which prices are said to be old."""


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
    """What is kept for five minutes; None: 1.25 times `input`."""
    cache_write_1h: float | None = None
    """What is kept for an hour; None: twice `input`."""
    cached_from: int = CACHED_FROM
    """Tokens from which a service keeps the beginning of a prompt."""

    def dollars(self, usage: Usage) -> float | None:
        """What a call cost; None where its tokens are unknown."""
        if usage.input is None or usage.output is None:
            return None
        read = self.input * 0.1 if self.cache_read is None else self.cache_read
        write = self.input * 1.25 if self.cache_write is None else self.cache_write
        write_1h = self.input * 2 if self.cache_write_1h is None else self.cache_write_1h
        hour = usage.cache_written_1h or 0
        cost = usage.input * self.input + usage.output * self.output
        cost += (usage.cache_read or 0) * read + hour * write_1h
        return (cost + ((usage.cache_written or 0) - hour) * write) / 1_000_000


@dataclass(frozen=True, slots=True)
class PriceTable:
    """Prices as they were known on one day."""

    as_of: date
    prices: tuple[Price, ...]
    _of_model: dict[str, tuple[Price, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """The prices that fit a model, as far as one was asked for, the smallest prompts first."""

    def price(self, model: str, prompt_tokens: int) -> Price | None:
        """The price of a model for a prompt of that many tokens; None where unknown."""
        fitting = self._of_model.get(model)
        if fitting is None:
            known = [price for price in self.prices if is_model(model, price.model)]
            fitting = tuple(sorted(known, key=lambda p: (-len(p.model), p.up_to or 1 << 62)))
            self._of_model[model] = fitting
        return next((p for p in fitting if p.up_to is None or prompt_tokens <= p.up_to), None)

    def dollars(self, model: str, usage: Usage) -> float | None:
        """What calls of about the same size cost; None where the model's price or the tokens are unknown."""
        total = usage.total_input
        if total is None:
            return None
        price = self.price(model, round(total / max(1, usage.calls)))
        return price.dollars(usage) if price else None

    def cached_from(self, model: str) -> int:
        """Tokens from which a service keeps the beginning of a prompt to a model."""
        price = self.price(model, 0)
        return price.cached_from if price else CACHED_FROM

    @property
    def sizes(self) -> tuple[int, ...]:
        """Sizes of prompts, in tokens, up to which any price holds, the smallest first."""
        return tuple(sorted({price.up_to for price in self.prices if price.up_to is not None}))

    @property
    def dated(self) -> str:
        """Whose prices these are, in words."""
        return f"prices of {self.as_of.isoformat()}"

    def is_old(self, today: date) -> bool:
        """Whether prices may well have changed since."""
        return self._months(today) >= OLD_MONTHS

    def dated_on(self, today: date) -> str:
        """Whose prices these are, in words that say so where they are old."""
        old = f", {counted(self._months(today), 'month')} old" if self.is_old(today) else ""
        return f"{self.dated}{old}"

    def _months(self, today: date) -> int:
        """Whole months since."""
        months = 12 * (today.year - self.as_of.year) + today.month - self.as_of.month
        return months - (today.day < self.as_of.day)


def is_model(model: str, listed: str) -> bool:
    """Whether a model id is the listed one, or that one with a date behind it."""
    rest = model.removeprefix(listed)
    return model.startswith(listed) and (
        not rest or (rest[0] == "-" and rest[1:].isdigit() and len(rest) == 9)
    )
