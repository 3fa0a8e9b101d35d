"""`workbench doctor`: what works here, and what to do about what does not."""

import os
import platform
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from workbench.bootstrap import databases
from workbench.bootstrap.clock import SystemClock
from workbench.bootstrap.disk import read_everything
from workbench.bootstrap.flags import Flags, read_configuration, settings
from workbench.bootstrap.providers import aws_login, aws_setup, chosen_provider, probe_program, provider_named
from workbench.cli.diagnoses import Diagnosis, State
from workbench.cli.exits import Exit
from workbench.cli.options import db_option, format_option
from workbench.cli.output import narrate, say, say_json
from workbench.cli.running import run
from workbench.cli.servers import capabilities, looked_for
from workbench.content.configuration import Configuration
from workbench.content.locations import config_file, user_config
from workbench.core.errors import UsageError, WorkbenchError
from workbench.core.text.display_text import counted


@click.command()
@db_option
@click.option("--provider", help="Look at this one instead of the one that would be used.")
@click.option("--online", is_flag=True, help="Ask the service what it has and can do; sends no text.")
@click.option("--servers", is_flag=True, help="Look for servers on this machine that a text can be sent to.")
@click.option(
    "--probe", is_flag=True, help="Ask the configured program what it was told besides its prompt: one call."
)
@click.option("--restore", is_flag=True, help="Put the last good copy of a damaged database back.")
@click.option("--yes", is_flag=True, help="Restore without asking.")
@format_option("text", "json")
def doctor(
    db: Path | None,
    provider: str | None,
    online: bool,
    servers: bool,
    probe: bool,
    restore: bool,
    yes: bool,
    form: str,
) -> int:
    """Say what works here: database, provider, models, content files."""
    if restore:
        return _restore(databases.database_path(Flags(db=db)), yes)
    found = run(_diagnoses(Flags(db=db, provider=provider), online, servers, probe))
    if form == "json":
        say_json({"diagnoses": [{"about": d.about, "state": d.state, "said": d.said} for d in found]})
    else:
        for diagnosis in found:
            say(f"{diagnosis.state:<5}  {diagnosis.about}: {diagnosis.said}")
    return Exit.USAGE if any(d.state == "fault" for d in found) else Exit.FINE


async def _diagnoses(flags: Flags, online: bool, servers: bool, probe: bool) -> list[Diagnosis]:
    found = [Diagnosis("program", "ok", f"Python {platform.python_version()} on {platform.system()}")]
    found += await _database(flags)
    found += _content()
    try:
        configured = read_configuration(flags)
    except WorkbenchError as error:
        return [*found, Diagnosis("configuration", "fault", str(error))]
    path = config_file(os.environ)
    found.append(
        Diagnosis("configuration", "ok", f"{path}" if path.exists() else f"none; it would be {path}")
    )
    found.append(_prices(configured))
    found += await _provider(flags, configured, online, probe)
    return found + await looked_for() if servers else found


def _restore(path: Path, yes: bool) -> Exit:
    """Put the last good copy back, once the person has agreed.

    Raises:
        StoreError: it cannot be done.
        UsageError: the person did not agree.
    """
    copy = databases.restorable_copy(path)
    narrate(f"The last good copy of {path} was made {copy}. The file that is there now is kept.")
    if not yes:
        if not sys.stdin.isatty():
            raise UsageError("Nothing was put back: give --yes to put the copy back.")
        if not click.confirm("Put it back?", default=True, err=True):
            raise UsageError("Nothing was put back.")
    for sentence in databases.restore_database(path):
        say(sentence)
    return Exit.FINE


async def _database(flags: Flags) -> list[Diagnosis]:
    try:
        path = databases.database_path(flags)
        found = await databases.look_at_database(path)
    except WorkbenchError as error:
        return [Diagnosis("database", "fault", str(error))]
    if found is None:
        return [Diagnosis("database", "ok", f"none yet; it will be {path}")]
    size = f"{found.size / 1_000_000:.1f} MB"
    said = f"{path}, whole, with {found.holds}, {size}, {databases.sqlite_version()}"
    if found.copy is None:
        copy = f"no copy of the database yet; one of about {size} is made once a day, while you work"
        return [Diagnosis("database", "ok", said), Diagnosis("copy", "note", copy)]
    copy = f"made {found.copy.said(SystemClock().now())}: {found.copy.path}"
    return [Diagnosis("database", "ok", said), Diagnosis("copy", "ok", copy)]


