"""What is spent while calls are under way, held against a cap."""

from dataclasses import dataclass

from workbench.core.costs.prices import PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.ports import Request


@dataclass
class Meter:
    """What a round has spent so far, against its cap."""

    prices: PriceTable
    cap: float | None
    """Dollars; None for no cap."""
    spent: float = 0.0
    promised: float = 0.0
    """What the calls under way are expected to cost."""

    def admit(self, request: Request, usage: Usage) -> float | None:
        """Reserve a call's expected price; None where it does not fit under the cap.

        A call of unknown price is never refused: there is nothing to hold against the cap.
        """
        expected = self.prices.dollars(request.model, usage) or 0.0
        if self.cap is not None and expected and self.spent + self.promised + expected > self.cap:
            return None
        self.promised += expected
        return expected

    def settle(self, expected: float, model: str, usage: Usage) -> None:
        """Replace a reserved price by the real one."""
        self.promised -= expected
        self.spent += self.prices.dollars(model, usage) or 0.0
