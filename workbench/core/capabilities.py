"""What the models of a server can do, as far as that has been found out."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, TypeGuard

import msgspec
from msgspec import Struct, structs

from workbench.core.costs.usage import MOST_COUNTED
from workbench.core.ports import Models

Schema = Literal["kept", "ignored", "refused"]
"""What a server does with an output schema."""
_MOST_KNOWN = 200
"""Models that are remembered; the ones longest unheard of are forgotten first."""
SMALLEST_WINDOW = 1_000
"""Tokens; what says that a model takes less does not say how much it takes."""
_SMALLEST = 16_000
"""Tokens of a window into which the questions about a text fit with some of the text."""
_USUAL = Models(("",), ("",), "").window


class Capabilities(Struct, frozen=True, omit_defaults=True):
    """What one model of a server can do; None for what was not found out yet."""

    schema: Schema | None = None
    caching: bool | None = None
    """Whether it says what it read from a cache."""
    counting: bool | None = None
    """Whether it counts the tokens of a question that it is not asked."""
    window: int | None = None
    """Tokens that it takes in and gives out together."""

    @property
    def wants_words(self) -> bool:
        """Whether it has to be asked in words for the form of its answer."""
        return self.schema in ("ignored", "refused")

    @property
    def lacks(self) -> bool:
        """Whether anything has to be done without."""
        return self.wants_words or self.caching is False or self.counting is False

    @property
    def sentence(self) -> str:
        """What it can do and what is done without the rest; empty where nothing was found out."""
        if self == Capabilities():
            return ""
        schema = {
            "kept": "it keeps to an output schema",
            "ignored": "it ignores an output schema, so it is asked for its answer's form in words",
            "refused": "it refuses an output schema, so it is asked for its answer's form in words",
        }
        said = [
            schema[self.schema] if self.schema else "a first reading shows if it keeps to an output schema"
        ]
        if self.caching is not None:
            said.append(
                "reports its cache" if self.caching else "reports no cache, so every call counts in full"
            )
        if self.counting is not None:
            said.append(
                "counts tokens" if self.counting else "counts no tokens, so what is sent is estimated"
            )
        if self.window:
            said.append(f"takes {self.window:,} tokens at once")
        return "; ".join(said)


Servers = dict[str, Capabilities]
"""What is known of models, each by `name_of` it."""


def name_of(server: str, model: str) -> str:
    """The name of a model of a server, which is given by its address without any login."""
    return f"{server} {model}"


def read_servers(kept: bytes) -> Servers:
    """What `kept_servers` wrote; nothing where it is none that this version reads."""
    try:
        servers = msgspec.json.decode(kept, type=Servers)
    except msgspec.DecodeError:
        return {}
    return {
        name: found if is_window(found.window) else structs.replace(found, window=None)
        for name, found in servers.items()
    }


def kept_servers(servers: Servers) -> bytes:
    """What is known of models, to be kept."""
    return msgspec.json.encode(dict(list(servers.items())[-_MOST_KNOWN:]))


def with_changes(servers: Servers, changes: Mapping[str, Mapping[str, object]]) -> Servers:
    """What is known once more has been found out, by the name of each model that it is of."""
    known = dict(servers)
    for name, found in changes.items():
        known[name] = structs.replace(known.pop(name, Capabilities()), **found)
    return known


def is_window(tokens: object) -> TypeGuard[int]:
    """Whether that many tokens may be all that a model takes, whoever says so."""
    return type(tokens) is int and SMALLEST_WINDOW <= tokens <= MOST_COUNTED


def read_in_parts(window: int) -> bool:
    """Whether a text that is longer than a window which a server is known to have is read in parts."""
    return _SMALLEST <= window < _USUAL


def within(models: Models, servers: Servers, server: str) -> Models:
    """Models with no larger window than a server is known to give them, and no longer answers than fit.

    Of a window that leaves no room for a text beside what is asked about it only the answers are cut: the
    server itself says which text is too long.
    """
    names = {*models.readers, *models.judges, models.matcher}
    known = [servers.get(name_of(server, name), Capabilities()).window for name in names]
    window = min(window for window in [models.window, *known] if window)
    most = min(models.max_tokens, window // 4)
    return replace(models, window=window if window >= _SMALLEST else models.window, max_tokens=most)
