"""Which provider a run asks, made by its name."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.bootstrap.flags import Flags
from workbench.bootstrap.servers import anthropic_provider, polite
from workbench.core.errors import UsageError

if TYPE_CHECKING:
    from workbench.content.configuration import Configuration
    from workbench.core.ports import Provider
    from workbench.providers.bedrock.provider import BedrockProvider
    from workbench.providers.probe import Isolation


def chosen_provider(flags: Flags, configured: "Configuration") -> str:
    """The provider of this run: asked for, configured, else whichever has credentials.

    Keys of AWS are there for much else, so they count only where every role has a model of Bedrock's.
    """
    return flags.provider or configured.provider or _with_credentials(configured)


def _with_credentials(configured: "Configuration") -> str:
    from workbench.providers import addresses

    if addresses.has_environment_credentials(os.environ):
        return "anthropic"
    return "bedrock" if _is_set_up_for_bedrock(configured) else "none"


def _is_set_up_for_bedrock(configured: "Configuration") -> bool:
    models = configured.models
    if not (models.reader and models.judge and models.matcher):
        return False
    from workbench.providers.bedrock import setup

    named = (*models.reader, *models.judge, models.matcher)
    are_bedrocks = all(setup.is_model(name) for name in named)
    return are_bedrocks and setup.has_environment_credentials(os.environ)


def provider_named(name: str, configured: "Configuration") -> "Provider | None":
    """The provider of that name; None for `none`.

    Raises:
        UsageError: there is no such provider, or it is not set up.
    """
    kind, _, argument = name.partition(":")
    if kind == "none":
        return None
    if kind == "anthropic":
        return polite(anthropic_provider())
    if kind == "bedrock":
        return polite(_bedrock(configured))
    if kind == "command":
        return _command(configured)
    if kind == "scripted" and argument:
        from workbench.providers.scripted import ScriptedProvider

        return ScriptedProvider.load(Path(argument))
    raise UsageError(
        f"There is no provider {name!r}: use anthropic, bedrock, command, scripted:FILE or none."
    )


def _bedrock(configured: "Configuration") -> "BedrockProvider":
    from workbench.providers.bedrock.provider import BedrockProvider

    place = configured.bedrock
    return BedrockProvider(region=place.region, profile=place.profile, endpoint=place.endpoint)


def aws_setup(configured: "Configuration") -> str:
    """The region and the profile that Bedrock would be asked with, in words."""
    from workbench.providers.bedrock import setup

    place = configured.bedrock
    return setup.found(os.environ, place.region, place.profile, place.endpoint).sentence


async def aws_login(configured: "Configuration") -> str:
    """Where the credentials for Bedrock come from, in words.

    Raises:
        ProviderError: there are none, or something else that is needed is missing.
    """
    provider = _bedrock(configured)
    try:
        return await provider.login()
    finally:
        await provider.close()


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
