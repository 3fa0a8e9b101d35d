"""What a call used."""

from dataclasses import dataclass


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
