"""The same round through each provider, one line each: four readers, and a judge with three trials.

`anthropic` and `bedrock` ask services on loopback that cache and bill as documented, `command` a program that
answers at once, `scripted` a recording. `server` asks a server that speaks the Messages API at `--url`, as
`--model` there: its answers are its own, so readings of it may fail.
"""

import argparse
import asyncio
import importlib
import json
import os
import sys
import tempfile
import time
from collections import Counter
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from cost import READERS, USUAL, text_of
from providers.converse import Converse
from support.billed_service import BilledService, Kept, Pace, said, tokens_of

from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.disk import disk_and_checks
from workbench.content.defaults import shipped_prices
from workbench.content.library import read_library
from workbench.core.artifacts import Kind
from workbench.core.costs.spending import spend
from workbench.core.desk import Desk
from workbench.core.ports import Models, Settings
from workbench.core.readings import ReadingState
from workbench.providers.anthropic import AnthropicProvider
from workbench.providers.bedrock.provider import BedrockProvider
from workbench.providers.command import CommandProvider
from workbench.providers.scripted import ScriptedProvider
from workbench.storage.store import SqliteStore

BEDROCK = "eu.anthropic.claude-test-5"
AWS = {"AWS_ACCESS_KEY_ID": "AKIATEST", "AWS_SECRET_ACCESS_KEY": "s", "AWS_REGION": "eu-west-1"}
PROGRAM = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1] / "tests")!r})
from support.billed_service import said
print(said(sys.stdin.read()))
"""


class Asked(NamedTuple):
    """Whom a round asks."""

    provider: object
    models: Models = USUAL


@asynccontextmanager
async def anthropic(options):
    """A service on loopback that caches and bills."""
    async with BilledService(Pace(0.2, 1.0, 1.5, 0.5)) as service:
        yield Asked(AnthropicProvider(base_url=service.url, api_key="none"))


@asynccontextmanager
async def bedrock(options):
    """A loopback Bedrock that caches and bills."""
    service, kept = Converse(), Kept()

    def answer(body):
        content = body["messages"][0]["content"]
        blocks = [(block["text"], False) for block in body["system"]]
        for block in content:
            if "text" in block:
                blocks.append((block["text"], False))
            else:
                blocks[-1] = (blocks[-1][0], True)
        form = json.dumps([body.get("outputConfig"), body.get("toolConfig")])
        call, keys = kept.billed((form,), blocks, tokens_of(form))
        text = said(blocks[-1][0])
        used = {"cacheReadInputTokens": call.read, "cacheWriteInputTokens": call.written}
        counts = {"inputTokens": call.input, "outputTokens": tokens_of(text), **used}
        kept.begun(keys)
        return service.given(text, **counts) if "toolConfig" in body else service.whole(text, **counts)

    service.answering = answer
    os.environ |= AWS
    yield Asked(BedrockProvider(endpoint=service.url), Models((BEDROCK,), (BEDROCK,), BEDROCK))
    service.close()


@asynccontextmanager
async def command(options):
    """A program that answers at once, and tells no figures."""
    yield Asked(
        CommandProvider([sys.executable, "-c", PROGRAM]), Models(("program",), ("program",), "program")
    )


@asynccontextmanager
async def scripted(options):
    """A recording."""
    yield Asked(ScriptedProvider(lambda request: said(request.prompt.task)))


@asynccontextmanager
async def server(options):
    """A server of somebody else."""
    # A small model repeats itself to the end of whatever room it is given.
    models = Models((options.model,), (options.model,), options.model, max_tokens=2_000)
    yield Asked(AnthropicProvider(base_url=options.url, api_key="none"), models)


PROVIDERS = {each.__name__: each for each in (anthropic, bedrock, command, scripted, server)}


async def line(name, options):
    """How one round went."""
    async with PROVIDERS[name](options) as asked:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "README.md"
            path.write_text(text_of(options.tokens))
            files, checks = disk_and_checks()
            store = SqliteStore(Path(folder) / "w.db", lambda: datetime.now(UTC))  # noqa: TID251
            settings = Settings(
                asked.models, judge_trials=3, text_questions=False, readers={Kind.README: READERS}
            )
            library, prices = read_library(), shipped_prices()
            desk = Desk(store, files, checks, asked.provider, SystemClock(), library, settings, prices)
            board, report = await desk.open(path)
            proposal = await desk.propose(board, report)
            started = time.perf_counter()
            async for _ in desk.read(board.artifact, proposal):
                pass
            seconds = time.perf_counter() - started
            board, _ = await desk.open(path)
            await store.close()
        await asked.provider.close()
    readings = [reading for reading in board.history.readings if reading.round]
    whole = sum(reading.state is ReadingState.FINISHED for reading in readings)
    spent = spend(((reading.model, reading.usage) for reading in readings), prices)
    failures = Counter(reading.failure.kind.value for reading in readings if reading.failure)
    why = ", ".join(f"{count} {kind}" for kind, count in failures.items())
    return (
        f"{name:10} {whole} of {len(readings)}  {spent.calls:>5}  {spent.input:>9,}  {spent.cache_read:>9,}  "
        f"{spent.output:>8,}  {spent.brief:>7}  {seconds:7.2f}  {board.ruling.value.value:11}  {why}"
    )


async def main(options):
    """Print the table."""
    # These take over a second to import, which no round is to be blamed for.
    importlib.import_module("anthropic")
    importlib.import_module("boto3")
    print("provider   readings calls  tokens in from cache       out  dollars  seconds  ruling       failed")
    for name in options.provider or [name for name in PROVIDERS if name != "server" or options.url]:
        print(await line(name, options), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--provider", action="append", choices=list(PROVIDERS), help="only this one; again for more"
    )
    parser.add_argument("--tokens", type=int, default=2_000, help="how long the text is")
    parser.add_argument("--url", help="where a server is that speaks the Messages API")
    parser.add_argument("--model", default="default", help="the model to ask there")
    asyncio.run(main(parser.parse_args()))
