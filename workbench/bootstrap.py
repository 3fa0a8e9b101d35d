"""The composition root: the only module that names ports and adapters together."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.content.artifact_files import ArtifactFiles
from workbench.content.configuration import Configuration
from workbench.content.library import read_library
from workbench.content.locations import database, user_config
from workbench.content.settings import configuration, environment_settings, user_settings
from workbench.core.artifacts import Kind
from workbench.core.desk import Desk
from workbench.core.errors import UsageError
from workbench.core.ports import Checks, Files, Library, Provider, Settings

if TYPE_CHECKING:
    from workbench.providers.probe import Isolation


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line said; None where it did not."""

    db: Path | None = None
    provider: str | None = None
    """A provider's name, or `scripted:FILE`."""
    model: str | None = None
    readers: tuple[str, ...] = ()
    rubric: str | None = None
    trials: int | None = None
    judge_trials: int | None = None
    parallel: int | None = None
    budget: float | None = None


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.now(UTC)  # noqa: TID251

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@asynccontextmanager
async def open_desk(flags: Flags) -> AsyncIterator[Desk]:
    """A desk wired from flags, environment and the user's configuration, closed at the end.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
        UsageError: the provider that was asked for does not exist.
    """
    from workbench.storage.store import SqliteStore

    files, checks = disk_and_checks()
    configured = read_configuration(flags)
    name = chosen_provider(flags, configured)
    clock = SystemClock()
    store = SqliteStore(database_path(flags), clock.now)
    provider = provider_named(name, configured)
    await store.open()
    try:
        yield Desk(
            store,
            files,
            checks,
            provider,
            clock,
            read_everything(),
            settings(flags, configured, name.partition(":")[0]),
            configured.price_table(),
        )
    finally:
        if provider is not None:
            await provider.close()
        await store.close()


def disk_and_checks() -> tuple[Files, Checks]:
    """The disk and the checks: all that a command needs that stores nothing."""
    from workbench.checks.origin import artifact_identity
    from workbench.checks.registry import StandardChecks

    return ArtifactFiles(artifact_identity), StandardChecks()


def read_configuration(flags: Flags) -> Configuration:
    """The configuration, flags before environment before the user's file before what ships.

    Raises:
        ContentError: the first thing that is wrong with it.
    """
    said: dict[str, Any] = {
        "trials": flags.trials,
        "parallel": flags.parallel,
        "budget": flags.budget,
    }
    layer = {key: value for key, value in said.items() if value is not None}
    if flags.model:
        layer["models"] = {"reader": flags.model, "judge": flags.model, "matcher": flags.model}
    return configuration(layer, environment_settings(os.environ), user_settings(os.environ))


def read_everything() -> Library:
    """Bundled and the user's personas and rubrics."""
    from workbench.checks.registry import RULES

    return read_library(user=user_config(), taken=frozenset(rule.owns for rule in RULES))


def database_path(flags: Flags) -> Path:
    """Where the database is: `--db`, `WORKBENCH_DB`, else the platform's user data folder."""
    return flags.db or database(os.environ)


async def look_at_database(path: Path) -> tuple[str, int]:
    """SQLite's version, and how many texts a database that is there holds.

    Raises:
        StoreError: it cannot be used.
    """
    from workbench.storage.database import SQLITE_VERSION
    from workbench.storage.store import SqliteStore

    store = SqliteStore(path, SystemClock().now)
    try:
        return SQLITE_VERSION, len(await store.histories())
    finally:
        await store.close()


def chosen_provider(flags: Flags, configured: Configuration) -> str:
    """The provider of this run: asked for, configured, else whichever has credentials."""
    from workbench.providers.addresses import has_environment_credentials

    asked = flags.provider or configured.provider
    if asked:
        return asked
    return "anthropic" if has_environment_credentials(os.environ) else "none"


def provider_named(name: str, configured: Configuration) -> Provider | None:
    """The provider of that name; None for `none`.

    Raises:
        UsageError: there is no such provider, or it is not set up.
    """
    kind, _, argument = name.partition(":")
    if kind == "none":
        return None
    if kind == "anthropic":
        from workbench.providers.anthropic import AnthropicProvider

        return AnthropicProvider()
    if kind == "command":
        return _command(configured)
    if kind == "scripted" and argument:
        from workbench.providers.scripted import ScriptedProvider

        return ScriptedProvider.load(Path(argument))
    raise UsageError(f"There is no provider {name!r}: use anthropic, command, scripted:FILE or none.")


def _command(configured: Configuration) -> Provider:
    from workbench.providers.command import CommandProvider

    if configured.command is None:
        raise UsageError(
            "The provider `command` needs a program: set `argv` under [command] in config.toml; "
            "`workbench doctor` says where that file is."
        )
    command = configured.command
    return CommandProvider(command.argv, keep=command.keep, timeout=command.timeout)


async def probe_program(configured: Configuration) -> "Isolation":
    """What the configured program is told besides its prompt; costs one or two calls.

    Raises:
        UsageError: no program is configured.
    """
    from workbench.providers.probe import isolation
    from workbench.providers.program import Program

    command = configured.command
    if command is None:
        raise UsageError("There is no program to probe: set `argv` under [command] in config.toml.")
    return await isolation(Program(command.argv, command.keep, command.timeout, os.environ))


def settings(flags: Flags, configured: Configuration, provider: str) -> Settings:
    """What a round needs to know, flags included."""
    made = configured.settings(provider)
    return replace(
        made,
        readers=dict.fromkeys(Kind, flags.readers) if flags.readers else made.readers,
        rubric=flags.rubric,
        judge_trials=flags.judge_trials or made.judge_trials,
    )
