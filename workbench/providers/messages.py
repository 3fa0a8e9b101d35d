"""One question and its answer in the shape of the Messages API."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.core.costs.tokens import estimated_tokens
from workbench.core.costs.usage import MOST_COUNTED, Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.ports import Request
from workbench.providers.failures import BASE_URL, page_instead, quoted
from workbench.providers.structured import in_words

_FEWEST = 0.5
"""The share of what was sent that is counted at least, however much the estimate is off."""
_JUDGED_FROM = 1_000
"""Tokens from which an estimate says anything."""
_COUNTS = {
    "input": "input_tokens",
    "output": "output_tokens",
    "cache_read": "cache_read_input_tokens",
    "cache_written": "cache_creation_input_tokens",
}


def body(request: Request, asked_in_words: bool) -> dict[str, Any]:
    """The request; what is kept of it comes first and ends at the last marked block.

    Asked in words, the schema stands in the task and there is no `output_config`, so no effort either.
    """
    prompt, keep = request.prompt, request.keep
    task = in_words(prompt.task, prompt.schema) if asked_in_words else prompt.task
    content = [_block(prompt.text, keep != "nothing"), _block(task, keep == "all")]
    sent: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "system": prompt.instructions,
        "messages": [{"role": "user", "content": content}],
    }
    if not asked_in_words:
        shape = {"type": "json_schema", "schema": prompt.schema}
        sent["output_config"] = {"format": shape} | ({"effort": request.effort} if request.effort else {})
    return sent


def _block(text: str, is_kept: bool) -> dict[str, Any]:
    """A block of text; one that is marked is kept with everything before it, for five minutes."""
    block: dict[str, Any] = {"type": "text", "text": text}
    return block | {"cache_control": {"type": "ephemeral"}} if is_kept else block


@dataclass
class Answer:
    """An answer as far as its events have told it."""

    host: str
    request: Request
    hide: Callable[[str], str] = str
    """Takes out of a text what nobody may read."""
    request_id: str = ""
    is_page: bool = False
    """Whether a web page came in place of an answer."""
    model: str = ""
    stop_reason: str = ""
    """Empty until the service says why it stopped."""
    usage: Usage = field(default_factory=Usage)
    has_begun: bool = False
    """Whether one event of it came."""
    _refusal: str = ""
    _pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The answer without any thinking."""
        return self.hide("".join(self._pieces))

    def take(self, event: object) -> str:
        """Add an event and give the piece of answer or thinking that came with it."""
        self.has_begun = True
        match _at(event, "type"):
            case "message_start":
                self.model = _text_at(event, "message", "model")
                self._count(_at(event, "message", "usage"))
            case "content_block_start":
                return self._kept(_text_at(event, "content_block", "text"))
            case "content_block_delta":
                if _at(event, "delta", "type") == "text_delta":
                    return self._kept(_text_at(event, "delta", "text"))
                return _text_at(event, "delta", "thinking")
            case "message_delta":
                self.stop_reason = _text_at(event, "delta", "stop_reason")
                self._refusal = _text_at(event, "delta", "stop_details", "explanation")
                self._count(_at(event, "usage"))
        return ""

    @property
    def failure(self) -> Failure | None:
        """Why an answer that came to its end is none; to be looked at before its text."""
        if not self.has_begun:
            return self._failed(FailureKind.NO_API, self._without_events())
        model = self.request.model
        match self.stop_reason:
            case "":
                return self._failed(
                    FailureKind.CUT_OFF, f"{self.host} broke its answer off in the middle. Read again."
                )
            case "refusal":
                why = f" ({quoted(self.hide(self._refusal))})" if self._refusal else ""
                return self._failed(
                    FailureKind.REFUSAL,
                    f"{model} refused to answer about this text{why}. Choose another model.",
                )
            case "max_tokens":
                return self._failed(
                    FailureKind.OUT_OF_ROOM,
                    f"The answer of {model} did not fit into {self.request.max_tokens:,} tokens. "
                    "Ask for less effort, or choose another model, in config.toml.",
                )
            case "model_context_window_exceeded":
                return self._failed(
                    FailureKind.TOO_LONG,
                    f"The text, its questions and the answer are too long for {model}. "
                    "Choose a model with a larger window.",
                )
        return None

    @property
    def unread(self) -> Failure | None:
        """That far fewer tokens were counted than were sent; None where they were not.

        Ollama drops the beginning of what is too long for it, answers all the same, and counts what is left.
        """
        sent, counted = estimated_tokens(self.request.prompt.whole), self.usage.total_input
        if not counted or sent < _JUDGED_FROM or counted > sent * _FEWEST:
            return None
        return self._failed(
            FailureKind.TOO_LONG,
            f"{self.host} counted {counted:,} of the about {sent:,} tokens that {self.request.model} was "
            "sent: it dropped what did not fit, so this reading does not count. Give the model a larger "
            "context (with Ollama OLLAMA_CONTEXT_LENGTH), or choose another one.",
        )

    def _without_events(self) -> str:
        if self.is_page:
            return page_instead(self.host)
        return (
            f"{self.host} answered without one event of the Messages API. Read again; if that repeats, "
            f"{BASE_URL} has to be that of a server that streams it, each event with its `event:` line."
        )

    def _failed(self, kind: FailureKind, sentence: str) -> Failure:
        return Failure(kind, sentence, request_id=self.request_id or None, usage=self.usage)

    def _kept(self, piece: str) -> str:
        self._pieces.append(piece)
        return piece

    def _count(self, counts: object) -> None:
        """Take over the figures that are given; later ones are totals, not additions."""
        given = {ours: _at(counts, theirs) for ours, theirs in _COUNTS.items()}
        given["cache_written_1h"] = _at(counts, "cache_creation", "ephemeral_1h_input_tokens")
        self.usage = replace(self.usage, **told(given))


def told(given: Mapping[str, object]) -> dict[str, Any]:
    """The figures of a usage that a service gave; None for what is no number of tokens, nor could be one."""
    return {name: _tokens(figure) for name, figure in given.items() if figure is not None}


def _tokens(figure: object) -> int | None:
    # `type`, since a truth counts as a whole number.
    return figure if type(figure) is int and 0 <= figure <= MOST_COUNTED else None


def _at(value: object, *names: str) -> object:
    """What stands there in an event; None where anything on the way is missing.

    Servers that imitate the API leave fields out, whatever the SDK's types promise.
    """
    for name in names:
        value = getattr(value, name, None)
    return value


def _text_at(value: object, *names: str) -> str:
    found = _at(value, *names)
    return found if isinstance(found, str) else ""
