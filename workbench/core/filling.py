"""Which readings fill the seats of a round: its own, and those of the same text that it took over."""

from collections.abc import Iterable, Mapping

from workbench.core.history import History, Round
from workbench.core.readings import Reading, ReadingState
from workbench.core.seats import Seat


def filled(history: History, round: Round) -> Mapping[Seat, Reading]:
    """By seat of a round, in their order: the reading that ended last for it; without those that have none.

    One that finished is never replaced by one that did not.
    """
    own = [reading for reading in history.readings if reading.round == round.id]
    reused, panelled = set(round.reused), round.panelled
    earlier = [r for r in history.readings if r.revision == round.revision and r.round] if reused else []
    found: dict[Seat, Reading] = {}
    for seat in round.planned:
        over = seat in reused
        by_model = seat.source in panelled or (over and bool(seat.model))
        fitting = [reading for reading in (earlier if over else own) if _fits(reading, seat, by_model)]
        if fitting:
            found[seat] = next(filter(_finished, reversed(fitting)), fitting[-1])
    return found


def finished(history: History, round: Round) -> Mapping[Seat, Reading]:
    """Those of them that finished."""
    return {seat: reading for seat, reading in filled(history, round).items() if _finished(reading)}


def taken_over(history: History, rounds: Iterable[Round]) -> Mapping[int, tuple[Reading, ...]]:
    """By key of a round: the finished readings of earlier ones that it stands on too."""
    found: dict[int, tuple[Reading, ...]] = {}
    for round in rounds:
        if round.reused:
            reused, made = set(round.reused), finished(history, round)
            found[round.id] = tuple(reading for seat, reading in made.items() if seat in reused)
    return found


def missing_seats(history: History) -> tuple[Seat, ...]:
    """The seats of the last round without a finished reading."""
    last = history.last_round
    if last is None:
        return ()
    made = finished(history, last)
    return tuple(seat for seat in last.planned if seat not in made)


def _finished(reading: Reading) -> bool:
    return reading.state is ReadingState.FINISHED


def _fits(reading: Reading, seat: Seat, by_model: bool) -> bool:
    """Whether a reading is a seat's; unless its model is asked for, another one may have stepped in."""
    if (reading.source, reading.trial) != (seat.source, seat.trial):
        return False
    return not by_model or reading.is_by(seat.model)
