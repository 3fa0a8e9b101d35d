"""What calls used, as the service counted it."""

from dataclasses import dataclass

MOST_COUNTED = 2**40
"""Tokens; a service that counts more of one call has miscounted."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call or several as the service counted them, and how long they took."""

    input: int | None = None
    """Tokens neither read from nor written to a cache; None where the provider gives no figures."""
    output: int | None = None
    cache_read: int | None = None
    cache_written: int | None = None
    seconds: float = 0.0
    cache_written_1h: int | None = None
    """Of `cache_written`, those that are kept for an hour, not five minutes; None where none is told."""
    calls: int = 1
    """Answers that were asked for, failed attempts included."""
    estimated: int | None = None
    """What all that was sent had been taken for before any service counted it; None where nobody said."""

    def __add__(self, other: "Usage") -> "Usage":
        """What both used together; a figure that one of them lacks is unknown, but for caches."""
        return Usage(
            None if self.input is None or other.input is None else self.input + other.input,
            None if self.output is None or other.output is None else self.output + other.output,
            (self.cache_read or 0) + (other.cache_read or 0) or None,
            (self.cache_written or 0) + (other.cache_written or 0) or None,
            self.seconds + other.seconds,
            (self.cache_written_1h or 0) + (other.cache_written_1h or 0) or None,
            self.calls + other.calls,
            (self.estimated or 0) + (other.estimated or 0) or None,
        )

    @property
    def total_input(self) -> int | None:
        """Every input token, cached or not; None where unknown."""
        if self.input is None:
            return None
        return self.input + (self.cache_read or 0) + (self.cache_written or 0)

    @property
    def uncached(self) -> "Usage":
        """The same where nothing had been read from a cache or written to one."""
        return Usage(self.total_input, self.output, seconds=self.seconds, calls=self.calls)


UNUSED = Usage(0, 0, calls=0)
"""What is used before the first call."""
UNASKED = Usage(calls=0)
"""What is used where no model was asked: there is nothing to count."""
