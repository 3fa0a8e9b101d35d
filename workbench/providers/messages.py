"""One question and its answer in the shape of the Messages API."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from workbench.core.costs import Usage
from workbench.core.errors import Failure, FailureKind
from workbench.core.ports import Request
from workbench.providers.failures import quoted
from workbench.providers.structured import in_words

if TYPE_CHECKING:
    from anthropic.types import RawMessageStreamEvent

_COUNTS = {
    "input": "input_tokens",
    "output": "output_tokens",
    "cache_read": "cache_read_input_tokens",
    "cache_written": "cache_creation_input_tokens",
}


def body(request: Request, asked_in_words: bool) -> dict[str, Any]:
    """The request; what its cache group shares comes first and ends at the marked block.

    Asked in words, the schema stands in the task and there is no `output_config`, so no effort either.
    """
    prompt = request.prompt
    task = in_words(prompt.task, prompt.schema) if asked_in_words else prompt.task
    content = [
        {"type": "text", "text": prompt.text, "cache_control": {"type": "ephemeral"}},
        {"type": "text", "text": task},
    ]
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


@dataclass
class Answer:
    """An answer as far as its events have told it."""

    host: str
    request: Request
    request_id: str = ""
    model: str = ""
    stop_reason: str = ""
    """Empty until the service says why it stopped."""
    usage: Usage = field(default_factory=Usage)
    _has_begun: bool = False
    _refusal: str = ""
    _pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The answer without any thinking."""
        return "".join(self._pieces)

    def take(self, event: "RawMessageStreamEvent") -> str:
        """Add an event and give the piece of answer or thinking that came with it."""
        self._has_begun = True
        # Servers that imitate the API leave fields out, whatever the SDK's types promise.
        match event.type:
            case "message_start":
                self.model = getattr(event.message, "model", None) or ""
                self._count(getattr(event.message, "usage", None))
            case "content_block_start":
                return self._kept(getattr(event.content_block, "text", None) or "")
            case "content_block_delta":
                if event.delta.type == "text_delta":
                    return self._kept(event.delta.text)
                return getattr(event.delta, "thinking", None) or ""
            case "message_delta":
                self.stop_reason = event.delta.stop_reason or ""
                self._refusal = getattr(event.delta.stop_details, "explanation", None) or ""
                self._count(getattr(event, "usage", None))
        return ""

    @property
    def failure(self) -> Failure | None:
        """Why an answer that came to its end is none; to be looked at before its text."""
        if not self._has_begun:
            return self._failed(
                FailureKind.SERVER,
                f"{self.host} sent no event of the Messages API. Check that the base URL is that of a server "
                "that streams it, each event with its `event:` line.",
            )
        model = self.request.model
        match self.stop_reason:
            case "":
                return self._failed(FailureKind.CUT_OFF, f"{self.host} broke its answer off. Read again.")
            case "refusal":
                why = f" ({quoted(self._refusal)})" if self._refusal else ""
                return self._failed(
                    FailureKind.REFUSAL,
                    f"{model} refused to answer about this text{why}. Choose another model.",
                )
            case "max_tokens":
                return self._failed(
                    FailureKind.OUT_OF_ROOM,
                    f"The answer of {model} did not fit into {self.request.max_tokens:,} tokens. "
                    "Allow more of them (max_tokens), or ask for less effort.",
                )
            case "model_context_window_exceeded":
                return self._failed(
                    FailureKind.TOO_LONG,
                    f"The text, its questions and the answer are too long for {model}. "
                    "Choose a model with a larger context.",
                )
        return None

    def _failed(self, kind: FailureKind, sentence: str) -> Failure:
        return Failure(kind, sentence, request_id=self.request_id or None, usage=self.usage)

    def _kept(self, piece: str) -> str:
        self._pieces.append(piece)
        return piece

    def _count(self, counts: object) -> None:
        """Take over the figures that are given; later ones are totals, not additions."""
        given = {ours: getattr(counts, theirs, None) for ours, theirs in _COUNTS.items()}
        known = {ours: count for ours, count in given.items() if count is not None}
        self.usage = replace(self.usage, **known)
