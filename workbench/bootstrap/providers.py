"""Which provider a run asks, made by its name."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bootstrap.flags import Flags
from workbench.core.errors import UsageError

if TYPE_CHECKING:
    from workbench.content.configuration import Configuration
    from workbench.core.ports import Provider
    from workbench.providers.probe import Isolation


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
