"""What a round costs and how long it takes where a service keeps what its calls share.

Real rounds, through the provider that speaks the Messages API, to a service on loopback that caches and bills
as documented: four readers, and a judge with three trials. The same calls are made where nothing is kept.

Units are tokens of a prompt at the price of one that is neither read from a cache nor written to one: what is
read counts a tenth, what is written 1.25 times. They say what caching does whatever the models cost.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from support.billed_service import CHARACTERS, Billed, BilledService, Pace

from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.disk import disk_and_checks
from workbench.content.defaults import shipped_prices
from workbench.content.library import read_library
from workbench.core.artifacts import Kind
from workbench.core.costs.usage import Usage
from workbench.core.desk import Desk
from workbench.core.ports import Models, Settings
from workbench.core.prompts import JUDGE_INSTRUCTIONS, JUDGE_SCHEMA, READER_INSTRUCTIONS, READER_SCHEMA
from workbench.providers.anthropic import AnthropicProvider
from workbench.storage.store import SqliteStore

USUAL = Models(("claude-sonnet-5-5",), ("claude-opus-5-5",), "claude-haiku-5-5")
ALIKE = replace(USUAL, readers=USUAL.judges)
READERS = ("newcomer", "engineer", "editor", "returning")
TEXTS = (2_000, 8_000, 40_000)
"""Tokens, as the service counts them."""
SETTLES = 0.5
"""Seconds after the first event of an answer until what was kept for it can be read."""
PACE = Pace(first=0.8, reader=4.0, judge=5.0, questions=2.0)
TARGET, LONGEST = 0.45, 1.2


class Design(NamedTuple):
    """How a round is made."""

    name: str
    models: Models = USUAL
    questions: bool = False
    """Whether questions about the text are made first, in a call of their own."""
    one_group: bool = False
    """Whether readers and judge have the same instructions and the same schema."""
    rounds: int = 1
    """Rounds of the unchanged text; the last is shown."""


DESIGNS = (
    Design("as designed, usual models"),
    Design("as designed, one model", ALIKE),
    Design("and questions made first", questions=True),
    Design("second round of a loop", rounds=2),
    Design("if all were one group", ALIKE, one_group=True),
)


class Round(NamedTuple):
    """A round as it was billed."""

    calls: list[Billed]
    seconds: float
    """From the person's consent to the ruling."""
    models: Models

    @property
    def units(self):
        """What all prompts cost, in tokens."""
        return sum(call.units for call in self.calls)

    @property
    def dollars(self):
        """What the prompts cost, and what the round did."""
        prices, prompts, whole = shipped_prices(), 0.0, 0.0
        for call in self.calls:
            model = self.models.reader if call.role == "reader" else self.models.judge
            used = Usage(call.input, 0, call.read, call.written)
            prompts += prices.dollars(model, used)
            whole += prices.dollars(model, replace(used, output=call.output))
        return prompts, whole

    @property
    def least(self):
        """Seconds of the slowest call, and of the event that the others wait for."""
        return max(call.ended - call.began for call in self.calls) + PACE.first


def text_of(tokens):
    """A text of about so many tokens."""
    made, part = "# Kettle\n\nKettle boils water from the command line.\n", 0
    while len(made) < tokens * CHARACTERS:
        part += 1
        made += f"\n## Part {part}\n\nIt heats {part} cups and then tells you so. Set the cups first.\n"
    return made


def in_one_group(proposal):
    """The same round, its calls told apart by nothing but what follows the text."""
    instructions = READER_INSTRUCTIONS + JUDGE_INSTRUCTIONS
    schema = {"anyOf": [READER_SCHEMA, JUDGE_SCHEMA]}
    text = proposal.assignments[0].request.prompt.text
    made = []
    for each in proposal.assignments:
        prompt = replace(each.request.prompt, instructions=instructions, schema=schema, text=text)
        made.append(replace(each, requests=(replace(each.request, prompt=prompt),)))
    return replace(proposal, seating=replace(proposal.seating, assignments=tuple(made)))


async def round_of(service, tokens, design):
    """The last round of a design on a text of a size."""
    provider = AnthropicProvider(base_url=service.url, api_key="none")
    settings = Settings(
        design.models,
        judge_trials=3,
        text_questions=design.questions,
        readers={Kind.README: READERS},
        again=design.rounds > 1,
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "README.md"
        path.write_text(text_of(tokens))
        files, checks = disk_and_checks()
        store = SqliteStore(Path(folder) / "w.db", lambda: datetime.now(UTC))  # noqa: TID251
        desk = Desk(store, files, checks, provider, SystemClock(), read_library(), settings, shipped_prices())
        for _ in range(design.rounds):
            service.calls.clear()
            board, report = await desk.open(path)
            proposal = await desk.propose(board, report, again=bool(board.history.rounds))
            started = time.perf_counter()
            async for _ in desk.read(
                board.artifact, in_one_group(proposal) if design.one_group else proposal
            ):
                pass
            seconds = time.perf_counter() - started
        board, _ = await desk.open(path)
        failed = [reading.failure.message for reading in board.history.readings if reading.failure]
        assert not failed, failed
        await store.close()
    await provider.close()
    return Round(list(service.calls), seconds, design.models)


async def compared(tokens, design):
    """A round, and the same where the service keeps nothing."""
    async with BilledService(Pace(0, 0, 0, 0), caches=False) as service:
        plain = await round_of(service, tokens, design)
    async with BilledService(PACE, settles=SETTLES) as service:
        return plain, await round_of(service, tokens, design)


def line(tokens, design, plain, kept):
    """One row of the table."""
    pairs = [(plain.units, kept.units), *zip(plain.dollars, kept.dollars, strict=True)]
    columns = [f"{pairs[0][0]:>8,.0f} {pairs[0][1]:>8,.0f}", *(f"{a:6.3f} {b:6.3f}" for a, b in pairs[1:])]
    shares = [f"{column} {b / a:5.2f}" for column, (a, b) in zip(columns, pairs, strict=True)]
    taken = f"{kept.seconds:5.2f} {kept.seconds / kept.least:5.2f}"
    return "  ".join([f"{tokens:>6,}  {design.name:26} {len(kept.calls):>5}", *shares, taken])


async def main(texts, designs):
    """Print the table."""
    async with BilledService(Pace(0, 0, 0, 0)) as service:
        # The first call imports the vendor's library.
        await round_of(service, 100, designs[0])
    print(f"four readers, a judge with three trials; prices of {shipped_prices().as_of.isoformat()}")
    print(f"{'':42}{'units of input':23}  {'dollars of input':19}  {'dollars in all':19}  seconds")
    heads = "   alone     kept share   alone   kept share   alone   kept share  taken times"
    print(f"{'tokens':7} {'round':26} calls {heads}")
    for tokens in texts:
        for design in designs:
            print(line(tokens, design, *await compared(tokens, design)), flush=True)
    three, four = (1.25 + 2 * 0.1) / 3, (1.25 + 3 * 0.1) / 4
    print(
        f"\n  targets: input {TARGET}, seconds {LONGEST} times those of the slowest call and its first event"
    )
    print(f"  the least that three calls of one group can come to is {three:.2f}, and four {four:.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="one size of text")
    short = parser.parse_args().short
    asyncio.run(main((8_000,) if short else TEXTS, DESIGNS))
