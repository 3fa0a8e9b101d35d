"""What `workbench doctor` says of servers that speak the Messages API."""

import shlex
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.bootstrap.servers import known_capabilities, loopback_servers
from workbench.cli.diagnoses import Diagnosis, State
from workbench.core.errors import ProviderError
from workbench.core.text.display_text import short_name

if TYPE_CHECKING:
    from workbench.core.ports import ModelInfo
    from workbench.providers.loopback import Found

_MOST_NAMED = 8
"""Models of one server that are named."""


async def capabilities(models: Collection[str], anew: bool) -> list[Diagnosis]:
    """What the server can do with models, a line each; nothing of one of which nothing is known.

    With `anew` it is asked, in place of what is remembered.
    """
    try:
        host, known = await known_capabilities(models, anew)
    except ProviderError as error:
        return [Diagnosis("server", "fault", str(error))]
    return [
        Diagnosis("server", "note" if each.lacks else "ok", f"{model} at {host}: {each.sentence}")
        for model, each in sorted(known.items())
        if each.sentence
    ]


async def looked_for() -> list[Diagnosis]:
    """What answers where servers of this machine usually are, and what to set to use it."""
    found = await loopback_servers()
    said = [diagnosis for each in found if each.listens for diagnosis in _diagnoses(each)]
    silent = ", ".join(f"{each.port} ({each.usual}'s)" for each in found if not each.listens)
    if silent:
        said.append(Diagnosis("ports", "note", f"nothing listens on this machine at {silent}"))
    return said


def _diagnoses(found: "Found") -> Iterator[Diagnosis]:
    """What is at a port, and a line for each thing to export, which no terminal should fold."""
    state, said = _said(found)
    yield Diagnosis(f"port {found.port}, {found.usual}'s", state, said)
    exports = []
    if found.wants_key:
        exports = [f"ANTHROPIC_BASE_URL={found.url}", "ANTHROPIC_API_KEY=..."]
    elif found.models:
        exports = [
            f"ANTHROPIC_BASE_URL={found.url}",
            f"WORKBENCH_MODEL={shlex.quote(_name(found.models[0]))}",
        ]
    for export in exports:
        yield Diagnosis(f"use port {found.port}", state, f"export {export}")


def _said(found: "Found") -> tuple[State, str]:
    if found.wants_key:
        return "note", "a server that wants a key"
    if found.status is None:
        return "note", "something that does not answer in time or in HTTP, so no server to use"
    if found.models is None:
        return "note", f"something without a list of models (status {found.status}), so no server to use"
    if not found.models:
        return "note", "a server without a model. Load one, then look again"
    return "ok", _named(found.models)


def _named(models: Sequence["ModelInfo"]) -> str:
    named = ", ".join(
        f"{_name(model)} ({model.max_input:,} tokens at once)" if model.max_input else _name(model)
        for model in models[:_MOST_NAMED]
    )
    return f"{named} and {len(models) - _MOST_NAMED} more" if len(models) > _MOST_NAMED else named


def _name(model: "ModelInfo") -> str:
    return short_name(model.id)
