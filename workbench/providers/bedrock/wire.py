"""One question and its answer in the shape of Bedrock's Converse, which is the same for every model."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.core.errors import Failure, FailureKind
from workbench.core.ports import Request
from workbench.providers.abilities import Abilities, Form
from workbench.providers.messages import Answer, told
from workbench.providers.structured import in_words

WHERE = "the address of Bedrock (`region` or `endpoint` under [bedrock] in config.toml)"
"""What says where Bedrock is asked, as a message names it."""
_ANSWER = "answer"
_KEPT_UNTIL_HERE = {"cachePoint": {"type": "default"}}
"""Ends what the service keeps, for five minutes."""
_REFUSALS = {
    "content_filtered": "{model} refused to answer about this text, or a content filter of Bedrock stopped "
    "it. Choose another model.",
    "guardrail_intervened": "A guardrail of the AWS account stopped {model} from answering about this text. "
    "Choose another model, or have the guardrail changed.",
}
_MALFORMED = frozenset({"malformed_model_output", "malformed_tool_use"})


def body(request: Request, can: Abilities) -> dict[str, Any]:
    """The request, as far as the model takes it.

    What is kept of it comes first and ends at the last cache point.
    """
    prompt, keep = request.prompt, request.keep if can.caches else "nothing"
    shared = [prompt.text] if can.instructions else [prompt.instructions, prompt.text]
    task = in_words(prompt.task, prompt.schema) if can.form is Form.WORDS else prompt.task
    content: list[dict[str, Any]] = [{"text": text} for text in shared]
    if keep != "nothing":
        content.append(_KEPT_UNTIL_HERE)
    content.append({"text": task})
    if keep == "all":
        content.append(_KEPT_UNTIL_HERE)
    sent: dict[str, Any] = {
        "modelId": request.model,
        "messages": [{"role": "user", "content": content}],
        "inferenceConfig": {"maxTokens": request.max_tokens},
    }
    if can.instructions:
        sent["system"] = [{"text": prompt.instructions}]
    output: dict[str, Any] = {}
    if can.form is Form.SCHEMA:
        shape = {"name": _ANSWER, "schema": json.dumps(prompt.schema, ensure_ascii=False)}
        output["textFormat"] = {"type": "json_schema", "structure": {"jsonSchema": shape}}
    if request.effort and can.effort:
        output["effort"] = request.effort
    if output:
        sent["outputConfig"] = output
    if can.form is Form.TOOL:
        tool = {
            "name": _ANSWER,
            "description": "Takes the whole answer.",
            "inputSchema": {"json": prompt.schema},
        }
        # Of one tool, any is this one, and more models take `any` than a tool's name.
        sent["toolConfig"] = {"tools": [{"toolSpec": tool}], "toolChoice": {"any": {}}}
    return sent


def events_of(response: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """An answer that came in one piece, as the events that it would have been streamed in."""
    yield {"messageStart": {}}
    for block in _at(response, "output", "message", "content") or ():
        if tool := _at(block, "toolUse"):
            block = {"toolUse": {"input": json.dumps(_at(tool, "input"), ensure_ascii=False)}}
        elif thought := _at(block, "reasoningContent", "reasoningText", "text"):
            block = {"reasoningContent": {"text": thought}}
        yield {"contentBlockDelta": {"delta": block}}
    yield {"messageStop": {"stopReason": _at(response, "stopReason")}}
    yield {"metadata": {"usage": _at(response, "usage")}}


@dataclass
class ConverseAnswer(Answer):
    """An answer as far as the events of Converse have told it."""

    is_open: bool = False
    """Whether it was promised, before any event of it."""
    _stopped: str = ""
    """Why, in Bedrock's own words."""
    _arguments: list[str] = field(default_factory=list)
    """Of the tool."""

    @property
    def text(self) -> str:
        """What was given to the tool, else what was said, without any thinking."""
        return self.hide("".join(self._arguments or self._pieces))

    def take(self, event: object) -> str:
        """Add an event and give the piece of answer or thinking that came with it."""
        self.has_begun = True
        delta = _at(event, "contentBlockDelta", "delta")
        if said := _text_at(delta, "text"):
            return self._kept(said)
        if argument := _text_at(delta, "toolUse", "input"):
            self._arguments.append(argument)
            return argument
        if stopped := _text_at(event, "messageStop", "stopReason"):
            self._stopped = stopped
            self.stop_reason = "refusal" if stopped in _REFUSALS else stopped
        self._count_of(_at(event, "metadata", "usage"))
        return _text_at(delta, "reasoningContent", "text")

    @property
    def failure(self) -> Failure | None:
        """Why an answer that came to its end is none; to be looked at before its text."""
        model = self.request.model
        if not self.has_begun:
            return self._failed(
                FailureKind.NO_BEDROCK,
                f"{self.host} answered without one event of Bedrock's. Read again; if that repeats, check "
                f"{WHERE}.",
            )
        if self._stopped in _REFUSALS:
            return self._failed(FailureKind.REFUSAL, _REFUSALS[self._stopped].format(model=model))
        if self._stopped in _MALFORMED:
            return self._failed(
                FailureKind.UNREADABLE,
                f"Bedrock could not read what {model} answered. Read again, or choose a stronger model.",
            )
        return super().failure

    def _count_of(self, counts: object) -> None:
        # The service's model does not say whether `inputTokens` has the cached ones in it. The user guide on
        # prompt caching does: they are counted apart, as in `Usage`, and `totalTokens` is the sum of all.
        names = {
            "input": "inputTokens",
            "output": "outputTokens",
            "cache_read": "cacheReadInputTokens",
            "cache_written": "cacheWriteInputTokens",
        }
        given = {ours: _at(counts, theirs) for ours, theirs in names.items()}
        self.usage = replace(self.usage, **told(given))


def _at(value: Any, *names: str) -> Any:
    """What stands there; None where anything on the way is missing."""
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _text_at(value: Any, *names: str) -> str:
    found = _at(value, *names)
    return found if isinstance(found, str) else ""
