"""What a service says, with an answer or a refusal, of how much more it may be asked."""

from dataclasses import dataclass
from typing import Literal

Counted = Literal["requests", "input-tokens", "output-tokens", "tokens"]
"""What a service limits; `tokens` are those in and out together."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much is left of one limit."""

    of: Counted
    left: float
    full_in: float
    """Seconds until all of it is there again."""
    most: float | None = None
    """How much that is; None where the service does not say."""
