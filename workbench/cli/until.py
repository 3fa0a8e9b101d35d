"""`workbench review --until quiet`: rounds on the unchanged text until there is a named reason to stop."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from workbench.cli.output import narrate
from workbench.cli.reading import read_round, say_what_is_read
from workbench.core.board import Board, advance
from workbench.core.costs.spending import in_dollars, spend
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.loop.stopping import Assessment, Caps, Reason, assess
from workbench.core.ports import CheckReport
from workbench.core.proposals import Proposal
from workbench.core.sources import NOT_ASKED
from workbench.core.text.display_text import counted

MOST_ROUNDS = 10
"""Rounds that a loop makes where nobody says how many."""


@dataclass(frozen=True, slots=True)
class Until:
    """How far a loop may go."""

    rounds: int = MOST_ROUNDS
    budget: float | None = None
    """Dollars that all its rounds together may cost; None for no cap on them together."""


class Looped(NamedTuple):
    """Where a loop ended, and for which reason."""

    board: Board
    stop: Assessment

    @property
    def line(self) -> str:
        """The last line: a loop that stops because it must never looks like one that is finished."""
        ended = "Finished" if self.stop.reason.is_finished else "Not finished"
        said = self.stop.sentence()
        return f"{ended}, {said[0].lower()}{said[1:]}"


def until_of(until: str | None, most: int | None, budget: float | None, others: bool) -> Until | None:
    """The loop that was asked for; None for a single round. `others` is whether it is to do something else.

    Raises:
        UsageError: what was asked for does not go together.
    """
    if until is None:
        if most is not None:
            raise UsageError("--max-rounds is said of a loop: give --until quiet as well.")
        return None
    if others:
        raise UsageError("--until reads round after round: it goes with neither --freeze nor --checks-only.")
    return Until(most or MOST_ROUNDS, budget)


async def read_until(
    desk: Desk, board: Board, report: CheckReport, until: Until, permit: Callable[[Proposal], None]
) -> Looped:
    """Read the unchanged text round after round until there is a reason to stop; consent is asked for once.

    An unfinished round is resumed first. A text that was found clean or quiet before is not read again.

    Raises:
        UsageError: it may not be sent, or nobody can read it.
    """
    loop = _Loop(desk, report, until, frozenset(reading.id for reading in board.history.readings))
    stop = loop.assess(board, 0)
    if stop.reason.is_finished:
        narrate("Nothing was read: nothing has changed since the loop was found finished.")
        return Looped(board, stop)
    if desk.loop_budget(board.history).left == 0:
        narrate("Nothing was read: set a higher `loop_budget` in config.toml.")
        return Looped(board, stop)
    proposal = await desk.propose(board, report)
    if proposal.all_read:
        proposal = await desk.propose(board, report, again=True)
    permit(proposal)
    narrate(loop.bounds)
    made = 0
    while True:
        board = await loop.round(board, proposal)
        made += 1
        stop = loop.assess(board, made)
        if stop.reason is not Reason.GO_ON or board.disk is not None:
            return Looped(board, stop)
        proposal = await desk.propose(board, report, again=True)
        stop = loop.assess(board, made, proposal.estimate.most)
        if stop.reason is not Reason.GO_ON:
            return Looped(board, stop)
        narrate(stop.sentence())
        say_what_is_read(proposal)


@dataclass(frozen=True)
class _Loop:
    desk: Desk
    report: CheckReport
    until: Until
    before: frozenset[int]
    """Keys of the readings that there were."""

    @property
    def bounds(self) -> str:
        most = f"Until quiet, at most {counted(self.until.rounds, 'round')}"
        return most + (f" and {in_dollars(self.until.budget)}." if self.until.budget is not None else ".")

    async def round(self, board: Board, proposal: Proposal) -> Board:
        """A round, which may cost what is left of the budget, and what the file holds after it."""
        settings = replace(self.desk.settings, again=True)
        if self.until.budget is not None:
            left = max(0.0, self.until.budget - self.spent(board))
            settings = replace(settings, budget=left)
        board = await read_round(replace(self.desk, settings=settings), board, proposal)
        return advance(board, await self.desk.look(board.artifact))

    def spent(self, board: Board) -> float:
        """Dollars that this loop has cost, as far as prices are known."""
        prices = self.desk.prices
        made = [
            (reading.model, reading.usage)
            for reading in board.history.readings
            if reading.id not in self.before and reading.source.kind not in NOT_ASKED
        ]
        return spend(made, prices).dollars

    def assess(self, board: Board, made: int, next: float | None = None) -> Assessment:
        """Whether to stop, by whichever of the two budgets has less left."""
        caps = Caps(dollars=self.until.budget, spent=self.spent(board))
        loop = self.desk.loop_budget(board.history)
        if loop.left is not None and (caps.dollars is None or loop.left < caps.dollars - caps.spent):
            caps = loop.caps
        caps = replace(caps, rounds=self.until.rounds, made=made, next=next)
        return assess(board.loop, board.disk or board.revision, caps)
