"""Whether and when a failed call is made again."""

from dataclasses import replace

from workbench.core.errors import RETRIED, Failure, FailureKind

LONGEST_WAIT = 120.0
"""Seconds; a service that asks for more is reported, not waited for."""
LONGEST_TOLD = 400 * 86_400.0
"""Seconds; a service that asks for more is taken to have asked for this much: no calendar ends before it."""
_FIRST = 1.0
_MOST = 30.0
_ONCE_MORE = frozenset({FailureKind.UNREADABLE, FailureKind.TIMEOUT})
"""Kinds that get a second attempt and no third: each is paid for, or takes as long as a person would wait."""


def allowed(failure: Failure, attempts: int) -> int:
    """How many attempts a reading that failed so may have in all, of those it is given."""
    return min(2, attempts) if failure.kind in _ONCE_MORE else attempts


def delay(failure: Failure, attempt: int, attempts: int) -> float | None:
    """Seconds to wait before the next attempt; None where there is to be none.

    `attempt` is the one that failed, from 1. A retry-after is honoured up to `LONGEST_WAIT`; without
    one the wait doubles from one second to thirty. An unreadable answer is asked for once more, and so
    is one that did not come in time.
    """
    if attempt >= allowed(failure, attempts):
        return None
    if failure.kind is FailureKind.UNREADABLE:
        return 0.0
    if failure.kind not in RETRIED:
        return None
    if failure.retry_after is not None:
        return failure.retry_after if failure.retry_after <= LONGEST_WAIT else None
    return min(_FIRST * 2.0 ** (attempt - 1), _MOST)


def given_up(failure: Failure, attempts: int) -> Failure:
    """A failure after its last attempt, which says how many there were."""
    if attempts == 1:
        return failure
    times = "twice" if attempts == 2 else f"{attempts} times"
    return replace(failure, message=f"{failure.message} It was tried {times}.")


def in_words(seconds: float) -> str:
    """A length of time as a person would say it."""
    whole = round(seconds)
    if seconds < 1:
        return f"{seconds:g} s"
    if whole < 90:
        return f"{whole} s"
    if whole < 90 * 60:
        return f"{round(whole / 60)} min"
    return f"{whole / 3600:.1f} h".replace(".0 h", " h")
