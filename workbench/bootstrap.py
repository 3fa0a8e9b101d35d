"""The composition root: the only module that names ports and adapters together."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.content.locations import database, user_config
from workbench.core.artifacts import Kind
from workbench.core.errors import UsageError

if TYPE_CHECKING:
    from workbench.content.configuration import Configuration
    from workbench.content.shelf import FileShelf
    from workbench.core.desk import Desk
    from workbench.core.ports import Checks, Files, Library, Lookup, Provider, Settings
    from workbench.core.trust.instruments import Report
    from workbench.providers.probe import Isolation
    from workbench.storage.condition import Condition
    from workbench.storage.exchange import Exchange
    from workbench.storage.store import SqliteStore

_COPY_AFTER = 2.0
"""Seconds that a program runs before it thinks of copying the database: most commands are over by then."""
_COPY_EVERY = 3600.0
"""Seconds between two looks whether the copy has become old."""


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
    text_questions: bool | None = None
    match: str | None = None
    inline_ignores: bool = False
    trust_project: bool = False


class SystemClock:
    """The machine's time."""

    def now(self) -> datetime:
        """The time in UTC."""
        return datetime.now(UTC)  # noqa: TID251

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


@asynccontextmanager
async def open_desk(flags: Flags, apart: bool = False) -> "AsyncIterator[Desk]":
    """A desk wired from flags, environment and the user's configuration, closed at the end.

    With `apart` the checks run in a process of their own, as suits a screen that stays open.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
        UsageError: the provider that was asked for does not exist.
    """
    from workbench.core.desk import Desk
    from workbench.storage.store import SqliteStore

    files, checks = disk_and_checks(apart)
    configured = read_configuration(flags)
    name = chosen_provider(flags, configured)
    clock = SystemClock()
    store = SqliteStore(database_path(flags), clock.now)
    provider = provider_named(name, configured)
    await store.open()
    copying = asyncio.create_task(_keep_copies(store, clock))
    try:
        yield Desk(
            store,
            files,
            checks,
            provider,
            clock,
            await asyncio.to_thread(read_everything),
            settings(flags, configured, name.partition(":")[0]),
            configured.price_table(),
            repository_lookup(),
            file_shelf(),
        )
    finally:
        copying.cancel()
        with suppress(asyncio.CancelledError):
            await copying
        if provider is not None:
            await provider.close()
        await store.close()


@asynccontextmanager
async def open_demo(folder: Path, recording: Path) -> "AsyncIterator[Desk]":
    """A desk over a database in a folder that is thrown away, read by a recording.

    Neither the environment nor the user's configuration, personas and rubrics take part.

    Raises:
        ContentError: the recording cannot be used.
        StoreError: the database cannot be made.
    """
    from workbench.content.library import read_library
    from workbench.content.settings import configuration
    from workbench.core.desk import Desk
    from workbench.providers.recorded import RecordedProvider
    from workbench.storage.store import SqliteStore

    files, checks = disk_and_checks()
    clock = SystemClock()
    store = SqliteStore(folder / "demo.db", clock.now)
    provider = RecordedProvider.load(recording)
    made = configuration({"budget": "none", "models": dict.fromkeys(("reader", "judge"), provider.model)})
    try:
        shelf, lookup = file_shelf(folder / "content"), repository_lookup()
        limits, prices = made.settings("scripted"), made.price_table()
        yield Desk(store, files, checks, provider, clock, read_library(), limits, prices, lookup, shelf)
    finally:
        await store.close()


async def _keep_copies(store: "SqliteStore", clock: SystemClock) -> None:
    """See now and then whether the database wants a copy, once the first frame is long painted."""
    wait = _COPY_AFTER
    while True:
        await clock.sleep(wait)
        await store.keep_copy()
        wait = _COPY_EVERY


def disk_and_checks(apart: bool = False) -> "tuple[Files, Checks]":
    """The disk and the checks: all that a command needs that stores nothing."""
    from workbench.checks.apart import ChecksApart
    from workbench.checks.evidence.git import git_root
    from workbench.checks.evidence.origin import artifact_identity
    from workbench.checks.later import LaterChecks
    from workbench.content.artifact_files import ArtifactFiles
    from workbench.content.phrases import read_phrases

    checks = ChecksApart(read_phrases) if apart else LaterChecks(read_phrases)
    return ArtifactFiles(artifact_identity, git_root), checks


def repository_lookup() -> "Lookup":
    """The repository around a text, to be searched for names."""
    from workbench.checks.later import LaterLookup

    return LaterLookup()


def read_configuration(flags: Flags) -> "Configuration":
    """The configuration, flags before environment before the user's file before what ships.

    Raises:
        ContentError: the first thing that is wrong with it.
    """
    from workbench.content.settings import configuration, environment_settings, user_settings

    said: dict[str, Any] = {
        "trials": flags.trials,
        "parallel": flags.parallel,
        "budget": flags.budget,
        "text_questions": flags.text_questions,
        "match": flags.match,
    }
    layer = {key: value for key, value in said.items() if value is not None}
    if flags.model:
        layer["models"] = {"reader": flags.model, "judge": flags.model, "matcher": flags.model}
    return configuration(layer, environment_settings(os.environ), user_settings(os.environ))


def read_everything() -> "Library":
    """Bundled and the user's personas and rubrics, without those that the person does not want."""
    return file_shelf().library_now()


