"""A provider that is asked no more than its service allows, by all programs of one user together."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

from workbench.core.allowances import Allowance
from workbench.core.errors import RETRIED, ProviderError
from workbench.core.limits import Limits, kept_ledger, read_ledger
from workbench.core.ports import Clock, Memory, ModelInfo, Progress, Provider, Reply, Request
from workbench.core.retries import LONGEST_WAIT, in_words

_LEDGER = "limits"


@dataclass(frozen=True, slots=True)
class PoliteProvider:
    """Another provider, waited for where its service said that it may not be asked just now.

    A service that says nothing of its limits is asked at once.
    """

    asked: Provider
    memory: Memory
    clock: Clock

    @property
    def name(self) -> str:
        """The other provider's name."""
        return self.asked.name

    @property
    def destination(self) -> str:
        """The other provider's destination."""
        return self.asked.destination

    async def ask(self, request: Request) -> AsyncIterator[Progress | Reply]:
        """Progress that waits, where it has to be waited, and then what the other provider says.

        Raises:
            ProviderError: what the other provider raised.

        """
        waited = 0.0
        while waited < LONGEST_WAIT and (wait := await self._turn(request)):
            wait = min(wait, LONGEST_WAIT - waited)
            yield Progress(0, waiting=f"waiting for the service's limit, {in_words(wait)}")
            await self.clock.sleep(wait)
            waited += wait
        try:
            async for said in self.asked.ask(request):
                if isinstance(said, Progress) and said.limits:
                    await self._learn_from(request, said.limits, 0.0)
                yield said
        except ProviderError as error:
            failure = error.failure
            pause = failure.retry_after if failure.kind in RETRIED else None
            await self._learn_from(request, error.limits, pause or 0.0)
            raise

    async def models(self) -> tuple[ModelInfo, ...] | None:
        """The other provider's models."""
        return await self.asked.models()

    async def close(self) -> None:
        """Close the other provider."""
        await self.asked.close()

    async def _turn(self, request: Request) -> float:
        """Seconds to wait; 0.0 where the request may be sent, which is then reckoned with."""
        name = self._name(request)
        if name not in read_ledger(await asyncio.to_thread(self.memory.recall, _LEDGER)):
            return 0.0
        wait = 0.0

        def take(limits: Limits, now: float) -> Limits:
            nonlocal wait
            wait = limits.wait(request, now)
            return limits if wait else limits.taken(request)

        await self._learn(request, take)
        return wait

    async def _learn_from(self, request: Request, said: tuple[Allowance, ...], wait: float) -> None:
        """Keep what a service says of its limits, and for how many seconds nobody should ask."""
        if said or wait:
            await self._learn(request, lambda limits, now: limits.told(said, now).shut(wait, now))

    async def _learn(self, request: Request, learn: Callable[[Limits, float], Limits]) -> None:
        name = self._name(request)

        def revised(kept: bytes) -> bytes:
            # Only now, when no other program can add to it, or what one adds meanwhile is later than this.
            now = self.clock.now().timestamp()
            ledger = read_ledger(kept)
            return kept_ledger({**ledger, name: learn(ledger.get(name, Limits()), now)}, now)

        await asyncio.to_thread(self.memory.revise, _LEDGER, revised)

    def _name(self, request: Request) -> str:
        # Services limit each model, or each family of models, by itself.
        return f"{self.name} {self.destination} {request.model}"
