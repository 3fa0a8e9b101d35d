"""What a model takes of what a service can do, found out by asking and remembered."""

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from workbench.core.ports import Request


class Form(StrEnum):
    """How a model is held to a schema, the surest first."""

    SCHEMA = "by an output schema"
    TOOL = "through a tool in place of an output schema"
    WORDS = "in words in place of an output schema"


_SHORTER = re.compile(r"maximum tokens you requested exceeds the model limit of (\d+)")
_CACHE = ("prompt caching", "cachepoint", "cache point", "cache_control")
_OUTPUT = (
    *("outputconfig", "output_config", "output config", "output_format", "response_format"),
    *("textformat", "text format", "json_schema", "jsonschema", "structured output"),
)
_INSTRUCTIONS = ("system message", "system prompt", "system role")


@dataclass(frozen=True, slots=True)
class Abilities:
    """What one model takes; everything, until it refuses something."""

    form: Form = Form.SCHEMA
    caches: bool = True
    streams: bool = True
    effort: bool = True
    instructions: bool = True
    """Whether they may stand apart from the message."""
    room: int | None = None
    """The most tokens that it may be allowed for an answer; None where that is not known."""

    def without(self, refused: str) -> "Abilities | None":
        """What is left after a service refused a request in these words; None where they name nothing."""
        said = refused.lower()
        if self.caches and _names(said, _CACHE):
            return replace(self, caches=False)
        if (found := _SHORTER.search(said)) and int(found[1]) < (self.room or int(found[1]) + 1):
            return replace(self, room=int(found[1]))
        if _names(said, _OUTPUT):
            return self._without_output(said)
        if self.streams and "stream" in said:
            return replace(self, streams=False)
        if self.form is Form.TOOL and "tool" in said:
            # It may have been only its tools that do not stream.
            return replace(self, form=Form.WORDS, streams=True)
        if self.instructions and _names(said, _INSTRUCTIONS):
            return replace(self, instructions=False)
        return None

    def fitted(self, request: Request) -> Request:
        """A request with no more room for its answer than the model may be allowed."""
        if self.room is None or self.room >= request.max_tokens:
            return request
        return replace(request, max_tokens=self.room)

    def after_ignored_form(self) -> "Abilities":
        """What to ask for after an answer that does not keep to the form that was asked for."""
        return replace(self, form=Form.TOOL if self.form is Form.SCHEMA else Form.WORDS)

    def note(self, model: str, host: str, effort: str | None) -> str:
        """What was done differently because of it, a sentence; empty where nothing was."""
        ways = [self.form.value] if self.form is not Form.SCHEMA else []
        if effort and not self.effort:
            ways.append(f"without the effort {effort}")
        if not self.caches:
            ways.append("without a cache")
        if not self.streams:
            ways.append("for its answer in one piece")
        if not self.instructions:
            ways.append("with the instructions before the text")
        if self.room is not None:
            ways.append(f"for at most {self.room:,} tokens")
        return f"{model} at {host} was asked {', '.join(ways)}: it refused or ignored more." if ways else ""

    def _without_output(self, said: str) -> "Abilities | None":
        if "effort" in said:
            # The person asked for it, so it is not left out in silence.
            return None
        if self.form is Form.SCHEMA:
            return replace(self, form=Form.TOOL)
        return replace(self, effort=False) if self.effort else None


class KnownModels:
    """What is known of the models of one place, for as long as the process lives."""

    def __init__(self) -> None:
        self._known: dict[str, Abilities] = {}

    def of(self, model: str) -> Abilities:
        """What a model takes, as far as it is known."""
        return self._known.get(model, Abilities())

    def learn(self, model: str, before: Abilities, after: Abilities) -> None:
        """Remember what a question showed that was asked with what was known before.

        What other questions have shown meanwhile stays.
        """
        shown = {name: getattr(after, name) for name in Abilities.__slots__}
        changed = {name: value for name, value in shown.items() if value != getattr(before, name)}
        self._known[model] = replace(self.of(model), **changed)


def _names(said: str, words: tuple[str, ...]) -> bool:
    return any(word in said for word in words)
