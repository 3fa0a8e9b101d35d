"""How much more a service may be asked, as the headers of the Messages API say it."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import get_args

from workbench.core.allowances import Allowance, Counted
from workbench.providers.failures import number


def allowances(headers: Mapping[str, str], now: float) -> tuple[Allowance, ...]:
    """What a response says of each limit; empty where it says nothing that makes sense.

    `now` is the time in seconds since the epoch, for a service that does not say its own.
    """
    return tuple(_allowances(headers, now))


def _allowances(headers: Mapping[str, str], now: float) -> Iterator[Allowance]:
    # Its moments are of its own clock, which need not agree with this machine's.
    its_now = _date(headers.get("date", "")) or now
    of: Counted
    for of in get_args(Counted):
        most, left, full = (
            headers.get(f"anthropic-ratelimit-{of}-{what}", "") for what in ("limit", "remaining", "reset")
        )
        is_left, is_full = number(left), _moment(full)
        if is_left is not None and is_full is not None:
            yield Allowance(of, is_left, max(is_full - its_now, 0.0), number(most))


def _date(said: str) -> float | None:
    try:
        return parsedate_to_datetime(said).timestamp()
    except (ValueError, OverflowError):
        return None


def _moment(said: str) -> float | None:
    """A moment as RFC 3339 writes it, in seconds since the epoch."""
    try:
        at = datetime.fromisoformat(said)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
