"""How long a question is held back, so that a service is asked for no more than it said it allows."""

from collections.abc import Sequence
from math import ceil

import msgspec
from msgspec import Struct, structs

from workbench.core.allowances import Allowance, Counted
from workbench.core.costs.tokens import estimated_tokens
from workbench.core.ports import Request
from workbench.core.retries import LONGEST_WAIT

_AN_ANSWER = 1_000
"""Output tokens below which no further question is worth asking."""
_MOMENT = 0.05
"""Seconds that nobody waits for."""


class Bucket(Struct, frozen=True):
    """One limit as it was said, and what has been taken of it since; it fills up evenly."""

    left: float
    rate: float
    """How much more there is each second; 0 where the service did not say how much it is in all."""
    seen: float
    """When it was said; this and every other moment in seconds since the epoch."""
    full: float
    """When all of it is there again."""
    most: float | None

    def left_at(self, now: float) -> float | None:
        """How much is left; None where what was said holds no longer.

        It does not once it is full, nor after two minutes, nor where the clock was set back.
        """
        if not self.seen <= now < min(self.full, self.seen + LONGEST_WAIT):
            return None
        return self.left + self.rate * (now - self.seen)

    def wait(self, need: float, now: float) -> float:
        """Seconds until so much is left; 0.0 where it is, or where what was said holds no longer."""
        left = self.left_at(now)
        need = need if self.most is None else min(need, self.most)
        if left is None or left >= need:
            return 0.0
        there = now + (need - left) / self.rate if self.rate else self.full
        return min(there, self.full, self.seen + LONGEST_WAIT) - now


class Limits(Struct, frozen=True):
    """What is known of how much one model of a service may be asked."""

    buckets: dict[Counted, Bucket] = {}
    shut_at: float = 0.0
    """When the service last asked for a wait."""
    shut_until: float = 0.0

    def wait(self, request: Request, now: float) -> float:
        """Seconds to hold a request back, of which there are at most `LONGEST_WAIT`; 0.0 for none."""
        needs = _needs(request)
        waits = [bucket.wait(needs[of], now) for of, bucket in self.buckets.items()]
        # What was kept in a file may hold any numbers, and what is no number is no wait.
        longest = max((wait for wait in (*waits, self._shut_for(now)) if wait > _MOMENT), default=0.0)
        # In tenths, as it is said.
        return ceil(min(longest, LONGEST_WAIT) * 10) / 10

    def taken(self, request: Request) -> "Limits":
        """The limits with a request under way that the service has not counted yet."""
        needs = _needs(request)
        taken = {
            of: structs.replace(bucket, left=bucket.left - needs[of]) for of, bucket in self.buckets.items()
        }
        return structs.replace(self, buckets=taken)

    def told(self, allowances: Sequence[Allowance], now: float) -> "Limits":
        """The limits after the service said what is left of some of them."""
        said = {allowance.of: _bucket(allowance, now) for allowance in allowances}
        # Answers do not come in the order in which their requests were counted.
        if (known := self.buckets.get("requests")) and "requests" in said:
            left = known.left_at(now)
            lower = min(said["requests"].left, said["requests"].left if left is None else left)
            said["requests"] = structs.replace(said["requests"], left=lower)
        return structs.replace(self, buckets=self.buckets | said)

    def shut(self, seconds: float, now: float) -> "Limits":
        """The limits after the service asked for a wait; one too long to be waited for changes nothing."""
        if seconds > LONGEST_WAIT:
            return self
        return structs.replace(self, shut_at=now, shut_until=now + max(seconds, self._shut_for(now)))

    def holds(self, now: float) -> bool:
        """Whether anything of it could still hold a question back."""
        is_known = any(bucket.left_at(now) is not None for bucket in self.buckets.values())
        return is_known or self._shut_for(now) > 0

    def _shut_for(self, now: float) -> float:
        """Seconds that are left of the wait that the service asked for."""
        until = min(self.shut_until, self.shut_at + LONGEST_WAIT)
        return max(until - now, 0.0) if self.shut_at <= now else 0.0


Ledger = dict[str, Limits]
"""Limits by the service and model that they are of."""


def read_ledger(kept: bytes) -> Ledger:
    """The ledger that `kept_ledger` wrote; an empty one where it is none that this version reads."""
    try:
        return msgspec.json.decode(kept, type=Ledger)
    except msgspec.DecodeError:
        return {}


def kept_ledger(ledger: Ledger, now: float) -> bytes:
    """A ledger to be kept, without what holds no longer."""
    return msgspec.json.encode({name: limits for name, limits in ledger.items() if limits.holds(now)})


def _bucket(said: Allowance, now: float) -> Bucket:
    rate = max(said.most - said.left, 0.0) / said.full_in if said.most and said.full_in > 0 else 0.0
    return Bucket(said.left, rate, now, now + said.full_in, said.most)


def _needs(request: Request) -> dict[Counted, float]:
    """What one question takes of each limit.

    Of the input only what no other question shares: services do not count what they read from a cache, and
    where one does, it refuses and says how long to wait.
    """
    asked = estimated_tokens(request.prompt.task)
    return {
        "requests": 1,
        "input-tokens": asked,
        "output-tokens": _AN_ANSWER,
        "tokens": asked + _AN_ANSWER,
    }