def file_shelf(user: Path | None = None) -> "FileShelf":
    """The persona and rubric files; the user's own below a folder, else below their configuration."""
    from workbench.content.shelf import FileShelf

    def root_of(folder: Path) -> Path | None:
        from workbench.checks.evidence.git import git_root

        return git_root(folder)

    return FileShelf(user or user_config(), root_of)


def database_path(flags: Flags) -> Path:
    """Where the database is: `--db`, `WORKBENCH_DB`, else the platform's user data folder.

    Raises:
        UsageError: what is there cannot be a database.
    """
    path = flags.db or database(os.environ)
    if path.is_dir():
        inside = path / "workbench.db"
        raise UsageError(
            f"The database {path} is a folder: name a file with --db or WORKBENCH_DB, such as {inside}."
        )
    if path.exists() and not path.is_file():
        raise UsageError(
            f"The database {path} is no file but a device or a pipe: name a file with --db or WORKBENCH_DB."
        )
    return path


@asynccontextmanager
async def open_exchange(flags: Flags) -> "AsyncIterator[Exchange]":
    """What exports the database and imports into it, closed at the end.

    Raises:
        StoreError: the database cannot be used.
    """
    from importlib.metadata import version

    from workbench.storage.exchange import Exchange

    exchange = Exchange(database_path(flags), SystemClock().now, version("review-loop-workbench"))
    try:
        yield exchange
    finally:
        await exchange.close()


async def look_at_database(path: Path) -> "Condition | None":
    """How a database is, all of it read; None where there is none yet.

    Raises:
        StoreError: it cannot be used.
    """
    from workbench.storage.damage import refuse_lost
    from workbench.storage.store import SqliteStore

    clock = SystemClock()
    if not await asyncio.to_thread(os.path.exists, path):
        refuse_lost(path, clock.now)
        return None
    store = SqliteStore(path, clock.now)
    try:
        return await store.condition()
    finally:
        await store.close()


def report_at_once(flags: Flags) -> "Report | None":
    """The report on a database that nothing has opened yet; None where it must be opened first.

    Raises:
        ContentError: the configuration cannot be used.
        UsageError: what is there cannot be a database.
    """
    from workbench.core.trust.instruments import Report
    from workbench.storage.kept_counts import load_kept, save_kept
    from workbench.storage.report_counts import counted_at_once

    path, prices = database_path(flags), read_configuration(flags).price_table()
    kept = load_kept(path, prices)
    found = counted_at_once(path, kept, prices)
    if found is None:
        return None
    if kept.changed:
        save_kept(path, kept)
    return Report(found)


async def report_once_open(flags: Flags) -> "Report":
    """The report on a database that is made, or brought up to date, first.

    Raises:
        ContentError: the configuration cannot be used.
        StoreError: the database cannot be used.
    """
    from workbench.core.trust.instruments import Report
    from workbench.storage.store import SqliteStore

    store = SqliteStore(database_path(flags), SystemClock().now)
    try:
        return Report(await store.counted(read_configuration(flags).price_table()))
    finally:
        await store.close()


def sqlite_version() -> str:
    """The SQLite that this Python uses, with its name."""
    from workbench.storage.database import SQLITE_VERSION

    return f"SQLite {SQLITE_VERSION}"


def restorable_copy(path: Path) -> str:
    """How old the copy is that would be put back as a database, and how much it holds.

    Raises:
        StoreError: there is none, or nothing to put it back for.
    """
    from workbench.storage.restoring import restorable

    return restorable(path).said(SystemClock().now())


def restore_database(path: Path) -> tuple[str, ...]:
    """Put the newest copy of a database back; what was done, a sentence each.

    Raises:
        StoreError: it cannot be done; nothing has changed then.
    """
    from workbench.storage.restoring import restore

    now = SystemClock().now()
    return tuple(restore(path, now).sentences(now))


def chosen_provider(flags: Flags, configured: "Configuration") -> str:
    """The provider of this run: asked for, configured, else whichever has credentials."""
    from workbench.providers.addresses import has_environment_credentials

    usual = "anthropic" if has_environment_credentials(os.environ) else "none"
    return flags.provider or configured.provider or usual


def provider_named(name: str, configured: "Configuration") -> "Provider | None":
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


def _command(configured: "Configuration") -> "Provider":
    from workbench.providers.command import CommandProvider

    if configured.command is None:
        raise UsageError(
            "The provider `command` needs a program: set `argv` under [command] in config.toml; "
            "`workbench doctor` says where that file is."
        )
    command = configured.command
    return CommandProvider(command.argv, keep=command.keep, timeout=command.timeout)


async def probe_program(configured: "Configuration") -> "Isolation":
    """What the configured program is told besides its prompt; costs one or two calls.

    Raises:
        UsageError: no program is configured.
    """
    from workbench.providers.probe import isolation
    from workbench.providers.program import Program

    if (command := configured.command) is None:
        raise UsageError("There is no program to probe: set `argv` under [command] in config.toml.")
    return await isolation(Program(command.argv, command.keep, command.timeout, os.environ))


def settings(flags: Flags, configured: "Configuration", provider: str) -> "Settings":
    """What a round needs to know, flags included."""
    made = configured.settings(provider)
    return replace(
        made,
        readers=dict.fromkeys(Kind, flags.readers) if flags.readers else made.readers,
        rubric=flags.rubric,
        judge_trials=flags.judge_trials or made.judge_trials,
        inline_ignores=flags.inline_ignores,
    )
