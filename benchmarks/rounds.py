"""How long a round takes beside its slowest reading: eight readings of two seconds each.

The first reading of a cache group goes ahead of the others until its answer begins, as it must where a
beginning that all share is to be read from the service's cache. What is compared is the slowest reading plus
that time, the least that a round can take.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.builders import MODELS, persona, reader_answer

from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.disk import disk_and_checks
from workbench.core.costs.prices import PriceTable
from workbench.core.costs.usage import Usage
from workbench.core.desk import Desk
from workbench.core.ports import Library, Progress, Reply, Settings
from workbench.storage.store import SqliteStore

RUNS = 5
FIRST_EVENT, READING = 0.4, 2.0
"""Seconds until an answer begins, and until it is whole."""
TEXT = "# Kettle\n\nKettle boils water.\n\n" + "It boils faster than any other kettle. " * 400


class Service:
    """Answers after two seconds."""

    name = destination = "a service"

    async def ask(self, request):
        """Progress, then the answer."""
        await asyncio.sleep(FIRST_EVENT)
        yield Progress(1)
        await asyncio.sleep(READING - FIRST_EVENT)
        yield Reply(reader_answer("Kettle boils water"), request.model, "end_turn", Usage(100, 100))

    async def close(self):
        """Nothing to let go of."""


async def seconds(folder):
    """How long one round takes from the person's consent to its ruling."""
    path = folder / "README.md"
    path.write_text(TEXT)
    files, checks = disk_and_checks()
    readers = tuple(persona(f"reader-{'abcdefgh'[n]}", default_for=("readme",)) for n in range(8))
    store = SqliteStore(folder / "w.db", lambda: datetime.now(UTC))  # noqa: TID251
    settings, prices = Settings(MODELS), PriceTable(datetime.now(UTC).date(), ())  # noqa: TID251
    desk = Desk(store, files, checks, Service(), SystemClock(), Library(readers), settings, prices)
    board, report = await desk.open(path)
    proposal = await desk.propose(board, report)
    started = time.perf_counter()
    async for _ in desk.read(board.artifact, proposal):
        pass
    taken = time.perf_counter() - started
    await store.close()
    return taken


def main():
    """Print how long it takes, and what the least is."""
    taken = []
    for _ in range(RUNS):
        with tempfile.TemporaryDirectory() as folder:
            taken.append(asyncio.run(seconds(Path(folder))))
    least = READING + FIRST_EVENT
    middle = statistics.median(taken)
    print(f"eight readings of {READING:.1f} s, an answer begins after {FIRST_EVENT:.1f} s, {RUNS} rounds")
    print(f"  slowest reading and first event  {least:5.2f} s")
    print(f"  the round, median (least, most)  {middle:5.2f} s ({min(taken):.2f}, {max(taken):.2f})")
    print(f"  times the least                  {middle / least:5.2f}")


if __name__ == "__main__":
    main()
