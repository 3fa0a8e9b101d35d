"""What is known of the models of one server, from this run and from earlier ones."""

import asyncio
from typing import Any

from workbench.core.capabilities import (
    Capabilities,
    kept_servers,
    name_of,
    read_servers,
    with_changes,
)
from workbench.core.ports import Memory

NOTE = "servers"
"""The name of the note that it is remembered in."""


class KnownServer:
    """The models of one server and what they can do; remembered where there is a memory."""

    def __init__(self, place: str, memory: Memory | None = None) -> None:
        self._place = place
        self._memory = memory
        self._known: dict[str, Capabilities] = {}

    async def of(self, model: str) -> Capabilities:
        """What is known of a model."""
        if model not in self._known:
            remembered = b""
            if self._memory is not None:
                remembered = await asyncio.to_thread(self._memory.recall, NOTE)
            known = read_servers(remembered).get(name_of(self._place, model), Capabilities())
            self._known.setdefault(model, known)
        return self._known[model]

    async def learn(self, model: str, *, lasting: bool = True, **found: Any) -> None:
        """Keep what was found out of a model; what is not `lasting` only for this run."""
        before = await self.of(model)
        (after,) = with_changes({"": before}, {"": found}).values()
        self._known[model] = after
        if after == before or not lasting or self._memory is None:
            return
        change = {name_of(self._place, model): found}
        await asyncio.to_thread(
            self._memory.revise, NOTE, lambda kept: kept_servers(with_changes(read_servers(kept), change))
        )
