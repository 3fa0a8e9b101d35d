"""What is spent while calls are under way, held against a cap."""

import asyncio
from dataclasses import dataclass, field

from workbench.core.costs.experience import UNKNOWN, Experience
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.spending import in_dollars
from workbench.core.costs.usage import Usage


@dataclass
class Meter:
    """What a round has spent so far, against its cap."""

    prices: PriceTable
    cap: float | None
    """Dollars; None for no cap."""
    of_loop: bool = False
    """Whether the cap is what is left for all rounds of a loop."""
    experience: Experience = UNKNOWN
    """By which calls are expected."""
    spent: float = 0.0
    promised: float = 0.0
    """What the calls under way are expected to cost where nothing of them is cached."""
    _under_way: int = 0
    _settled: asyncio.Event = field(default_factory=asyncio.Event)

    def too_dear(self, what: str) -> str:
        """What is said of a call that the cap does not cover."""
        if self.of_loop:
            left = f"the loop budget, {in_dollars(self.cap or 0)}, does"
            return f"What is left of {left} not cover {what}. Set a higher `loop_budget` in config.toml."
        return (
            f"What is left of the budget of {in_dollars(self.cap or 0)} does not cover {what}. "
            "Give a higher --budget, or set a higher `budget` in config.toml."
        )

    async def admit(self, model: str, usage: Usage) -> float | None:
        """Reserve a call's expected price; None where it does not fit under the cap.

        A call that may fit once those under way have ended waits for that: cached, they cost less than was
        reserved. One of unknown price is never refused: there is nothing to hold against the cap.
        """
        expected = self.prices.dollars(model, usage) or 0.0
        while self.cap is not None and expected and self.spent + self.promised + expected > self.cap:
            if not self._under_way or self.spent + expected > self.cap:
                return None
            self._settled.clear()
            await self._settled.wait()
        self.promised += expected
        self._under_way += 1
        return expected

    def settle(self, expected: float, model: str, usage: Usage) -> None:
        """Replace a reserved price by the real one."""
        self.promised -= expected
        self.spent += self.prices.dollars(model, usage) or 0.0
        self._under_way -= 1
        self._settled.set()
