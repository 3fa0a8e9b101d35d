"""Servers on this machine that may speak the Messages API, found where they usually are.

Nothing is sent but the request for a list of models, and nothing leaves this machine.
"""

import asyncio
import http.client
import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from workbench.core.ports import ModelInfo
from workbench.providers.listed_models import window_of

USUAL = {11434: "Ollama", 8080: "llama.cpp", 1234: "LM Studio", 4000: "LiteLLM", 8000: "vLLM"}
"""Which server is usually found at which port."""
_HOST = "127.0.0.1"
_PATIENCE = 2.0
"""Seconds that one port may take for all of its answer."""
_LARGEST = 1_000_000
"""Bytes of a list; what is longer is none."""


@dataclass(frozen=True, slots=True)
class Found:
    """What answered at a port."""

    port: int
    status: int | None = None
    """Of its answer; None where nothing answered, or nothing that speaks HTTP."""
    models: tuple[ModelInfo, ...] | None = None
    """What the server lists; None where it gave no list."""
    listens: bool = True
    """Whether there was anything at all."""

    @property
    def usual(self) -> str:
        """The server that is usually found there."""
        return USUAL.get(self.port, "a server")

    @property
    def url(self) -> str:
        """The base URL that it is asked by."""
        return f"http://{_HOST}:{self.port}"

    @property
    def urls(self) -> tuple[str, ...]:
        """Every base URL that a person may write for it."""
        return self.url, f"http://localhost:{self.port}"

    @property
    def wants_key(self) -> bool:
        """Whether it answers nobody without a key."""
        return self.status in (401, 403)


async def servers(ports: Iterable[int] = tuple(USUAL)) -> tuple[Found, ...]:
    """What answers at these ports of this machine, in their order; all are asked at once."""
    return tuple(await asyncio.gather(*(asyncio.to_thread(_found, port) for port in ports)))


def _found(port: int) -> Found:
    deadline = time.monotonic() + _PATIENCE
    connection = http.client.HTTPConnection(_HOST, port, timeout=_PATIENCE)
    try:
        connection.request("GET", "/v1/models", headers={"Accept": "application/json"})
        response = connection.getresponse()
        models = _listed(_body(response, deadline)) if response.status == 200 else None
        return Found(port, response.status, models)
    except ConnectionRefusedError:
        return Found(port, listens=False)
    except (OSError, http.client.HTTPException):
        return Found(port)
    finally:
        connection.close()


def _body(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The whole of an answer; nothing of one that is too long or too slow."""
    body = b""
    while piece := response.read1(65_536):
        body += piece
        if len(body) > _LARGEST or time.monotonic() > deadline:
            return b""
    return body


def _listed(body: bytes) -> tuple[ModelInfo, ...] | None:
    """The models in a list, which all these servers write alike."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    listed = value.get("data") if isinstance(value, dict) else None
    return tuple(_models(listed)) if isinstance(listed, list) else None


def _models(listed: list[Any]) -> Iterator[ModelInfo]:
    for model in listed:
        if isinstance(model, dict) and isinstance(model.get("id"), str):
            yield ModelInfo(model["id"], window_of(model))
