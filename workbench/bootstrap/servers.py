"""What is known of servers that speak the Messages API, and what the programs of one user share of it."""

import os
from typing import TYPE_CHECKING

from workbench.content.locations import shared_notes
from workbench.content.memory import FolderMemory
from workbench.core.errors import ProviderError

if TYPE_CHECKING:
    from collections.abc import Collection

    from workbench.core.capabilities import Capabilities
    from workbench.core.ports import Models, Provider
    from workbench.providers.anthropic import AnthropicProvider
    from workbench.providers.loopback import Found


def shared_memory() -> FolderMemory:
    """What all programs of this user remember together."""
    return FolderMemory(shared_notes())


def anthropic_provider() -> "AnthropicProvider":
    """The Messages API at the base URL of the environment or the profile, with what is known of it.

    Raises:
        ProviderError: the base URL cannot be used.
    """
    from workbench.providers.anthropic import AnthropicProvider

    return AnthropicProvider(memory=shared_memory())


def polite(provider: "Provider") -> "Provider":
    """A provider that keeps to what its service allows all of this user's programs together."""
    from workbench.bootstrap.clock import SystemClock
    from workbench.core.politeness import PoliteProvider

    return PoliteProvider(provider, shared_memory(), SystemClock())


def fitted(models: "Models") -> "Models":
    """These models with no larger window than the server is known to give them."""
    from workbench.core.capabilities import read_servers, within
    from workbench.providers.addresses import address, base_url
    from workbench.providers.known_server import NOTE

    servers = read_servers(shared_memory().recall(NOTE))
    try:
        return within(models, servers, address(base_url(os.environ)).place)
    except ProviderError:
        # Whoever asks it says what is wrong with the address.
        return models


async def known_capabilities(
    models: "Collection[str]", anew: bool = False
) -> "tuple[str, dict[str, Capabilities]]":
    """The host that is asked, and what is known of each of these models there.

    With `anew` the server is asked, and what was known is forgotten.

    Raises:
        ProviderError: the base URL cannot be used, or the server could not be asked.
    """
    provider = anthropic_provider()
    try:
        if not anew:
            return provider.destination, {model: await provider.known(model) for model in models}
        offered = await provider.models() or ()
        return provider.destination, {model: await provider.find_out(offered, model) for model in models}
    finally:
        await provider.close()


async def loopback_servers() -> "tuple[Found, ...]":
    """What answers at the usual ports of this machine; the windows that it says are remembered.

    Nothing is sent but the request for a list.
    """
    from workbench.core.capabilities import kept_servers, name_of, read_servers, with_changes
    from workbench.providers.known_server import NOTE
    from workbench.providers.loopback import servers

    found = await servers()
    windows = {
        name_of(url, model.id): {"window": model.max_input}
        for each in found
        for url in each.urls
        for model in each.models or ()
        if model.max_input
    }
    shared_memory().revise(NOTE, lambda kept: kept_servers(with_changes(read_servers(kept), windows)))
    return found
