"""Why readings of the last round are missing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from workbench.core.errors import Failure
from workbench.core.events import Seat
from workbench.core.history import History
from workbench.core.plans import missing_seats
from workbench.tui.header import seat_name


@dataclass(frozen=True, slots=True)
class Failed:
    """One reason, and whom it kept from reading."""

    failure: Failure
    seats: tuple[Seat, ...]

    @property
    def who(self) -> str:
        """The seats as a person calls them."""
        return ", ".join(map(seat_name, self.seats))


def failures_of(history: History) -> tuple[Failed, ...]:
    """Every reason once, for the seats of the last round that no later reading filled.

    A seat that was stopped rather than failed has no reason.
    """
    last = history.last_round
    latest = {(r.source, r.trial): r for r in history.readings if last and r.round == last.id}
    failed: dict[str, Failed] = {}
    for seat in missing_seats(history):
        reading = latest.get((seat.source, seat.trial))
        if reading is not None and reading.failure is not None:
            message = reading.failure.message
            before = failed[message].seats if message in failed else ()
            failed[message] = Failed(reading.failure, (*before, seat))
    return tuple(failed.values())


def told(failed: Sequence[Failed], planned: int, opens: str, reads: str) -> Iterator[str]:
    """That readings failed and why, for the status line: each way of saying it shorter than the last.

    `opens` and `reads` are the keys that show each failure and that read again.
    """
    first = failed[0].failure
    count = f"{sum(len(one.seats) for one in failed)} of {planned} failed"
    shows = f"{opens} on the first line shows each"
    sentence = first.message.partition(". ")[0]
    others = len(failed) - 1
    more = f", and {others} other reason{'s' if others > 1 else ''}" if others else ""
    for why in (first.message, sentence, first.kind.value):
        said = f"{count}: {why.rstrip('.')}{more}; {shows}"
        yield f"{said}, {reads} reads again"
        yield said
