"""What all rounds of one loop may cost together."""

from dataclasses import dataclass, replace

from workbench.core.costs.meter import Meter
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import NOTHING, Spend, in_dollars, spend
from workbench.core.history import History, RoundState
from workbench.core.loop.stopping import NO_CAPS, Caps
from workbench.core.sources import NOT_ASKED


@dataclass(frozen=True, slots=True)
class LoopBudget:
    """A cap on one loop, and what it has cost."""

    dollars: float | None = None
    """None for no cap."""
    spent: Spend = NOTHING

    @property
    def left(self) -> float | None:
        """Dollars that its rounds may still cost; None for any."""
        return None if self.dollars is None else max(0.0, self.dollars - self.spent.dollars)

    @property
    def caps(self) -> Caps:
        """The cap, for whoever says whether to stop."""
        if self.dollars is None:
            return NO_CAPS
        return Caps(dollars=self.dollars, spent=self.spent.dollars, called="loop budget")

    def held(self, meter: Meter) -> Meter:
        """The meter of the next round, which may cost no more than what is left."""
        if self.left is None or (meter.cap is not None and meter.cap <= self.left):
            return meter
        return replace(meter, cap=self.left, of_loop=True)

    def sentence(self) -> str:
        """What is left, in words; empty without a cap."""
        if self.dollars is None or self.left is None:
            return ""
        return f"{in_dollars(self.left)} is left of the {in_dollars(self.dollars)} for this loop"


def loop_budget(history: History, dollars: float | None, prices: PriceTable) -> LoopBudget:
    """How a loop stands, which begins with the first round of a text and anew after each that was frozen."""
    if dollars is None:
        return LoopBudget()
    frozen = [round.number for round in history.rounds if round.freeze and round.state is RoundState.COMPLETE]
    last = max(frozen, default=0)
    rounds = {round.id for round in history.rounds if round.number > last}
    made = (
        (reading.model, reading.usage)
        for reading in history.readings
        if reading.round in rounds and reading.source.kind not in NOT_ASKED and not reading.mine
    )
    return LoopBudget(dollars, spend(made, prices))
