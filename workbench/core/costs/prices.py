"""What models cost, as it was known on one day."""

from dataclasses import dataclass
from datetime import date

from workbench.core.costs.usage import Usage


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
