"""What servers say of their models, in a list or in a refusal, each in its own form."""

import re
from typing import TYPE_CHECKING

from workbench.core.capabilities import is_window
from workbench.core.ports import ModelInfo

if TYPE_CHECKING:
    from anthropic.types import ModelInfo as ListedModel

# Anthropic, llama.cpp and vLLM, each in its own words.
_IN_WORDS = re.compile(
    r"> (\d+) maximum|context size \((\d+) tokens\)|maximum (?:context|model) length (?:is|of) (\d+)"
)


def model_info(model: "ListedModel") -> ModelInfo:
    """A model of a server's list."""
    # Servers that imitate the API leave out what they do not know, whatever the SDK's types promise.
    capabilities = getattr(model, "capabilities", None)
    structured = getattr(capabilities, "structured_outputs", None)
    retires = getattr(model, "retires_at", None)
    return ModelInfo(
        model.id,
        window_of(model),
        getattr(model, "max_tokens", None),
        retires.date().isoformat() if retires else None,
        getattr(structured, "supported", None),
    )


def window_of(model: object) -> int | None:
    """The window in what a server says of a model; None where it says none."""
    meta = _at(model, "meta")
    # vLLM and llama.cpp say it in a field of their own.
    said = (_at(model, "max_input_tokens"), _at(model, "max_model_len"), _at(meta, "n_ctx"))
    return next((window for window in said if is_window(window)), None)


def _at(value: object, name: str) -> object:
    """What stands under a name in JSON, or in what the SDK makes of it."""
    return value.get(name) if isinstance(value, dict) else getattr(value, name, None)


def refused_window(said: str) -> int | None:
    """The window that a server names when something is too long for it; None where it names none."""
    found = _IN_WORDS.search(said.replace(",", ""))
    window = int(next(filter(None, found.groups()))[:12]) if found else 0
    return window if is_window(window) else None
