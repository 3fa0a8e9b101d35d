"""Readings that the last round still wants, and why it has not got them."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from workbench.core.errors import Failure
from workbench.core.filling import filled, missing_seats
from workbench.core.history import History, RoundState
from workbench.core.readings import Reading
from workbench.core.retries import LONGEST_TOLD, LONGEST_WAIT
from workbench.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Unread:
    """One reason, and whom it kept from reading."""

    failure: Failure | None
    """None where the round ended before they had read: it was stopped or cut off."""
    seats: tuple[Seat, ...]
    until: datetime | None = None
    """When the service said it would answer again, where that was too long to wait for; else None."""

    @property
    def who(self) -> str:
        """The seats as a person calls them."""
        return ", ".join(seat.in_words for seat in self.seats)

    @property
    def why(self) -> str:
        """The reason, a sentence with the next step."""
        return self.failure.message if self.failure else "The round was stopped or cut off before that."


def unread(history: History) -> tuple[Unread, ...]:
    """Every reason once, with the seats of the last round that no reading has filled.

    While a round is being read, a seat without any reading is not missing yet.
    """
    last = history.last_round
    latest = filled(history, last) if last else {}
    reasons: dict[str, Unread] = {}
    for seat in missing_seats(history):
        reading = latest.get(seat)
        if reading is None and last and last.state is RoundState.RUNNING:
            continue
        one = Unread(reading.failure if reading else None, (seat,), _until(reading))
        before = reasons[one.why].seats if one.why in reasons else ()
        reasons[one.why] = replace(one, seats=(*before, seat))
    return tuple(reasons.values())


def failed_readings(history: History) -> tuple[Unread, ...]:
    """Those of them that failed, rather than being stopped."""
    return tuple(one for one in unread(history) if one.failure is not None)


def _until(reading: Reading | None) -> datetime | None:
    if reading is None or reading.failure is None or reading.ended_at is None:
        return None
    wait = min(reading.failure.retry_after or 0.0, LONGEST_TOLD)
    return reading.ended_at + timedelta(seconds=wait) if wait > LONGEST_WAIT else None