def _content() -> list[Diagnosis]:
    library = read_everything()
    said = (
        f"{len(library.personas)} personas, {len(library.rubrics)} rubrics; your own are in {user_config()}"
    )
    faults = [Diagnosis("content", "fault", str(error)) for error in library.errors]
    return [Diagnosis("content", "ok", said), *faults]


def _prices(configured: Configuration) -> Diagnosis:
    """Whose prices these are, and whether they may well have changed."""
    try:
        prices = configured.price_table()
    except WorkbenchError as error:
        return Diagnosis("prices", "fault", str(error))
    today = SystemClock().now().date()
    models = counted(len({price.model for price in prices.prices}), "model")
    said = f"{prices.dated_on(today).removeprefix('prices ')}, for {models}"
    if not prices.is_old(today):
        return Diagnosis("prices", "ok", said)
    mends = "check them against your bill, and set your own with `prices` in config.toml"
    return Diagnosis("prices", "note", f"{said}: {mends}")


async def _provider(flags: Flags, configured: Configuration, online: bool, probe: bool) -> list[Diagnosis]:
    name = chosen_provider(flags, configured)
    try:
        provider = provider_named(name, configured)
    except WorkbenchError as error:
        return [Diagnosis("provider", "fault", str(error))]
    if provider is None:
        said = (
            "none, so only the checks run. Set ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL for a server on this "
            'machine, or `provider = "command"` in config.toml for a program you have a subscription for, or '
            '`provider = "bedrock"` with models for an AWS account.'
        )
        return [Diagnosis("provider", "note", said)]
    if name == "command" and configured.command and shutil.which(configured.command.argv[0]) is None:
        program = configured.command.argv[0]
        return [
            Diagnosis(
                "provider", "fault", f"there is no program {program!r} to run: mend `argv` in config.toml"
            )
        ]
    wanted, models = _wanted(flags, configured, name)
    found = [Diagnosis("provider", "ok", f"{name}: a text goes to {provider.destination}"), models]
    try:
        if name == "bedrock":
            found += await _login(configured)
        if online:
            found.append(await _offered(provider, wanted))
        if name == "anthropic" and found[-1].state != "fault":
            found += await capabilities(wanted, online)
        if probe:
            found += await _probed(configured)
    finally:
        await provider.close()
    return found


def _wanted(flags: Flags, configured: Configuration, name: str) -> tuple[set[str], Diagnosis]:
    """The models that would be asked, and what there is to say of them."""
    try:
        models = settings(flags, configured, name.partition(":")[0]).models
    except WorkbenchError as error:
        return set(), Diagnosis("models", "fault", str(error))
    said = f"{_panel('reader', models.readers)}, {_panel('judge', models.judges)}"
    return {*models.readers, *models.judges, models.matcher}, Diagnosis("models", "ok", said)


def _panel(role: str, models: Sequence[str]) -> str:
    return f"{role} {' and '.join(models)}"


async def _login(configured: Configuration) -> list[Diagnosis]:
    setup = Diagnosis("region", "ok", aws_setup(configured))
    try:
        said = f"the credentials come from {await aws_login(configured)}"
    except WorkbenchError as error:
        return [setup, Diagnosis("login", "fault", str(error))]
    return [setup, Diagnosis("login", "ok", said)]


async def _offered(provider: Any, wanted: set[str]) -> Diagnosis:
    try:
        offered = await provider.models()
    except WorkbenchError as error:
        return Diagnosis("service", "fault", str(error))
    if offered is None:
        return Diagnosis("service", "note", "it has no list of models")
    have = ", ".join(model.id for model in offered) or "none"
    if not wanted:
        return Diagnosis("service", "note", f"it has {have}")
    missing = sorted(wanted - {model.id for model in offered})
    if missing:
        return Diagnosis("service", "fault", f"it does not offer {', '.join(missing)}; it has {have}")
    retiring = [
        f"{model.id} retires {model.retires}" for model in offered if model.id in wanted and model.retires
    ]
    return Diagnosis("service", "note" if retiring else "ok", "; ".join(retiring) or "it offers these models")


async def _probed(configured: Configuration) -> list[Diagnosis]:
    try:
        result = await probe_program(configured)
    except WorkbenchError as error:
        return [Diagnosis("program", "fault", str(error))]
    state: State = "ok" if result.holds else "fault"
    found = [Diagnosis("isolation", state, sentence) for sentence in result.sentences]
    return [*found, Diagnosis("isolation", "note", result.remark)]
